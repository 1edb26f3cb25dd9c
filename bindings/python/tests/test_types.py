"""The types of the package are true."""

import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

PACKAGE = ROOT / "bindings/python"

# What people would write, with its types; mypy knows them from the installed package.
USE = """
import azulejo
from typing_extensions import assert_type

instance = azulejo.Instance(3, 3, "minimize", constraints=[azulejo.place_at((2, 2), 9)], initial=[1])
answer = azulejo.solve(3, 3, constraints=(azulejo.rounds(),), method="dense")
assert_type(answer, azulejo.Answer)
assert_type(answer.score, "int | None")
assert_type(instance.count().orders, "int | None")
assert_type(instance.formulation().lp(), str)
position = azulejo.game.Position.dealt(7).play("1Y1", 3)
assert_type(position.best(effort="quick").move, azulejo.game.Move)
assert_type(position.show()["boards"][0]["wall"], list[str])
assert_type(azulejo.game.Batch(2)[-1], azulejo.game.Position)
assert_type(azulejo.__version__, str)
"""
MISUSE = [
    'azulejo.solve(3, 3, "biggest")',
    'azulejo.solve("3", 3)',
    "azulejo.before(1)",
    "answer.scores",
    "position.play(1.5)",
]


def mypy(*words: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=PACKAGE)


def test_mypy_accepts_the_package_and_its_tests() -> None:
    process = mypy("mypy", "--strict", "python/azulejo", "tests")
    assert process.returncode == 0, process.stdout


def test_the_stubs_equal_the_module_at_run_time() -> None:
    process = mypy("mypy.stubtest", "azulejo._native", "--mypy-config-file", "pyproject.toml")
    assert process.returncode == 0, process.stdout


def test_the_installed_package_has_its_types(tmp_path: Path) -> None:
    use = tmp_path / "use.py"
    use.write_text(USE, encoding="utf-8")
    process = mypy("mypy", "--strict", use)
    assert process.returncode == 0, process.stdout
    for wrong in MISUSE:
        use.write_text(f"{USE}\n{wrong}\n", encoding="utf-8")
        process = mypy("mypy", "--strict", use)
        assert process.returncode == 1, f"{wrong}: {process.stdout}"
        assert "found 1 error" in process.stdout.lower(), f"{wrong}: {process.stdout}"


def test_ruff_finds_nothing() -> None:
    process = mypy("ruff", "check", "python", "tests")
    assert process.returncode == 0, process.stdout
    assert mypy("ruff", "format", "--check", "python", "tests").returncode == 0


@pytest.mark.parametrize(
    "module",
    [
        "azulejo",
        "azulejo._functions",
        "azulejo.game",
        "azulejo.game._play",
        "azulejo.game.gymnasium",
        "azulejo.game.openspiel",
        "azulejo.game.pettingzoo",
    ],
)
def test_the_examples_of_the_documentation_are_true(module: str) -> None:
    import doctest
    import importlib

    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted > 0
    assert result.failed == 0
