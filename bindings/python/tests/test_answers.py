"""Answers, counts and orders say what the command line says."""

import base64
import itertools
import json
import pickle
import subprocess
import typing
from collections import Counter
from xml.etree import ElementTree as ET

import pytest

import azulejo
from azulejo import Answer, Instance


def points(rows: int, columns: int, order: "tuple[int, ...]") -> int:
    """The score of an order, by the rule itself."""
    filled: set[tuple[int, int]] = set()
    score = 0
    for number in order:
        row, column = divmod(number - 1, columns)
        filled.add((row, column))

        def run(by_row: int, by_column: int, row: int = row, column: int = column) -> int:
            steps = itertools.count(1)
            return next(k for k in steps if (row + k * by_row, column + k * by_column) not in filled) - 1

        across, down = 1 + run(0, 1) + run(0, -1), 1 + run(1, 0) + run(-1, 0)
        score += 1 if across == down == 1 else sum(length for length in (across, down) if length > 1)
    assert len(filled) == len(order) <= rows * columns
    return score


def picture_of(html: str) -> str:
    """The picture that an image in a notebook shows."""
    image = ET.fromstring(html.replace('">', '"/>'))
    assert image.get("alt")
    return base64.b64decode((image.get("src") or "").removeprefix("data:image/svg+xml;base64,")).decode()


@pytest.mark.parametrize("sense", ["maximize", "minimize"])
@pytest.mark.parametrize("method", typing.get_args(azulejo.Method))
def test_every_method_finds_the_optimum_of_all_orders(method: azulejo.Method, sense: azulejo.Sense) -> None:
    scores = [points(2, 3, order) for order in itertools.permutations(range(1, 7))]
    best = max(scores) if sense == "maximize" else min(scores)
    answer = azulejo.solve(2, 3, sense, method=method)
    assert (answer.status, answer.score, answer.bound) == ("optimal", best, best)
    assert answer.order is not None
    assert points(2, 3, answer.order) == best == sum(answer.points or ())
    with pytest.raises(azulejo.Unfit, match="square wall"):
        azulejo.count(2, 3, sense, method="last-merge")
    for counter in set(typing.get_args(azulejo.Counter)) - {"last-merge"}:
        count = azulejo.count(2, 3, sense, method=counter)
        assert (count.score, count.orders) == (best, scores.count(best))


def test_the_methods_are_those_of_the_library() -> None:
    instance = Instance(2, 2)
    calls: list[tuple[object, tuple[str, ...]]] = [
        (lambda: instance.solve(method="?"), typing.get_args(azulejo.Method)),  # type: ignore[arg-type]
        (lambda: instance.count(method="?"), typing.get_args(azulejo.Counter)),  # type: ignore[arg-type]
        (lambda: instance.formulation("?"), typing.get_args(azulejo.Kind)),  # type: ignore[arg-type]
        (lambda: instance.formulation(without=["?"]), typing.get_args(azulejo.Cuts)),  # type: ignore[list-item]
    ]
    for call, names in calls:
        with pytest.raises(ValueError, match="use") as raised:
            call()  # type: ignore[operator]
        assert set(str(raised.value).split("use ")[1].split(", ")) == set(names)


def test_an_answer_equals_the_output_of_the_command_line(program: str) -> None:
    instance = Instance(3, 3, constraints=[azulejo.place_at(5, 9)])
    answer = instance.solve()
    words = [program, "solve", "-", "--format", "json"]
    process = subprocess.run(words, input=instance.to_json().encode(), capture_output=True, check=True)
    data = json.loads(process.stdout)
    data["stats"]["seconds"] = answer.stats["seconds"]
    assert Answer.read(instance, data) == answer
    assert answer.cost == {"without": 33, "points": 3}
    assert answer.proof is not None
    assert pickle.loads(pickle.dumps(answer)) == answer


def test_an_answer_shows_itself() -> None:
    answer = azulejo.solve(3, 4, constraints=[azulejo.last([1])])
    turns = answer.turns
    assert turns is not None
    assert turns[0][0] == 12
    flat = [turn for row in turns for turn in row]
    assert sorted(flat) == list(range(1, 13))
    assert [flat.index(turn) + 1 for turn in range(1, 13)] == list(answer.order or ())
    assert str(answer).endswith(f"score {answer.score} (proven maximum)")
    assert "\x1b" not in str(answer)
    picture = answer.svg()
    assert picture is not None
    assert picture_of(answer._repr_html_()) == picture
    root = ET.fromstring(picture)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    words = "".join(root.itertext())
    assert "proven" in words
    for turn in range(1, 13):
        assert f"{turn}" in words
    assert answer.svg("strip") != answer.svg("turns") != answer.svg()
    with pytest.raises(ValueError, match="is no picture: use turns, points"):
        answer.svg("photo")  # type: ignore[arg-type]


