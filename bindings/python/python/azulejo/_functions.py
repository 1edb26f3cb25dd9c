"""Short forms for a problem that is asked one thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azulejo import _native
from azulejo._answers import Proven
from azulejo._instance import Counter, Cuts, Instance, Kind, Method, Sense

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from azulejo._answers import Answer, Count
    from azulejo._constraints import Cell, Constraint
    from azulejo._formulation import Formulation


def solve(
    rows: int,
    columns: int,
    sense: Sense = "maximize",
    *,
    constraints: Iterable[Constraint] = (),
    initial: Iterable[Cell] = (),
    holes: Iterable[Cell] = (),
    turns: int | None = None,
    tiles: int | None = None,
    bonus: Mapping[str, Any] | None = None,
    factors: Iterable[Mapping[str, Any]] = (),
    method: Method = "auto",
    time_limit: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
    seed: int = 0,
    cross_check: bool = True,
) -> Answer:
    """Finds an order with the best score, and proves that no order has a better one.

    >>> solve(3, 3, "minimize").score
    22

    What the problem is, :class:`Instance` tells, and how it is solved, :meth:`Instance.solve`, with what they raise.
    """
    instance = Instance(
        rows,
        columns,
        sense,
        constraints=constraints,
        initial=initial,
        holes=holes,
        turns=turns,
        tiles=tiles,
        bonus=bonus,
        factors=factors,
    )
    return instance.solve(
        method=method,
        time_limit=time_limit,
        memory=memory,
        threads=threads,
        seed=seed,
        cross_check=cross_check,
    )


def count(
    rows: int,
    columns: int,
    sense: Sense = "maximize",
    *,
    constraints: Iterable[Constraint] = (),
    initial: Iterable[Cell] = (),
    holes: Iterable[Cell] = (),
    turns: int | None = None,
    tiles: int | None = None,
    bonus: Mapping[str, Any] | None = None,
    factors: Iterable[Mapping[str, Any]] = (),
    method: Counter = "auto",
    time_limit: float | None = None,
    memory: int | None = None,
) -> Count:
    """Counts the optimal orders.

    >>> count(5, 5, "minimize").orders
    1562034076438438272

    What the problem is, :class:`Instance` tells, and how it is counted, :meth:`Instance.count`, with what they raise.
    """
    instance = Instance(
        rows,
        columns,
        sense,
        constraints=constraints,
        initial=initial,
        holes=holes,
        turns=turns,
        tiles=tiles,
        bonus=bonus,
        factors=factors,
    )
    return instance.count(method=method, time_limit=time_limit, memory=memory)


def formulation(
    rows: int,
    columns: int,
    sense: Sense = "maximize",
    *,
    constraints: Iterable[Constraint] = (),
    initial: Iterable[Cell] = (),
    holes: Iterable[Cell] = (),
    turns: int | None = None,
    tiles: int | None = None,
    bonus: Mapping[str, Any] | None = None,
    factors: Iterable[Mapping[str, Any]] = (),
    kind: Kind = "ordering",
    without: Iterable[Cuts] = (),
) -> Formulation:
    """Writes the problem down as a mixed-integer linear program.

    >>> formulation(3, 3, kind="case-study")
    <Formulation: 630 columns, 1116 rows>

    What the problem is, :class:`Instance` tells, and what can be written, :meth:`Instance.formulation`.
    """
    instance = Instance(
        rows,
        columns,
        sense,
        constraints=constraints,
        initial=initial,
        holes=holes,
        turns=turns,
        tiles=tiles,
        bonus=bonus,
        factors=factors,
    )
    return instance.formulation(kind, without=without)


def check(certificate: str) -> Proven:
    """Checks a certificate with code that shares nothing with what solves.

    >>> check(solve(3, 3, "minimize").certificate())
    Proven(status='optimal', score=22)

    :raises ValueError: if it proves nothing; the message says which step fails.
    """
    score = _native.proves(certificate)
    return Proven("infeasible" if score is None else "optimal", score)
