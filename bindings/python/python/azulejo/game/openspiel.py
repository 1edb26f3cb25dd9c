"""The game for OpenSpiel, as ``python_azul``: ``pip install 'azulejo-wall[openspiel]'``.

>>> import pyspiel
>>> from azulejo.game import openspiel
>>> game = pyspiel.load_game("python_azul(players=3)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), state.chance_outcomes()[0]
(True, (0, 0.2))
"""

from __future__ import annotations

from typing import Any

from azulejo._extras import Extra

with Extra("openspiel"):
    import numpy as np
    import numpy.typing as npt
    import pyspiel

from azulejo.game._position import Position
from azulejo.game._view import MOST_ROUNDS, highest, rewards, view

#: The letters of the colours, in the order of their numbers.
_COLOURS = "BYRKW"

#: The tiles of a factory.
_FACTORY = 4

_TYPE = pyspiel.GameType(
    short_name="python_azul",
    long_name="Azul",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={"players": 2},
)


class AzulGame(pyspiel.Game):  # type: ignore[misc]
    """The game. Player 0 begins; tiles are drawn one by one, so that every chance is known."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """A game of ``players`` players, two by default."""
        self.players = int((params or {}).get("players", 2))
        start = Position.start(self.players)
        factories = 2 * self.players + 1
        info = pyspiel.GameInfo(
            num_distinct_actions=start.codes,
            max_chance_outcomes=len(_COLOURS),
            num_players=self.players,
            min_utility=-1.0,
            max_utility=self.players - 1.0,
            utility_sum=0.0,
            # A move takes a tile at least.
            max_game_length=MOST_ROUNDS * factories * _FACTORY,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> AzulState:
        """The start of a game, which waits for the first tile."""
        return AzulState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> AzulObserver:
        """What a player sees."""
        return AzulObserver(self.players)

    def observation_tensor_shape(self) -> list[int]:
        """The length of what a player sees."""
        return [len(highest(self.players))]


class AzulState(pyspiel.State):  # type: ignore[misc]
    """A position, and the tiles that were drawn for the next one."""

    def __init__(self, game: AzulGame) -> None:
        """The start of a game."""
        super().__init__(game)
        self.position = Position.start(game.players)
        self._drawn = ""
        self._bag = [20] * len(_COLOURS)
        self._lid = [0] * len(_COLOURS)

    def current_player(self) -> int:
        """Whose move it is."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.position.phase == "deal" else self.position.mover

    def is_terminal(self) -> bool:
        """Whether the game is over, or was left after 40 rounds."""
        phase = self.position.phase
        return phase == "over" or (phase == "deal" and self.position.round == MOST_ROUNDS)

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_codes()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The colours that can be drawn next, each with its probability."""
        urn = self._bag if any(self._bag) else self._lid
        return [(colour, count / sum(urn)) for colour, count in enumerate(urn) if count]

    def _apply_action(self, action: int) -> None:
        if self.position.phase == "deal":
            self._draw(action)
            return
        after = self.position.play(action)
        if after.phase == "round-end":
            after = after.end_round()
            state = after.show()
            self._bag, self._lid = state["bag"], state["lid"]
        self.position = after

    def _draw(self, colour: int) -> None:
        if not any(self._bag):
            self._bag, self._lid = self._lid, self._bag
        self._bag[colour] -= 1
        self._drawn += _COLOURS[colour]
        factories = 2 * self.position.players + 1
        if len(self._drawn) == factories * _FACTORY or not any(self._bag + self._lid):
            tiles = [self._drawn[_FACTORY * number : _FACTORY * (number + 1)] or "-" for number in range(factories)]
            self.position = self.position.deal("/".join(tiles))
            self._drawn = ""

    def _action_to_string(self, player: int, action: int) -> str:
        return _COLOURS[action] if player == pyspiel.PlayerId.CHANCE else self.position.letters(action)

    def returns(self) -> list[float]:
        """What each player has of the game."""
        return rewards(self.position)

    def __str__(self) -> str:
        return f"{self.position.text} {self._drawn}".rstrip()


class AzulObserver:
    """What a player sees."""

    def __init__(self, players: int) -> None:
        """Nothing yet."""
        self.tensor: npt.NDArray[np.float32] = np.zeros(len(highest(players)), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: AzulState, player: int) -> None:
        """Sees a state as a player does."""
        self.tensor[:] = view(state.position, player)

    def string_from(self, state: AzulState, player: int) -> str:
        """The state as text."""
        return str(state)


pyspiel.register_game(_TYPE, AzulGame)
