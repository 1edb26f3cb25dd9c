"""Provably optimal tile orders on the scoring wall of the board game Azul.

>>> import azulejo
>>> answer = azulejo.solve(3, 3, "maximize", constraints=[azulejo.place_at(5, turn=9)])
>>> answer.score, answer.bound, answer.status
(30, 30, 'optimal')

A wall has ``rows`` × ``columns`` cells, and one tile is placed in each turn. A tile earns the length of the runs of
tiles that it is part of, so the order decides the score. :func:`solve` finds an order with the best score and proves
that no order is better, :func:`count` counts the optimal orders, and :func:`formulation` writes the problem down as a
mixed-integer program for any solver. An :class:`Instance` is a problem that is stated once and asked several things.

A cell is a number from 1, row by row, or a pair of row and column, both from 1. Turns count from 1.

The whole game for two to four players is in :mod:`azulejo.game`.
"""

from azulejo import _native, game
from azulejo._answers import Answer, Check, Count, Interrupted, Orders, Proven
from azulejo._constraints import (
    Cell,
    Constraint,
    before,
    first,
    last,
    last_round,
    only,
    place_at,
    rounds,
    subject_to,
    window,
)
from azulejo._formulation import Formulation
from azulejo._functions import check, count, formulation, solve
from azulejo._grading import Grade, GradedWall, ModelFault, grade
from azulejo._instance import Counter, Cuts, Instance, Kind, Method, Sense
from azulejo._native import InvalidInstance, SolveError, Unfit

#: The version of the package.
__version__ = _native.VERSION

__all__ = [
    "Answer",
    "Cell",
    "Check",
    "Constraint",
    "Count",
    "Counter",
    "Cuts",
    "Formulation",
    "Grade",
    "GradedWall",
    "Instance",
    "Interrupted",
    "InvalidInstance",
    "Kind",
    "Method",
    "ModelFault",
    "Orders",
    "Proven",
    "Sense",
    "SolveError",
    "Unfit",
    "__version__",
    "before",
    "check",
    "count",
    "first",
    "formulation",
    "game",
    "grade",
    "last",
    "last_round",
    "only",
    "place_at",
    "rounds",
    "solve",
    "subject_to",
    "window",
]
