"""What is found out about an instance: plain data, which can be compared, hashed, pickled and written as JSON.

Dictionaries are compared, too, but do not go into the hash.
"""

from __future__ import annotations

import base64
import json
import re
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, Callable, Literal, TypeVar

from azulejo import _native

if TYPE_CHECKING:
    from azulejo._instance import Instance

Status = Literal["optimal", "feasible", "infeasible", "unknown"]

_T = TypeVar("_T")


class Interrupted(KeyboardInterrupt):
    """A run was interrupted, and ``result`` has what it had found by then.

    That is an :class:`Answer`, a :class:`Count` or an :class:`Orders`, whose ``status`` says how much it holds.
    """

    result: Any

    def __init__(self, result: Any) -> None:  # noqa: ANN401 - as it says
        """Keeps the result."""
        super().__init__(result)
        self.result = result

    def __str__(self) -> str:
        return f"the run was stopped: {self.result}"


def run_result(read: Callable[[dict[str, Any]], _T], output: tuple[str, BaseException | None]) -> _T:
    """The result of a run, unless it was interrupted."""
    text, interrupt = output
    result = read(json.loads(text))
    if interrupt is not None:
        raise Interrupted(result) from interrupt
    return result


def as_image(svg: str, alternative: str) -> str:
    """A picture as an image of its own: forges that show notebooks leave out pictures that stand in a text."""
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="{escape(alternative)}" src="data:image/svg+xml;base64,{data}">'


def _order(numbers: list[int] | None) -> tuple[int, ...] | None:
    return None if numbers is None else tuple(numbers)


