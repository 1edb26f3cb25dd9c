"""The game of Azul for two, three and four players: positions, records, players, and many games at once.

>>> from azulejo import game
>>> position = game.Position.dealt(seed=7)
>>> position.play("1B1").mover
1
>>> game.match("greedy", "random", games=100).wins
(100, 0)

A :class:`Position` does not change; a :class:`Game` does, and ends and deals rounds by itself. A :class:`Record` is a
game that is written down, by this program or another. A :class:`Player` has a name, and :func:`match` plays many games
between players, of which any may be a function. A
:class:`Batch` plays many games at once, as arrays of numpy. Players count from 0; factories, lines and rounds from 1.
"""

from azulejo._native import FalseRecord, IllegalMove, InvalidPosition
from azulejo.game._batch import Batch, Step
from azulejo.game._moves import Best, Certainty, Grade, LegalMove, Mark, Move, Reason, Solution, Valued
from azulejo.game._play import (
    Bot,
    Game,
    Match,
    Player,
    PlayerKind,
    Tournament,
    engine,
    match,
    players,
    tournament,
)
from azulejo.game._position import (
    BoardData,
    Effort,
    LineData,
    Outcome,
    Phase,
    Position,
    PositionData,
    Taken,
)
from azulejo.game._record import Record, Review, ReviewedMove

__all__ = [
    "Batch",
    "Best",
    "BoardData",
    "Bot",
    "Certainty",
    "Effort",
    "FalseRecord",
    "Game",
    "Grade",
    "IllegalMove",
    "InvalidPosition",
    "LegalMove",
    "LineData",
    "Mark",
    "Match",
    "Move",
    "Outcome",
    "Phase",
    "Player",
    "PlayerKind",
    "Position",
    "PositionData",
    "Reason",
    "Record",
    "Review",
    "ReviewedMove",
    "Solution",
    "Step",
    "Taken",
    "Tournament",
    "Valued",
    "engine",
    "match",
    "players",
    "tournament",
]
