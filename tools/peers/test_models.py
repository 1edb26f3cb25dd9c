"""Whether the models say what the game says: they are held against every order of small walls.

azulejo's path is in the variable AZULEJO; HiGHS and SCIP read the file that it writes. Each peer runs in a
process of its own, as `one_run.py` is there for.
"""

import json
import os
import subprocess
import sys
import unittest
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from agreement import contradictions
from answer import Answer, rounded
from instance import Instance
from methods import HERE, ROOT, Result

SMALL = [
    "plain/2x2-max",
    "plain/2x2-min",
    "thesis/2x2-last-round-max",
    "thesis/2x2-last-round-min",
]
LARGER = [
    "plain/3x3-max",
    "plain/3x3-min",
    "case-study/3x3-centre-last",
    "thesis/3x3-last-round-max",
    "thesis/3x3-last-round-min",
    "thesis/3x3-rounds-min",
    "constraints/all-kinds",
]
#: What instances say beside a small wall, with every kind of constraint; most of them end early.
MIXED: list[dict[str, Any]] = [
    {"turns": 5, "bonus": {"row": 2, "column": 7, "colour": 10}},
    {
        "initial": [5, 9],
        "turns": 4,
        "bonus": {"colour": 10},
        "constraints": [{"type": "before", "first": 1, "then": 2}],
    },
    {"initial": [1, 5, 9], "constraints": [{"type": "window", "cell": 2, "from": 3, "to": 5}]},
    {
        "turns": 6,
        "constraints": [
            {"type": "window", "cell": 1, "from": 2, "to": 3},
            {"type": "before", "first": 5, "then": 2},
            {"type": "before", "first": 2, "then": 6},
            {"type": "place-at", "cell": 4, "turn": 4},
        ],
    },
    {
        "turns": 7,
        "bonus": {"row": 2, "column": 7},
        "constraints": [
            {"type": "first", "cells": [2, [3, 3]]},
            {"type": "last", "cells": [1, 4]},
            {"type": "only", "cells": [3, 5, 6], "from": 3, "to": 4},
        ],
    },
    {"initial": [8], "turns": 6, "bonus": {"row": 5}, "constraints": [{"type": "last-round"}]},
    {
        "turns": 6,
        "bonus": {"row": 5},
        "constraints": [{"type": "rounds"}, {"type": "before", "first": 6, "then": 8}],
    },
    {
        "turns": 4,
        "constraints": [{"type": "before", "first": 1, "then": 2}, {"type": "before", "first": 2, "then": 1}],
    },
]


def file(name: str) -> Path:
    """An instance's file."""
    return ROOT / "instances" / f"{name}.json"


def points(instance: Instance, filled: frozenset[int], cell: int) -> int:
    """What a cell earns, walked cell by cell on the grid."""
    row, column = divmod(cell, instance.columns)

    def run(down: int, right: int) -> int:
        y, x = row + down, column + right
        length = 0
        while 0 <= y < instance.rows and 0 <= x < instance.columns and y * instance.columns + x in filled:
            y, x, length = y + down, x + right, length + 1
        return length

    lengths = [1 + run(0, -1) + run(0, 1), 1 + run(-1, 0) + run(1, 0)]
    return sum(length for length in lengths if length > 1) or 1


def score(instance: Instance, order: list[int]) -> int:
    """The points of an order of cells numbered from 1, which must be allowed."""
    cells = [cell - 1 for cell in order]
    assert len(set(cells)) == len(cells) == instance.horizon, order
    assert all(turn in instance.turns[cell] for turn, cell in enumerate(cells)), order
    filled, earned = instance.initial, 0
    for cell in cells:
        assert all(first in filled for first, then in instance.before if then == cell), order
        earned, filled = earned + points(instance, filled, cell), filled | {cell}
    return earned + bonus(instance, filled)


def bonus(instance: Instance, filled: frozenset[int]) -> int:
    """What is earned at the end."""
    return sum(earned for line, earned in instance.bonuses if filled.issuperset(line))


def best(instance: Instance) -> int | None:
    """The optimum over all orders."""
    choose = max if instance.maximize else min

    @cache
    def rest(filled: frozenset[int]) -> int | None:
        turn = len(filled - instance.initial)
        if turn == instance.horizon:
            return bonus(instance, filled)
        scores = [
            points(instance, filled, cell) + after
            for cell in instance.cells
            if cell not in filled
            and turn in instance.turns[cell]
            and all(first in filled for first, then in instance.before if then == cell)
            and (after := rest(filled | {cell})) is not None
        ]
        return choose(scores, default=None)

    return rest(instance.initial)


def ask(peer: str, path: Path, limit: float = 60.0) -> Answer:
    """What a peer says about an instance."""
    command = [sys.executable, str(HERE / "one_run.py"), peer, str(path), "--limit", str(limit)]
    command += ["--azulejo", os.environ["AZULEJO"]]
    data = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return Answer(data["status"], data["order"], data["bound"])


