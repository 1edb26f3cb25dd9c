"""The dynamic programs against all permutations and vectors; the bound against all orders of small walls."""

import math
import unittest
from itertools import permutations, product

import numpy as np

from bound import NEAR, Floats, Line, dantzig_wolfe


def cost(line: Line, order: list[tuple[int, int]], prices: Floats, of_start: Floats) -> float:
    """What the cells of a line cost with their rounds in order."""
    runs = line.tell(order)
    return float(sum(run + prices[cell, turn] + starts * of_start[cell] for cell, turn, run, starts in runs))


def score(order: list[tuple[int, int]]) -> int:
    """The score of an order of cells, by the rules of the game."""
    filled: set[tuple[int, int]] = set()
    total = 0
    for i, j in order:
        across = 1 + beside(filled, (i, j), (0, 1)) + beside(filled, (i, j), (0, -1))
        down = 1 + beside(filled, (i, j), (1, 0)) + beside(filled, (i, j), (-1, 0))
        total += sum(run for run in (across, down) if run > 1) or 1
        filled.add((i, j))
    return total


def beside(filled: set[tuple[int, int]], cell: tuple[int, int], step: tuple[int, int]) -> int:
    """The filled cells that follow each other from a cell in a direction."""
    following = (cell[0] + step[0], cell[1] + step[1])
    return 1 + beside(filled, following, step) if following in filled else 0


class Pricing(unittest.TestCase):
    """The dynamic programs."""

    def test_the_cheapest_permutation_and_the_cheapest_rounds(self) -> None:
        random = np.random.default_rng(1)
        for n in (1, 2, 3, 4):
            line = Line(n)
            for _ in range(20):
                prices, of_start = random.normal(size=(n, n)), random.normal(size=n)
                least, order = line.permutation(prices, of_start)
                orders = [list(enumerate(it)) for it in permutations(range(n))]
                costs = [cost(line, [(cell, turn) for turn, cell in it], -prices, of_start) for it in orders]
                self.assertAlmostEqual(least, min(costs))
                self.assertAlmostEqual(least, costs[orders.index(list(enumerate(order)))])
                least, rounds = line.rounds(prices, of_start)
                vectors = list(product(range(n), repeat=n))
                costs = [cost(line, by_round(it), prices, of_start) for it in vectors]
                self.assertAlmostEqual(least, min(costs))
                self.assertAlmostEqual(least, costs[vectors.index(tuple(rounds))])


def by_round(rounds: tuple[int, ...]) -> list[tuple[int, int]]:
    """The cells with their rounds, in the order in which they are filled."""
    return sorted(enumerate(rounds), key=lambda it: (it[1], it[0]))


class Bound(unittest.TestCase):
    """The bound."""

    def test_no_order_scores_less(self) -> None:
        for n, gap in ((2, 0), (3, 1)):
            walls = product(permutations(range(n)), repeat=n)
            least = min(score([(i, wall[i][turn]) for turn in range(n) for i in range(n)]) for wall in walls)
            bound = math.ceil(dantzig_wolfe(n, 60).bound - NEAR)
            self.assertIn(bound, range(least - gap, least + 1))


if __name__ == "__main__":
    unittest.main()
