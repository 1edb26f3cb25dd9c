"""Positions of the game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal, SupportsIndex, TypedDict, Union, cast

from azulejo import _arguments, _native
from azulejo._answers import run_result
from azulejo.game._moves import Best, Grade, LegalMove, Move, Solution

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from azulejo.game._record import Record

#: What a position waits for.
Phase = Literal["deal", "moves", "round-end", "over"]

#: How much work the judge does for a move: some tenths of a second, about a second, or some seconds.
Effort = Literal["quick", "normal", "deep"]

#: A move as a person writes it: its letters, its code, or a :class:`Move`.
Taken = Union[str, SupportsIndex]

#: More codes than any game has.
_CODES = 300


class LineData(TypedDict):
    """A pattern line that is not empty."""

    colour: str
    count: int


class BoardData(TypedDict):
    """The board of a player."""

    score: int
    lines: list[LineData | None]
    floor: str
    charge: int
    wall: list[str]


class Outcome(TypedDict):
    """How a game ended, by player: end bonuses, final scores, and who shares the victory."""

    bonus: list[int]
    final: list[int]
    winners: list[int]


class PositionData(TypedDict):
    """A position as plain data: the JSON of ``azulejo game show``."""

    schema: int
    position: str
    phase: Phase
    players: int
    round: int
    mover: int
    starter: int
    factories: list[str]
    centre: str
    token: bool
    boards: list[BoardData]
    bag: list[int]
    lid: list[int]
    outcome: Outcome | None


def taken(move: Taken) -> str | int:
    """The letters or the code of a move."""
    return move if isinstance(move, str) else _arguments.whole("move", move, 0, _CODES - 1)


class Position:
    """A state of the game. It does not change: what is played gives another position, and so the old one takes it back.

    Players count from 0, factories, lines and rounds from 1.
    """

    __slots__ = ("native",)
    #: The position in Rust.
    native: _native.Position

    def __init__(self, text: str) -> None:
        """Reads the text of a position: eight fields between spaces, as ``azulejo game new`` prints them.

        :raises InvalidPosition: with all faults at once, each with its field.
        """
        self.native = _native.Position(text)

    @classmethod
    def of(cls, native: _native.Position) -> Position:
        """The position with this part in Rust."""
        position = cls.__new__(cls)
        position.native = native
        return position

    @classmethod
    def start(cls, players: int = 2, *, first: int = 0) -> Position:
        """The start of a game, which waits for the deal of round 1.

        :param players: 2, 3 or 4.
        :param first: the player who begins.
        """
        first = _arguments.whole("first", first)
        return cls.of(_native.Position.start(_arguments.whole("players", players), first))

    @classmethod
    def dealt(cls, seed: int = 0, players: int = 2, *, first: int = 0) -> Position:
        """The first position of a game: that of ``azulejo game new --seed``, the same on every machine.

        :param seed: less than 2⁶⁴.
        :param players: 2, 3 or 4.
        :param first: the player who begins.
        """
        return cls.start(players, first=first).deal(seed)

    @classmethod
    def from_record(cls, record: Record | str, moves: int | None = None) -> Position:
        """The position of a record after so many moves, or at its end.

        A round that has ended then is scored, and the next one dealt, if the record has its deal.

        :raises FalseRecord: if the record says something that is not true.
        :raises ValueError: if it has fewer moves.
        """
        from azulejo.game._record import Record

        return (Record(record) if isinstance(record, str) else record).position(moves)

    @property
    def text(self) -> str:
        """The position in one line, which :class:`Position` reads."""
        return self.native.text()

    @property
    def phase(self) -> Phase:
        """What it waits for; ``"over"`` for nothing."""
        return cast(Phase, self.native.phase())

    @property
    def players(self) -> int:
        """How many play."""
        return self.native.players()

    @property
    def mover(self) -> int:
        """Whose move it is; before a deal, who will begin."""
        return self.native.mover()

    @property
    def starter(self) -> int:
        """Who began the round; before a deal, who will begin."""
        return self.native.starter()

    @property
    def round(self) -> int:
        """The number of rounds that were dealt."""
        return self.native.round()

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores so far, without end bonuses."""
        return tuple(self.native.scores())

    @property
    def token_holder(self) -> int | None:
        """Who has the first-player token on the floor; None while it lies in the centre, and between rounds."""
        return self.native.token_holder()

    @property
    def codes(self) -> int:
        """The number of codes of moves: 180, 240 or 300."""
        return self.native.codes()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it is over."""
        return self.show()["outcome"] if self.phase == "over" else None

    def show(self) -> PositionData:
        """The position as plain data: the JSON of ``azulejo game show``."""
        return cast(PositionData, json.loads(self.native.show()))

    def legal_codes(self) -> list[int]:
        """The codes of the legal moves, in ascending order; none where the position waits for something else."""
        return self.native.legal()

    def legal_moves(self) -> tuple[LegalMove, ...]:
        """The legal moves in the order of their codes, each with what it does."""
        return tuple(map(LegalMove.read, json.loads(self.native.moves())["moves"]))

    def move(self, move: Taken) -> Move:
        """A move by its letters or its code; it need not be legal.

        :raises ValueError: if the game has no such move.
        """
        code = self.native.code(taken(move))
        return Move(code, self.native.letters(code))

    def letters(self, code: int) -> str:
        """The letters of a move.

        :raises ValueError: if the game has no such move.
        """
        return self.native.letters(taken(code))

    def play(self, *moves: Taken) -> Position:
        """The position after these moves.

        :raises IllegalMove: if the rules do not allow one of them.
        :raises ValueError: if the game has no such move.
        """
        native = self.native
        for move in moves:
            native = native.play(taken(move))
        return Position.of(native)

    def end_round(self) -> Position:
        """The position after the end of the round: full lines put a tile on the wall, and floors are charged.

        :raises ValueError: if the position waits for something else.
        """
        return Position.of(self.native.end_round())

    def deal(self, tiles: int | str) -> Position:
        """The position after the deal of the next round.

        :param tiles: a seed, which has tiles of its own for each round, or the tiles of each factory, such as
            ``BBRR/BKYY/RRWW/KWWW/RYYY``.
        :raises ValueError: if the position waits for something else, or cannot be dealt so.
        """
        if isinstance(tiles, str):
            return Position.of(self.native.deal_given(tiles))
        return Position.of(self.native.deal(_arguments.whole("seed", tiles)))

    def features(self) -> npt.NDArray[np.uint8]:
        """The state as numbers, as docs/game.md lays them out: 125, 179 or 233 of them. This needs numpy."""
        from azulejo.game._numpy import np

        return np.frombuffer(self.native.features(), np.uint8)

    def view(self, player: int | None = None) -> npt.NDArray[np.int16]:
        """The position as a player sees it: 130, 185 or 240 numbers. This needs numpy.

        First the :meth:`features`, with the player's own board and token first and the others' as they sit after; then
        the scores in that order; then who moves and who began the round, both counted from the player; and the round.
        Positions with equal views have equal futures.

        :param player: who sees it; whose move it is by default.
        :raises ValueError: if there is no such player.
        """
        from azulejo.game._view import view

        return view(self, self.mover if player is None else _arguments.whole("player", player))

    def mask(self) -> npt.NDArray[np.bool_]:
        """For each code whether the move is legal. This needs numpy."""
        from azulejo.game._numpy import np

        return np.frombuffer(self.native.mask(), np.bool_)

    def walls(self) -> npt.NDArray[np.bool_]:
        """For each player, row and column whether a tile lies there. This needs numpy."""
        from azulejo.game._numpy import np

        rows = [board["wall"] for board in self.show()["boards"]]
        return np.array([[[place != "." for place in row] for row in wall] for wall in rows], np.bool_)

    def solve(
        self,
        *,
        model: Literal["paranoid", "max-n"] = "paranoid",
        bonus: bool = True,
        nodes: int | None = None,
        time_limit: float | None = None,
    ) -> Solution:
        """Finds the value of the rest of the round under best play, and all best moves, proven.

        :param model: what each of three or four players wants.
        :param bonus: whether end bonuses count where the game ends with the round.
        :param nodes: how many positions may be judged; the result is then the same on every machine.
        :param time_limit: seconds after which the run ends with what is known.
        :raises ValueError: if the position does not wait for a move.
        :raises Interrupted: after Ctrl-C; its ``result`` has the bounds so far.
        """
        limit = _arguments.whole_or_none("nodes", nodes, 1)
        output = _native.solve_round(self.native, model=model, bonus=bonus, nodes=limit, time_limit=time_limit)
        return run_result(lambda data: Solution.read(self, data), output)

    def best(
        self,
        *,
        moves: int = 1,
        effort: Effort = "normal",
        nodes: int | None = None,
        time_limit: float | None = None,
    ) -> Best:
        """Finds the best moves, by the judge.

        :param moves: how many of them are wanted.
        :param effort: how much work that may be.
        :param nodes: so many positions instead of those of the effort.
        :param time_limit: seconds after which the run ends with what is known.
        :raises ValueError: if the position does not wait for a move.
        :raises Interrupted: after Ctrl-C; its ``result`` has the best moves so far.
        """
        count = _arguments.whole("moves", moves, 1, _CODES)
        limit = _arguments.whole_or_none("nodes", nodes, 1)
        output = _native.best_moves(self.native, moves=count, effort=effort, nodes=limit, time_limit=time_limit)
        return run_result(lambda data: Best.read(self, data), output)

    def grade(
        self,
        move: Taken,
        *,
        effort: Effort = "normal",
        nodes: int | None = None,
        time_limit: float | None = None,
    ) -> Grade:
        """Compares a move with the best one, and says why it is worse.

        :param move: the move.
        :param effort: how much work that may be.
        :param nodes: so many positions instead of those of the effort.
        :param time_limit: seconds after which the run ends with what is known.
        :raises IllegalMove: if the rules do not allow it.
        :raises ValueError: if the position does not wait for a move.
        :raises Interrupted: after Ctrl-C; its ``result`` has the grade so far.
        """
        limit = _arguments.whole_or_none("nodes", nodes, 1)
        output = _native.grade_move(self.native, taken(move), effort=effort, nodes=limit, time_limit=time_limit)
        return run_result(lambda data: Grade.read(self, data), output)

    def svg(self) -> str:
        """The position as an SVG picture: that of ``azulejo game show``."""
        return self.native.svg()

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.native.told()

    def __repr__(self) -> str:
        return f"Position({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return self.native == other.native if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.native)

    def __reduce__(self) -> tuple[type[Position], tuple[str]]:
        return Position, (self.text,)
