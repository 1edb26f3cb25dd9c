#!/usr/bin/env python3
"""Checks certificates of azulejo: a second checker, which shares nothing with the first but the format.

    python3 models/check_certificate.py FILE…

A line a file; exit code 0 if all are accepted, 3 if one is refused, 1 if one cannot be read. docs/certificates.md says what
a certificate holds. Cells and turns count from 1. A minimum is the maximum of the score below zero.
"""

import json
import re
import sys

MOST_CELLS, MOST_BONUS, MOST_BYTES = 900, 1_000_000, 256 << 20
MOST_NODES, MOST_ROWS, MOST_STEPS, MOST_PRICE = 2_000_000, 100_000, 4_000_000_000, 1 << 48
MOST_DENSE, MOST_COVERINGS, MOST_TILES, LARGEST_SWEEP, MOST_BEGINNINGS = 25, 20_000_000, 100_000_000, 128, 200_000
LONGEST, LONGEST_WHOLE, LONGEST_SWEPT, MOST_PARTITIONS, DEEPEST = 12, 64, 10, 10_000_000, 32


class Refused(Exception):
    """The certificate proves nothing; the message says which step fails."""


def need(holds, step):
    if not holds:
        raise Refused(step)


# --- What is written -------------------------------------------------------------------------------------------------


class Fields(dict):
    """An object of the file, which remembers whether a name came twice."""

    def __init__(self, pairs):
        super().__init__(pairs)
        self.twice = len(self) < len(pairs)


def no_constant(_):
    raise ValueError("not a number")


def read(text):
    bare, depth = re.sub(r'"(?:[^"\\]|\\.)*"', "", text, flags=re.DOTALL), 0
    for mark in re.findall(r"[][{}]", bare):
        depth += 1 if mark in "[{" else -1
        need(depth <= DEEPEST, "format: nested too deep")
    try:
        # A minus before a zero makes a number that is not whole, and of too many digits no number is made at all.
        whole = lambda digits: float(digits) if digits == "-0" or len(digits) > 40 else int(digits)
        return json.loads(text, object_pairs_hook=Fields, parse_int=whole, parse_constant=no_constant)
    except (ValueError, RecursionError) as error:
        raise Refused(f"format: {error}") from None


def fields(value, names, optional=()):
    """The values of these names of an object, which has no others; None for what is optional and not there."""
    need(isinstance(value, Fields) and not value.twice, "format: not an object, or a name twice")
    need(all(name in names or name in optional for name in value), "format: an unknown name")
    need(all(name in value for name in names), "format: a name is missing")
    return [value.get(name) for name in (*names, *optional)]


def whole(value, low, high):
    need(type(value) is int and low <= value <= high, "format: not a whole number in its range")
    return value


def items(value):
    need(isinstance(value, list), "format: not a list")
    return value


