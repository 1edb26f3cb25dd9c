"""Many games at once are the same games as one at a time."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Callable

import numpy as np
import pytest

from azulejo.game import Batch, IllegalMove, Player, Position

if TYPE_CHECKING:
    import numpy.typing as npt


def random_codes(batch: Batch, chance: np.random.Generator) -> npt.NDArray[np.uint16]:
    codes, starts = batch.legal()
    chosen = (chance.random(len(batch)) * np.diff(starts)).astype(np.uint32)
    return np.take(codes, starts[:-1] + chosen)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_batch_is_so_many_games(players: int) -> None:
    batch, chance = Batch(7, players=players, seed=5), np.random.default_rng(players)
    positions = [batch[index] for index in range(len(batch))]
    assert [position.mover for position in positions] == [index % players for index in range(7)]
    first = [position.starter for position in positions]
    ended = 0
    while ended < 20:
        features, views, masks, rest = batch.features(), batch.views(), batch.masks(), batch.rest()
        codes, starts = batch.legal()
        assert features.shape == (7, len(positions[0].features()))
        assert masks.shape == (7, batch.codes)
        for index, position in enumerate(positions):
            assert (features[index] == position.features()).all()
            assert (masks[index] == position.mask()).all()
            legal = position.legal_codes()
            assert np.flatnonzero(masks[index]).tolist() == legal
            assert codes[starts[index] : starts[index + 1]].tolist() == legal
            assert (views[index] == position.view()).all()
            holder = -1 if position.token_holder is None else position.token_holder
            numbers = [position.mover, position.starter, position.round, *position.scores, holder]
            assert rest[index].tolist() == numbers
        chosen = random_codes(batch, chance)
        step = batch.step(chosen)
        for index, code in enumerate(chosen):
            after = positions[index].play(code)
            over = False
            if after.phase == "round-end":
                after = after.end_round()
                over = after.phase == "over"
            assert step.ended[index] == over
            assert not step.unfinished[index]
            outcome = after.outcome
            if outcome is None:
                assert not step.rewards[index].any()
                assert not step.scores[index].any()
                if after.phase == "deal":
                    # Chance is the batch's own; anything else follows.
                    after = after.deal("/".join(tiles or "-" for tiles in batch[index].show()["factories"]))
                assert batch[index] == after
            else:
                ended += 1
                winners = outcome["winners"]
                wanted = [players / len(winners) - 1 if it in winners else -1 for it in range(players)]
                assert step.rewards[index].tolist() == pytest.approx(wanted)
                assert step.scores[index].tolist() == outcome["final"]
                first[index] = (first[index] + 1) % players
                after = batch[index]
                assert (after.round, after.phase, after.mover) == (1, "moves", first[index])
                assert after.scores == (0,) * players
            positions[index] = after


def test_the_same_seed_and_moves_give_the_same_games() -> None:
    def played(games: int, seed: int) -> list[Position]:
        batch, chance = Batch(games, seed=seed), np.random.default_rng(0)
        for _ in range(100):
            # The same chances for a game, however many there are.
            codes, starts = batch.legal()
            part = chance.random(1000)[:games]
            batch.step(codes[starts[:-1] + (part * np.diff(starts)).astype(np.uint32)])
        return [batch[index] for index in range(games)]

    many = played(1000, 3)
    assert len(set(many)) == 1000, "each has chances of its own"
    assert played(1000, 3) == many
    assert played(10, 3) == many[:10]
    assert played(10, 4) != many[:10]


def test_games_that_do_not_end_are_left_and_nobody_has_a_reward() -> None:
    batch, greedy = Batch(8, seed=1), Player("greedy")
    left = np.zeros(8, np.bool_)
    ahead = 0
    while not left.all():
        rest = batch.rest()
        movers, rounds = rest[:, 0], rest[:, 2]
        # All tiles go to the floor, so that no row is ever complete, but for those of player 0 in the last round.
        floor = batch.masks() & (np.arange(batch.codes) % 6 == 5)
        chosen = floor.argmax(axis=1)
        for game in np.flatnonzero((movers == 0) & (rounds == 40)):
            chosen[game] = greedy.code(batch[game])
        step = batch.step(chosen)
        assert step.unfinished.tolist() == step.ended.tolist()
        assert rounds[step.ended].tolist() == [40] * int(step.ended.sum())
        assert batch.rest()[step.ended][:, 2].tolist() == [1] * int(step.ended.sum())
        assert not step.rewards.any(), "as in the environments"
        ahead += int((step.scores[:, 0] > step.scores[:, 1]).sum())
        left |= step.ended
    assert ahead > 0, "a game is left though one of two is ahead"


def test_a_batch_is_a_sequence() -> None:
    batch = Batch(5, players=3, seed=4)
    assert isinstance(batch, Sequence)
    positions = list(batch)
    assert len(positions) == len(set(positions)) == 5
    assert [batch[-1], batch[-5], batch[np.int64(2)]] == [positions[4], positions[0], positions[2]]
    assert (batch[1:4], batch[::-2]) == (positions[1:4], positions[::-2])
    assert list(reversed(batch)) == positions[::-1]
    assert (batch.index(positions[3]), positions[3] in batch, Position.start() in batch) == (3, True, False)
    for outside in (5, -6, 10**30):
        with pytest.raises(IndexError, match=f"^there is no game {outside}: the last of 5 is 4$"):
            batch[outside]
    wrong: Any = "1"
    with pytest.raises(TypeError, match="'str' object cannot be interpreted as an integer"):
        batch[wrong]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("games", [3, 1500])
def test_a_copy_goes_on_with_the_same_deals(players: int, games: int) -> None:
    def play(batch: Batch, moves: int) -> None:
        chance = np.random.default_rng(8)
        for _ in range(moves):
            batch.step(random_codes(batch, chance))

    batch = Batch(games, players=players, seed=6)
    play(batch, 90)
    stood = list(batch)
    copies = [pickle.loads(pickle.dumps(batch)), copy.copy(batch), copy.deepcopy(batch)]
    play(batch, 200)
    for other in copies:
        assert (repr(other), list(other)) == (repr(batch), stood), "it is a batch of its own"
        play(other, 200)
        assert list(other) == list(batch), "also in the games that began since"


def test_games_that_cannot_have_been_saved_are_refused() -> None:
    text = Position.dealt(1).text
    refused: list[tuple[Any, str]] = [
        ((5, 0, []), "5 players: the game is for 2, 3 or 4"),
        ((2, 0, [("-", 0, 0)]), "^game 0: the position has"),
        ((2, 0, [(text, 0, 0), (Position.start().text, 0, 0)]), "^game 1: it is time for a deal, not for a move$"),
        ((3, 0, [(text, 0, 0)]), "^game 0: 2 players, of whom 0 begins the next game: there are 3$"),
        ((2, 0, [(text, 2, 0)]), "^game 0: 2 players, of whom 2 begins the next game: there are 2$"),
    ]
    for saved, says in refused:
        with pytest.raises(ValueError, match=says):
            Batch._restored(*saved)


def test_illegal_moves_are_refused_and_change_no_game() -> None:
    batch = Batch(500, seed=2)
    codes = random_codes(batch, np.random.default_rng(2))
    before = batch.features().copy()
    wrong = codes.copy()
    for index in (499, 77):
        wrong[index] = np.flatnonzero(~batch.masks()[index])[0]
    with pytest.raises(IllegalMove, match=r"^game 77: \w\w[-1-5]: factory \d has no \w+ tiles$"):
        batch.step(wrong)
    wrong[3] = 180
    with pytest.raises(IllegalMove, match=r"^game 3: code 180 is out of range \(0 to 179 for 2 players\)$"):
        batch.step(wrong)
    with pytest.raises(ValueError, match=r"^codes: use numbers from 0 to 179, not 180$"):
        batch.step(wrong.astype(np.int64))
    with pytest.raises(ValueError, match=r"^codes: use numbers from 0 to 179, not -1$"):
        batch.step(np.full(500, -1))
    with pytest.raises(ValueError, match=r"^codes: use an array of the shape \(500,\), not \(499,\)$"):
        batch.step(codes[:-1])
    with pytest.raises(ValueError, match=r"not \(500, 1\)$"):
        batch.step(codes[:, None])
    with pytest.raises(TypeError, match=r"^codes: use an array of whole numbers, not of float64$"):
        batch.step(codes / 1)
    assert (batch.features() == before).all()
    batch.step(codes.tolist())
    assert (batch.features() != before).any()
    with pytest.raises(ValueError, match="read-only"):
        batch.features()[0] = 1
    refused: list[tuple[Callable[[], object], str]] = [
        (lambda: Batch(0), "games: use a whole number from 1 to 10000000"),
        (lambda: Batch(1, players=5), "5 players: the game is for 2, 3 or 4"),
        (lambda: Batch(1, seed=-1), "seed: use a whole number from 0"),
    ]
    for make, says in refused:
        with pytest.raises(ValueError, match=says):
            make()
