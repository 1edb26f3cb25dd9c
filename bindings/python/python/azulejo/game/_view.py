"""What a learning program sees of a position, and what it gets for a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejo.game._numpy import np
from azulejo.game._position import Position

if TYPE_CHECKING:
    import numpy.typing as npt

#: A game that is not over after so many rounds is left, as in matches.
MOST_ROUNDS = 40

#: No count of tiles is larger, and no score.
_MOST_TILES, _MOST_POINTS = 20, 395


def view(position: Position, player: int) -> npt.NDArray[np.int16]:
    """The position as a player sees it, as :meth:`Position.view` says."""
    return np.frombuffer(position.native.view(player), np.int16).copy()


def highest(players: int) -> npt.NDArray[np.int16]:
    """The largest number at each place of a view; the least is 0."""
    features = [_MOST_TILES] * len(Position.start(players).features())
    rest = [_MOST_POINTS] * players + [players - 1] * 2 + [MOST_ROUNDS + 1]
    return np.array(features + rest, np.int16)


def rewards(position: Position) -> list[float]:
    """What each player has of a game: players divided by winners, less 1, for a winner, and −1 for the others.

    It is 0 for everybody where the game is not over.
    """
    players, outcome = position.players, position.outcome
    if outcome is None:
        return [0.0] * players
    winners = outcome["winners"]
    return [players / len(winners) - 1 if player in winners else -1.0 for player in range(players)]