def test_conflicting_constraints_are_named() -> None:
    constraints = [azulejo.last([9]), azulejo.place_at(1, 2), azulejo.before(2, 1), azulejo.before(3, 1)]
    answer = azulejo.solve(3, 3, constraints=constraints)
    assert (answer.status, answer.score, answer.bound, answer.order) == ("infeasible", None, None, None)
    assert answer.conflict == {"constraints": [1, 2, 3], "irreducible": True}
    assert "no order satisfies" in answer._repr_html_()
    assert answer.svg() is None
    count = azulejo.count(3, 3, constraints=constraints)
    assert (count.status, count.orders) == ("infeasible", 0)
    assert Instance(3, 3, constraints=constraints).orders().status == "infeasible"


def test_counts_are_integers_of_python() -> None:
    count = azulejo.count(5, 5, "minimize")
    assert count.orders == 1562034076438438272
    assert type(count.orders) is int
    huge = azulejo.count(6, 6)
    assert huge.orders is not None
    assert huge.orders > 2**64, "more than a machine word"


def test_orders_are_listed_and_drawn() -> None:
    instance = Instance(3, 3, constraints=[azulejo.place_at(5, 9)])
    listed = instance.orders(2000)
    assert (listed.score, listed.orders, len(listed.listed)) == (30, 1088, 1088)
    assert list(listed.listed) == sorted(set(listed.listed))
    assert all(points(3, 3, order) == 30 and order[-1] == 5 for order in listed.listed)
    sample = instance.sample(4000, seed=7)
    assert sample.listed == instance.sample(4000, seed=7).listed != instance.sample(4000, seed=8).listed
    frequencies = Counter(sample.listed)
    assert set(frequencies) <= set(listed.listed)
    assert len(frequencies) > 1000, "each of 1088 is expected 3.7 times"


@pytest.mark.parametrize("rows", [[], ["turn(6) - turn(1) <= 2"]])
def test_orders_near_the_best_have_their_scores(rows: "list[str]") -> None:
    instance = Instance(2, 3, "minimize", constraints=map(azulejo.subject_to, rows))
    valid = [order for order in itertools.permutations(range(1, 7)) if instance.check(order).valid]
    best = min(points(2, 3, order) for order in valid)
    near = instance.orders(1000, within=2)
    assert near.scores == tuple(sorted(points(2, 3, order) for order in valid if points(2, 3, order) <= best + 2))
    assert near.scores == tuple(points(2, 3, order) for order in near.listed)
    assert len(set(near.listed)) == len(near.listed) > (near.orders or 0) > 0
    optimal = instance.orders(3)
    assert optimal.scores == (best,) * 3
    with pytest.raises(ValueError, match="within: use a whole number from 0"):
        instance.orders(within=-1)


def test_an_order_is_checked() -> None:
    instance = Instance(2, 2, constraints=[azulejo.last([1])])
    check = instance.check([(2, 2), 2, 3, 1])
    assert (check.valid, check.score, check.points) == (True, 9, (1, 2, 2, 4))
    assert check.breakdown["total"] == {"horizontal": 4, "vertical": 4, "single": 1}
    wrong = instance.check([1, 2, 3])
    assert not wrong.valid
    assert len(wrong.violations) == 2
    assert "not valid" in str(wrong)
    assert check.svg().startswith("<svg ")
    with pytest.raises(ValueError, match="cannot be played"):
        instance.check([1, 1, 2, 3]).svg()
    assert picture_of(check._repr_html_()) == check.svg()
    assert "not valid" in instance.check([1, 1, 2, 3])._repr_html_()


def test_a_check_has_both_sides_of_each_row() -> None:
    instance = Instance(2, 2, constraints=[azulejo.subject_to("turn(4) - turn(1) <= 2")])
    (row,) = instance.check([1, 2, 4, 3]).rows
    assert (row["left"], row["relation"], row["right"], row["slack"]) == (2, "<=", 2, 0)
    assert row["class"] == "order"


def test_a_certificate_is_checked_without_trust() -> None:
    answer = azulejo.solve(3, 3, constraints=[azulejo.place_at(5, turn=9)])
    certificate = answer.certificate()
    assert azulejo.check(certificate) == azulejo.Proven("optimal", 30)
    with pytest.raises(ValueError, match="order"):
        azulejo.check(certificate.replace("30", "31"))
    nothing = azulejo.solve(2, 2, constraints=[azulejo.before(1, 2), azulejo.before(2, 1)])
    certificate = nothing.certificate()
    assert json.loads(certificate)["conflict"]["constraints"] == [0, 1]
    assert azulejo.check(certificate) == azulejo.Proven("infeasible", None)
    with pytest.raises(azulejo.SolveError, match="not proven"):
        azulejo.solve(3, 3, constraints=[azulejo.place_at(5, turn=9)], method="case-study", time_limit=0).certificate()


def test_a_repeated_constraint_is_a_warning() -> None:
    last = azulejo.place_at(5, 9)
    with pytest.warns(UserWarning, match=r"constraints\[1\]: says the same as constraints\[0\]"):
        twice = Instance(3, 3, constraints=[last, last]).solve()
    assert twice.score == Instance(3, 3, constraints=[last]).solve().score
