"""OR-tools CP-SAT on turns and precedences.

The cells that are empty at first have different turns; one that stays empty has a late turn of its own. A
tile earns 1, and 1 for every k nearest cells in a direction that are all filled earlier; and 1 if it has a
neighbour along its row and one along its column.
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
    order = None
    if status in ("optimal", "feasible"):
        at = {solver.value(turn): cell for cell, turn in turns.items()}
        order = [at[turn] + 1 for turn in range(instance.horizon)]
    return Answer(
        status=status,
        order=order,
        bound=rounded(solver.best_objective_bound, maximize=instance.maximize),
    )


def formulate(instance: Instance) -> tuple[cp_model.CpModel, dict[int, cp_model.IntVar]]:
    """The model, and the turn of each cell that is empty at first."""
    model = cp_model.CpModel()
    horizon = instance.horizon
    free = [cell for cell in instance.cells if cell not in instance.initial]
    late = {cell: [horizon + place] for place, cell in enumerate(free)} if horizon < len(free) else {}
    turns = {
        cell: model.new_int_var_from_domain(
            cp_model.Domain.from_values(instance.turns[cell] + late.get(cell, [])), f"turn({cell + 1})"
        )
        for cell in free
    }
    model.add_all_different(turns.values())
    filled = {cell: model.new_constant(1) for cell in instance.cells}
    for cell in late:
        filled[cell] = model.new_bool_var(f"filled({cell + 1})")
        model.add(turns[cell] < horizon).only_enforce_if(filled[cell])
        model.add(turns[cell] >= horizon).only_enforce_if(~filled[cell])
    model.add(sum(filled[cell] for cell in free) == horizon)
    for first, then in instance.before:
        if first not in instance.initial:
            model.add(turns[first] < turns[then]).only_enforce_if(filled[then])
    earlier = precedences(model, instance, turns)
    points: cp_model.LinearExprT = horizon
    for cell in free:
        # Whether the cell is filled, and so many of the nearest cells in a direction before it.
        arms = [
            list(
                accumulate(
                    (earlier[other, cell] for other in arm), partial(conjunction, model), initial=filled[cell]
                )
            )
            for arm in instance.arms[cell]
        ]
        for arm in arms:
            points += sum(arm[1:])
        left, right, above, below = (arm[1] if len(arm) > 1 else model.new_constant(0) for arm in arms)
        points += conjunction(model, ~conjunction(model, ~left, ~right), ~conjunction(model, ~above, ~below))
    for cells, bonus in instance.bonuses:
        complete = model.new_bool_var("")
        model.add_bool_and(filled[cell] for cell in cells).only_enforce_if(complete)
        model.add_bool_or(complete, *(~filled[cell] for cell in cells))
        points += bonus * complete
    if instance.maximize:
        model.maximize(points)
    else:
        model.minimize(points)
    return model, turns


def precedences(
    model: cp_model.CpModel, instance: Instance, turns: dict[int, cp_model.IntVar]
) -> dict[tuple[int, int], cp_model.BoolVarT]:
    """Whether one cell is filled earlier than another, for the pairs of a row or a column."""
    earlier: dict[tuple[int, int], cp_model.BoolVarT] = {}
    for one, other in combinations(instance.cells, 2):
        if any(other in arm for arm in instance.arms[one]):
            if one in turns and other in turns:
                first = model.new_bool_var(f"earlier({one + 1},{other + 1})")
                model.add(turns[one] < turns[other]).only_enforce_if(first)
                model.add(turns[other] < turns[one]).only_enforce_if(~first)
            else:
                first = model.new_constant(other in turns)
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
