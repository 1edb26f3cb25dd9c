"""The game for one agent, against named players, as an environment of Gymnasium.

``pip install 'azulejo-wall[gymnasium]'`` brings what it needs. Once this module is imported,
``gymnasium.make("azulejo/Azul-v1")`` makes it, too.

>>> from azulejo.game import gymnasium
>>> environment = gymnasium.Environment(["greedy"])
>>> view, info = environment.reset(seed=7)
>>> over = False
>>> while not over:
...     action = environment.action_space.sample(info["action_mask"])
...     view, reward, terminated, truncated, info = environment.step(action)
...     over = terminated or truncated
>>> reward
-1.0
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, SupportsFloat

from azulejo._extras import Extra

with Extra("gymnasium"):
    import gymnasium
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces

from azulejo.game._play import Game, Player
from azulejo.game._position import Position
from azulejo.game._view import MOST_ROUNDS, highest, rewards, view

View = npt.NDArray[np.int16]


class Environment(gymnasium.Env[View, np.int64]):  # type: ignore[misc]
    """A game of an agent against one, two or three players with names.

    An action is the code of a move. The agent's seat, and who begins, are drawn anew for each game. The reward comes at
    the end: against one player 1, −1 or 0. An illegal action loses the game: the reward is −1, and ``info["illegal"]``
    says why. ``info["action_mask"]`` and :meth:`action_masks` have the legal moves. A game that is not over after 40
    rounds is truncated.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, opponents: Sequence[str] = ("greedy",), *, render_mode: str | None = None) -> None:
        """An environment with these opponents.

        :raises ValueError: if there is no such player, or there are more than three.
        """
        self.render_mode = render_mode
        self._names = tuple(opponents)
        self._opponents = [Player(name) for name in self._names]
        players = 1 + len(self._names)
        self._game, self._seat = Game(players), 0
        most = highest(players)
        self.observation_space = spaces.Box(np.zeros_like(most), most, dtype=np.int16)
        self.action_space = spaces.Discrete(self._game.position.codes)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[View, dict[str, Any]]:
        """Deals a new game, and lets others move who begin. The same seed gives the same games."""
        super().reset(seed=seed)
        players = 1 + len(self._names)
        seat, first = (int(self.np_random.integers(players)) for _ in range(2))
        self._game, self._seat = Game(players, seed=int(self.np_random.integers(2**63)), first=first), seat
        self._opponents = [Player(name, seed=int(self.np_random.integers(2**63))) for name in self._names]
        self._let_others_move()
        return self._view(), self._info()

    def step(self, action: np.int64) -> tuple[View, SupportsFloat, bool, bool, dict[str, Any]]:
        """Plays a move of the agent, and those of the others up to its next one."""
        try:
            self._game.play(int(action))
        except ValueError as error:
            return self._view(), -1.0, True, False, {**self._info(), "illegal": str(error)}
        self._let_others_move()
        position = self._game.position
        reward = rewards(position)[self._seat]
        return self._view(), reward, self._game.is_over, position.round > MOST_ROUNDS, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """For each code whether the move is legal."""
        return self._position.mask()

    def render(self) -> str | None:
        """The position as text."""
        return str(self._game) if self.render_mode == "ansi" else None

    @property
    def _position(self) -> Position:
        return self._game.position

    def _view(self) -> View:
        return view(self._position, self._seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self._seat}

    def _let_others_move(self) -> None:
        players = 1 + len(self._names)
        while not self._game.is_over and self._position.mover != self._seat and self._position.round <= MOST_ROUNDS:
            # The opponents sit after the agent.
            opponent = self._opponents[(self._position.mover - self._seat) % players - 1]
            self._game.play(opponent.code(self._position))


gymnasium.register("azulejo/Azul-v1", Environment)
