"""An instance, read from the same JSON file as azulejo reads."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path


@dataclass(frozen=True)
class Instance:
    """A wall to be filled, one cell a turn. Cells are numbered from 0, row by row; turns from 0."""

    name: str
    rows: int
    columns: int
    maximize: bool
    #: The turns in which each cell may be filled.
    turns: list[list[int]]
    #: Pairs of cells of which the first is filled before the second.
    before: list[tuple[int, int]]
    #: What a source says the optimum is.
    published: int | None

    @classmethod
    def read(cls, path: Path) -> "Instance":
        """Reads a file. What the models have no words for is an error."""
        data = json.loads(path.read_text(encoding="utf-8"))
        if unknown := data.keys() & {"initial", "turns", "bonus"}:
            raise ValueError(f"{path}: not modelled: {', '.join(sorted(unknown))}")
        rows, columns = data["wall"]["rows"], data["wall"]["columns"]
        cells = range(rows * columns)
        allowed = [set(cells) for _ in cells]
        before = []

        def index(place: int | list[int]) -> int:
            return place - 1 if isinstance(place, int) else (place[0] - 1) * columns + place[1] - 1

        def only(turns: range, places: list[int | list[int]]) -> None:
            """These turns fill none but these cells."""
            kept = {index(place) for place in places}
            for cell in cells:
                if cell not in kept:
                    allowed[cell] -= set(turns)

        for constraint in data.get("constraints", []):
            match constraint:
                case {"type": "place-at", "cell": place, "turn": turn}:
                    only(range(turn - 1, turn), [place])
                    allowed[index(place)] &= {turn - 1}
                case {"type": "window", "cell": place, "from": begin, "to": end}:
                    allowed[index(place)] &= set(range(begin - 1, end))
                case {"type": "before", "first": first, "then": then}:
                    before.append((index(first), index(then)))
                case {"type": "first", "cells": places}:
                    only(range(len(places)), places)
                case {"type": "last", "cells": places}:
                    only(cells[-len(places) :], places)
                case {"type": "only", "cells": places, "from": begin, "to": end}:
                    only(range(begin - 1, end), places)
                case {"type": "last-round"}:
                    first = len(cells) - rows
                    for cell in cells:
                        allowed[cell] &= {*range(first), first + cell // columns}
                case _:
                    raise ValueError(f"{path}: not modelled: {constraint}")
        return cls(
            name=data["name"],
            rows=rows,
            columns=columns,
            maximize=data["sense"] == "maximize",
            turns=[sorted(turns) for turns in allowed],
            before=before,
            published=data.get("published", {}).get("score"),
        )

    @property
    def cells(self) -> range:
        """All cells; the turns are as many."""
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
