"""OR-tools CP-SAT on turns and precedences.

The cells have different turns. A tile earns 1, and 1 for every k nearest cells in a direction that are all
filled earlier; and 1 if it has a neighbour along its row and one along its column.
"""

from functools import partial
from itertools import accumulate, combinations

from ortools.sat.python import cp_model

from answer import Answer, Status, rounded
from instance import Instance

STATUSES: dict[int, Status] = {
    cp_model.OPTIMAL: "optimal",
    cp_model.FEASIBLE: "feasible",
    cp_model.INFEASIBLE: "infeasible",
}


def solve(instance: Instance, limit: float, threads: int) -> Answer:
    """Solves an instance with CP-SAT."""
    model, turns = formulate(instance)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = limit
    solver.parameters.num_workers = threads
    status = STATUSES.get(solver.solve(model), "unknown")
    found = status in ("optimal", "feasible")
    order = sorted(instance.cells, key=lambda cell: solver.value(turns[cell])) if found else None
    return Answer(
        status=status,
        order=[cell + 1 for cell in order] if order else None,
        bound=rounded(solver.best_objective_bound, maximize=instance.maximize),
    )


def formulate(instance: Instance) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """The model, and the turn of each cell."""
    model = cp_model.CpModel()
    turns = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(turns), f"turn({cell + 1})")
        for cell, turns in enumerate(instance.turns)
    ]
    model.add_all_different(turns)
    for first, then in instance.before:
        model.add(turns[first] < turns[then])
    earlier = precedences(model, instance, turns)
    points: cp_model.LinearExprT = len(turns)
    for cell, arms in enumerate(instance.arms):
        for arm in arms:
            points += sum(accumulate((earlier[other, cell] for other in arm), partial(conjunction, model)))
        left, right, above, below = (earlier[arm[0], cell] if arm else model.new_constant(0) for arm in arms)
        points += conjunction(model, ~conjunction(model, ~left, ~right), ~conjunction(model, ~above, ~below))
    if instance.maximize:
        model.maximize(points)
    else:
        model.minimize(points)
    return model, turns


def precedences(
    model: cp_model.CpModel, instance: Instance, turns: list[cp_model.IntVar]
) -> dict[tuple[int, int], cp_model.BoolVarT]:
    """Whether one cell is filled earlier than another, for the pairs of a row or a column."""
    earlier: dict[tuple[int, int], cp_model.BoolVarT] = {}
    for one, other in combinations(instance.cells, 2):
        if any(other in arm for arm in instance.arms[one]):
            first = model.new_bool_var(f"earlier({one + 1},{other + 1})")
            model.add(turns[one] < turns[other]).only_enforce_if(first)
            model.add(turns[other] < turns[one]).only_enforce_if(~first)
            earlier[one, other], earlier[other, one] = first, ~first
    return earlier


def conjunction(
    model: cp_model.CpModel, one: cp_model.BoolVarT, other: cp_model.BoolVarT
) -> cp_model.BoolVarT:
    """A boolean that is true where both are."""
    both = model.new_bool_var("")
    model.add_bool_and(one, other).only_enforce_if(both)
    model.add_bool_or(~one, ~other, both)
    return both
