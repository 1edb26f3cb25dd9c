"""The command in the wheel is the whole program."""

import importlib.metadata
import re
import signal
import subprocess
from pathlib import Path

import azulejo
from conftest import ROOT


def run_program(program: str, *words: str, stdin: str = "") -> "tuple[int, str, str]":
    process = subprocess.run([program, *words], input=stdin, capture_output=True, text=True, check=False)
    return process.returncode, process.stdout, process.stderr


def test_it_is_the_version_of_the_library(program: str) -> None:
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    version = re.search('^version = "(.*)"$', manifest, re.MULTILINE)
    assert version
    assert run_program(program, "--version") == (0, f"azulejo {version[1]}\n", "")
    assert azulejo.__version__ == importlib.metadata.version("azulejo-wall") == version[1]


def test_exit_codes_and_messages_are_those_of_the_guide(program: str, tmp_path: Path) -> None:
    code, output, error = run_program(program, "solve", "--size", "3x")
    assert (code, output) == (2, "")
    assert "use a number, as in 5" in error
    code, output, _ = run_program(program, "solve", "--size", "3", "--fix", "1@1", "--before", "2:1")
    assert code == 3
    assert "infeasible" in output
    code, _, error = run_program(program, "solve", str(tmp_path / "no-such.json"))
    assert code == 1
    assert "no-such.json" in error
    code, output, _ = run_program(program, "solve", "-", stdin=azulejo.Instance(3, 3).to_json())
    assert code == 0
    assert "33 = bound 33" in output


def test_it_plays_the_game(program: str) -> None:
    code, position, _ = run_program(program, "game", "new", "--seed", "7")
    assert code == 0
    code, picture, _ = run_program(program, "game", "show", position.strip())
    assert code == 0
    assert picture


def test_an_interrupt_ends_it_as_the_guide_says(program: str) -> None:
    words = [program, "solve", "--size", "3", "--method", "case-study", "--format", "json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        try:
            child.wait(timeout=2)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGINT)
        output, error = child.communicate(timeout=60)
    assert child.returncode in {4, 5}, output + error
    assert '"status"' in output
    assert "Traceback" not in error