class Instance:
    """An instance, and what its constraints say of every order."""

    def __init__(self, written):
        names = ("wall", "sense"), ("initial", "turns", "bonus", "constraints", "name", "source", "published")
        wall, sense, initial, turns, bonus, constraints, *_ = fields(written, *names)
        self.rows, self.columns = (whole(side, 0, 2**64 - 1) for side in fields(wall, ("rows", "columns")))
        self.cells = self.rows * self.columns
        need(1 <= self.cells <= MOST_CELLS, "instance: cells")
        need(sense in ("maximize", "minimize"), "instance: sense")
        self.sign = 1 if sense == "maximize" else -1
        initial = self.set_of(initial) if "initial" in written else []
        empty = self.cells - len(initial)
        self.turns = empty if turns is None else whole(turns, 0, empty)
        points = fields(bonus, (), ("row", "column", "colour")) if "bonus" in written else [None] * 3
        given = ("row", "column", "colour")
        points = [whole(p, 0, 2**32 - 1) if "bonus" in written and n in bonus else 0 for n, p in zip(given, points)]
        need(max(points) <= MOST_BONUS, "instance: bonus")
        self.bonus = points
        self.initial = frozenset(initial)
        self.free = [cell for cell in self.all() if cell not in self.initial]
        self.is_whole = self.turns == empty
        self.may = {cell: [turn > 0 and cell in self.free for turn in range(self.turns + 1)] for cell in self.all()}
        self.must = set(self.free) if self.is_whole else set()
        self.waits, self.tests = set(), []
        for constraint in items(constraints) if "constraints" in written else []:
            self.impose(constraint)
        self.compare()

    def all(self):
        return range(1, self.cells + 1)

    def place(self, cell):
        return divmod(cell - 1, self.columns)

    def cell(self, written):
        if isinstance(written, list):
            need(len(written) == 2, "instance: a cell")
            row, column = (whole(number, 1, 2**64 - 1) for number in written)
            need(row <= self.rows and column <= self.columns, "instance: a cell")
            return (row - 1) * self.columns + column
        return whole(written, 1, self.cells)

    def set_of(self, written):
        cells = [self.cell(one) for one in items(written)]
        need(len(set(cells)) == len(cells), "instance: a cell twice")
        return cells

    def impose(self, written):
        need(isinstance(written, Fields), "instance: a constraint")
        kind, turn_of = written.get("type"), lambda order, cell: order.index(cell) + 1 if cell in order else None
        names = {"place-at": ("cell", "turn"), "window": ("cell", "from", "to"), "before": ("first", "then")}
        names |= {"first": ("cells",), "last": ("cells",), "only": ("cells", "from", "to"), "rounds": (), "last-round": ()}
        need(isinstance(kind, str) and kind in names, "instance: a constraint of an unknown kind")
        _, *values = fields(written, ("type", *names[kind]))
        turns, rows = self.turns, self.rows
        of_row = lambda row: set(range(row * self.columns + 1, (row + 1) * self.columns + 1))
        if kind in ("place-at", "window"):
            cell, start = self.cell(values[0]), whole(values[1], 0, 2**64 - 1)
            end = whole(values[-1], 0, 2**64 - 1)
            self.within([cell], start, end)
            if kind == "place-at":
                self.only({cell}, start, end)
                self.must.add(cell)
                self.tests.append(lambda order: turn_of(order, cell) == start)
            else:
                self.tests.append(lambda order: cell not in order or start <= turn_of(order, cell) <= end)
        elif kind == "before":
            first, then = self.cell(values[0]), self.cell(values[1])
            self.waits.add((first, then))
            early = lambda order: first in self.initial or first in order[: order.index(then)]
            self.tests.append(lambda order: then not in order or early(order))
        elif kind in ("first", "last"):
            cells = self.set_of(values[0])
            start, end = (1, len(cells)) if kind == "first" else (max(turns + 1 - len(cells), 0), turns)
            self.only(set(cells), start, end)
            self.within(cells, start, end)
            self.must.update(cells)
            self.tests.append(lambda order: all(c in order and start <= turn_of(order, c) <= end for c in cells))
        elif kind == "only":
            cells, start, end = set(self.set_of(values[0])), *(whole(v, 0, 2**64 - 1) for v in values[1:])
            self.only(cells, start, end)
            self.tests.append(lambda order: set(order[max(start, 1) - 1 : max(end, 0)]) <= cells)
        else:
            first = 0 if kind == "rounds" else turns - rows
            for turn in range(max(first, 0) + 1, turns + 1):
                self.only(of_row((turn - 1 - first) % rows), turn, turn)
            in_row = lambda order, i: order[i] in of_row((i - first) % rows)
            self.tests.append(lambda order: first >= 0 and all(in_row(order, i) for i in range(first, turns)))

    def within(self, cells, start, end):
        for cell in cells:
            self.may[cell] = [may and start <= turn <= end for turn, may in enumerate(self.may[cell])]

    def only(self, cells, start, end):
        for cell in self.all():
            if cell not in cells:
                self.may[cell] = [may and not start <= turn <= end for turn, may in enumerate(self.may[cell])]

    def compare(self):
        """Who comes before whom in every order: initial cells first, then by turns, by waiting, and through others."""
        window = {}
        for cell in self.all():
            turns = [turn for turn, may in enumerate(self.may[cell]) if may] or [self.turns + 1]
            window[cell] = turns[0], turns[-1]
        free = set(self.free)
        self.earlier = {}
        for then in self.all():
            first = {f for f in self.must if f != then and then in free and window[f][1] < window[then][0]}
            first |= self.initial if then in free else set()
            self.earlier[then] = first | {f for f, t in self.waits if t == then and then in self.must}
        for middle in self.all():
            for then in self.all():
                if then != middle and middle in self.earlier[then]:
                    self.earlier[then] |= self.earlier[middle]

    def lines(self):
        rows = [[row * self.columns + at + 1 for at in range(self.columns)] for row in range(self.rows)]
        return rows + [[row * self.columns + at + 1 for row in range(self.rows)] for at in range(self.columns)]

    def colours(self):
        """The cells of each colour that earns a bonus."""
        side = self.rows if self.rows == self.columns and self.bonus[2] else 0
        return {k: [row * side + (row + k - 1) % side + 1 for row in range(side)] for k in range(1, side + 1)}

    def points(self, filled, cell):
        row, column = self.place(cell)
        runs = []
        for position, length, step in ((column, self.columns, 1), (row, self.rows, self.columns)):
            after = before = 0
            while position + after + 1 < length and cell + (after + 1) * step in filled:
                after += 1
            while position - before - 1 >= 0 and cell - (before + 1) * step in filled:
                before += 1
            runs.append(before + after + 1)
        return sum(run for run in runs if run > 1) + (runs == [1, 1])

    def bonus_of(self, filled):
        lines = [self.bonus[i >= self.rows] for i, line in enumerate(self.lines()) if filled.issuperset(line)]
        return sum(lines) + self.bonus[2] * sum(filled.issuperset(cells) for cells in self.colours().values())

    def score(self, order):
        """The score of an order, which must satisfy every constraint."""
        need(len(order) == self.turns and len(set(order)) == len(order), "order: its length, or a cell twice")
        need(set(order) <= set(self.free), "order: a cell that is not free")
        need(all(test(order) for test in self.tests), "order: a constraint does not hold")
        filled, score = set(self.initial), 0
        for cell in order:
            score += self.points(filled, cell)
            filled.add(cell)
        return score + self.bonus_of(filled)


