"""Games that are played, who plays them, and matches."""

from __future__ import annotations

import json
import signal
import traceback
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable

from azulejo import _arguments, _native
from azulejo._answers import Interrupted
from azulejo.game._moves import Best, Move
from azulejo.game._position import Outcome, Phase, Position, Taken, taken
from azulejo.game._record import Record, Review

if TYPE_CHECKING:
    from collections.abc import Sequence

#: A function that plays: it is given a position and gives a move, as letters, as its code, or as a :class:`Move`.
Bot = Callable[[Position], Taken]

#: The letters of the colours, in the order of their numbers.
_COLOURS = "BYRKW"


class Game:
    """A game that is played from its first deal on. Rounds end and are dealt by themselves.

    >>> game = Game(seed=7)
    >>> game.play(game.position.legal_codes()[0])
    >>> game.moves
    ('1B1',)
    >>> game.take_back()
    >>> game.position == Position.dealt(7)
    True
    """

    __slots__ = ("_before", "_codes", "_position", "_seed")

    def __init__(self, players: int = 2, *, seed: int = 0, first: int = 0) -> None:
        """Deals a game.

        :param players: 2, 3 or 4.
        :param seed: of all deals, less than 2⁶⁴; round 1 is that of ``azulejo game new --seed``.
        :param first: the player who begins.
        """
        self._seed = _arguments.whole("seed", seed)
        self._position = Position.dealt(self._seed, players, first=first)
        self._before: list[Position] = []
        self._codes: list[int] = []

    @property
    def position(self) -> Position:
        """The position, which waits for a move unless the game is over."""
        return self._position

    @property
    def phase(self) -> Phase:
        """What it waits for: ``"moves"``, or ``"over"``."""
        return self._position.phase

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._position.phase == "over"

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it is over."""
        return self._position.outcome

    @property
    def moves(self) -> tuple[str, ...]:
        """The letters of the moves so far."""
        return tuple(map(self._position.letters, self._codes))

    def play(self, move: Taken) -> None:
        """Plays a move, and what follows it: the end of the round, and the deal of the next one.

        :raises IllegalMove: if the rules do not allow it; the game is as it was then.
        :raises ValueError: if the game has no such move.
        """
        before, argument = self._position, taken(move)
        after = before.native.play(argument)
        if after.phase() == "round-end":
            after = after.end_round()
            if after.phase() == "deal":
                after = after.deal(self._seed)
        self._codes.append(before.native.code(argument))
        self._before.append(before)
        self._position = Position.of(after)

    def take_back(self) -> None:
        """Takes the last move back, and what followed it.

        :raises IndexError: if there is none.
        """
        if not self._before:
            raise IndexError("there is no move to take back")
        self._position = self._before.pop()
        self._codes.pop()

    def record(self) -> Record:
        """The game so far as a record."""
        rounds: list[dict[str, Any]] = []
        for position, code in zip([*self._before, self._position], [*self._codes, None]):
            if position.round > len(rounds):
                deal = [[_COLOURS.index(tile) for tile in factory] for factory in position.show()["factories"]]
                rounds.append({"deal": deal, "moves": []})
            if code is not None:
                rounds[-1]["moves"].append(code)
        first = (self._before or [self._position])[0].starter
        return Record(json.dumps({"players": self._position.players, "first": first, "rounds": rounds}))

    def __getstate__(self) -> tuple[Any, ...]:
        # Lists of its own for a copy.
        return self._seed, self._position, tuple(self._before), tuple(self._codes)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._seed, self._position, before, codes = state
        self._before, self._codes = list(before), list(codes)

    def review(self, **settings: Any) -> Review:  # noqa: ANN401 - those of Record.review
        """Grades every move so far; the settings are those of :meth:`Record.review`."""
        return self.record().review(**settings)

    def _repr_svg_(self) -> str:
        return self._position.svg()

    def __str__(self) -> str:
        return str(self._position)

    def __repr__(self) -> str:
        return f"<Game: {self._position.players} players, {len(self._codes)} moves>"


class Player:
    """Somebody who plays, by name: :func:`players` lists them. The same seed chooses the same moves.

    >>> Player("greedy").choose(Position.dealt(7)).move
    '1B3'
    """

    __slots__ = ("_name", "_native", "_seed")

    def __init__(self, name: str, *, seed: int = 0) -> None:
        """The player of a text: a name, or ``name:option=value,…``.

        :param seed: of its random numbers, which go on from move to move.
        :raises ValueError: if there is no such player or option.
        """
        self._name, self._seed = name, _arguments.whole("seed", seed)
        self._native = _native.Player(name, self._seed, 0)

    @property
    def name(self) -> str:
        """The text of the player."""
        return self._name

    def choose(self, position: Position) -> Move:
        """The move that it plays. Ctrl-C ends a search.

        :raises ValueError: if the position does not wait for a move.
        """
        return position.move(self.code(position))

    def code(self, position: Position) -> int:
        """The code of that move, which is quicker.

        :raises ValueError: if the position does not wait for a move.
        """
        code, _ = self._native.choose(position.native, False)
        return code

    def best(self, position: Position) -> Best:
        """The same with what the player found: the JSON of ``azulejo game best --player``.

        :raises ValueError: if the position does not wait for a move.
        """
        _, data = self._native.choose(position.native, True)
        return Best.read(position, json.loads(data or ""))

    @classmethod
    def _restored(cls, name: str, seed: int, drawn: int) -> Player:
        player = cls(name, seed=seed)
        player._native = _native.Player(name, seed, drawn)
        return player

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self)._restored, (self._name, self._seed, self._native.drawn())

    def __repr__(self) -> str:
        return f"Player({self._name!r})"


@dataclass(frozen=True)
class PlayerKind:
    """A player that has a name."""

    #: The name.
    name: str
    #: What it does.
    about: str
    #: Whether it searches, so that it has limits.
    searches: bool
    #: Its options with their values, as in the JSON.
    options: tuple[dict[str, Any], ...] = field(hash=False)


def players() -> tuple[PlayerKind, ...]:
    """All players with their options: the JSON of ``azulejo game players``.

    >>> [kind.name for kind in players()][:2]
    ['random', 'greedy']
    """
    kinds = json.loads(_native.players())["players"]
    return tuple(PlayerKind(kind["name"], kind["about"], kind["searches"], tuple(kind["options"])) for kind in kinds)


@dataclass(frozen=True)
class Match:
    """A match that was played, or a part of it."""

    #: The texts of the players.
    players: tuple[str, ...]
    #: The seed of the match.
    seed: int
    #: Who began every game; None where each began as often.
    first: int | None
    #: The games that were played.
    games: int
    #: The games that were asked for.
    of: int
    #: The games that each player won alone.
    wins: tuple[int, ...]
    #: The games whose victory was shared.
    draws: int
    #: The games with the most points for several.
    ties: int
    #: The points of each player.
    points: tuple[int, ...]
    #: Of the first player over the others; None where nothing bounds it.
    elo: float | None
    #: Its 95 % interval.
    elo_interval: tuple[float | None, float | None]
    #: More figures of each player, with their intervals.
    contestants: tuple[dict[str, Any], ...] = field(hash=False)
    #: From a number of rounds to how many games took so many.
    rounds: dict[int, int] = field(hash=False)
    #: The games that were left after 40 rounds.
    unfinished: int
    #: Of two players, groups of games by the half points of the first.
    outcomes: tuple[int, ...] | None
    #: The test that could end the match, with what it found.
    sprt: dict[str, Any] | None = field(hash=False)
    #: The record of each game, if they were wanted.
    records: tuple[Record, ...] = field(repr=False)

    @classmethod
    def read(cls, data: dict[str, Any], records: list[str]) -> Match:
        """The match that the command line prints as this JSON."""
        low, high = data["elo_interval"]
        outcomes = data.get("outcomes")
        return cls(
            players=tuple(data["players"]),
            seed=data["seed"],
            first=data["first"],
            games=data["games"],
            of=data["of"],
            wins=tuple(data["wins"]),
            draws=data["draws"],
            ties=data["ties"],
            points=tuple(data["points"]),
            elo=data["elo"],
            elo_interval=(low, high),
            contestants=tuple(data["contestants"]),
            rounds={int(rounds): games for rounds, games in data["rounds"].items()},
            unfinished=data["unfinished"],
            outcomes=None if outcomes is None else tuple(outcomes),
            sprt=data.get("sprt"),
            records=tuple(map(Record, records)),
        )

    def __str__(self) -> str:
        wins = ", ".join(f"{player} {wins}" for player, wins in zip(self.players, self.wins))
        return f"{self.games} of {self.of} games; won: {wins}; drawn: {self.draws}"


@dataclass(frozen=True)
class Tournament:
    """A tournament that was played, or a part of it: a match between each two players."""

    #: The texts of the players.
    players: tuple[str, ...]
    #: The seed of the tournament.
    seed: int
    #: The games that were played.
    games: int
    #: The games that were asked for.
    of: int
    #: Of each player ``elo`` with its interval, ``wins``, ``draws``, ``losses``, ``score`` and ``points_a_game``.
    contestants: tuple[dict[str, Any], ...] = field(hash=False)
    #: Of each two ``players`` their ``games``, ``wins``, ``draws``, ``ties`` and ``points``;
    #: and ``score`` and ``elo`` of the first.
    pairs: tuple[dict[str, Any], ...] = field(hash=False)

    @classmethod
    def read(cls, data: dict[str, Any]) -> Tournament:
        """The tournament that the command line prints as this JSON."""
        return cls(
            players=tuple(data["players"]),
            seed=data["seed"],
            games=data["games"],
            of=data["of"],
            contestants=tuple(data["contestants"]),
            pairs=tuple(data["pairs"]),
        )

    def __str__(self) -> str:
        rated = (
            f"{it['player']}: {it['wins']} won, {it['draws']} drawn, {it['losses']} lost" for it in self.contestants
        )
        return "\n".join([f"{self.games} of {self.of} games", *rated])


def _native_player(player: str | Bot) -> str | tuple[str, Callable[[_native.Position], int | str]]:
    """A player as the library takes it: a text, or a function with its name."""
    if isinstance(player, str):
        return player
    if not callable(player):
        raise TypeError(f"{player!r} is no player: use a name, or a function that is given a Position and gives a move")
    return f"python:{getattr(player, '__name__', type(player).__name__)}", _native_bot(player)


def _native_bot(bot: Bot) -> Callable[[_native.Position], int | str]:
    """The function, which is given a position of the library."""

    def ask(native: _native.Position) -> int | str:
        return taken(bot(Position.of(native)))

    return ask


def engine(bot: Bot, name: str | None = None) -> None:
    """Plays for another program: answers the lines of the engine protocol on standard input and output.

    A script that ends with it is a program for ``engine:COMMAND`` in matches and tournaments, and for
    ``azulejo serve --engine NAME=COMMAND``. What the function prints must go to ``sys.stderr``.

    :param bot: a function that is given a position and gives a move.
    :param name: what the engine is called; that of the function by default.
    """

    def traced(position: Position) -> Taken:
        try:
            return bot(position)
        except Exception:
            traceback.print_exc()
            raise

    # Ctrl-C ends the program: no search of the library waits for it here.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    default: str = getattr(bot, "__name__", type(bot).__name__)
    _native.converse_as(default if name is None else name, _native_bot(traced))


def tournament(*players: str | Bot, games: int = 1200, seed: int = 0, time_limit: float | None = None) -> Tournament:
    """Plays a match between each two players, on all cores.

    >>> tournament("greedy", "random", "random", games=20).contestants[0]["wins"]
    40

    :param players: the texts of the players, or functions that play; two or more.
    :param games: how many for each pair; an even number, so that each begins as often.
    :param seed: of the deals, and of players who play at random.
    :param time_limit: seconds after which the tournament ends with the games so far.
    :raises ValueError: if there is no such player, or the numbers do not fit.
    :raises Interrupted: after Ctrl-C; its ``result`` has the games so far.
    """
    data, interrupt = _native.play_tournament(
        [_native_player(player) for player in players],
        games=_arguments.whole("games", games, 1, 10**12),
        seed=_arguments.whole("seed", seed),
        time_limit=time_limit,
    )
    result = Tournament.read(json.loads(data))
    if interrupt is not None:
        raise Interrupted(result) from interrupt
    return result


def match(
    *players: str | Bot,
    games: int = 1200,
    seed: int = 0,
    first: int | None = None,
    sprt: Sequence[float] | None = None,
    records: bool = False,
    time_limit: float | None = None,
) -> Match:
    """Plays many games between two, three or four players, on all cores.

    >>> match("greedy", "random", games=100).wins
    (100, 0)

    A function plays, too; what it raises ends the match:

    >>> def first(position):
    ...     return position.legal_codes()[0]
    >>> match(first, "greedy", games=2).games
    2

    :param players: the texts of the players, or functions that play, in the order in which they sit.
    :param games: how many; a multiple of the number of players, so that each begins as often.
    :param seed: of the deals, and of players who play at random.
    :param first: the player who begins every game.
    :param sprt: two numbers of Elo; the match of two ends as soon as a test tells which is true.
    :param records: whether the record of each game is kept.
    :param time_limit: seconds after which the match ends with the games so far.
    :raises ValueError: if there is no such player, or the numbers do not fit.
    :raises Interrupted: after Ctrl-C; its ``result`` has the games so far.
    """
    output = _native.play_match(
        [_native_player(player) for player in players],
        games=_arguments.whole("games", games, 1, 10**12),
        seed=_arguments.whole("seed", seed),
        first=_arguments.whole_or_none("first", first),
        sprt=None if sprt is None else ",".join(str(float(elo)) for elo in sprt),
        records=records,
        time_limit=time_limit,
    )
    (data, texts), interrupt = output
    result = Match.read(json.loads(data), texts)
    if interrupt is not None:
        raise Interrupted(result) from interrupt
    return result
