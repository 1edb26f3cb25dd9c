"""A function of Python plays: in matches and tournaments, and as a program that speaks the engine protocol."""

from __future__ import annotations

import runpy
import subprocess
import sys
from typing import Any

import pytest

from azulejo import game
from azulejo.game import IllegalMove, Position
from conftest import ROOT

BOT = ROOT / "examples/bot.py"


def first(position: Position) -> int:
    """The legal move with the smallest code."""
    return position.legal_codes()[0]


def example() -> game.Bot:
    """The bot of the example."""
    scope: dict[str, Any] = runpy.run_path(str(BOT), run_name="bot")
    bot: game.Bot = scope["bot"]
    return bot


def test_the_bot_of_the_example_wins_against_random() -> None:
    played = game.match(example(), "random", games=200, seed=1)
    assert (played.players, played.games) == (("python:bot", "random"), 200)
    assert played.wins[0] > 190, played


def test_a_function_plays_its_own_moves() -> None:
    asked: list[Position] = []

    def seen(position: Position) -> str:
        asked.append(position)
        return position.letters(first(position))

    played = game.match(seen, first, "random", games=3, seed=2, records=True)
    assert played.games == 3
    moves = 0
    for record in played.records:
        position = record.position(0)
        assert position.phase == "moves"
        moves += record.moves
    assert len(asked) * 2 < moves < len(asked) * 4
    # The same functions play the same games.
    again = game.match(first, first, "random", games=3, seed=2)
    assert (again.wins, again.points) == (played.wins, played.points)


def test_a_tournament_of_functions_and_names() -> None:
    played = game.tournament(first, "greedy", "random", games=10, seed=4)
    assert (played.games, played.of) == (30, 30)
    assert [it["player"] for it in played.contestants] == ["python:first", "greedy", "random"]
    assert played.contestants[1]["wins"] >= 10
    named = game.tournament("greedy", "random", games=10)
    assert named.pairs[0]["games"] == 10
    assert str(named).startswith("10 of 10 games\n")
    with pytest.raises(ValueError, match="give an even number"):
        game.tournament("greedy", "random", games=3)
    with pytest.raises(ValueError, match="1 players"):
        game.tournament("greedy", games=2)


def test_an_exception_of_a_function_ends_the_match() -> None:
    class Tired(Exception):  # noqa: N818
        pass

    def tired(position: Position) -> int:
        if position.round == 2:
            raise Tired(position.text)
        return first(position)

    with pytest.raises(Tired):
        game.match(tired, "random", games=1000)
    with pytest.raises(Tired):
        game.tournament("random", tired, games=1000)
    with pytest.raises(IllegalMove, match=r"plays 9B1, which is illegal"):
        game.match(lambda _: "9B1", "random", games=1000)
    with pytest.raises(ValueError, match="code"):
        game.match(lambda _: 299, "random", games=1000)
    with pytest.raises(TypeError):
        game.match(lambda _: None, "random", games=1000)  # type: ignore[arg-type, return-value]
    with pytest.raises(TypeError, match="is no player"):
        game.match(7, "random")  # type: ignore[arg-type]


@pytest.fixture
def command() -> str:
    return f"engine:{sys.executable} {BOT}"


def test_a_program_of_a_function_plays_on_the_command_line(program: str, command: str) -> None:
    done = subprocess.run(
        [program, "game", "match", command, "random", "--games", "40", "--seed", "1"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "40 games" in done.stdout
    # It is the function that plays.
    bot = example()
    here = game.match(bot, "random", games=20, seed=1)
    there = game.match(command, "random", games=20, seed=1)
    assert (here.wins, here.points, here.rounds) == (there.wins, there.points, there.rounds)
    position = Position.dealt(7)
    assert game.Player(command).choose(position) == position.move(bot(position))


def talk(script: str, lines: str) -> tuple[str, str]:
    code = f"from azulejo import game\n{script}"
    done = subprocess.run([sys.executable, "-c", code], input=lines, capture_output=True, text=True, check=True)
    return done.stdout, done.stderr


def test_a_function_speaks_the_protocol() -> None:
    script = "def first(position): return position.legal_codes()[0]\ngame.engine(first)"
    position = Position.dealt(7)
    out, err = talk(script, f"uai\nisready\nposition {position.text}\ngo\n")
    lines = out.splitlines()
    assert lines[0].startswith("id name first ")
    assert lines[-2:] == ["readyok", f"bestmove {first(position)}"] and "uaiok" in lines
    assert err == ""
    out, _ = talk(script, f"setoption name NOTATION value move\nposition {position.text}\ngo\nquit\n")
    assert out.splitlines()[-1:] in ([], [f"bestmove {position.letters(first(position))}"])
    out, _ = talk("game.engine(lambda position: 0, name='mine')", "uai\nquit\n")
    assert out.startswith("id name mine ")


def test_the_engine_protocol_reports_a_failed_function() -> None:
    text = Position.dealt(7).text
    out, err = talk("def bad(position): return 1 / 0\ngame.engine(bad)", f"position {text}\ngo\n")
    assert out.startswith("error ") and "division by zero" in out and "bestmove" not in out
    assert "Traceback" in err and "ZeroDivisionError" in err
    code = "from azulejo import game; game.engine(lambda position: 1 / 0)"
    with pytest.raises(ValueError, match="division by zero"):
        game.match(f"engine:{sys.executable} -c '{code}'", "random", games=100)
