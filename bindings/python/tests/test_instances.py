"""Instances go the same way from Python as from files and flags."""

import json
import pickle
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

import azulejo
from azulejo import Constraint, Instance
from conftest import ROOT

# Each kind of constraint by its type: as Python states it on 3×3, and as the command line does.
KINDS: "dict[str, tuple[Constraint, list[str]]]" = {
    "place-at": (azulejo.place_at((2, 2), turn=9), ["--fix", "2,2@9"]),
    "window": (azulejo.window(1, 3, 7), ["--window", "1@3-7"]),
    "before": (azulejo.before(9, (1, 1)), ["--before", "9:1"]),
    "first": (azulejo.first([1, (2, 2), 9]), ["--first", "1 5 9"]),
    "last": (azulejo.last({1, 5}), ["--last", "1 5"]),
    "only": (azulejo.only(range(1, 6), 2, 4), ["--only", "1 2 3 4 5@2-4"]),
    "rounds": (azulejo.rounds(), ["--rule", "rounds"]),
    "last-round": (azulejo.last_round(), ["--rule", "last-round"]),
}


def test_every_kind_of_the_documentation_is_here() -> None:
    table = (ROOT / "docs/instances.md").read_text(encoding="utf-8").split("## Optional fields")[0]
    assert set(re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sense", ["maximize", "minimize"])
def test_a_constraint_means_what_its_flag_means(kind: str, sense: str, program: str) -> None:
    constraint, flags = KINDS[kind]
    assert constraint["type"] == kind
    instance = Instance(3, 3, sense, constraints=[constraint])  # type: ignore[arg-type]
    words = [program, "solve", "--size", "3", "--sense", sense[:3], *flags, "--format", "json"]
    told = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    assert told["instance"] == instance.to_dict()
    answer = instance.solve()
    assert (told["score"], told["status"]) == (answer.score, "optimal")
    assert instance.check(answer.order or ()).valid
    assert answer.cross_check is not None
    assert answer.cross_check["agrees"]


def test_what_else_an_instance_has(program: str) -> None:
    bonus = {"row": 2, "column": 7, "colour": 10}
    instance = Instance(3, 3, "min", initial=[1, (2, 2)], turns=5, bonus=bonus, name="a", source="b")
    flags = ["--sense", "min", "--initial", "1 5", "--turns", "5", "--bonus", "2,7,10"]
    words = [program, "solve", "--size", "3", *flags, "--format", "json"]
    told = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    assert instance.to_dict() == {"name": "a", "source": "b", **told["instance"]}
    assert (instance.rows, instance.columns, instance.sense) == (3, 3, "minimize")
    assert instance.solve().score == told["score"]


@pytest.mark.parametrize("path", sorted((ROOT / "instances").rglob("3x3*.json")), ids=lambda path: path.stem)
def test_files_are_read_as_the_command_line_reads_them(path: Path) -> None:
    instance = Instance.from_file(path)
    assert Instance.from_json(instance.to_json()) == instance
    published = instance.to_dict().get("published", {})
    if "score" in published:
        assert instance.solve().score == published["score"]
    if "orders" in published:
        assert instance.count().orders == int(published["orders"])


def test_instances_are_values() -> None:
    instance = Instance(2, 3, constraints=[azulejo.rounds()])
    again = pickle.loads(pickle.dumps(instance))
    assert again == instance
    assert hash(again) == hash(instance)
    assert eval(repr(instance), {"Instance": Instance}) == instance
    assert instance != Instance(3, 2, constraints=[azulejo.rounds()])
    assert Instance(np.int64(2), np.int32(3)) == Instance(2, 3)  # type: ignore[arg-type]


def test_all_faults_are_raised_at_once_with_their_places() -> None:
    wrong = [azulejo.place_at(10, 9), azulejo.before(1, 1), {"type": "no-such"}]
    with pytest.raises(azulejo.InvalidInstance) as raised:
        Instance(3, 3, constraints=wrong)
    assert isinstance(raised.value, ValueError)
    places = [place for place, _ in raised.value.faults]
    assert places == ["constraints[0].cell", "constraints[1]", "constraints[2].type"]
    for place, fault in raised.value.faults:
        assert f"{place}: {fault}" in str(raised.value)
    assert "cell 10 is off the 3×3 wall" in str(raised.value)
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.faults) == (str(raised.value), raised.value.faults)


def test_bad_input_raises() -> None:
    with pytest.raises(azulejo.InvalidInstance, match="too large: at most 1024 cells"):
        Instance(100, 100)
    with pytest.raises(azulejo.InvalidInstance, match="sense"):
        azulejo.solve(3, 3, "biggest")  # type: ignore[arg-type]
    with pytest.raises(azulejo.InvalidInstance, match="rows"):
        azulejo.solve(-1, 3)
    with pytest.raises(azulejo.InvalidInstance, match="JSON"):
        Instance.from_json("{")
    with pytest.raises(FileNotFoundError):
        Instance.from_file("no-such.json")
    with pytest.raises(TypeError):
        Instance(3.5j, 3)  # type: ignore[arg-type]
    with pytest.raises(azulejo.InvalidInstance, match="rows"):
        Instance("3", 3)  # type: ignore[arg-type]
    instance = Instance(3, 3)
    with pytest.raises(ValueError, match="is no method: use auto, ordering"):
        instance.solve(method="simplex")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is no formulation: use ordering"):
        instance.formulation("mtz")  # type: ignore[arg-type]
    for limit in (-1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="use a number of seconds from 0"):
            instance.solve(time_limit=limit)
    with pytest.raises(ValueError, match="cell 10 is off the 3×3 wall"):
        instance.check([10])
    with pytest.raises(azulejo.Unfit, match="state graph"):
        azulejo.solve(6, 6, method="graph")
    with pytest.raises(azulejo.SolveError):  # which Unfit is one of
        azulejo.formulation(9, 9, kind="case-study")
