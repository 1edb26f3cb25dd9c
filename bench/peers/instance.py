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
        for constraint in data.get("constraints", []):
            match constraint:
                case {"type": "place-at", "cell": [row, column], "turn": turn}:
                    place = (row - 1) * columns + column - 1
                    for cell in cells:
                        allowed[cell] &= {turn - 1} if cell == place else set(cells) - {turn - 1}
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
