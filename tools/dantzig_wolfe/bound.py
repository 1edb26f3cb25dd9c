"""What a Dantzig-Wolfe program knows of `rounds` minima, beside the closed bound, for docs/methods.md.

Under `rounds`, round t fills one cell in each of the n rows, from the top row to the bottom row. So an order
is n permutations, one for each row: the columns that the row fills in round 1, 2, … Seen from the columns, an
order is n vectors, one for each column: the rounds in which row 1, 2, … fills its cell there. The linear
program has one variable for each permutation of each row and one for each vector of each column, with the
runs of the line as its cost:

    minimize    Σ runs of all lines  −  Σ z(i, j)
    subject to  one permutation for each row, one vector for each column                    (convexity)
                row i fills column j in round t  =  column j is filled by row i in round t  (link)
                z(i, j)  ≤  the starts of cell (i, j) in its row and in its column          (start)
                Σ z over each block of four cells  ≤  3,    0 ≤ z ≤ 1                       (block)

A tile starts a line if it has no neighbour there when it is placed. Its run is then 1. A tile that starts one
line scores its run in the other line alone, and a tile that starts both scores 1: either way the two runs are
one point too many, and z takes it away. In each block of four cells the cell that is filled last starts
neither line. So the program bounds what every order scores.

Both kinds of variables are generated. With the prices of the rows, a dynamic program over sets of cells finds
the cheapest permutation of a row, and another one the cheapest vector of a column. The costs of all of them
add up to a bound for any prices (Lagrange), so the table never rests on a program that is not solved to its
end.
"""

import argparse
import json
import math
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import highspy
import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[2]

#: The part of the next prices that are the best ones so far, where these help (Wentges).
SMOOTHING = 0.7

#: What a solution may cost that leaves a line without a variable, or a link unequal.
ARTIFICIAL, SLACK = 1000.0, 60.0

#: The program is solved when its value is so near to the bound.
NEAR = 1e-3

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class Line:
    """A line of n cells, of which each set is a number with a bit for each cell."""

    def __init__(self, n: int) -> None:
        """Tabulate the runs of all tiles beside all sets."""
        self.n = n
        self.sets: Integers = np.arange(1 << n)
        #: The run that a tile makes in a cell beside a set, and whether it starts; by cell and set.
        self.run = np.zeros((n, 1 << n), dtype=np.int64)
        for cell in range(n):
            for step in (-1, 1):
                joined = np.ones(1 << n, dtype=bool)
                beside = cell + step
                while 0 <= beside < n:
                    joined &= (self.sets >> beside & 1).astype(bool)
                    self.run[cell] += joined
                    beside += step
        self.run += 1
        self.starts = self.run == 1

    def permutation(self, prices: Floats, of_start: Floats) -> tuple[float, list[int]]:
        """The cheapest order of the cells, by prices by cell and round, and by cell where it starts."""
        best = np.full(1 << self.n, np.inf)
        best[0] = 0.0
        last = np.zeros(1 << self.n, dtype=np.int64)
        sizes = np.bitwise_count(self.sets)
        for turn in range(self.n):
            of_size = self.sets[sizes == turn]
            for cell in range(self.n):
                before = of_size[of_size >> cell & 1 == 0]
                cost = best[before] + self.cost(cell, before, of_start) - prices[cell, turn]
                after = before | 1 << cell
                better = cost < best[after]
                best[after[better]] = cost[better]
                last[after[better]] = cell
        order, full = [], len(self.sets) - 1
        while full:
            order.append(int(last[full]))
            full ^= 1 << order[-1]
        return float(best[-1]), order[::-1]

    def rounds(self, prices: Floats, of_start: Floats) -> tuple[float, list[int]]:
        """The cheapest round of each cell, by the same prices; a round fills its cells from the first."""
        best = np.full(1 << self.n, np.inf)
        best[0] = 0.0
        steps = []
        for turn in range(self.n):
            for cell in range(self.n):
                before = self.sets[self.sets >> cell & 1 == 0]
                cost = best[before] + self.cost(cell, before, of_start) + prices[cell, turn]
                after = before | 1 << cell
                better = cost < best[after]
                best[after[better]] = cost[better]
                steps.append((cell, turn, set(after[better].tolist())))
        rounds, filled = [0] * self.n, len(self.sets) - 1
        for cell, turn, reached in reversed(steps):
            if filled in reached:
                rounds[cell] = turn
                filled ^= 1 << cell
        return float(best[-1]), rounds

    def cost(self, cell: int, sets: Integers, of_start: Floats) -> Floats:
        """What a tile earns in a cell beside sets, and pays if it starts."""
        cost: Floats = self.run[cell, sets] + of_start[cell] * self.starts[cell, sets]
        return cost

    def tell(self, order: list[tuple[int, int]]) -> Iterator[tuple[int, int, int, bool]]:
        """For cells with their rounds in order: each cell, its round, its run, and whether it starts."""
        filled = 0
        for cell, turn in order:
            yield cell, turn, int(self.run[cell, filled]), bool(self.starts[cell, filled])
            filled |= 1 << cell


