"""One file is all that a fresh virtual environment needs, with every Python that is here."""

import json
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from conftest import ROOT

CENTRE_LAST = """
import azulejo
answer = azulejo.solve(3, 3, "maximize", constraints=[azulejo.place_at(5, turn=9)])
assert answer.status == "optimal" and answer.order[-1] == 5, answer
assert azulejo.Instance(3, 3).check(answer.order).score == 30
game = azulejo.game.Game(seed=7)
while not game.is_over:
    game.play(azulejo.game.Player("greedy").choose(game.position))
assert game.record().end.outcome == game.outcome
assert azulejo.game.match("greedy", "random", games=10).wins == (10, 0)
assert azulejo.game.match(lambda position: position.legal_codes()[0], "greedy", games=2).games == 2
assert azulejo.game.Record(game.record().to_json()).end == game.position
print(answer.score, answer.bound)
"""

# What needs a package that an extra brings.
EXTRAS = {
    "game": [
        "azulejo.game.Position.dealt().features()",
        "azulejo.game.Position.dealt().view()",
        "azulejo.game.Batch(2).rest()",
    ],
    "gymnasium": ["import azulejo.game.gymnasium"],
    "pettingzoo": ["import azulejo.game.pettingzoo"],
    "openspiel": ["import azulejo.game.openspiel"],
    "models": ["azulejo.Instance(2, 2).formulation().matrix()", "azulejo.Instance(2, 2).formulation().to_highspy()"],
}


def run(*words: object) -> str:
    process = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    assert process.returncode == 0, f"{words}: {process.stdout}{process.stderr}"
    return process.stdout


def others() -> "list[Path]":
    """Other versions of Python from 3.9 on: on the path, and where pyenv keeps them."""
    found = [Path(path) for minor in range(9, 20) if (path := shutil.which(f"python3.{minor}"))]
    found += Path(os.environ.get("PYENV_ROOT", "/nowhere")).glob("versions/3.*/bin/python3")
    versions = {}
    for python in found:
        code = "import sys, venv; print(*sys.version_info[:2])"
        process = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
        version = tuple(map(int, process.stdout.split()))
        if process.returncode == 0 and version >= (3, 9) and version != sys.version_info[:2]:
            versions[version] = python
    return [versions[version] for version in sorted(versions)]


def packages(python: Path) -> "set[str]":
    return {package["name"] for package in json.loads(run(python, "-m", "pip", "list", "--format=json"))}


def test_a_fresh_environment_solves_3x3_with_the_centre_last(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path, with_pip=True)
    python = tmp_path / "bin/python"
    before = packages(python)
    run(python, "-m", "pip", "install", "--no-index", wheel)
    assert packages(python) - before == {"azulejo-wall"}, "it needs no other package"
    assert run(python, "-c", CENTRE_LAST).split() == ["30", "30"]
    output = run(tmp_path / "bin/azulejo", "solve", "--size", "3", "--fix", "5@9")
    assert "30 = bound 30 (proven maximum)" in output
    output = run(python, "-m", "azulejo", "solve", "--size", "3", "--fix", "5@9", "--format", "json")
    assert json.loads(output)["score"] == 30


def test_a_missing_extra_is_named(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path)
    python = tmp_path / "bin/python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-index", wheel)
    for extra, uses in EXTRAS.items():
        for use in uses:
            process = subprocess.run(
                [str(python), "-c", f"import azulejo\n{use}"], capture_output=True, text=True, check=False
            )
            last = process.stderr.splitlines()[-1]
            pattern = rf"ModuleNotFoundError: No module named '\w+': pip install 'azulejo-wall\[{extra}\]' brings .*"
            assert re.fullmatch(pattern, last), f"{use}: {process.stderr}"


@pytest.mark.parametrize("python", others(), ids=str)
def test_another_python_takes_the_same_file(python: Path, wheel: Path, tmp_path: Path) -> None:
    run(python, "-m", "venv", "--without-pip", tmp_path)
    there = tmp_path / "bin/python"
    run(sys.executable, "-m", "pip", "--python", there, "install", "--no-index", wheel)
    assert run(there, "-c", CENTRE_LAST).split() == ["30", "30"]


def test_the_tags_of_the_file_are_true(wheel: Path) -> None:
    name = re.fullmatch(r"azulejo_wall-[\d.]+-cp39-abi3-(manylinux_2_\d+_\w+)\.whl", wheel.name)
    assert name, f"{wheel.name} is no manylinux wheel for every Python from 3.9 on"
    with zipfile.ZipFile(wheel) as file:
        inside = file.namelist()
        licences = [name for name in inside if name.endswith("/licenses/crates.txt")]
        assert len(licences) == 1, "it has the licences of all crates in it"
        assert file.read(licences[0]) == (ROOT / "bindings/python/licenses/crates.txt").read_bytes()
        native = [name for name in inside if name.endswith(".so")]
        assert native == ["azulejo/_native.abi3.so"], "HiGHS is in it once"
        code = file.read(native[0])
    for needed in ("azulejo/py.typed", "azulejo/_native.pyi"):
        assert needed in inside
    # The newest glibc that a symbol asks for is no newer than the tag says.
    glibc = max(tuple(map(int, found.split(b"."))) for found in re.findall(rb"GLIBC_(2\.\d+)\0", code))
    assert glibc <= tuple(map(int, name[1].split("_")[1:3]))
