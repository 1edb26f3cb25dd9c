"""Instances go the same way from Python as from files and flags."""

import itertools
import json
import os
import pickle
import re
import subprocess
import threading
from pathlib import Path
from typing import Any

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
    "subject-to": (azulejo.subject_to("count(row 3, 6) >= 2"), ["--subject-to", "count(row 3, 6) >= 2"]),
}


def test_every_kind_of_the_documentation_is_here() -> None:
    page = (ROOT / "docs/instances.md").read_text(encoding="utf-8")
    table = page.split("## Constraints on cells and turns")[1].split("\n## ")[0]
    assert set(re.findall(r"^\| `([a-z-]+)` \|", table, re.MULTILINE)) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sense", ["maximize", "minimize"])
def test_a_constraint_equals_its_flag(kind: str, sense: str, program: str) -> None:
    constraint, flags = KINDS[kind]
    assert constraint["type"] == kind
    instance = Instance(3, 3, sense, constraints=[constraint])  # type: ignore[arg-type]
    words = [program, "solve", "--size", "3", "--sense", sense[:3], *flags, "--format", "json"]
    output = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    assert output["instance"] == instance.to_dict()
    answer = instance.solve()
    assert (output["score"], output["status"]) == (answer.score, "optimal")
    assert instance.check(answer.order or ()).valid
    assert answer.cross_check is not None
    assert answer.cross_check["agrees"]


def test_every_other_field_of_an_instance_equals_its_flag(program: str) -> None:
    sets = [{"cells": [1, (1, 2)], "points": 3}]
    bonus = {"row": 2, "column": 7, "colour": 10, "sets": sets, "colours": ["abc", "bca", "cab"]}
    factors = [{"cells": [2, (3, 3)], "factor": 3}]
    instance = Instance(
        3, 3, "min", initial=[1, (2, 2)], holes=[7], turns=5, bonus=bonus, factors=factors, name="a", source="b"
    )
    flags = ["--sense", "min", "--initial", "1 5", "--holes", "7", "--turns", "5"]
    flags += ["--bonus", "2,7,10", "--factor", "2 9@3"]
    flags += ["--bonus-set", "1 2@3", "--colours", "abc/bca/cab"]
    words = [program, "solve", "--size", "3", *flags, "--format", "json"]
    output = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    assert instance.to_dict() == {"name": "a", "source": "b", **output["instance"]}
    assert (instance.rows, instance.columns, instance.sense) == (3, 3, "minimize")
    assert instance.solve().score == output["score"]


def test_a_turn_that_passes_is_0_in_an_order() -> None:
    instance = Instance(2, 2, tiles=3)
    answer = instance.solve()
    assert answer.score == 6
    assert answer.order is not None
    assert sorted(answer.order)[0] == 0
    assert len(answer.order) == 4
    assert answer.turns is not None
    assert sum(map(sum, answer.turns)) == 10 - (answer.order.index(0) + 1)
    check = instance.check([1, 0, 2, 4])
    assert check.score == 5


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


class Unknown:
    """Neither a number nor a text, nor anything else that an instance has."""


LOOP: "list[Any]" = []
LOOP.append(LOOP)