class Program:
    """The restricted master program: the permutations and vectors that have been generated."""

    def __init__(self, n: int) -> None:
        """Write the rows, the columns of z, and what makes the empty program feasible."""
        self.n, self.line = n, Line(n)
        self.highs = highspy.Highs()
        self.highs.setOptionValue("output_flag", False)
        self.of_row = [self.row(1, 1) for _ in range(n)]
        self.of_column = [self.row(1, 1) for _ in range(n)]
        self.link: Integers = np.array([self.row(0, 0) for _ in range(n**3)]).reshape(n, n, n)
        self.start: Integers = np.array([self.row(-math.inf, 0) for _ in range(n**2)]).reshape(n, n)
        self.blocks = {(i, j): self.row(-math.inf, 3) for i in range(n - 1) for j in range(n - 1)}
        for (i, j), row in np.ndenumerate(self.start):
            corners = [(i - up, j - left) for up in (0, 1) for left in (0, 1)]
            blocks = [self.blocks[corner] for corner in corners if corner in self.blocks]
            self.column(-1, dict.fromkeys([int(row), *blocks], 1), upper=1)
        for convex in self.of_row + self.of_column:
            self.column(ARTIFICIAL, {convex: 1})
        for link in map(int, self.link.flat):
            self.column(SLACK, {link: 1})
            self.column(SLACK, {link: -1})

    def row(self, lower: float, upper: float) -> int:
        """A new row without entries; its number."""
        self.highs.addRow(lower, upper, 0, [], [])
        return int(self.highs.getNumRow()) - 1

    def column(self, cost: float, entries: dict[int, int], upper: float = math.inf) -> None:
        """A new variable."""
        rows = np.array(list(entries), dtype=np.int32)
        values = np.array(list(entries.values()), dtype=float)
        self.highs.addCol(cost, 0, upper, len(rows), rows, values)

    def add_permutation(self, i: int, order: list[int]) -> None:
        """A permutation of row i."""
        cost, entries = 0, {self.of_row[i]: 1}
        for j, turn, run, starts in self.line.tell([(j, turn) for turn, j in enumerate(order)]):
            cost += run
            entries[int(self.link[i, j, turn])] = 1
            if starts:
                entries[int(self.start[i, j])] = -1
        self.column(cost, entries)

    def add_rounds(self, j: int, rounds: list[int]) -> None:
        """A vector of column j."""
        cost, entries = 0, {self.of_column[j]: 1}
        order = sorted(enumerate(rounds), key=lambda entry: (entry[1], entry[0]))
        for i, turn, run, starts in self.line.tell(order):
            cost += run
            entries[int(self.link[i, j, turn])] = -1
            if starts:
                entries[int(self.start[i, j])] = -1
        self.column(cost, entries)

    def solve(self) -> tuple[float, Floats]:
        """The value of what has been generated, and the prices of the rows."""
        self.highs.run()
        return float(self.highs.getObjectiveValue()), np.array(self.highs.getSolution().row_dual)

    def generate(self, prices: Floats) -> float:
        """The best permutation of each row and vector of each column at some prices; the bound they prove."""
        # With a price of the wrong sign, an inequality proves nothing.
        link, start = prices[self.link], np.minimum(prices[self.start], 0)
        bound = 0.0
        for i in range(self.n):
            cost, order = self.line.permutation(link[i], start[i])
            bound += cost
            self.add_permutation(i, order)
        for j in range(self.n):
            cost, rounds = self.line.rounds(link[:, j], start[:, j])
            bound += cost
            self.add_rounds(j, rounds)
        of_z = -1.0 - start
        for (i, j), row in self.blocks.items():
            price = min(float(prices[row]), 0.0)
            of_z[i : i + 2, j : j + 2] -= price
            bound += 3 * price
        return bound + float(np.minimum(of_z, 0).sum())


