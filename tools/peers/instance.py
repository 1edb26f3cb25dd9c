"""An instance, read from the same JSON file as azulejo reads."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path


@dataclass(frozen=True)
class Instance:
    """A wall, on which each turn fills a cell. Cells are numbered from 0, row by row; turns from 0."""

    name: str
    rows: int
    columns: int
    maximize: bool
    #: The cells that are filled before the first turn.
    initial: frozenset[int]
    #: The number of turns.
    horizon: int
    #: The turns in which each cell may be filled; none for an initial one.
    turns: list[list[int]]
    #: Pairs of cells of which the second is filled only after the first.
    before: list[tuple[int, int]]
    #: Sets of cells with the points that they earn if all of them are filled at the end.
    bonuses: list[tuple[list[int], int]]
    #: What a source says the optimum is.
    published: int | None

    @classmethod
    def read(cls, path: Path) -> "Instance":
        """Reads a file. What the models have no words for is an error."""
        data = json.loads(path.read_text(encoding="utf-8"))
        rows, columns = data["wall"]["rows"], data["wall"]["columns"]
        cells = range(rows * columns)

        def index(place: int | list[int]) -> int:
            return place - 1 if isinstance(place, int) else (place[0] - 1) * columns + place[1] - 1

        for field in ("factors", "holes", "tiles"):
            if data.get(field) not in (None, []):
                raise ValueError(f"{path}: not modelled: {field}")
        initial = frozenset(index(place) for place in data.get("initial", []))
        horizon = data.get("turns", len(cells) - len(initial))
        allowed = [set() if cell in initial else set(range(horizon)) for cell in cells]
        before = []

        def only(turns: range, places: Iterable[int]) -> None:
            """These turns fill none but these cells."""
            for cell in set(cells) - set(places):
                allowed[cell] -= set(turns)

        def row(number: int) -> range:
            return cells[number * columns : (number + 1) * columns]

        for constraint in data.get("constraints", []):
            match constraint:
                case {"type": "place-at", "cell": place, "turn": turn}:
                    only(range(turn - 1, turn), [index(place)])
                    allowed[index(place)] &= {turn - 1}
                case {"type": "window", "cell": place, "from": begin, "to": end}:
                    allowed[index(place)] &= set(range(begin - 1, end))
                case {"type": "before", "first": first, "then": then}:
                    before.append((index(first), index(then)))
                case {"type": "first", "cells": places}:
                    only(range(len(places)), map(index, places))
                case {"type": "last", "cells": places}:
                    only(range(horizon - len(places), horizon), map(index, places))
                case {"type": "only", "cells": places, "from": begin, "to": end}:
                    only(range(begin - 1, end), map(index, places))
                case {"type": "rounds"}:
                    for turn in range(horizon):
                        only(range(turn, turn + 1), row(turn % rows))
                case {"type": "last-round"}:
                    for number in range(rows):
                        turn = horizon - rows + number
                        only(range(turn, turn + 1), row(number))
                case _:
                    raise ValueError(f"{path}: not modelled: {constraint}")
        return cls(
            name=data["name"],
            rows=rows,
            columns=columns,
            maximize=data["sense"] == "maximize",
            initial=initial,
            horizon=horizon,
            turns=[sorted(turns) for turns in allowed],
            before=before,
            bonuses=bonuses(data.get("bonus", {}), rows, columns, path),
            published=data.get("published", {}).get("score"),
        )

    @property
    def cells(self) -> range:
        """All cells."""
        return range(self.rows * self.columns)

    @cached_property
    def arms(self) -> list[list[list[int]]]:
        """The cells to the left, to the right, above and below of each cell, the nearest first."""
        width, height = self.columns, self.rows
        arms = []
        for cell in self.cells:
            row, column = divmod(cell, width)
            arms.append(
                [
                    [row * width + other for other in range(column - 1, -1, -1)],
                    [row * width + other for other in range(column + 1, width)],
                    [other * width + column for other in range(row - 1, -1, -1)],
                    [other * width + column for other in range(row + 1, height)],
                ]
            )
        return arms


def bonuses(points: dict[str, int], rows: int, columns: int, path: Path) -> list[tuple[list[int], int]]:
    """The sets of cells that earn points if they are complete, of an instance's file."""
    cells, colours = range(rows * columns), rows if rows == columns else 0
    lines = {
        "row": [cells[row * columns : (row + 1) * columns] for row in range(rows)],
        "column": [cells[column::columns] for column in range(columns)],
        "colour": [
            [row * columns + (row + shift) % columns for row in range(rows)] for shift in range(colours)
        ],
    }
    if unknown := points.keys() - lines.keys():
        raise ValueError(f"{path}: not modelled: a bonus for {', '.join(sorted(unknown))}")
    return [
        (list(line), points[kind]) for kind, of_kind in lines.items() if points.get(kind) for line in of_kind
    ]
