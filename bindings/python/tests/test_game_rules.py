"""The rules in Rust are those of a referee in Python; many games take no memory."""

import os
import random
import subprocess
import sys

import pytest

from azulejo.game import Position
from referee import Referee

# `cargo maintain game-agreement` plays 10,000 and a million.
GAMES = int(os.environ.get("AZULEJO_GAMES", "300"))
BATCHED = int(os.environ.get("AZULEJO_BATCHED_GAMES", "60000"))


def agrees(players: int, seed: int) -> int:
    """Plays a random game with both, and gives the number of its moves."""
    chance = random.Random(seed)
    first = chance.randrange(players)
    referee, position = Referee(players, first), Position.start(players, first=first)
    moves = 0
    while not referee.is_over():
        assert position.phase == "deal"
        position = position.deal(seed)
        referee.deal(position.show()["factories"])
        while not referee.round_is_over():
            assert position.text == referee.text()
            legal = referee.legal()
            assert position.legal_codes() == legal
            # Now and then a code that need not be legal: both say the same of it.
            code = chance.choice(legal)
            other = chance.randrange(position.codes)
            if other in legal:
                code = other
            else:
                with pytest.raises(ValueError, match=r"factory|centre|line|wall|range"):
                    position.play(other)
            position = position.play(code)
            referee.play(code)
            moves += 1
        assert (position.phase, position.text) == ("round-end", referee.text())
        position = position.end_round()
        referee.end_round()
    assert (position.phase, position.text) == ("over", referee.text())
    assert position.outcome == referee.outcome()
    return moves


def test_two_implementations_agree_on_random_games() -> None:
    moves = [agrees(2 + seed % 3, seed) for seed in range(GAMES)]
    print(f"{GAMES} games with {sum(moves)} moves")
    assert min(moves) > 30, "these are games"


FLAT = """
import sys
import numpy as np
from azulejo.game import Batch

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

batch, chance, played, early = Batch(2000, seed=1), np.random.default_rng(1), 0, 0
while played < int(sys.argv[1]):
    codes, starts = batch.legal()
    counts = np.diff(starts)
    batch.features(), batch.masks(), batch.rest()
    step = batch.step(codes[starts[:-1] + (chance.random(len(batch)) * counts).astype(np.uint32)])
    played += int(step.ended.sum())
    # The first games fill the heap.
    if played < int(sys.argv[1]) / 4:
        early = resident()
print(played, early, resident())
"""


def test_memory_stays_flat_over_many_games() -> None:
    text = subprocess.run([sys.executable, "-c", FLAT, str(BATCHED)], capture_output=True, text=True, check=True).stdout
    print(text)
    played, early, late = map(int, text.split())
    assert played >= BATCHED
    # A byte a game would be this much.
    assert late - early < max(BATCHED, 2_000_000), text