# --- Sums of rows ----------------------------------------------------------------------------------------------------


def parse(name):
    family, parenthesis, rest = name.partition("(")
    parts = rest[:-1].split(",")
    good = all(part.isascii() and part.isdigit() and part[0] != "0" and len(part) <= 4 for part in parts)
    need(parenthesis and rest.endswith(")") and good, "row: no such name")
    return family, [int(part) for part in parts]


class Program:
    """The rows of an instance, each built from its name. A line is solved by all of its orders."""

    def __init__(self, instance):
        self.of, self.steps = instance, 0
        need(max(instance.rows, instance.columns) <= LONGEST_WHOLE, "instance: a long line")
        self.lines = [Line(self, number, cells) for number, cells in enumerate(instance.lines())]

    def before(self, first, then, factor, terms):
        free = self.of.free
        need(first != then and first in free and then in free, "row: not two free cells")
        terms.append((("o", min(first, then), max(first, then)), factor if first < then else -factor))
        return 0 if first < then else factor

    def build(self, family, indices):
        """Terms, right side, and whether the row is an equation."""
        of, turns = self.of, self.of.turns
        free = lambda *cells: need(all(cell in of.free for cell in cells), "row: not a free cell")
        in_time = lambda turn: need(turn <= turns, "row: no such turn")
        starts = lambda cell: [(("h", cell), 1), (("v", cell), 1), (("u", cell), -1)]
        shape = (family, len(indices))
        if family == "cycle" and len(indices) > 1:
            terms, right = [], len(indices) - 1
            need(len(set(indices)) == len(indices), "row: a cell twice")
            for first, then in zip(indices, indices[1:] + indices[:1]):
                right -= self.before(first, then, 1, terms)
            return terms, right, False
        if shape in (("singleh", 1), ("singlev", 1)):
            free(*indices)
            return [(("u", indices[0]), 1), ((family[-1], indices[0]), -1)], 0, False
        if shape == ("both", 1):
            free(*indices)
            if indices[0] in of.must:
                return starts(indices[0]), 1, False
            in_time(1)
            return [*starts(indices[0]), (("y", indices[0], turns), -1)], 0, False
        if shape == ("block", 1):
            first = indices[0]
            row, column = of.place(first)
            need(row + 1 < of.rows and column + 1 < of.columns, "row: no block")
            block = [c for c in (first, first + 1, first + of.columns, first + of.columns + 1) if c in of.free]
            need(block, "row: no free cell")
            return [term for cell in block for term in starts(cell)], len(block) - 1, False
        if shape == ("size", 1):
            in_time(indices[0])
            return [(("y", cell, indices[0]), 1) for cell in of.free], indices[0], True
        if shape == ("same", 2):
            free(indices[0]), in_time(indices[1])
            return [(("y", *indices), 1), (("z", *indices), -1)], 0, True
        if shape == ("wait", 3):
            first, then, turn = indices
            free(first, then), in_time(turn), need((first, then) in of.waits, "row: no waiting")
            return [(("y", then, turn), 1)] + [(("y", first, turn - 1), -1)] * (turn > 1), 0, False
        if shape == ("after", 2):
            free(*indices), in_time(1), need(tuple(indices) in of.waits, "row: no waiting")
            terms = [(("y", indices[1], turns), 1)]
            return terms, -self.before(*indices, -1, terms), False
        if shape == ("pair", 3):
            first, then, turn = indices
            in_time(turn)
            terms = [(("y", first, turn), 1), (("y", then, turn), -1)]
            return terms, -self.before(first, then, -1, terms), False
        if family == "colour":
            in_time(1)
            cells = of.colours().get(indices[0])
            need(cells, "row: no such colour")
            if len(indices) == 2:
                need(indices[1] in cells and indices[1] in of.free, "row: not a free cell of the colour")
                return [(("full", indices[0]), 1), (("y", indices[1], turns), -1)], 0, False
            need(len(indices) == 1, "row: no such name")
            terms = [(("y", cell, turns), 1) for cell in cells if cell in of.free]
            return terms + [(("full", indices[0]), -1)], len(terms) - 1, False
        raise Refused("row: no such name")

    def line_of(self, column):
        """The line that decides a column, if one does."""
        kind, cell = column[:2]
        row, at = self.of.place(cell)
        if kind in ("y", "h"):
            return row
        if kind in ("z", "v"):
            return self.of.rows + at
        if kind == "o":
            other_row, other_at = self.of.place(column[2])
            return row if row == other_row else self.of.rows + at if at == other_at else None
        return None

    def sum(self, denominator, rows, fixed):
        """What the score times the denominator is at most; None if a line has no order."""
        of, left, total = self.of, {}, 0
        weight = of.sign * denominator
        for name, number in rows:
            terms, right, equal = self.build(*parse(name))
            need(equal or number >= 0, f"{name}: a negative number")
            total += number * right
            for column, factor in terms:
                left[column] = left.get(column, 0) - number * factor
        for cell in of.free:
            left["u", cell] = left.get(("u", cell), 0) + weight
        for colour in of.colours():
            left["full", colour] = left.get(("full", colour), 0) + weight * of.bonus[2]
        prices = [[] for _ in self.lines]
        for column, price in left.items():
            line = self.line_of(column)
            if line is not None:
                need(abs(price) < MOST_PRICE, "sum: a coefficient is too large")
                if price:
                    prices[line].append((column, price))
            else:
                total += self.alone(column, price, fixed)
        given = [[] for _ in self.lines]
        for column, value in fixed:
            seen = [column, ("z", *column[1:])] if column[0] == "y" else [column]
            for one in seen:
                if self.line_of(one) is not None:
                    given[self.line_of(one)].append((column, value))
        for line, of_line, fixed_there in zip(self.lines, prices, given):
            best = line.best(weight, of_line, fixed_there)
            if best is None:
                return None
            total += best
        return total

    def alone(self, column, price, fixed):
        """The most that a column of no line earns."""
        known = dict(fixed).get(column)
        if column[0] == "o":
            first, then = column[1:]
            known = True if first in self.of.earlier[then] else False if then in self.of.earlier[first] else known
        if column[0] == "full" and self.of.is_whole:
            known = True
        return max(price, 0) if known is None else price if known else 0


