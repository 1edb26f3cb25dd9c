"""What a learning program sees of a position, and what it gets for a game."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejo.game._position import Position

#: A game that is not over after so many rounds is left, as in matches.
MOST_ROUNDS = 40

#: The numbers of a board in the features of a position.
_BOARD = 41

#: No count of tiles is larger, and no score.
_MOST_TILES, _MOST_POINTS = 20, 395


def view(position: Position, player: int) -> npt.NDArray[np.int16]:
    """The position as a player sees it: his own board comes first, and the others as they sit after him.

    First the features of :meth:`Position.features`, then the scores, then who moves and who began the round, both
    counted from the player, and the round.
    """
    players = position.players
    features = position.features()
    boards = np.roll(features[-_BOARD * players :].reshape(players, _BOARD), -player, axis=0)
    scores = np.roll(position.scores, -player)
    seats = [(position.mover - player) % players, (position.starter - player) % players]
    rest = np.array([*scores, *seats, position.round])
    return np.concatenate([features[: -_BOARD * players], boards.ravel(), rest]).astype(np.int16)


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