class Models(unittest.TestCase):
    """The peers on small walls."""

    def test_the_peers_find_the_optimum_of_small_walls(self) -> None:
        runs = [(peer, name) for peer in ("cp-sat", "didp") for name in SMALL + LARGER]
        runs += [(peer, name) for peer in ("highs", "scip") for name in SMALL]
        for peer, name in runs:
            with self.subTest(peer=peer, name=name):
                answer, instance = ask(peer, file(name)), Instance.read(file(name))
                self.assertEqual(answer.status, "optimal")
                self.assertEqual(score(instance, answer.order or []), best(instance))
                self.assertEqual(answer.bound, best(instance))

    def test_the_peers_know_every_kind_of_constraint(self) -> None:
        wall = {"name": "mixed", "wall": {"rows": 3, "columns": 3}}
        with TemporaryDirectory() as scratch:
            path = Path(scratch) / "mixed.json"
            for rest, sense in product(MIXED, ["maximize", "minimize"]):
                path.write_text(json.dumps({**wall, "sense": sense, **rest}), encoding="utf-8")
                instance = Instance.read(path)
                for peer in ("cp-sat", "didp"):
                    with self.subTest(peer=peer, sense=sense, rest=rest):
                        answer = ask(peer, path)
                        self.assertEqual(answer.status, "optimal")
                        self.assertEqual(score(instance, answer.order or []), best(instance))
                        self.assertEqual(answer.bound, best(instance))

    def test_a_stopped_peer_proves_nothing(self) -> None:
        name = "plain/5x5-min"
        for peer in ("cp-sat", "didp", "highs", "scip"):
            with self.subTest(peer=peer):
                answer = ask(peer, file(name), limit=0.5)
                self.assertIn(answer.status, ("feasible", "unknown"))
                if answer.order:
                    self.assertGreater(score(Instance.read(file(name)), answer.order), answer.bound or 0)


class Reading(unittest.TestCase):
    """What is read and rounded."""

    def test_an_instance_with_words_that_the_models_lack_is_refused(self) -> None:
        wall = {"name": "unknown", "wall": {"rows": 2, "columns": 2}, "sense": "maximize"}
        with TemporaryDirectory() as scratch:
            path = Path(scratch) / "unknown.json"
            for rest in ({"bonus": {"diagonal": 3}}, {"constraints": [{"type": "gravity"}]}):
                path.write_text(json.dumps({**wall, **rest}), encoding="utf-8")
                with self.subTest(rest=rest), self.assertRaisesRegex(ValueError, "not modelled"):
                    Instance.read(path)

    def test_bounds_are_rounded_towards_the_scores_that_they_leave(self) -> None:
        for bound, maximize, whole in [
            (33.7, True, 33),
            (32.9999999, True, 33),
            (88.2, False, 89),
            (89.0000001, False, 89),
            (float("-inf"), False, None),
            (1e20, True, None),
        ]:
            with self.subTest(bound=bound):
                self.assertEqual(rounded(bound, maximize=maximize), whole)


class Agreement(unittest.TestCase):
    """Results that cannot all be true are reported."""

    def faults(self, name: str, *results: Result) -> int:
        """How many contradictions there are."""
        return len(contradictions(Instance.read(file(name)), list(results)))

    def test_contradictions_to_the_published_score_are_reported(self) -> None:
        name = "case-study/3x3-centre-last"  # 30
        for status, score, bound, faults in [
            ("optimal", 30, 30, 0),
            ("feasible", 29, 48, 0),
            ("feasible", 30, 30, 0),
            ("unknown", None, 48, 0),
            ("unknown", None, None, 0),
            ("optimal", 29, 29, 1),
            ("optimal", 31, 31, 1),
            ("optimal", 30, 31, 1),
            ("feasible", 31, 48, 1),
            ("feasible", 28, 29, 1),
            ("infeasible", None, None, 1),
        ]:
            with self.subTest(status=status, score=score, bound=bound):
                result = Result(name, "a", status, score, bound)  # type: ignore[arg-type]
                self.assertEqual(self.faults(name, result), faults)

    def test_two_proofs_must_be_of_the_same_score_and_number_of_orders(self) -> None:
        unpublished = "plain/3x3-min"

        def proof(score: int, orders: str) -> Result:
            return Result(unpublished, "a", "optimal", score, score, orders)

        self.assertEqual(self.faults(unpublished, proof(22, "1088"), proof(22, "1088")), 0)
        self.assertEqual(self.faults(unpublished, proof(22, "1088"), proof(21, "1088")), 1)
        self.assertEqual(self.faults(unpublished, proof(22, "1088"), proof(22, "1089")), 1)


if __name__ == "__main__":
    unittest.main()