class Line:
    """The orders of one line, by sets of its places (bits), or by intervals where it is long."""

    def __init__(self, program, number, cells):
        of = self.of = program.of
        self.program, self.cells, self.size = program, cells, len(cells)
        self.at = {cell: place for place, cell in enumerate(cells)}
        bits = lambda some: sum(1 << place for place, cell in enumerate(cells) if cell in some)
        self.initial, self.must, self.bonus = bits(of.initial), bits(of.must), of.bonus[number >= of.rows]
        self.earlier = [bits(of.earlier[c] | {f for f, t in of.waits if t == c}) for c in cells]
        may = [bits({cell for cell in cells if of.may[cell][turn]}) for turn in range(of.turns + 1)]
        self.may, self.ends = may, {t for t in range(1, of.turns) if may[t] != may[t + 1]} | ({of.turns} - {0})

    def run(self, have, place):
        low = high = place
        while have >> (high + 1) & 1:
            high += 1
        while low > 0 and have >> (low - 1) & 1:
            low -= 1
        return high - low + 1

    def best(self, weight, prices, fixed):
        starts = [0] * self.size
        for column, price in prices:
            if column[0] in "hv":
                starts[self.at[column[1]]] += price
        if self.size <= LONGEST:
            return self.by_sets(weight, starts, prices, fixed)
        short = all(column[0] in "hv" for column, _ in prices)
        need(short and self.of.is_whole and not fixed, "line: too long for this sum")
        self.program.steps += self.size**2
        best = [[0] for _ in range(self.size + 1)]
        for size in range(1, self.size + 1):
            for low in range(self.size - size + 1):
                inside = ((1 << size) - 1) << low
                sums = [] if inside & ~self.initial else [0]
                for last in range(low, low + size):
                    later = any(self.earlier[at] >> last & 1 for at in range(low, low + size))
                    sides = best[low][last - low], best[last + 1][low + size - last - 1]
                    if not self.initial >> last & 1 and not later and None not in sides:
                        sums.append(sum(sides) + (starts[last] if size == 1 else weight * size))
                best[low].append(max(sums, default=None))
        whole_line = best[0][self.size]
        return None if whole_line is None else whole_line + weight * self.bonus

    def gains(self, weight, starts, pairs):
        """What a place earns beside each set."""
        gains = []
        for have in range(1 << self.size):
            runs = [self.run(have, place) for place in range(self.size)]
            gains.append([starts[p] if run == 1 else weight * run for p, run in enumerate(runs)])
            for first, then, price in pairs:
                if not have & (1 << first | 1 << then):
                    gains[have][first] += price
        return gains

    def fill(self, best, gains, earlier, turns):
        if not turns:
            return
        allowed = self.may[turns[0]]
        up = len(turns) >= allowed.bit_count()
        self.program.steps += (1 if up else len(turns)) << self.size
        places = [place for place in range(self.size) if allowed >> place & 1]
        for _ in (0,) if up else turns:
            for have in range(len(best)) if up else reversed(range(len(best))):
                if best[have] is not None:
                    for place in places:
                        if not have >> place & 1 and not earlier[place] & ~have:
                            value, after = best[have] + gains[have][place], have | 1 << place
                            if best[after] is None or value > best[after]:
                                best[after] = value

    def by_sets(self, weight, starts, prices, fixed):
        earlier, ends, at = list(self.earlier), set(self.ends), self.at
        for column, value in fixed:
            if column[0] == "o":
                first, then = column[1:] if value else column[:0:-1]
                earlier[at[then]] |= 1 << at[first]
            else:
                ends.add(column[2])
        pairs = [(at[column[1]], at[column[2]], price) for column, price in prices if column[0] == "o"]
        by = [(column[2], at[column[1]], price) for column, price in prices if column[0] in "yz"]
        ends |= {turn for turn, _, _ in by}
        gains = self.gains(weight, starts, pairs)
        best = [None] * (1 << self.size)
        best[self.initial], since = 0, 1
        for end in sorted(ends):
            self.fill(best, gains, earlier, range(since, end + 1))
            self.program.steps += len(best)
            now = [(1 << place, price) for turn, place, price in by if turn == end]
            set_by = [(1 << at[c[1]], value) for c, value in fixed if c[0] == "y" and c[2] == end]
            for have, value in enumerate(best):
                if value is not None:
                    kept = all((have & place != 0) == value for place, value in set_by)
                    best[have] = value + sum(price for place, price in now if have & place) if kept else None
            since = end + 1
        sums = []
        for have, value in enumerate(best):
            if value is not None and not self.must & ~have:
                empty = sum(price for first, then, price in pairs if not have & (1 << first | 1 << then))
                sums.append(value + empty + (weight * self.bonus if have == len(best) - 1 else 0))
        return max(sums, default=None)

    def by_turn(self, start):
        """The most points of the line, with some more for each start, per turn and set that is filled by then."""
        sign = self.of.sign
        gains = self.gains(sign, [sign * start] * self.size, [])
        best = [None] * (1 << self.size)
        best[self.initial] = 0
        tables = [list(best)]
        for turn in range(1, self.of.turns + 1):
            self.fill(best, gains, self.earlier, range(turn, turn + 1))
            tables.append(list(best))
        return tables


