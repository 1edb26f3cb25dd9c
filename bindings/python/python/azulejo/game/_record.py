"""Games that are written down."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from azulejo import _arguments, _native
from azulejo._answers import Interrupted, as_image
from azulejo.game._moves import Grade
from azulejo.game._position import Effort, Position

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator


class Record:
    """A game that is written down. It is played when it is read, and everything that it says is true."""

    __slots__ = ("_end", "_json", "_moves", "names", "origin")

    #: What the players are called, in their order; empty where nobody says it.
    names: tuple[str, ...]
    #: Which program wrote it down: ``"azulejo"``, ``"Board Game Arena"``, ``"ludometer"`` or ``"OpenSpiel"``.
    origin: str

    def __init__(self, text: str) -> None:
        """Reads a game: the JSON of a record, or what another program wrote.

        :raises FalseRecord: if something in it does not add up; ``round`` and ``move`` say where.
        :raises ValueError: if it is no game, or holds more than one.
        """
        games = _native.Games.of_text(text)
        read = games.next()
        if read is None:
            raise ValueError("there is no game in it")
        if games.next() is not None:
            raise ValueError("there are several games in it: use Record.from_text")
        self._set(read)

    def _set(self, read: tuple[tuple[str, int, _native.Position], list[str], str]) -> None:
        (self._json, self._moves, end), names, self.origin = read
        self._end = Position.of(end)
        self.names = tuple(names)

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Iterator[Record]:
        """Reads a file of games, one after the other: records, or what another program wrote.

        :raises FalseRecord: at a game in which something does not add up.
        :raises ValueError: at a line that is no record, or has more than 1 MiB.
        :raises OSError: if the file cannot be read.
        """
        return cls._all(_native.Games.of_file(path))

    @classmethod
    def from_text(cls, text: str) -> Iterator[Record]:
        """Reads the games of a text, as :meth:`from_file` does.

        :raises FalseRecord: at a game in which something does not add up.
        :raises ValueError: at a line that is no record, or has more than 1 MiB.
        """
        return cls._all(_native.Games.of_text(text))

    @classmethod
    def _all(cls, games: _native.Games) -> Iterator[Record]:
        while (read := games.next()) is not None:
            record = cls.__new__(cls)
            record._set(read)
            yield record

    def to_json(self) -> str:
        """The record in one line, which the command line reads."""
        return self._json

    def to_dict(self) -> dict[str, Any]:
        """The same as a dictionary."""
        data: dict[str, Any] = json.loads(self._json)
        return data

    @property
    def players(self) -> int:
        """How many play."""
        return self._end.players

    @property
    def moves(self) -> int:
        """How many moves the record has."""
        return self._moves

    @property
    def end(self) -> Position:
        """The position at its end."""
        return self._end

    def position(self, moves: int | None = None) -> Position:
        """The position after so many moves, or at the end.

        :raises ValueError: if the record has fewer moves.
        """
        if moves is None:
            return self._end
        number = _arguments.whole("moves", moves)
        native = _native.position_of_record(self._json, number) if number <= self._moves else None
        if native is None:
            raise ValueError(f"moves {number}: the record has {self._moves}")
        return Position.of(native)

    def review(self, *, effort: Effort = "quick", nodes: int | None = None, time_limit: float | None = None) -> Review:
        """Grades every move, on all cores.

        :param effort: how much work a move may be.
        :param nodes: so many positions a move instead of those of the effort.
        :param time_limit: seconds after which the run ends with the moves that are graded.
        :raises Interrupted: after Ctrl-C; its ``result`` has the moves that were graded.
        """
        limit = _arguments.whole_or_none("nodes", nodes, 1)
        output = _native.review(self._json, effort=effort, nodes=limit, time_limit=time_limit)
        (data, picture), interrupt = output
        review = Review.read(self, json.loads(data), picture)
        if interrupt is not None:
            raise Interrupted(review) from interrupt
        return review

    def __eq__(self, other: object) -> bool:
        return self._json == other._json if isinstance(other, Record) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._json)

    def __repr__(self) -> str:
        return f"<Record: {self.players} players, {self._moves} moves>"

    def __reduce__(self) -> tuple[Any, tuple[str, tuple[str, ...], str]]:
        return _unpickled, (self._json, self.names, self.origin)


def _unpickled(text: str, names: tuple[str, ...], origin: str) -> Record:
    record = Record(text)
    record.names, record.origin = names, origin
    return record


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a game with its grade."""

    #: Its number, from 1.
    number: int
    #: Its round.
    round: int
    #: Who played it.
    player: int
    #: Its grade, with the position before it.
    grade: Grade

    @classmethod
    def read(cls, data: dict[str, Any]) -> ReviewedMove:
        """The move that the command line prints as this JSON."""
        grade = Grade.read(Position(data["position"]), data)
        return cls(number=data["number"], round=data["round"], player=data["player"], grade=grade)


@dataclass(frozen=True)
class Review:
    """A game with all its moves graded."""

    #: The game.
    record: Record
    #: Whether every move was graded.
    whole: bool
    #: Of each player how much probability to win was ``given_away``, and how many moves have each grade.
    players: tuple[dict[str, Any], ...] = field(hash=False)
    #: How well each player played, from 0 to 100; None where no move of theirs was graded.
    accuracy: tuple[float | None, ...]
    #: The moves after which a player's probability to win crossed a threshold for good: ``number``, ``player``,
    #: ``threshold``, and whether it is ``above`` it from there on.
    turning_points: tuple[dict[str, Any], ...] = field(hash=False)
    #: The moves with their grades.
    moves: tuple[ReviewedMove, ...]
    #: The numbers of the costliest moves, the costliest first.
    worst: tuple[int, ...]
    #: The probability to win over the game, as SVG.
    picture: str = field(repr=False)

    @classmethod
    def read(cls, record: Record, data: dict[str, Any], picture: str) -> Review:
        """The review that the command line prints as this JSON."""
        return cls(
            record=record,
            whole=data["whole"],
            players=tuple(data["players"]),
            accuracy=tuple(data["accuracy"]),
            turning_points=tuple(data["turning_points"]),
            moves=tuple(map(ReviewedMove.read, data["moves"])),
            worst=tuple(data["worst"]),
            picture=picture,
        )

    def svg(self) -> str:
        """The probability to win over the game, as SVG: the picture of ``azulejo game review``."""
        return self.picture

    def _repr_html_(self) -> str:
        return as_image(self.picture, str(self))

    def __str__(self) -> str:
        lines = [f"{len(self.moves)} of {self.record.moves} moves graded"]
        for player, accuracy in enumerate(self.accuracy):
            if accuracy is not None:
                moves = sum(move.player == player for move in self.moves)
                away = self.players[player]["given_away"] / moves
                lines.append(f"player {player}: accuracy {accuracy:.0f}, {away:.1%} given away a move")
        return "\n".join(lines)
