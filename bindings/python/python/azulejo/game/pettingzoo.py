"""The game as an environment of PettingZoo: ``pip install 'azulejo-wall[pettingzoo]'``.

>>> from azulejo.game import pettingzoo
>>> environment = pettingzoo.env(players=3)
>>> environment.reset(seed=7)
>>> for agent in environment.agent_iter():
...     observation, reward, termination, truncation, info = environment.last()
...     done = termination or truncation
...     space = environment.action_space(agent)
...     environment.step(None if done else space.sample(observation["action_mask"]))
>>> environment.agents
[]
"""

from __future__ import annotations

from typing import Any, ClassVar

from azulejo._extras import Extra

with Extra("pettingzoo"):
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

from azulejo.game._play import Game
from azulejo.game._view import MOST_ROUNDS, highest, rewards, view

#: What an agent sees, and which moves are legal.
Observation = dict[str, npt.NDArray[Any]]


def env(players: int = 2, *, render_mode: str | None = None) -> AECEnv[str, Observation, int]:
    """An environment with the guards that PettingZoo's own board games have.

    An illegal move loses the game, a code that no move has raises an :exc:`AssertionError`, and calls in a wrong order
    are errors.
    """
    wrapper = wrappers.TerminateIllegalWrapper(raw_env(players, render_mode=render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapper))


class Environment(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A game for two to four agents, who move in turn.

    An action is the code of a move. An observation has the position as the agent sees it, ``observation``, and the
    legal moves, ``action_mask``. Rewards come at the end of the game: of two players 1, −1 or 0. A game that is not
    over after 40 rounds is truncated. An action that is illegal raises :exc:`azulejo.game.IllegalMove`; :func:`env`
    makes a lost game of it.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "azul_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, players: int = 2, *, render_mode: str | None = None) -> None:
        """An environment for so many players, which has to be reset first."""
        super().__init__()
        self.render_mode = render_mode
        self._game = Game(players)
        self._chance = np.random.default_rng()
        self.possible_agents = [f"player_{player}" for player in range(players)]
        self.agents: list[str] = []
        most, codes = highest(players), self._game.position.codes
        observation = spaces.Dict(
            {
                "observation": spaces.Box(np.zeros_like(most), most, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (codes,), dtype=np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: spaces.Discrete(codes) for agent in self.possible_agents}

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The codes of moves."""
        space: spaces.Discrete = self.action_spaces[agent]
        return space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game, in which any of the agents begins. The same seed gives the same games."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        players = len(self.possible_agents)
        first = int(self._chance.integers(players))
        self._game = Game(players, seed=int(self._chance.integers(2**63)), first=first)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[first]

    def observe(self, agent: str) -> Observation:
        """What an agent sees. Only the agent whose move it is has legal moves."""
        position, player = self._game.position, self.possible_agents.index(agent)
        moves = position.mover == player and not self._game.is_over
        mask = position.mask() if moves else np.zeros(position.codes)
        return {"observation": view(position, player), "action_mask": mask.astype(np.int8)}

    def step(self, action: int | None) -> None:
        """Plays the move of the agent whose move it is.

        :raises IllegalMove: if the rules do not allow it.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"action None: it is the move of {agent}")
        self._game.play(action)
        self._cumulative_rewards[agent] = 0.0
        position = self._game.position
        over, left = self._game.is_over, position.round > MOST_ROUNDS
        self.rewards = dict(zip(self.possible_agents, rewards(position)))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, left)
        self.agent_selection = self.possible_agents[position.mover]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as text."""
        return str(self._game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


#: The environment without guards, as PettingZoo's own games call it.
raw_env = Environment
