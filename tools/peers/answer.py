"""What a solver says about an instance."""

import math
from dataclasses import dataclass
from typing import Literal

Status = Literal["optimal", "feasible", "infeasible", "unknown"]

#: How far the floats of a solver may be from the number that they stand for.
TOLERANCE = 1e-5


@dataclass(frozen=True)
class Answer:
    """The claim of a solver; nothing of it has been checked."""

    status: Status
    #: The cells in turn order, numbered from 1.
    order: list[int] | None
    #: What no score can beat; none where the solver has none that is finite.
    bound: int | None


def rounded(bound: float, *, maximize: bool) -> int | None:
    """The bound on the integer scores that a bound in floats implies; none where it is infinite."""
    if not math.isfinite(bound) or abs(bound) >= 1e15:  # noqa: PLR2004 # solvers have infinities of their own
        return None
    return math.floor(bound + TOLERANCE) if maximize else math.ceil(bound - TOLERANCE)
