"""Moves, and what is said of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from azulejo.game._position import Position

#: How certain a value is.
Certainty = Literal["proven", "deep", "shallow"]

#: How good a move is.
Mark = Literal["BEST", "GOOD", "INACCURACY", "MISTAKE", "BLUNDER"]


@dataclass(frozen=True)
class Move:
    """Takes all tiles of a colour from a source to a line or to the floor."""

    #: ``source·30 + colour·6 + destination``, all from 0; the centre is the last source, the floor the last of the six
    #: destinations.
    code: int
    #: Its letters: ``3Y2`` takes yellow from factory 3 to line 2, ``CR-`` takes red from the centre to the floor.
    move: str

    @classmethod
    def read(cls, data: dict[str, Any]) -> Move:
        """The move that the command line prints as this JSON."""
        return Move(data["code"], data["move"])

    @property
    def source(self) -> int | None:
        """The number of the factory, from 1; None for the centre."""
        return None if self.move[0] == "C" else int(self.move[0])

    @property
    def colour(self) -> str:
        """The letter of the colour: B, Y, R, K or W."""
        return self.move[1]

    @property
    def line(self) -> int | None:
        """The number of the line, from 1; None for the floor."""
        return None if self.move[2] == "-" else int(self.move[2])

    def __index__(self) -> int:
        return self.code

    def __str__(self) -> str:
        return self.move


@dataclass(frozen=True)
class LegalMove(Move):
    """A move that can be played, and what it does."""

    #: Tiles that are taken.
    taken: int
    #: Those that come to a line.
    placed: int
    #: Those that fall to the floor.
    fallen: int
    #: Those that the floor has no room for.
    discarded: int
    #: Whether the first-player token comes with them.
    token: bool
    #: Whether the line is full after the move.
    fills_line: bool
    #: What the floor costs more.
    charge: int

    @classmethod
    def read(cls, data: dict[str, Any]) -> LegalMove:
        """The move that the command line prints as this JSON."""
        return cls(**{name: data[name] for name in cls.__dataclass_fields__})

    def __str__(self) -> str:
        return self.move


@dataclass(frozen=True)
class Valued:
    """A move with its value for the player whose move it is."""

    #: The move.
    move: Move
    #: The probability to win, a draw counted half.
    win: float
    #: The expected final difference, bonuses counted.
    points: float
    #: ``"proven"``: of best play to the end of the game. ``"deep"``: a search with twice the work finds the same.
    certainty: Certainty
    #: How many moves the search looked ahead.
    depth: int
    #: How many positions were looked at, for all moves.
    nodes: int
    #: How the game goes on, the move first.
    line: tuple[Move, ...]

    @classmethod
    def read(cls, data: dict[str, Any]) -> Valued:
        """The value that the command line prints as this JSON."""
        return cls(
            move=Move.read(data),
            win=data["win"],
            points=data["points"],
            certainty=data["certainty"],
            depth=data["depth"],
            nodes=data["nodes"],
            line=tuple(map(Move.read, data["line"])),
        )

    def __str__(self) -> str:
        return f"{self.move}: wins {self.win:.1%}, {self.points:+.1f} points, {self.certainty}"


@dataclass(frozen=True)
class Solution:
    """The value of the rest of a round under best play."""

    #: What was asked.
    position: Position
    #: What the other players want: ``"minimax"`` of two players, ``"paranoid"`` or ``"max-n"`` of more.
    model: Literal["minimax", "paranoid", "max-n"]
    #: Whether end bonuses count where the game ends.
    bonus: bool
    #: Whether the value is proven.
    proven: bool
    #: The mover's points after the round less those of the best other; None where that is not proven.
    value: int | None
    #: The value is at least this.
    low: int
    #: The value is at most this.
    high: int
    #: The codes of all best moves; where the value is not proven, of those that may be best.
    best: tuple[int, ...]
    #: The codes of best moves to the end of the round, or as far as the search came.
    pv: tuple[int, ...]
    #: How many positions were looked at.
    nodes: int

    @classmethod
    def read(cls, position: Position, data: dict[str, Any]) -> Solution:
        """The solution that the command line prints as this JSON."""
        return cls(
            position=position,
            model=data["model"],
            bonus=data["bonus"],
            proven=data["proven"],
            value=data["value"],
            low=data["low"],
            high=data["high"],
            best=tuple(data["best"]),
            pv=tuple(data["pv"]),
            nodes=data["nodes"],
        )

    def __str__(self) -> str:
        if self.value is None:
            return f"the value is from {self.low} to {self.high}"
        return f"proven value {self.value:+}: {' '.join(map(self.position.letters, self.best))}"


@dataclass(frozen=True)
class Best:
    """The best move by the judge, or what a player chose."""

    #: What was asked.
    position: Position
    #: The text of the player, or ``judge``.
    player: str
    #: The move.
    move: Move
    #: What it makes the position worth, in points; None where the player does not search.
    value: int | None
    #: How deep the search was.
    depth: int | None
    #: How many positions it looked at.
    nodes: int | None
    #: The best moves by the judge, the best first; empty where a player chose.
    best: tuple[Valued, ...]

    @classmethod
    def read(cls, position: Position, data: dict[str, Any]) -> Best:
        """The answer that the command line prints as this JSON."""
        return cls(
            position=position,
            player=data["player"],
            move=Move.read(data),
            value=data["value"],
            depth=data["depth"],
            nodes=data["nodes"],
            best=tuple(map(Valued.read, data["best"])),
        )

    def __str__(self) -> str:
        return "\n".join(map(str, self.best)) or str(self.move)


@dataclass(frozen=True)
class Reason:
    """A part of what a move gives away."""

    #: What it is about: ``"points now"``, ``"neighbours"``, ``"floor"``, ``"lines begun"``, ``"rows"``, ``"columns"``,
    #: ``"colours"``, ``"token"``, ``"end"`` of the game, or ``"the rest"``.
    part: str
    #: Whose board.
    side: Literal["mover", "other"]
    #: The points that speak for the best move; below 0, for the chosen one.
    points: float
    #: It in words; None for parts that are small, speak for the chosen move, or have nothing to count.
    sentence: str | None


@dataclass(frozen=True)
class Grade:
    """A move with its grade."""

    #: What was asked.
    position: Position
    #: The grade.
    grade: Mark
    #: What the best move has more: of the probability to ``win``, and of the expected ``points``.
    loss: dict[str, float] = field(hash=False)
    #: The points of the loss.
    delta: float
    #: Whether both values are proven.
    exact: bool
    #: How certain the values are.
    certainty: Certainty
    #: The best move.
    best: Valued
    #: The move that was graded.
    chosen: Valued
    #: The parts of the loss in points, which sum up to it, the largest first.
    reasons: tuple[Reason, ...]

    @classmethod
    def read(cls, position: Position, data: dict[str, Any]) -> Grade:
        """The grade that the command line prints as this JSON."""
        return cls(
            position=position,
            grade=data["grade"],
            loss=data["loss"],
            delta=data["delta"],
            exact=data["exact"],
            certainty=data["certainty"],
            best=Valued.read(data["best"]),
            chosen=Valued.read(data["chosen"]),
            reasons=tuple(Reason(**reason) for reason in data["reasons"]),
        )

    def __str__(self) -> str:
        words = "".join(f"\n  {reason.sentence}" for reason in self.reasons if reason.sentence is not None)
        better = "" if self.best.move == self.chosen.move else f"; better is {self.best}"
        return f"{self.grade} {self.chosen}{better}{words}"