def _plain(text: str) -> str:
    """Without colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@dataclass(frozen=True)
class Answer:
    """An answer to an instance. No score is here that an independent verifier has not counted again."""

    #: What was asked.
    instance: Instance
    #: Whose answer it is.
    method: str
    #: ``"optimal"``: proven. ``"feasible"``: stopped early, with an order. ``"infeasible"``: no order satisfies the
    #: constraints. ``"unknown"``: stopped early, without an order.
    status: Status
    #: The score of the order; None if there is no order.
    score: int | None
    #: No order has a better score; None if there is no order at all.
    bound: int | None
    #: The cells by number, in turn order; 0 for a turn that passes.
    order: tuple[int, ...] | None
    #: The points of each turn.
    points: tuple[int, ...] | None
    #: The points for what is complete at the end.
    bonus: int | None
    #: What the answer is proven ``by``, and what that took; None without a proof.
    proof: dict[str, Any] | None = field(hash=False)
    #: What a second method says: ``method``, ``score``, ``agrees``; None where none was asked.
    cross_check: dict[str, Any] | None = field(hash=False)
    #: The best score ``without`` the constraints, and the ``points`` that they cost; None where that is not proven.
    cost: dict[str, int] | None = field(hash=False)
    #: Of an infeasible instance the positions of ``constraints`` that cannot hold together, from 0.
    conflict: dict[str, Any] | None = field(hash=False)
    #: What it took: ``seconds``, and what else the method counts.
    stats: dict[str, Any] = field(hash=False)

    @classmethod
    def read(cls, instance: Instance, data: dict[str, Any]) -> Answer:
        """The answer that the command line prints as this JSON.

        :raises SolveError: if two methods disagree.
        """
        answer = cls(
            instance=instance,
            method=data["method"],
            status=data["status"],
            score=data["score"],
            bound=data["bound"],
            order=_order(data["order"]),
            points=_order(data["points"]),
            bonus=data["bonus"],
            proof=data["proof"],
            cross_check=data["cross_check"],
            cost=data.get("cost"),
            conflict=data.get("conflict"),
            stats=data["stats"],
        )
        check = answer.cross_check or {}
        if not check.get("agrees", True):
            verdict = f"the {check['method']} method says {check['score']}"
            raise _native.SolveError(f"{answer}, but {verdict}; please report this")
        return answer

    @property
    def turns(self) -> list[list[int]] | None:
        """The turn of each cell, row by row; 0 where a cell has none."""
        if self.order is None:
            return None
        columns = self.instance.columns
        turns = [[0] * columns for _ in range(self.instance.rows)]
        for turn, cell in enumerate(self.order, start=1):
            if cell:
                turns[(cell - 1) // columns][(cell - 1) % columns] = turn
        return turns

    def certificate(self, *, time_limit: float | None = None) -> str:
        """Why the answer is true, as JSON for :func:`azulejo.check`, or for any other checker: docs/certificates.md.

        :param time_limit: seconds after which there is no certificate; a minute by default.
        :raises SolveError: if the answer is not proven, or no proof was found that a checker can go through.
        """
        if self.status not in ("optimal", "infeasible"):
            raise _native.SolveError("no certificate: the answer is not proven")
        order = None if self.order is None else list(self.order)
        return _native.certificate(self.instance.to_json(), order, time_limit=time_limit)

    def svg(self, *pictures: Literal["turns", "points", "breakdown", "strip"]) -> str | None:
        """Pictures of the order as SVG, by default its turns and points; None if there is no order."""
        if self.order is None:
            return None
        names = list(pictures) or ["turns", "points"]
        return _native.picture(self.instance.to_json(), list(self.order), names, self.bound)

    def _repr_html_(self) -> str:
        picture = self.svg()
        return f"<p>{escape(str(self))}</p>" if picture is None else as_image(picture, str(self))

    def __str__(self) -> str:
        best, side = ("maximum", "at most") if self.instance.sense == "maximize" else ("minimum", "at least")
        if self.status == "infeasible":
            return "infeasible: no order satisfies the constraints"
        if self.order is None:
            return f"no order found before the end; the {best}, if there is one, is {side} {self.bound}"
        bound = f"proven {best}" if self.status == "optimal" else f"the {best} is {side} {self.bound}"
        wall = _plain(_native.text(self.instance.to_json(), list(self.order)))
        return f"{wall}\n\nscore {self.score} ({bound})"


@dataclass(frozen=True)
class Proven:
    """What a certificate proves."""

    #: ``"optimal"``: no order has a better score. ``"infeasible"``: no order satisfies the constraints.
    status: Literal["optimal", "infeasible"]
    #: The score; None if there is no order.
    score: int | None


@dataclass(frozen=True)
class Count:
    """How many orders are optimal."""

    #: What was asked.
    instance: Instance
    #: How it was counted.
    method: str
    #: ``"optimal"``: counted. ``"infeasible"``: no order satisfies the constraints. ``"unknown"``: stopped early.
    status: Status
    #: The optimal score, if it was counted.
    score: int | None
    #: The number of optimal orders; None if the count was stopped.
    orders: int | None
    #: Of an infeasible instance the positions of ``constraints`` that cannot hold together, from 0.
    conflict: dict[str, Any] | None = field(hash=False)
    #: What it took.
    stats: dict[str, Any] = field(hash=False)

    @classmethod
    def read(cls, instance: Instance, data: dict[str, Any]) -> Count:
        """The count that the command line prints as this JSON."""
        return cls(
            instance=instance,
            method=data["method"],
            status=data["status"],
            score=data["score"],
            orders=None if data["orders"] is None else int(data["orders"]),
            conflict=data.get("conflict"),
            stats=data["stats"],
        )

    def __str__(self) -> str:
        if self.status == "optimal":
            return f"{self.orders} orders score {self.score}"
        return "the count was stopped" if self.status == "unknown" else "no order satisfies the constraints"


@dataclass(frozen=True)
class Orders:
    """Optimal orders, or orders near the best score."""

    #: What was asked.
    instance: Instance
    #: ``"optimal"``: found. ``"infeasible"``: no order satisfies the constraints. ``"unknown"``: stopped early.
    status: Status
    #: The optimal score, if there are orders.
    score: int | None
    #: The number of all optimal orders; None if the search was stopped.
    orders: int | None
    #: Some of them, each as cells by number in turn order.
    listed: tuple[tuple[int, ...], ...]
    #: The score of each of them.
    scores: tuple[int, ...]
    #: Of an infeasible instance the positions of ``constraints`` that cannot hold together, from 0.
    conflict: dict[str, Any] | None = field(hash=False)

    @classmethod
    def read(cls, instance: Instance, data: dict[str, Any]) -> Orders:
        """The orders that the command line prints as this JSON."""
        listed = tuple(tuple(order) for order in data.get("listed", ()))
        return cls(
            instance=instance,
            status=data["status"],
            score=data["score"],
            orders=None if data["orders"] is None else int(data["orders"]),
            listed=listed,
            scores=tuple(data.get("scores", (data["score"],) * len(listed))),
            conflict=data.get("conflict"),
        )

    def __str__(self) -> str:
        if self.status == "optimal":
            return f"{len(self.listed)} of {self.orders} orders that score {self.score}"
        return "the search was stopped" if self.status == "unknown" else "no order satisfies the constraints"


@dataclass(frozen=True)
class Check:
    """What an order is worth, and what is wrong with it."""

    #: What was asked.
    instance: Instance
    #: Whether it satisfies all constraints.
    valid: bool
    #: All points together; the score counts only if the order is valid.
    score: int
    #: The cells by number, in turn order; 0 for a turn that passes.
    order: tuple[int, ...]
    #: The points of each turn.
    points: tuple[int, ...]
    #: The points for what is complete at the end.
    bonus: int
    #: Everything that is wrong, in words.
    violations: tuple[str, ...]
    #: The rows of the instance, each where the order comes closest to breaking it: its ``constraint``, ``class`` and
    #: ``t``, its sides ``left`` and ``right`` with the ``relation`` between them, and its ``slack``.
    rows: tuple[dict[str, Any], ...] = field(hash=False)
    #: The points by kind: ``horizontal``, ``vertical`` and ``single``. There are those of all ``cells``, ``rows`` and
    #: ``columns``, and the ``total``.
    breakdown: dict[str, Any] = field(hash=False)

    @classmethod
    def read(cls, instance: Instance, data: dict[str, Any]) -> Check:
        """The check that the command line prints as this JSON."""
        return cls(
            instance=instance,
            valid=data["valid"],
            score=data["score"],
            order=tuple(data["order"]),
            points=tuple(data["points"]),
            bonus=data["bonus"],
            violations=tuple(data["violations"]),
            rows=tuple(data.get("rows", ())),
            breakdown=data["breakdown"],
        )

    def svg(self, *pictures: Literal["turns", "points", "breakdown", "strip"]) -> str:
        """Pictures of the order as SVG, by default its turns and points.

        :raises ValueError: if a tile would go onto a filled cell.
        """
        names = list(pictures) or ["turns", "points"]
        return _native.picture(self.instance.to_json(), list(self.order), names, None)

    def _repr_html_(self) -> str:
        try:
            return as_image(self.svg(), str(self))
        except ValueError:  # it cannot be played
            return f"<pre>{escape(str(self))}</pre>"

    def __str__(self) -> str:
        faults = "".join(f"\n  {violation}" for violation in self.violations)
        return f"score {self.score}" + (f", but the order is not valid:{faults}" if faults else ", valid")
