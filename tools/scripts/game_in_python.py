"""Random games a second of each way into the game from Python, for docs/python-game.md.

``cargo maintain game-speed`` runs it with the wheel.
Times are of the processor, all threads together, so that what
else the machine does counts little. Each way is measured several times in turn with the engine, and the
middle one of the shares counts.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyspiel
from azulejo import game
from azulejo.game import gymnasium, openspiel, pettingzoo  # noqa: F401 - the game of OpenSpiel

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bindings/python/tests"))
from referee import COLOURS, Referee

#: How long each way plays at a time, in seconds, and how often.
SECONDS, TIMES = 2.0, 5

#: The games of a batch.
BATCH = 1000

#: The tiles of a deal for two.
DEALT = 20

#: Chooses a move of each game.
Chosen = Callable[[game.Batch, np.random.Generator], npt.NDArray[np.integer]]


def engine() -> float:
    """Random games in a match, on all cores: Rust alone."""
    began = time.process_time()
    played = game.match("random", "random", games=10**9, time_limit=SECONDS).games
    return played / (time.process_time() - began)


def in_turn(play: Callable[[], int]) -> float:
    """Games a second of a function that plays games and gives their number."""
    began, played = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        played += play()
    return played / (time.process_time() - began)


def batch(choose: Chosen, *, with_features: bool) -> float:
    """A batch with moves that numpy chooses; with features and masks, on request."""
    games, chance = game.Batch(BATCH, seed=1), np.random.default_rng(1)

    def play() -> int:
        codes = choose(games, chance)
        if with_features:
            games.features(), games.masks()
        return int(np.count_nonzero(games.step(codes).ended))

    return in_turn(play)


def of_lists(games: game.Batch, chance: np.random.Generator) -> npt.NDArray[np.integer]:
    """A move of each game from the lists of legal moves."""
    codes, starts = games.legal()
    part = (chance.random(len(games), np.float32) * np.diff(starts)).astype(np.uint32)
    return np.take(codes, starts[:-1] + part)


def of_masks(games: game.Batch, chance: np.random.Generator) -> npt.NDArray[np.integer]:
    """A move of each game from the masks of legal moves."""
    masks = games.masks()
    counts = np.count_nonzero(masks, axis=1)
    starts = np.cumsum(counts) - counts
    part = (chance.random(len(games), np.float32) * counts).astype(np.int64)
    return np.flatnonzero(masks)[starts + part] % games.codes


def objects() -> float:
    """Positions as objects, a game at a time."""
    chance = random.Random(1)

    def play() -> int:
        state = game.Game(seed=chance.getrandbits(32))
        while not state.is_over:
            state.play(chance.choice(state.position.legal_codes()))
        return 1

    return in_turn(play)


def python() -> float:
    """The rules in Python alone: the referee of the tests."""
    chance = random.Random(1)

    def play() -> int:
        referee = Referee(2, 0)
        while not referee.is_over():
            # Its deals are given; these come from the bag, which takes the lid where it is short.
            if sum(referee.bag) < DEALT:
                referee.bag = [sum(both) for both in zip(referee.bag, referee.lid, strict=True)]
                referee.lid = [0] * 5
            counts = zip(COLOURS, referee.bag, strict=True)
            tiles = list("".join(colour * count for colour, count in counts))
            chance.shuffle(tiles)
            referee.deal(["".join(tiles[first : first + 4]) for first in range(0, DEALT, 4)])
            while not referee.round_is_over():
                referee.play(chance.choice(referee.legal()))
            referee.end_round()
        return 1

    return in_turn(play)


def agents() -> float:
    """The environment of PettingZoo, whose actions numpy draws from the masks."""
    environment, chance = pettingzoo.Environment(), np.random.default_rng(1)

    def play() -> int:
        environment.reset(seed=int(chance.integers(2**32)))
        for _ in environment.agent_iter():
            observation, _, ended, left, _ = environment.last()
            legal = np.flatnonzero(observation["action_mask"])
            environment.step(None if ended or left else int(chance.choice(legal)))
        return 1

    return in_turn(play)


def agent() -> float:
    """The environment of Gymnasium against `random`."""
    environment, chance = gymnasium.Environment(["random"]), np.random.default_rng(1)

    def play() -> int:
        _, info = environment.reset(seed=int(chance.integers(2**31)))
        over = False
        while not over:
            action = int(chance.choice(np.flatnonzero(info["action_mask"])))
            _, _, ended, left, info = environment.step(action)
            over = ended or left
        return 1

    return in_turn(play)


def states() -> float:
    """The game of OpenSpiel, tile by tile."""
    spiel, chance = pyspiel.load_game("python_azul"), random.Random(1)

    def play() -> int:
        state = spiel.new_initial_state()
        while not state.is_terminal():
            is_chance = state.is_chance_node()
            possible = [tile for tile, _ in state.chance_outcomes()] if is_chance else state.legal_actions()
            state.apply_action(chance.choice(possible))
        return 1

    return in_turn(play)


def function() -> float:
    """A match in which a function plays against `random`."""
    chance = random.Random(1)

    def bot(position: game.Position) -> int:
        return chance.choice(position.legal_codes())

    return in_turn(lambda: game.match(bot, "random", games=100).games)


WAYS: dict[str, Callable[[], float]] = {
    "`Batch`, moves from `legal()`": lambda: batch(of_lists, with_features=False),
    "`Batch`, the same, and `features()` and `masks()`": lambda: batch(of_lists, with_features=True),
    "`Batch`, moves from `masks()`": lambda: batch(of_masks, with_features=False),
    "`Game`, a game at a time": objects,
    "`match`, a function against `random`": function,
    "PettingZoo": agents,
    "Gymnasium against `random`": agent,
    "OpenSpiel": states,
    "Python alone (the referee of the tests)": python,
}


def main() -> None:
    """Prints the table."""
    print("| way | games a second | the engine's beside it | share |\n|---|---|---|---|")
    for name, way in WAYS.items():
        measured = []
        for _ in range(TIMES):
            before, rate, after = engine(), way(), engine()
            measured.append((rate, (before + after) / 2))
        measured.sort(key=lambda both: both[0] / both[1])
        rate, beside = measured[TIMES // 2]
        print(f"| {name} | {rate:,.0f} | {beside:,.0f} | {100 * rate / beside:.1f} % |", flush=True)


if __name__ == "__main__":
    main()
