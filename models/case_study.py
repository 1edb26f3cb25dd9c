"""The integer program of the case study, in PuLP. Read beside it: case_study.mod (GMPL), case_study.mzn (MiniZinc), case_study.jl (JuMP).

    python models/case_study.py 2 2            # solves the 2×2 wall
    python models/case_study.py 2 2 mine.lp    # writes its program
"""

import sys
from itertools import combinations

import pulp

rows, columns = int(sys.argv[1]), int(sys.argv[2])
positions = range(1, rows * columns + 1)  # row by row, from the top left
turns = positions  # one tile a turn


def place(j):
    return divmod(j - 1, columns)


def near(j, k):
    (y, x), (v, w) = place(j), place(k)
    return abs(y - v) + abs(x - w) == 1


def products(j):
    """The sets of positions that count for the points of j: U1 neighbours, U2 corners and straight pairs, U3, U4."""
    neighbours = [k for k in positions if near(j, k)]
    yield from combinations(neighbours, 1)
    for k, l in combinations(neighbours, 2):
        (y, x), (v, w) = place(k), place(l)
        if y != v and x != w:
            yield k, l
    for k in neighbours:
        (y, x), (v, w) = place(j), place(k)
        if 0 <= 2 * v - y < rows and 0 <= 2 * w - x < columns:
            yield k, columns * (2 * v - y) + 2 * w - x + 1
    yield from combinations(neighbours, 3)
    yield from combinations(neighbours, 4)


# ---- Variables: yes (1) or no (0).

A = {(i, j): pulp.LpVariable(f"A_{i}_{j}", cat="Binary") for i in turns for j in positions}
X = {
    (i, j, others): pulp.LpVariable("_".join(map(str, (" BCDE"[len(others)], i, j, *others))), cat="Binary")
    for i in turns
    for j in positions
    for others in products(j)
}

# ---- CS-7, CS-8. The points of every position in every turn, and their total.

program = pulp.LpProblem("case_study", pulp.LpMaximize)
program += pulp.lpSum(A.values()) + pulp.lpSum(-x if len(others) == 3 else x for (_, _, others), x in X.items())

# ---- Rules.

# CS-1. Every position is filled in one turn.
for j in positions:
    program += pulp.lpSum(A[i, j] for i in turns) == 1, f"c1_once_{j}"

# CS-2. Every turn fills one position.
for i in turns:
    program += pulp.lpSum(A[i, j] for j in positions) == 1, f"c2_once_{i}"

# CS-3a, CS-3b. X is 1 exactly if j is filled in turn i and all the others before.
for (i, j, others), x in X.items():
    before = pulp.lpSum(A[o, k] for o in range(1, i) for k in others)
    label = "_".join(map(str, (i, j, *others)))
    program += (len(others) + 1) * x <= before + A[i, j], f"c3a_{label}"
    program += before + A[i, j] <= len(others) + x, f"c3b_{label}"

if len(sys.argv) > 3:
    program.writeLP(sys.argv[3])
else:
    program.solve(pulp.PULP_CBC_CMD(msg=False))
    print(f"score {pulp.value(program.objective):.0f}")
