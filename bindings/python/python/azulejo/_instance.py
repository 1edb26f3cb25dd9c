"""What a person states: a wall, a sense, and constraints on the order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from azulejo import _arguments, _native
from azulejo._answers import Answer, Check, Count, Orders, run_result
from azulejo._formulation import Formulation

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping

    from azulejo._constraints import Cell, Constraint

#: Whether the maximum or the minimum score is asked for.
Sense = Literal["maximize", "minimize", "max", "min"]

#: The senses in other words.
_SENSES = {
    **dict.fromkeys(("max", "maximum", "maximise", "maximize"), "maximize"),
    **dict.fromkeys(("min", "minimum", "minimise", "minimize"), "minimize"),
}

#: The most that a score can be worse than another one.
_MOST_POINTS = 2**32 - 1

#: The methods of :meth:`Instance.solve`.
Method = Literal["auto", "ordering", "dense", "frontier", "backward", "graph", "disaggregated", "case-study"]

#: The methods of :meth:`Instance.count`.
Counter = Literal["auto", "dense", "frontier", "backward", "last-merge", "graph"]

#: The formulations.
Kind = Literal["ordering", "case-study", "disaggregated"]

#: The families of cuts of the ordering formulation.
Cuts = Literal["rectangle-cuts", "line-cuts", "block-cuts", "schedules"]


class Instance:
    """A problem: a wall, whether the maximum or the minimum score is asked for, and constraints on the order.

    An instance is checked when it is made, and does not change. :exc:`InvalidInstance` names all that is wrong at once.
    """

    __slots__ = ("_json",)
    _json: str

    def __init__(
        self,
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
        name: str | None = None,
        source: str | None = None,
    ) -> None:
        """States a problem.

        :param rows: the number of rows of the wall.
        :param columns: the number of columns; the wall has at most 1024 cells.
        :param sense: ``"maximize"`` or ``"minimize"``.
        :param constraints: made by :func:`place_at` and the like, or dictionaries as in the JSON of an instance.
        :param initial: cells that are filled before turn 1; their tiles earn nothing.
        :param holes: cells that the wall does not have: no tile lies there, and runs end there.
        :param turns: the number of turns; by default all empty cells are filled.
        :param tiles: the number of tiles, where turns may pass; by default each turn has one. A turn that passes is 0
            in an order.
        :param bonus: points for what is complete at the end, such as ``{"row": 2, "column": 7, "colour": 10}``; with
            ``"sets"``, a list such as ``[{"cells": [1, 5], "points": 12}]``, and ``"colours"``: ``"free"``, or the rows
            of a Latin square.
        :param factors: cells whose points are multiplied, such as ``[{"cells": [3, (2, 2)], "factor": 2}]``.
        :param name: a title.
        :param source: where the problem comes from.
        :raises InvalidInstance: with all faults at once, each with its place.
        """
        fields: dict[str, Any] = {
            "name": name,
            "source": source,
            "wall": {"rows": rows, "columns": columns},
            "sense": _SENSES.get(sense.lower(), sense) if isinstance(sense, str) else sense,
            "initial": initial,
            "holes": holes,
            "turns": turns,
            "tiles": tiles,
            "bonus": bonus,
            "factors": factors,
            "constraints": constraints,
        }
        for key in ("name", "source", "turns", "tiles", "bonus"):
            if fields[key] is None:
                del fields[key]
        self._json = _native.instance(json.dumps(_arguments.plain(fields)))

    @classmethod
    def from_json(cls, text: str) -> Instance:
        """Reads the JSON of an instance.

        :raises InvalidInstance: with all faults at once, each with its place.
        """
        instance = cls.__new__(cls)
        instance._json = _native.instance(text)
        return instance

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Instance:
        """Reads a JSON file, as the command line does.

        :raises InvalidInstance: with all faults at once, each with its place; also if the file has more than 1 MiB.
        :raises OSError: if the file cannot be read.
        """
        with Path(path).open("rb") as file:
            content = file.read(_native.MAX_BYTES + 1)
        if len(content) > _native.MAX_BYTES:
            raise _arguments.too_large()
        try:
            text = content.decode()
        except UnicodeDecodeError:
            raise _arguments.invalid("file", "not UTF-8 text") from None
        return cls.from_json(text)

    def to_json(self) -> str:
        """The JSON of the instance, which the command line reads."""
        return self._json

    def to_dict(self) -> dict[str, Any]:
        """The same as a dictionary; cells are pairs of row and column."""
        data: dict[str, Any] = json.loads(self._json)
        return data

    @property
    def rows(self) -> int:
        """The number of rows."""
        return int(self.to_dict()["wall"]["rows"])

    @property
    def columns(self) -> int:
        """The number of columns."""
        return int(self.to_dict()["wall"]["columns"])

    @property
    def sense(self) -> Literal["maximize", "minimize"]:
        """Whether the maximum or the minimum score is asked for."""
        return "maximize" if self.to_dict()["sense"] == "maximize" else "minimize"

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints, as in the JSON."""
        return tuple(self.to_dict().get("constraints", ()))

    def solve(
        self,
        *,
        method: Method = "auto",
        time_limit: float | None = None,
        memory: int | None = None,
        threads: int | None = None,
        seed: int = 0,
        cross_check: bool = True,
    ) -> Answer:
        """Finds an order with the best score, and proves that no order has a better one.

        Other threads of Python go on meanwhile. Ctrl-C (or the stop button of a notebook) ends the run within a second.

        :param method: how; ``"auto"`` takes what fits the problem.
        :param time_limit: seconds after which the run ends with the best order so far.
        :param memory: how many bytes a search over coverings may take; half of what is free by default.
        :param threads: the threads of HiGHS, at most 1024; HiGHS chooses by default.
        :param seed: the seed of HiGHS, less than 2³¹.
        :param cross_check: whether a second method is asked where the wall has at most 16 empty cells.
        :raises Unfit: if the instance is too large for the method.
        :raises SolveError: if a solver fails, or two methods disagree.
        :raises Interrupted: after Ctrl-C; its ``result`` has the best order so far.
        """
        output = _native.solve(
            self._json,
            method=method,
            time_limit=time_limit,
            memory=_arguments.whole_or_none("memory", memory),
            threads=_arguments.whole_or_none("threads", threads, 1, 1024),
            seed=_arguments.whole("seed", seed, 0, 2**31 - 1),
            cross_check=cross_check,
        )
        return run_result(lambda data: Answer.read(self, data), output)

    def count(
        self,
        *,
        method: Counter = "auto",
        time_limit: float | None = None,
        memory: int | None = None,
    ) -> Count:
        """Counts the optimal orders.

        :param method: how; ``"auto"`` takes what fits the problem.
        :param time_limit: seconds after which the run ends without a count.
        :param memory: how many bytes the search may take; half of what is free by default.
        :raises Unfit: if the instance is too large for the method.
        :raises Interrupted: after Ctrl-C.
        """
        byte_limit = _arguments.whole_or_none("memory", memory)
        output = _native.count(self._json, method=method, time_limit=time_limit, memory=byte_limit)
        return run_result(lambda data: Count.read(self, data), output)

    def orders(
        self,
        most: int = 10,
        *,
        within: int | None = None,
        time_limit: float | None = None,
        memory: int | None = None,
    ) -> Orders:
        """Lists optimal orders in lexicographic order, at most so many; or orders near the best score.

        :param most: how many, at most a million.
        :param within: how many points worse than the best an order may be. The best orders come first, and among equals
            those are sorted from the last turn back; ``scores`` of the result tells them apart.
        :param time_limit: seconds after which the run ends with the orders so far.
        :param memory: how many bytes the search may take; half of what is free by default.
        :raises Unfit: if the wall has more cells than the frontier takes; ``within`` takes at most 25 empty cells.
        :raises Interrupted: after Ctrl-C; its ``result`` has the orders so far.
        """
        points = _arguments.whole_or_none("within", within, 0, _MOST_POINTS)
        return self._orders("most", most, time_limit, memory, within=points)

    def sample(
        self,
        draws: int = 1,
        *,
        seed: int = 0,
        time_limit: float | None = None,
        memory: int | None = None,
    ) -> Orders:
        """Draws so many optimal orders at random, each with the same probability; the same ones for the same seed.

        :param draws: how many, at most a million.
        :param seed: less than 2⁶⁴.
        :param time_limit: seconds after which the run ends with the orders so far.
        :param memory: how many bytes the search may take; half of what is free by default.
        :raises Unfit: if the wall has more cells than the frontier takes.
        :raises Interrupted: after Ctrl-C; its ``result`` has the orders so far.
        """
        return self._orders("draws", draws, time_limit, memory, seed=_arguments.whole("seed", seed))

    def _orders(
        self,
        name: str,
        number: int,
        time_limit: float | None,
        memory: int | None,
        *,
        seed: int | None = None,
        within: int | None = None,
    ) -> Orders:
        number = _arguments.whole(name, number, 0, _native.MOST_LISTED)
        byte_limit = _arguments.whole_or_none("memory", memory)
        output = _native.orders(self._json, number, seed=seed, within=within, time_limit=time_limit, memory=byte_limit)
        return run_result(lambda data: Orders.read(self, data), output)

    def check(self, order: Iterable[Cell]) -> Check:
        """Scores an order, and says what is wrong with it.

        :raises ValueError: if a cell is off the wall.
        """
        return Check.read(self, json.loads(_native.check(self._json, _arguments.order(order))))

    def formulation(self, kind: Kind = "ordering", *, without: Iterable[Cuts] = ()) -> Formulation:
        """Writes the problem down as a mixed-integer linear program, of which every solution is an order.

        :param kind: ``"ordering"``, ``"case-study"`` or ``"disaggregated"``.
        :param without: families of cuts that the ordering formulation goes without.
        :raises Unfit: if the wall is too large for the formulation.
        :raises ValueError: if there is no such formulation or family.
        """
        return Formulation.of(self, kind, without)

    def __eq__(self, other: object) -> bool:
        return self._json == other._json if isinstance(other, Instance) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._json)

    def __repr__(self) -> str:
        return f"Instance.from_json({self._json!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Instance.from_json, (self._json,)
