"""Many games at once, as arrays of numpy."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from azulejo import _arguments, _native
from azulejo.game._position import Position

if TYPE_CHECKING:
    import numpy.typing as npt

    from azulejo.game._numpy import np

#: The most games of a batch: their arrays would not fit in most memories.
_MOST = 10_000_000


@dataclass(frozen=True, eq=False)
class Step:
    """What a move in each game led to. Where a game goes on, all its numbers are 0."""

    #: Of each game that has ended, for each player: the number of players divided by the number of winners, less 1, for
    #: who shares the victory, and −1 for others. So of two players it is 1, −1 or 0, and all sum up to 0.
    rewards: npt.NDArray[np.float32]
    #: Of each game that has ended the final scores, end bonuses included.
    scores: npt.NDArray[np.int16]
    #: For each game whether it has ended; another one has been dealt then.
    ended: npt.NDArray[np.bool_]
    #: For each game whether it was left after 40 rounds. Its scores are those as it stood, and nobody has a reward.
    unfinished: npt.NDArray[np.bool_]


class Batch(Sequence[Position]):
    """Games that are played beside each other, on all cores: a move in each at a time. This needs numpy.

    Rounds end and are dealt by themselves, and so is a new game where one has ended. In the first game of the batch
    player 0 begins, in the next player 1, and so on; in the game that follows another one, the next player. The same
    seed and the same moves give the same games on every machine.

    It is a sequence of the positions of its games. A copy, and what was pickled, goes on with the same deals.

    Arrays that are given back cannot be written to; ``copy`` makes one that can.
    """

    __slots__ = ("_games", "_native", "_players")

    def __init__(self, games: int, *, players: int = 2, seed: int = 0) -> None:
        """Deals so many games.

        :param games: how many, at most ten million.
        :param players: 2, 3 or 4.
        :param seed: of all deals, less than 2⁶⁴.
        """
        self._games = _arguments.whole("games", games, 1, _MOST)
        self._players = _arguments.whole("players", players)
        self._native = _native.Batch(self._games, self._players, _arguments.whole("seed", seed))

    def __len__(self) -> int:
        return self._games

    @overload
    def __getitem__(self, index: SupportsIndex) -> Position: ...

    @overload
    def __getitem__(self, index: slice) -> list[Position]: ...

    def __getitem__(self, index: SupportsIndex | slice) -> Position | list[Position]:
        """The position of a game, or those of several."""
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(self._games))]
        number = operator.index(index)
        if not -self._games <= number < self._games:
            raise IndexError(f"there is no game {number}: the last of {self._games} is {self._games - 1}")
        return Position.of(self._native.position(number % self._games))

    @property
    def players(self) -> int:
        """How many play."""
        return self._players

    @property
    def codes(self) -> int:
        """The number of codes of moves: 180, 240 or 300."""
        return 60 * (self._players + 1)

    def features(self) -> npt.NDArray[np.uint8]:
        """A row for each game: its state as numbers, as docs/game.md lays them out."""
        return self._bytes(self._native.features())

    def views(self) -> npt.NDArray[np.int16]:
        """A row for each game: its position as the mover sees it, as :meth:`Position.view` says."""
        from azulejo.game._numpy import np

        return np.frombuffer(self._native.views(), np.int16).reshape(self._games, -1)

    def masks(self) -> npt.NDArray[np.bool_]:
        """A row for each game: for each code whether the move is legal."""
        from azulejo.game._numpy import np

        return self._bytes(self._native.masks()).view(np.bool_)

    def rest(self) -> npt.NDArray[np.int16]:
        """A row for each game: the mover, who began the round, the round, the scores by player, and who has the token.

        The last is −1 while the token lies in the centre. Games with equal features and equal rest have equal futures.
        """
        from azulejo.game._numpy import np

        return np.frombuffer(self._native.rest(), np.int16).reshape(self._games, -1)

    def legal(self) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint32]]:
        """The codes of the legal moves of all games, one game after the other, and where those of each game begin.

        The latter have one number more, the end of the last game: ``codes[starts[3]:starts[4]]`` are those of game 3.
        """
        from azulejo.game._numpy import np

        codes, starts = self._native.legal()
        return np.frombuffer(codes, np.uint16), np.frombuffer(starts, np.uint32)

    def step(self, codes: npt.ArrayLike) -> Step:
        """Plays a move in each game.

        :param codes: the code of the move of each game.
        :raises IllegalMove: if the rules do not allow one of them; nothing is played then.
        :raises ValueError: if there are not as many codes as games.
        :raises TypeError: if they are not whole numbers.
        """
        from azulejo.game._numpy import np

        codes_array = np.asarray(codes)
        if codes_array.dtype != np.uint16:
            if not np.issubdtype(codes_array.dtype, np.integer):
                raise TypeError(f"codes: use an array of whole numbers, not of {codes_array.dtype}")
            outside = (codes_array < 0) | (codes_array >= self.codes)
            if outside.any():
                raise ValueError(f"codes: use numbers from 0 to {self.codes - 1}, not {codes_array[outside][0]}")
            codes_array = codes_array.astype(np.uint16)
        if codes_array.shape != (self._games,):
            raise ValueError(f"codes: use an array of the shape ({self._games},), not {codes_array.shape}")
        output = self._native.step(codes_array.tobytes())
        games, players = self._games, self._players
        each = games * players
        return Step(
            rewards=np.frombuffer(output, np.float32, each).reshape(games, players),
            scores=np.frombuffer(output, np.int16, each, 4 * each).reshape(games, players),
            ended=np.frombuffer(output, np.bool_, games, 6 * each),
            unfinished=np.frombuffer(output, np.bool_, games, 6 * each + games),
        )

    def _bytes(self, data: bytes) -> npt.NDArray[np.uint8]:
        from azulejo.game._numpy import np

        return np.frombuffer(data, np.uint8).reshape(self._games, -1)

    @classmethod
    def _restored(cls, players: int, seed: int, saved: list[Any]) -> Batch:
        batch = cls.__new__(cls)
        batch._games, batch._players = len(saved), players
        batch._native = _native.Batch.restored(players, seed, saved)
        return batch

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self)._restored, self._native.saved()

    def __repr__(self) -> str:
        return f"<Batch: {self._games} games of {self._players} players>"