# What is no instance, with the place and the words that say so.
WRONG: "dict[str, tuple[dict[str, Any], str, str]]" = {
    "rows, a text": ({"rows": "3"}, "wall.rows", 'a whole number, found "3"'),
    "rows, a fraction": ({"rows": 3.5}, "wall.rows", "a whole number, found 3.5"),
    "rows, none": ({"rows": None}, "wall.rows", "found null"),
    "rows, a truth value": ({"rows": True}, "wall.rows", "found a truth value"),
    "rows, not finite": ({"rows": float("nan")}, "wall.rows", "expected a number, found nan"),
    "rows, complex": ({"rows": 3j}, "wall.rows", "found complex"),
    "rows, huge": ({"rows": 10**9}, "wall", "too large: at most 1024 cells"),
    "rows, 65 bits": ({"rows": 2**64}, "wall.rows", "more than 64 bits"),
    "rows, 5,000 digits": ({"rows": 10**5000}, "wall.rows", "more than 64 bits"),
    "columns, a list": ({"columns": [3]}, "wall.columns", "found a list"),
    "columns, negative": ({"columns": -1}, "wall.columns", "found -1"),
    "sense, unknown": ({"sense": "biggest"}, "sense", 'found "biggest"'),
    "sense, none": ({"sense": None}, "sense", "found null"),
    "sense, a list": ({"sense": []}, "sense", "found a list"),
    "constraints, one": ({"constraints": {"type": "rounds"}}, "constraints", "expected a list, found an object"),
    "constraints, none": ({"constraints": None}, "constraints", "expected a list, found null"),
    "constraints, a number": ({"constraints": 5}, "constraints", "expected a list, found 5"),
    "constraints, a text": ({"constraints": "rounds"}, "constraints", "expected a list"),
    "constraints, one none": ({"constraints": [None]}, "constraints[0]", "expected an object, found null"),
    "constraints, a name": ({"constraints": ["rounds"]}, "constraints[0]", 'found "rounds"'),
    "constraints, a function": ({"constraints": [azulejo.rounds]}, "constraints[0]", "found function"),
    "constraints, without end": ({"constraints": itertools.repeat(azulejo.rounds())}, "file", "larger than"),
    "constraints, in themselves": ({"constraints": LOOP}, f"constraints{'[0]' * 9}", "within each other"),
    "constraints, keys": ({"constraints": [{5: 1}]}, "constraints[0]", "the keys of a dictionary are texts"),
    "a cell, none": ({"constraints": [azulejo.place_at(None, 1)]}, "constraints[0].cell", "found null"),  # type: ignore[arg-type]
    "a cell, a text": ({"constraints": [azulejo.place_at("b2", 1)]}, "constraints[0].cell", 'found "b2"'),  # type: ignore[arg-type]
    "cells, one": ({"constraints": [azulejo.first(5)]}, "constraints[0].cells", "expected a list, found 5"),  # type: ignore[arg-type]
    "cells, without end": ({"constraints": [azulejo.last(itertools.count())]}, "file", "larger than"),
    "cells, a text": ({"constraints": [azulejo.first("12")]}, "constraints[0].cells", "expected a list"),  # type: ignore[arg-type]
    "initial, one": ({"initial": 5}, "initial", "expected a list, found 5"),
    "initial, none": ({"initial": None}, "initial", "found null"),
    "initial, a text": ({"initial": "12"}, "initial", "expected a list"),
    "initial, bytes": ({"initial": b"12"}, "initial", "found bytes"),
    "initial, without end": ({"initial": itertools.count(1)}, "file", "larger than"),
    "initial, negative": ({"initial": [-1]}, "initial[0]", "found -1"),
    "initial, three": ({"initial": [(1, 2, 3)]}, "initial[0]", "expected [row, column]"),
    "initial, an object": ({"initial": [1, Unknown()]}, "initial[1]", "found Unknown"),
    "holes, one": ({"holes": 5}, "holes", "expected a list, found 5"),
    "holes, filled": ({"holes": [5], "initial": [5]}, "initial[0]", "cell 5 is a hole"),
    "turns, a text": ({"turns": "5"}, "turns", "a whole number"),
    "turns, negative": ({"turns": -5}, "turns", "found -5"),
    "tiles, a text": ({"tiles": "5"}, "tiles", "a whole number"),
    "tiles, too many": ({"turns": 4, "tiles": 5}, "tiles", "only 4 turns"),
    "turns, infinite": ({"turns": float("inf")}, "turns", "found inf"),
    "bonus, a number": ({"bonus": 5}, "bonus", "expected an object, found 5"),
    "bonus, nothing": ({"bonus": 0}, "bonus", "expected an object, found 0"),
    "bonus, a list": ({"bonus": []}, "bonus", "expected an object, found a list"),
    "bonus, negative": ({"bonus": {"row": -1}}, "bonus.row", "found -1"),
    "bonus, unknown": ({"bonus": {"diagonal": 1}}, "bonus.diagonal", "unknown"),
    "factors, one": ({"factors": {"cells": [1], "factor": 2}}, "factors", "expected a list, found an object"),
    "factors, too large": ({"factors": [{"cells": [1], "factor": 101}]}, "factors[0].factor", "use 0 to 100"),
    "name, a number": ({"name": 5}, "name", "expected a text, found 5"),
    "name, no Unicode": ({"name": "\ud800"}, "name", "not Unicode"),
    "source, a list": ({"source": ["a"]}, "source", "expected a text, found a list"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_invalid_instance_is_refused_with_its_place(name: str) -> None:
    arguments, place, words = WRONG[name]
    with pytest.raises(azulejo.InvalidInstance) as raised:
        Instance(**{"rows": 3, "columns": 3, **arguments})
    places = {place for place, _ in raised.value.faults}
    assert places == {place}, str(raised.value)
    assert words in str(raised.value)
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.faults) == (str(raised.value), raised.value.faults)


def test_any_iterable_is_a_list() -> None:
    cells = [1, 5]
    iterables = [cells, tuple(cells), set(cells), iter(cells), dict.fromkeys(cells).keys(), np.array(cells)]
    for initial in iterables:
        assert Instance(3, 3, initial=initial) == Instance(3, 3, initial=cells)
    constraints = (azulejo.first(cell for cell in cells) for _ in range(1))
    assert Instance(3, 3, constraints=constraints) == Instance(3, 3, constraints=[azulejo.first(cells)])


def test_a_file_that_does_not_end_is_not_read_whole(tmp_path: Path) -> None:
    with pytest.raises(azulejo.InvalidInstance, match="file: larger than 1048576 bytes") as raised:
        Instance.from_file("/dev/zero")
    assert raised.value.faults == [("file", "larger than 1048576 bytes")]
    path = tmp_path / "long.json"
    path.write_text(Instance(3, 3).to_json() + " " * 2**20, encoding="utf-8")
    with pytest.raises(azulejo.InvalidInstance, match="file: larger than"):
        Instance.from_file(path)
    path.write_bytes(b"\xff{}")
    with pytest.raises(azulejo.InvalidInstance, match="file: not UTF-8 text"):
        Instance.from_file(path)
    with pytest.raises(azulejo.InvalidInstance, match="file: not JSON"):
        Instance.from_file("/dev/null")
    with pytest.raises(IsADirectoryError):
        Instance.from_file(tmp_path)


@pytest.mark.parametrize("ends", [True, False])
def test_a_pipe_is_read_as_far_as_an_instance_goes(ends: bool, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = Instance(3, 3).to_json().encode()

    def write() -> None:
        with pipe.open("wb", buffering=0) as file:
            file.write(text)
            try:
                while not ends:
                    file.write(b" " * 4096)
            except BrokenPipeError:  # nobody reads any more
                return

    thread = threading.Thread(target=write)
    thread.start()
    if ends:
        assert Instance.from_file(pipe) == Instance(3, 3)
    else:
        with pytest.raises(azulejo.InvalidInstance, match="file: larger than"):
            Instance.from_file(pipe)
    thread.join()


# Arguments of runs, with what is said of them.
ARGUMENTS: "dict[str, tuple[Any, type[Exception], str]]" = {
    "2**40 draws": (lambda wall: wall.sample(2**40), ValueError, "draws: use a whole number from 0 to 1000000"),
    "a million draws and one": (lambda wall: wall.sample(1_000_001), ValueError, "draws: use a whole number"),
    "-1 draws": (lambda wall: wall.sample(-1), ValueError, "draws: use a whole number from 0"),
    "half a draw": (lambda wall: wall.sample(0.5), TypeError, "draws: .* not float"),
    "draws in words": (lambda wall: wall.sample("ten"), TypeError, "draws: .* not str"),
    "draws, none": (lambda wall: wall.sample(None), TypeError, "draws: .* not NoneType"),
    "2**40 orders": (lambda wall: wall.orders(2**40), ValueError, "most: use a whole number from 0 to 1000000"),
    "-1 orders": (lambda wall: wall.orders(-1), ValueError, "most: use a whole number from 0"),
    "orders without a number": (lambda wall: wall.orders([]), TypeError, "most: .* not list"),
    "a negative seed": (lambda wall: wall.sample(seed=-1), ValueError, "seed: use a whole number from 0"),
    "a seed of 65 bits": (lambda wall: wall.sample(seed=2**64), ValueError, "seed: use a whole number from 0"),
    "a seed of 32 bits": (lambda wall: wall.solve(seed=2**31), ValueError, "seed: .* from 0 to 2147483647"),
    "no threads": (lambda wall: wall.solve(threads=0), ValueError, "threads: .* from 1 to 1024"),
    "many threads": (lambda wall: wall.solve(threads=2**40), ValueError, "threads: .* from 1 to 1024"),
    "threads in words": (lambda wall: wall.solve(threads="two"), TypeError, "threads: .* not str"),
    "negative memory": (lambda wall: wall.count(memory=-1), ValueError, "memory: use a whole number from 0"),
    "memory of 65 bits": (lambda wall: wall.solve(memory=2**64), ValueError, "memory: use a whole number from 0"),
    "memory with a unit": (lambda wall: wall.orders(memory="8GiB"), TypeError, "memory: .* not str"),
    "memory, half a byte": (lambda wall: wall.sample(memory=0.5), TypeError, "memory: .* not float"),
    "a time in words": (lambda wall: wall.solve(time_limit="5s"), TypeError, "time_limit"),
    "a method that is no text": (lambda wall: wall.solve(method=3), TypeError, "method"),
    "a counter that is no text": (lambda wall: wall.count(method=None), TypeError, "method"),
    "a kind that is no text": (lambda wall: wall.formulation(3), TypeError, "kind"),
    "one family": (lambda wall: wall.formulation(without="line-cuts"), TypeError, "without: use a list .* not str"),
    "no families": (lambda wall: wall.formulation(without=None), TypeError, "without: use a list"),
    "families without names": (lambda wall: wall.formulation(without=[1]), TypeError, "without"),
    "an order, a number": (lambda wall: wall.check(5), TypeError, "order: use a list of cells, not int"),
    "an order, a text": (lambda wall: wall.check("123"), TypeError, "order: use a list of cells, not str"),
    "an order of texts": (lambda wall: wall.check([1, "2"]), ValueError, r"order\[1\]: use a number from 1, or a pair"),
    "an order of lists": (lambda wall: wall.check([[1, 2, 3]]), ValueError, r"order\[0\]: use a number"),
    "an order of negative numbers": (lambda wall: wall.check([-1]), ValueError, r"order\[0\]: use a number"),
    "an order of 65 bits": (lambda wall: wall.check([(1, 2**64)]), ValueError, r"order\[0\]: use a number"),
    "an order without end": (lambda wall: wall.check(itertools.repeat(1)), ValueError, "no wall has more than 1024"),
    "a picture, a number": (lambda wall: wall.check([1]).svg(5), TypeError, "pictures"),
    "values, a number": (lambda wall: wall.formulation().order(5), TypeError, "int"),
    "values without end": (lambda wall: wall.formulation().order(itertools.repeat(0)), ValueError, "the program has"),
    "values that are none": (
        lambda wall: wall.formulation().order([float("nan")] * len(wall.formulation().columns)),
        ValueError,
        r"values\[0\]: NaN is no value",
    ),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_an_invalid_argument_is_refused_by_its_name(name: str) -> None:
    call, error, words = ARGUMENTS[name]
    with pytest.raises(error, match=words):
        call(Instance(3, 3))


def test_nothing_is_a_number_of_orders() -> None:
    instance = Instance(2, 2)
    assert instance.orders(0).listed == instance.sample(0).listed == ()
    assert len(instance.sample(np.int64(2)).listed) == 2  # type: ignore[arg-type]


def test_as_many_orders_as_the_command_lists(program: str) -> None:
    words = [program, "orders", "--size", "2", "--sample", "1000001"]
    process = subprocess.run(words, capture_output=True, text=True, check=False)
    assert process.returncode == 2
    assert process.stderr.startswith("error: 1000001 orders: at most 1000000 are printed\n")


@pytest.mark.parametrize("word", ["min", "minimum", "minimise", "MIN", "Minimize"])
def test_a_sense_is_read_in_every_spelling(word: str) -> None:
    assert Instance(2, 2, word).sense == "minimize"  # type: ignore[arg-type]
    assert Instance(2, 2, word.lower().replace("min", "max")).sense == "maximize"  # type: ignore[arg-type]


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