@dataclass
class Found:
    """A bound with its cost."""

    bound: float
    programs: int
    seconds: float


def dantzig_wolfe(n: int, limit: float) -> Found:
    """What no `rounds` order of an n×n wall scores less than, as far as the limit in seconds allows."""
    program, began = Program(n), time.monotonic()
    best, at = -math.inf, None
    for programs in range(1, sys.maxsize):
        value, prices = program.solve()
        candidates = [prices] if at is None else [SMOOTHING * at + (1 - SMOOTHING) * prices, prices]
        for prices in candidates:
            bound = program.generate(prices)
            if bound > best:
                best, at = bound, prices
                break
        seconds = time.monotonic() - began
        if value - best < NEAR or seconds > limit:
            return Found(best, programs, seconds)
    raise AssertionError


def solve_rounds(program: Path, n: int, *more: str) -> dict[str, int]:
    """The answer of azulejo about the same minimum."""
    minimum = ["solve", "--size", str(n), "--sense", "min", "--rule", "rounds", "--format", "json"]
    output = subprocess.run([program, *minimum, *more], check=False, capture_output=True, text=True)
    answer: dict[str, int] = json.loads(output.stdout)
    return answer


def main() -> int:
    """Measure, and put the table in its place; 1 where a bound is beyond the minimum."""
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument(
        "--program", type=Path, default=ROOT / "target/release/azulejo", help="azulejo, built"
    )
    parser.add_argument("--most", type=int, default=8, help="the largest wall")
    parser.add_argument("--limit", type=float, default=300, help="seconds for each wall")
    args = parser.parse_args()
    sizes = range(3, args.most + 1)
    columns, wrong = [], False
    for n in sizes:
        result = dantzig_wolfe(n, args.limit)
        # Before it searches, the ordering method has the closed bounds alone.
        closed = solve_rounds(args.program, n, "--method", "ordering", "--time-limit", "1ms")["bound"]
        minimum = solve_rounds(args.program, n)["score"]
        rounded = math.ceil(result.bound - NEAR)
        wrong |= max(rounded, closed) > minimum
        columns.append((rounded, f"{result.seconds:.1f}", closed, minimum))
        print(f"{n}×{n}: {result}, closed bound {closed}, minimum {minimum}", file=sys.stderr)
    titles = [
        "linear program, rounded up",
        "its seconds",
        "closed bound for the last round, at once",
        "the minimum",
    ]
    rows = [["wall, `rounds`, minimum", *(f"{n}×{n}" for n in sizes)]]
    rows += [[title, *map(str, figures)] for title, *figures in zip(titles, *columns, strict=True)]
    head, *body = [f"| {' | '.join(cells)} |\n" for cells in rows]
    put(head + "|---" * len(rows[0]) + "|\n" + "".join(body))
    return int(wrong)


def put(table: str) -> None:
    """Put the table between its marks in docs/methods.md."""
    path = ROOT / "docs/methods.md"
    before, _, rest = path.read_text().partition("<!-- dantzig-wolfe: begin -->\n")
    _, end, after = rest.partition("<!-- dantzig-wolfe: end -->")
    new = path.with_suffix(".md.new")
    new.write_text(f"{before}<!-- dantzig-wolfe: begin -->\n\n{table}\n{end}{after}")
    new.replace(path)


if __name__ == "__main__":
    sys.exit(main())