def check_tree(instance, nodes, goal):
    need(len(nodes) <= MOST_NODES, "tree: too many nodes")
    for node in nodes:
        is_split = isinstance(node, Fields) and "column" in node
        names = ("column",) if is_split else ("denominator", "rows")
        values = fields(node, names)
        if is_split:
            need(isinstance(values[0], str), "format: a column")
        else:
            whole(values[0], 0, 2**32 - 1)
            for row in items(values[1]):
                need(len(items(row)) == 2 and isinstance(row[0], str), "format: a row")
                whole(row[1], -(2**31), 2**31 - 1)
    program, fixed, is_open = Program(instance), [], True
    for node in nodes:
        need(is_open and program.steps <= MOST_STEPS, "tree: too many nodes, or steps")
        if "column" in node:
            kind, indices = parse(node["column"])
            good = len(indices) == 2 and all(cell in instance.free for cell in indices[: 2 if kind == "o" else 1])
            fits = kind == "o" and indices[0] < indices[1] if kind == "o" else indices[-1] <= instance.turns
            need(good and fits and kind in ("o", "y"), "tree: no such column")
            column = (kind, *indices)
            need(all(column != other for other, _ in fixed), "tree: a column twice")
            fixed.append((column, False))
            continue
        need(len(node["rows"]) <= MOST_ROWS, "leaf: too many rows")
        most, denominator = program.sum(node["denominator"], node["rows"], fixed), node["denominator"]
        if most is not None:
            need(goal is not None or denominator == 0, "leaf: a denominator")
            need(most < (denominator and goal * denominator), "leaf: the sum is too large")
        while fixed and fixed[-1][1]:
            fixed.pop()
        is_open = bool(fixed)
        if is_open:
            fixed.append((fixed.pop()[0], True))
    need(not is_open, "tree: a case is left open")


