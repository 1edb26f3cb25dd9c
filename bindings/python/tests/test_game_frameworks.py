"""The environments pass the tests of their frameworks, and play the game."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import gymnasium as gym
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test
from pettingzoo.utils import TerminateIllegalWrapper

from azulejo.game import Batch, IllegalMove, Position, gymnasium, openspiel, pettingzoo
from azulejo.game._view import highest, view

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


@PLAYERS
def test_pettingzoo_accepts_its_environment(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        # An observation with a mask is a dictionary, as in PettingZoo's own board games.
        warnings.filterwarnings("ignore", "Observation")
        api_test(pettingzoo.Environment(players), num_cycles=1000)
    assert capsys.readouterr().out.endswith("Passed API test\n")
    seed_test(lambda: pettingzoo.Environment(players), num_cycles=300)


def test_pettingzoo_measures_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 10_000_000, 1))
    # Five seconds of its clock are some steps.
    monkeypatch.setattr("time.time", lambda: next(clock) / 100)
    performance_benchmark(pettingzoo.Environment())
    assert capsys.readouterr().out.endswith("Finished performance benchmark\n")


@PLAYERS
def test_a_game_of_agents_is_a_game(players: int) -> None:
    environment = pettingzoo.Environment(players, render_mode="ansi")
    environment.reset(seed=players)
    total = dict.fromkeys(environment.possible_agents, 0.0)
    moves = 0
    for agent in environment.agent_iter():
        seen, reward, ended, _, _ = environment.last()
        total[agent] += reward
        if ended:
            assert not seen["action_mask"].any()
            environment.step(None)
            continue
        position = environment.game.position
        assert environment.possible_agents[position.mover] == agent
        assert np.flatnonzero(seen["action_mask"]).tolist() == position.legal_codes()
        assert (seen["observation"] == view(position, position.mover)).all()
        other = environment.possible_agents[(position.mover + 1) % players]
        assert not environment.observe(other)["action_mask"].any()
        environment.step(environment.action_space(agent).sample(seen["action_mask"]))
        moves += 1
    outcome = environment.game.outcome
    assert outcome is not None
    assert sum(total.values()) == pytest.approx(0)
    best = [agent for agent, reward in total.items() if reward == max(total.values())]
    assert best == [environment.possible_agents[winner] for winner in outcome["winners"]]
    assert (len(environment.game.moves), environment.render()) == (moves, str(environment.game))


def test_an_illegal_move_of_an_agent_is_refused() -> None:
    environment = pettingzoo.Environment()
    environment.reset(seed=1)
    with pytest.raises(IllegalMove, match="the centre has no"):
        environment.step(179)
    with pytest.raises(ValueError, match="it is the move of player_"):
        environment.step(None)
    wrapped = TerminateIllegalWrapper(environment, illegal_reward=-1)
    wrapped.reset(seed=1)
    mover = wrapped.agent_selection
    wrapped.step(179)
    assert wrapped.terminations[mover]
    assert wrapped.rewards[mover] == -1


@PLAYERS
def test_pettingzoo_has_the_names_of_its_classic_games(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert isinstance(pettingzoo.raw_env(players), pettingzoo.Environment)
    with pytest.raises(AttributeError, match="agent_selection cannot be accessed before reset"):
        _ = pettingzoo.env(players).agent_selection
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation")
        api_test(pettingzoo.env(players), num_cycles=300)
    assert capsys.readouterr().out.endswith("Passed API test\n")
    environment = pettingzoo.env(players, render_mode="ansi")
    environment.reset(seed=1)
    mover, codes = environment.agent_selection, 60 * (players + 1)
    mask = environment.observe(mover)["action_mask"]
    assert np.flatnonzero(mask).tolist() == environment.unwrapped.game.position.legal_codes()
    with pytest.raises(AssertionError, match="not in action space"):
        environment.step(codes)
    environment.step(codes - 1)
    assert (environment.terminations[mover], environment.rewards[mover]) == (True, -1)


def test_environments_are_copied_and_pickled() -> None:
    made: Any = gym.make("azulejo/Azul-v1", opponents=["random"])
    made.reset(seed=4)
    for other in (copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        mask = made.unwrapped.action_masks()
        assert (other.unwrapped.action_masks() == mask).all()
        first = np.flatnonzero(mask)[0]
        seen, *_ = copy.deepcopy(made).step(first)
        assert (other.step(first)[0] == seen).all(), "its opponent draws the same numbers"
        assert (made.unwrapped.action_masks() == mask).all(), "it is another game"
    for environment in (pettingzoo.env(), pettingzoo.raw_env()):
        environment.reset(seed=4)
        for other in (copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))):
            mover = other.agent_selection
            assert mover == environment.agent_selection
            other.step(np.flatnonzero(other.observe(mover)["action_mask"])[0])
            assert other.agent_selection != environment.agent_selection


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize(
    ("context", "opponents"), [("fork", ["greedy"]), ("spawn", ["greedy"]), ("spawn", ["azulejo:nodes=50"])]
)
def test_environments_run_in_processes_of_their_own(context: str, opponents: list[str]) -> None:
    """After the checker, and after a search with all threads."""
    made: Any = gym.make("azulejo/Azul-v1", opponents=opponents, disable_env_checker=True)
    check_env(made.unwrapped)
    assert len(Batch(5000).features()) == 5000
    vector = gym.make_vec(
        "azulejo/Azul-v1",
        num_envs=2,
        vectorization_mode="async",
        vector_kwargs={"context": context},
        opponents=opponents,
    )
    seen, info = vector.reset(seed=1)
    over = 0
    while not over:
        actions = np.array([np.flatnonzero(mask)[0] if mask.any() else 0 for mask in info["action_mask"]])
        seen, _, ended, _, info = vector.step(actions)
        over += int(ended.sum())
    assert seen.shape == (2, 130)
    vector.close()


@pytest.mark.parametrize("opponents", [["greedy"], ["random", "smart"], ["greedy"] * 3])
def test_gymnasium_accepts_its_environment(opponents: list[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made: Any = gym.make("azulejo/Azul-v1", opponents=opponents, disable_env_checker=True)
        check_env(made.unwrapped)
    environment = gymnasium.Environment(opponents)
    ends = set()
    for seed in range(30):
        seen, info = environment.reset(seed=seed)
        over = left = False
        while not over:
            position = environment.game.position
            assert position.mover == info["seat"]
            assert (seen == view(position, info["seat"])).all()
            assert np.flatnonzero(environment.action_masks()).tolist() == position.legal_codes()
            action = environment.action_space.sample(info["action_mask"])
            seen, reward, over, left, info = environment.step(action)
            assert not left
        outcome = environment.game.outcome
        assert outcome is not None
        assert (float(reward) >= 0) == (info["seat"] in outcome["winners"])
        ends.add(info["seat"])
    assert len(ends) == 1 + len(opponents), "every seat is drawn"


def test_an_illegal_action_loses() -> None:
    environment = gymnasium.Environment()
    environment.reset(seed=3)
    code = int(np.flatnonzero(~environment.action_masks())[0])
    _, reward, over, _, info = environment.step(np.int64(code))
    assert (reward, over) == (-1.0, True)
    assert "has no" in info["illegal"]
    with pytest.raises(ValueError, match="nobody"):
        gymnasium.Environment(["nobody"])
    with pytest.raises(ValueError, match="5 players"):
        gymnasium.Environment(["random"] * 4)


@PLAYERS
def test_openspiel_plays_random_games(players: int, capfd: pytest.CaptureFixture[str]) -> None:
    game = pyspiel.load_game("python_azul", {"players": players})
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    assert game.num_players() == players
    assert game.num_distinct_actions() == Position.start(players).codes


def test_openspiel_draws_by_the_bag_and_plays_by_the_rules() -> None:
    game = openspiel.AzulGame({"players": 2})
    chance = np.random.default_rng(1)
    for _ in range(5):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                before = state.position
                outcomes = dict(state.chance_outcomes())
                assert sum(outcomes.values()) == pytest.approx(1)
                if not state._drawn:
                    shown = before.show()
                    urn = shown["bag"] if any(shown["bag"]) else shown["lid"]
                    for colour, share in outcomes.items():
                        assert share == pytest.approx(urn[colour] / sum(urn))
                action = int(chance.choice(list(outcomes), p=list(outcomes.values())))
            else:
                assert state.legal_actions() == state.position.legal_codes()
                action = int(chance.choice(state.legal_actions()))
            state.apply_action(action)
        outcome = state.position.outcome
        assert outcome is not None
        assert [reward >= 0 for reward in state.returns()] == [it in outcome["winners"] for it in range(2)]
        assert sum(state.returns()) == 0


@PLAYERS
def test_a_view_is_the_same_game_from_another_seat(players: int) -> None:
    position = Position.dealt(5, players, first=1)
    for _ in range(9):
        position = position.play(position.legal_codes()[-7])
    assert position.token_holder is not None
    assert len(highest(players)) == len(view(position, 0))
    boards = 5 + 6 * (2 * players + 2)
    tokens = boards + 41 * players
    for player in range(players):
        seen = view(position, player)
        assert (seen >= 0).all()
        assert (seen <= highest(players)).all()
        own = boards + 41 * player
        assert (seen[boards : boards + 41] == position.features()[own : own + 41]).all()
        assert seen[tokens : tokens + players].tolist() == [
            int((player + seat) % players == position.token_holder) for seat in range(players)
        ]
        assert seen[-3] == (position.mover - player) % players
        assert seen[-2] == (1 - player) % players
