"""Constraints on the order, as the JSON of an instance writes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Union

from azulejo._arguments import as_list

#: A number from 1, row by row, or a pair of row and column, both from 1.
Cell = Union[int, tuple[int, int]]

#: The type of a constraint and its fields. The functions of this module make them.
Constraint = Mapping[str, Any]


def place_at(cell: Cell, turn: int) -> Constraint:
    """The cell is filled in that turn."""
    return {"type": "place-at", "cell": cell, "turn": turn}


def window(cell: Cell, from_turn: int, to_turn: int) -> Constraint:
    """The cell is filled in none but these turns."""
    return {"type": "window", "cell": cell, "from": from_turn, "to": to_turn}


def before(first: Cell, then: Cell) -> Constraint:
    """The cell ``then`` is filled later than the cell ``first``."""
    return {"type": "before", "first": first, "then": then}


def first(cells: Iterable[Cell]) -> Constraint:
    """These cells are filled first, in any order."""
    return {"type": "first", "cells": as_list(cells)}


def last(cells: Iterable[Cell]) -> Constraint:
    """These cells are filled last, in any order."""
    return {"type": "last", "cells": as_list(cells)}


def only(cells: Iterable[Cell], from_turn: int, to_turn: int) -> Constraint:
    """These turns fill none but these cells."""
    return {"type": "only", "cells": as_list(cells), "from": from_turn, "to": to_turn}


def rounds() -> Constraint:
    """Turn t fills a cell of row ((t − 1) mod rows) + 1."""
    return {"type": "rounds"}


def subject_to(row: str) -> Constraint:
    """Every order satisfies this linear row, such as ``count(row 3, 6) >= 2`` or ``turn(9) - turn(5) <= 3``.

    The page about instances has the quantities of rows and their grammar.
    """
    return {"type": "subject-to", "row": row}


def last_round() -> Constraint:
    """The last turns fill a cell of row 1, of row 2, … in that order."""
    return {"type": "last-round"}