# --- The formula, and all sets of filled cells -----------------------------------------------------------------------


def check_shapes(instance, goal):
    need(instance.sign == 1 and not instance.initial and not instance.colours(), "shapes: not for this instance")
    rows, columns, best, left = instance.rows, instance.columns, 0, [MOST_PARTITIONS]

    def phi(parts):
        across = [sum(part > at for part in parts) for at in range(columns)]
        lines = [(part, columns, instance.bonus[0]) for part in parts]
        lines += [(part, rows, instance.bonus[1]) for part in across]
        earned = sum(part * (part + 1) // 2 + (bonus if part == full else 0) for part, full, bonus in lines)
        apart = min(row + part for row, part in enumerate([*parts, 0]))
        return earned - (len(parts) + sum(part > 0 for part in across) - apart)

    def greatest(parts, tiles, most):
        if tiles == 0:
            left[0] -= 1
            need(left[0] > 0, "shapes: too many partitions")
            return phi(parts)
        sizes = [s for s in range(min(most, tiles), 0, -1) if s * (rows - len(parts)) >= tiles]
        return max((greatest([*parts, size], tiles - size, size) for size in sizes), default=0)

    best = max(best, greatest([], instance.turns, columns))
    need(goal is not None and best < goal, "shapes: it proves less")


class Sweep:
    """All sets of filled cells, as bits: bit 0 is cell 1."""

    def __init__(self, instance, goal):
        self.of, self.goal = instance, goal
        bits = lambda cells: sum(1 << (cell - 1) for cell in cells)
        self.initial, self.must = bits(instance.initial), bits(instance.must)
        self.before = {c: bits(f for f, t in instance.waits if t == c) for c in instance.all()}
        self.bits = bits

    def cells(self, have):
        return {cell for cell in self.of.all() if have >> (cell - 1) & 1}

    def check(self):
        of, longest = self.of, max(self.of.rows, self.of.columns)
        need(of.cells <= LARGEST_SWEEP and longest <= LONGEST, "sweep: a large wall")
        dense, reached = len(of.free) <= MOST_DENSE, None
        if not (dense and (self.goal is None or longest > LONGEST_SWEPT)):
            try:
                need(longest <= LONGEST_SWEPT, "sweep: a long line")
                reached = self.back()
            except Refused:
                need(dense, "sweep: too many sets, or ends, or a long line")
        need(not (self.forward() if reached is None else reached), "sweep: an order is better")

    def back(self):
        """Whether an order reaches the goal, from the ends of orders back."""
        of, lines = self.of, Program(self.of).lines
        self.tables = [[line.by_turn(start) for line in lines] for start in (0, 1)]
        self.lines = lines
        self.blocks = [0] * 4
        for cell in of.all():
            row, column = of.place(cell)
            block = {cell, cell + 1, cell + of.columns, cell + of.columns + 1}
            if row + 1 < of.rows and column + 1 < of.columns and not block <= of.initial:
                self.blocks[row % 2 * 2 + column % 2] |= 1 << (cell - 1)
        need(of.is_whole or self.goal is not None, "sweep: too many ends")
        ends = [(1 << of.cells) - 1] if of.is_whole else Ends(self).found
        return self.backward({end: of.sign * of.bonus_of(self.cells(end)) for end in ends})

    def forward(self):
        """Whether an order reaches the goal, by all sets of each turn."""
        of, layer = self.of, {self.initial: 0}
        for turn in range(1, of.turns + 1):
            after = {}
            cells = [cell for cell in of.free if of.may[cell][turn]]
            for have, score in layer.items():
                filled = self.cells(have)
                for cell in cells:
                    if not have >> (cell - 1) & 1 and not self.before[cell] & ~have:
                        new, value = have | 1 << (cell - 1), score + of.sign * of.points(filled, cell)
                        if value > after.get(new, value - 1):
                            after[new] = value
            layer = after
        ends = [score + of.sign * of.bonus_of(self.cells(e)) for e, score in layer.items() if not self.must & ~e]
        return self.reaches(max(ends, default=None))

    def reaches(self, best):
        return best is not None and (self.goal is None or best >= self.goal)

    def places(self, line, have):
        return sum((have >> (cell - 1) & 1) << place for place, cell in enumerate(self.lines[line].cells))

    def most(self, have, turn):
        """What the turns up to this one can have earned, if they filled the set."""
        of, sums = self.of, [[0, 0], [0, 0]]
        for line in range(len(self.lines)):
            places = self.places(line, have)
            for start in (0, 1):
                value = self.tables[start][line][turn][places]
                if value is None:
                    return None
                sums[start][line >= of.rows] += value
        (rows, columns), (rows_with, columns_with) = sums
        if of.sign == 1:
            return min(rows + columns_with, rows_with + columns)
        full = have & have >> 1 & have >> of.columns & have >> (of.columns + 1)
        return rows_with + columns_with + turn - max((full & ways).bit_count() for ways in self.blocks)

    def backward(self, layer):
        of, goal, kept, tiles = self.of, self.goal, 0, 0
        for turn in range(of.turns, 0, -1):
            before = {}
            cells = [cell for cell in of.free if of.may[cell][turn]]
            may = self.bits(cells)
            for have, score in layer.items():
                tiles += (have & may).bit_count()
                need(tiles <= MOST_TILES and kept + len(before) <= MOST_COVERINGS, "sweep: too many sets")
                for cell in cells:
                    left = have & ~(1 << (cell - 1))
                    if left == have or self.before[cell] & ~left:
                        continue
                    value = score + of.sign * of.points(self.cells(left), cell)
                    if left in before:
                        before[left] = max(before[left], value)
                        continue
                    most = self.most(left, turn - 1)
                    if most is not None and (goal is None or value + most >= goal):
                        before[left] = value
            kept += len(before)
            layer = before
        return self.reaches(layer.get(self.initial))


class Ends:
    """The sets that orders may end with, if they reach the goal: row by row."""

    def __init__(self, sweep):
        of = sweep.of
        self.sweep, self.of, self.found, self.looked = sweep, of, set(), 0
        colours = list(of.colours().values()) if of.sign == 1 else []
        for full in range(1 << len(colours)):
            chosen = [cells for k, cells in enumerate(colours) if full >> k & 1]
            forced = sweep.must | sweep.bits({cell for cells in chosen for cell in cells})
            extra = [len(chosen) * of.bonus[2]] * 2 if of.sign == 1 else [0, of.turns]
            self.missing = [sweep.goal - more for more in extra]
            self.earns = [[self.ends_of(line, way, forced) for line in range(of.rows + of.columns)] for way in (0, 1)]
            numbers = [[self.by_number(way, row, 0, 0) for row in range(of.rows)] for way in (0, 1)]
            self.rest = [[self.sums(numbers[way][row:]) for row in range(of.rows + 1)] for way in (0, 1)]
            self.descend(0, 0, of.turns, [0, 0])

    def ends_of(self, line, way, forced):
        with_starts = (line < self.of.rows) == (way == 0) if self.of.sign == 1 else way == 1
        forced = self.sweep.places(line, forced)
        table = self.sweep.tables[with_starts][line][self.of.turns]
        bonus = self.of.sign * self.sweep.lines[line].bonus
        full = len(table) - 1
        return [None if v is None or forced & ~p else v + bonus * (p == full) for p, v in enumerate(table)]

    def by_number(self, way, line, decided, places):
        size = self.sweep.lines[line].size - decided
        initial, best = self.sweep.lines[line].initial >> decided, [None] * (size + 1)
        for more in range(1 << size):
            value, number = self.earns[way][line][places | more << decided], (more & ~initial).bit_count()
            if value is not None and (best[number] is None or value > best[number]):
                best[number] = value
        return best

    def sums(self, lists):
        """The best sums of lines by the sorted numbers of their tiles, the most first."""
        sums = {(): 0}
        for of_line in lists:
            after = {}
            for numbers, total in sums.items():
                for number, value in enumerate(of_line):
                    if value is not None:
                        key = tuple(sorted((*numbers, number), reverse=True))
                        after[key] = max(total + value, after.get(key, total + value))
            sums = after
        return sorted(((value, numbers) for numbers, value in sums.items()), reverse=True)

    def descend(self, row, end, left, earned):
        of = self.of
        if row == of.rows:
            if left == 0:
                self.found.add(end)
            return
        initial = self.sweep.places(row, self.sweep.initial)
        for places in range(1 << of.columns):
            values, tiles = [self.earns[way][row][places] for way in (0, 1)], (places & ~initial).bit_count()
            if None in values or tiles > left:
                continue
            self.looked += 1
            need(self.looked <= MOST_BEGINNINGS, "ends: too many beginnings")
            new, now = end | places << row * of.columns, [earned[0] + values[0], earned[1] + values[1]]
            if all(self.may_reach(row + 1, new, left - tiles, self.missing[way] - now[way], way) for way in (0, 1)):
                self.descend(row + 1, new, left - tiles, now)

    def may_reach(self, decided, end, left, missing, way):
        lines, rows = range(self.of.rows, len(self.sweep.lines)), self.rest[way][decided]
        lists = [self.by_number(way, line, decided, self.sweep.places(line, end)) for line in lines]
        alone = [max((value for value in of_line if value is not None), default=None) for of_line in lists]
        if not rows or None in alone or sum(alone) + rows[0][0] < missing:
            return False
        columns = [(value, numbers) for value, numbers in self.sums(lists) if sum(numbers) == left]
        for row, numbers in rows:
            for column, others in columns if sum(numbers) == left else ():
                if row + column < missing:
                    break
                room = taken = 0
                for at, number in enumerate(others, 1):
                    taken, room = taken + number, room + sum(tiles >= at for tiles in numbers)
                    if taken > room:
                        break
                else:
                    return True
        return False


# --- The whole -------------------------------------------------------------------------------------------------------


def check(text):
    """What a certificate proves, in words; Refused if nothing."""
    need(len(text.encode("utf-8", "replace")) <= MOST_BYTES, "format: larger than 256 MiB")
    names = ("certificate", "instance", "claim", "proof"), ("order", "conflict")
    version, written, claim, proof, order, conflict = fields(read(text), *names)
    need(whole(version, 0, 2**32 - 1) == 1, "format: the version")
    instance = Instance(written)
    need(isinstance(claim, Fields), "format: the claim")
    if claim.get("status") == "infeasible":
        fields(claim, ("status",))
        need(order is None, "order: there is one")
        goal, said = None, "infeasible"
        if conflict is not None:
            instance = check_conflict(written, instance, *fields(conflict, ("constraints", "orders")))
    else:
        status, score, bound = fields(claim, ("status", "score", "bound"))
        need(status == "optimal" and conflict is None, "claim: unknown, or with a conflict")
        need(whole(score, 0, 2**64 - 1) == whole(bound, 0, 2**64 - 1), "claim: the bound is not the score")
        need(order is not None, "order: there is none")
        need(instance.score([whole(cell, 0, 2**64 - 1) for cell in items(order)]) == score, "order: another score")
        goal, said = instance.sign * score + 1, f"optimal, {score}"
    kind = proof.get("kind") if isinstance(proof, Fields) else None
    if kind == "sum":
        _, denominator, rows = fields(proof, ("kind", "denominator", "rows"))
        check_tree(instance, [Fields([("denominator", denominator), ("rows", rows)])], goal)
    elif kind == "tree":
        check_tree(instance, items(fields(proof, ("kind", "nodes"))[1]), goal)
    elif kind in ("sweep", "shapes"):
        fields(proof, ("kind",))
        Sweep(instance, goal).check() if kind == "sweep" else check_shapes(instance, goal)
    else:
        raise Refused("proof: an unknown kind")
    return said


def check_conflict(written, instance, constraints, orders):
    """The instance with these constraints alone, if there is an order without each of them."""
    known = [whole(index, 0, len(instance.tests) - 1) for index in items(constraints)]
    need(known == sorted(set(known)) and len(items(orders)) == len(known), "conflict: not in order, or not an order each")
    some = Fields([])
    some.update(written, constraints=[written["constraints"][index] for index in known])
    alone = Instance(some)
    for index, order in enumerate(orders):
        order = [whole(cell, 0, 2**64 - 1) for cell in items(order)]
        need(len(order) == alone.turns and len(set(order)) == len(order) and set(order) <= set(alone.free), "conflict")
        need(all(test(order) for i, test in enumerate(alone.tests) if i != index), "conflict: not an order of the others")
    return alone


def main(files):
    worst = 0
    for file in files:
        try:
            with sys.stdin.buffer if file == "-" else open(file, "rb") as opened:
                text = opened.read(MOST_BYTES + 1).decode("utf-8")
            code, said = 0, f"accepted: {check(text)}"
        except (OSError, UnicodeDecodeError) as error:
            code, said = 1, f"unreadable: {error}"
        except Refused as refusal:
            code, said = 3, f"refused: {refusal}"
        worst = 1 if 1 in (worst, code) else max(worst, code)
        print(f"{file}: {said}")
    return worst


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
