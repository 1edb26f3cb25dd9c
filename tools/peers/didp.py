"""DIDP (didppy) on the filled cells.

The state is the set of filled cells, and the turn, for the rules; a transition fills a cell. The solver is
CABS, the one that its authors recommend. The dual bound: a tile earns at least 1, and at most the lengths of
its row and its column; all bonuses may be earned, or none.
"""

import didppy as dp

from answer import Answer, Status
from instance import Instance


def solve(instance: Instance, limit: float, threads: int) -> Answer:
    """Solves an instance with CABS."""
    solver = dp.CABS(formulate(instance), time_limit=limit, threads=threads, quiet=True)
    solution = solver.search()
    status: Status = "unknown"
    if solution.is_infeasible:
        status = "infeasible"
    elif solution.cost is not None:
        status = "optimal" if solution.is_optimal else "feasible"
    order = [int(transition.name) for transition in solution.transitions]
    return Answer(status=status, order=order or None, bound=solution.best_bound)


def formulate(instance: Instance) -> dp.Model:
    """The model. A transition bears the number of its cell."""
    model = dp.Model(maximize=instance.maximize, float_cost=False)
    cells, turns = instance.cells, range(instance.horizon + 1)
    cell_type = model.add_object_type(number=len(cells))
    turn_type = model.add_object_type(number=len(turns))
    filled = model.add_set_var(object_type=cell_type, target=sorted(instance.initial))
    turn = model.add_element_var(object_type=turn_type, target=0)
    allowed = model.add_bool_table([[turn in instance.turns[cell] for turn in turns] for cell in cells])

    for cell in (cell for cell in cells if cell not in instance.initial):
        waits = [filled.contains(first) for first, then in instance.before if then == cell]
        model.add_transition(
            dp.Transition(
                name=str(cell + 1),
                cost=points(model, instance, filled, cell, cell_type) + dp.IntExpr.state_cost(),
                preconditions=[~filled.contains(cell), allowed[cell, turn], *waits],
                effects=[(filled, filled.add(cell)), (turn, turn + 1)],
            )
        )
    bonus = dp.IntExpr(0)
    for line, earned in instance.bonuses:
        complete = filled.issuperset(model.create_set_const(object_type=cell_type, value=line))
        bonus += complete.if_then_else(earned, 0)
    model.add_base_case([turn == instance.horizon], bonus)
    left = dp.IntExpr(instance.horizon) - (filled.len() - len(instance.initial))
    if instance.maximize:
        most = instance.rows + instance.columns
        model.add_dual_bound(most * left + sum(earned for _, earned in instance.bonuses))
    else:
        model.add_dual_bound(left)
    return model


def points(
    model: dp.Model, instance: Instance, filled: dp.SetVar, cell: int, cell_type: dp.ObjectType
) -> dp.IntExpr:
    """What a cell earns."""

    def one_if(condition: dp.Condition) -> dp.IntExpr:
        return condition.if_then_else(1, 0)

    arms = instance.arms[cell]
    earned = dp.IntExpr(1)
    for arm in arms:
        for length in range(1, len(arm) + 1):
            run = model.create_set_const(object_type=cell_type, value=arm[:length])
            earned += one_if(filled.issuperset(run))
    left, right, above, below = (filled.contains(arm[0]) if arm else None for arm in arms)
    row, column = either(left, right), either(above, below)
    return earned if row is None or column is None else earned + one_if(row & column)


def either(one: dp.Condition | None, other: dp.Condition | None) -> dp.Condition | None:
    """Whether one of the two neighbours that there are is filled; none without neighbours."""
    if one is None:
        return other
    return one if other is None else one | other
