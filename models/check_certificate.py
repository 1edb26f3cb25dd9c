#!/usr/bin/env python3
"""Checks certificates of azulejo: a second checker, which shares nothing with the first but the format.

    python3 models/check_certificate.py FILE…

A line a file; exit code 0 if all are accepted, 3 if one is refused, 1 if one cannot be read. docs/certificates.md says what
a certificate holds. Cells and turns count from 1. A minimum is the maximum of the score below zero. A set of cells is a
number: bit 0 is cell 1. So is a set of places of a line: bit 0 is its first cell.
"""

import itertools
import json
import re
import sys

# A partition of 900 tiles has up to 900 parts, and each is a call inside another.
sys.setrecursionlimit(10_000)

MOST_CELLS, MOST_BONUS, MOST_BYTES = 900, 1_000_000, 256 << 20
MOST_NODES, MOST_ROWS, MOST_STEPS, MOST_PRICE = 2_000_000, 100_000, 4_000_000_000, 1 << 48
MOST_DENSE, MOST_COVERINGS, MOST_TILES, LARGEST_SWEEP, MOST_BEGINNINGS = 25, 20_000_000, 100_000_000, 128, 200_000
LONGEST, LONGEST_WHOLE, LONGEST_SWEPT, MOST_PARTITIONS, DEEPEST = 12, 64, 10, 10_000_000, 32


class Refused(Exception):
    """The certificate proves nothing; the message says which step fails."""


def need(holds, step):
    if not holds:
        raise Refused(step)


def most(numbers):
    """The greatest of some numbers, of which None is none."""
    return max((number for number in numbers if number is not None), default=None)


def bits(cells):
    return sum(1 << (cell - 1) for cell in set(cells))


def run(have, place):
    """How many tiles lie side by side in a line, if one is added at a place."""
    low, high = place, place + 1
    while have >> high & 1:
        high += 1
    while low > 0 and have >> (low - 1) & 1:
        low -= 1
    return high - low


# --- What is written -------------------------------------------------------------------------------------------------


class Fields(dict):
    """An object of the file, which remembers whether a name came twice."""

    def __init__(self, pairs):
        super().__init__(pairs)
        self.twice = len(self) < len(pairs)


def read(text):
    bare, depth = re.sub(r'"(?:[^"\\]|\\.)*"', "", text, flags=re.DOTALL), 0
    for mark in re.findall(r"[][{}]", bare):
        depth += 1 if mark in "[{" else -1
        need(depth <= DEEPEST, "format: nested too deep")
    try:
        # A minus before a zero makes a number that is not whole, and of too many digits no number is made at all.
        number = lambda digits: float(digits) if digits == "-0" or len(digits) > 40 else int(digits)
        return json.loads(text, object_pairs_hook=Fields, parse_int=number, parse_constant=whole)
    except (ValueError, RecursionError) as error:
        raise Refused(f"format: {error}") from None


def fields(value, names, **optional):
    """The values of an object by name: of names that are there, and of others, which may be left out."""
    need(isinstance(value, Fields) and not value.twice, "format: not an object, or a name twice")
    need({*names} <= {*value} <= {*names, *optional}, "format: a name that is unknown, or missing")
    return [{**optional, **value}[name] for name in (*names, *optional)]


def whole(value, low=0, high=2**64 - 1):
    need(type(value) is int and low <= value <= high, "format: not a whole number in its range")
    return value


def items(value):
    need(isinstance(value, list), "format: not a list")
    return value


# --- Instances -------------------------------------------------------------------------------------------------------


class Instance:
    """An instance, and what its constraints say of every order."""

    NAMES = {"place-at": ("cell", "turn"), "window": ("cell", "from", "to"), "before": ("first", "then")}
    NAMES |= {"first": ("cells",), "last": ("cells",), "only": ("cells", "from", "to"), "rounds": (), "last-round": ()}

    def __init__(self, written):
        others = dict.fromkeys(("name", "source", "published"))
        optional = {"initial": [], "turns": None, "bonus": Fields([]), "constraints": [], **others}
        wall, sense, initial, turns, bonus, constraints, *_ = fields(written, ("wall", "sense"), **optional)
        self.rows, self.columns = (whole(side) for side in fields(wall, ("rows", "columns")))
        self.cells = self.rows * self.columns
        need(1 <= self.cells <= MOST_CELLS, "instance: cells")
        need(sense in ("maximize", "minimize"), "instance: sense")
        self.sign = 1 if sense == "maximize" else -1
        self.initial = set(self.set_of(initial))
        # In their order, and quick to look up.
        self.free = dict.fromkeys(cell for cell in self.all() if cell not in self.initial)
        self.turns = len(self.free) if turns is None else whole(turns, 0, len(self.free))
        self.is_whole = self.turns == len(self.free)
        self.bonus = [whole(points, 0, MOST_BONUS) for points in fields(bonus, (), row=0, column=0, colour=0)]
        rows = [[*range(row * self.columns + 1, (row + 1) * self.columns + 1)] for row in range(self.rows)]
        self.lines = rows + [list(column) for column in zip(*rows)]
        side = self.rows if self.rows == self.columns and self.bonus[2] else 0
        colour = lambda k: [row * side + (row + k - 1) % side + 1 for row in range(side)]
        self.colours = {k: colour(k) for k in range(1, side + 1)}
        self.may = {cell: [turn > 0 and cell in self.free for turn in range(self.turns + 1)] for cell in self.all()}
        self.must = set(self.free) if self.is_whole else set()
        self.waits = set()
        self.tests = [self.impose(constraint) for constraint in items(constraints)]
        self.compare()

    def all(self):
        return range(1, self.cells + 1)

    def place(self, cell):
        return divmod(cell - 1, self.columns)

    def cell(self, written):
        if not isinstance(written, list):
            return whole(written, 1, self.cells)
        need(len(written) == 2, "instance: a cell")
        return (whole(written[0], 1, self.rows) - 1) * self.columns + whole(written[1], 1, self.columns)

    def set_of(self, written):
        cells = [self.cell(one) for one in items(written)]
        need(len(set(cells)) == len(cells), "instance: a cell twice")
        return cells

    def impose(self, written):
        """Keeps what a constraint says of every order, and returns how an order is tested."""
        kind = written.get("type") if isinstance(written, Fields) else None
        need(isinstance(kind, str) and kind in self.NAMES, "instance: a constraint of an unknown kind")
        _, *values = fields(written, ("type", *self.NAMES[kind]))
        reader = {"cells": self.set_of, "cell": self.cell, "first": self.cell, "then": self.cell}
        values = [reader.get(name, whole)(value) for name, value in zip(self.NAMES[kind], values)]
        match kind, *values:
            case "place-at", cell, turn:
                return self.filled([cell], turn, turn)
            case "first", cells:
                return self.filled(cells, 1, len(cells))
            case "last", cells:
                return self.filled(cells, max(self.turns + 1 - len(cells), 0), self.turns)
            case "window", cell, start, end:
                self.within(cell, start, end)
                return lambda order: cell not in order or start <= order.index(cell) + 1 <= end
            case "only", cells, start, end:
                self.only(cells, start, end)
                return lambda order: set(order[max(start, 1) - 1 : end]) <= set(cells)
            case "before", first, then:
                self.waits.add((first, then))
                early = lambda order: first in self.initial or first in order[: order.index(then)]
                return lambda order: then not in order or early(order)
        after = 0 if kind == "rounds" else self.turns - self.rows
        if after < 0:
            return lambda order: False
        rows = [self.lines[turn % self.rows] for turn in range(self.turns - after)]
        for turn, row in enumerate(rows, after + 1):
            self.only(row, turn, turn)
        return lambda order: all(cell in row for cell, row in zip(order[after:], rows))

    def filled(self, cells, start, end):
        """These cells are filled in these turns, as many as there are cells."""
        self.only(cells, start, end)
        for cell in cells:
            self.within(cell, start, end)
        self.must.update(cells)
        return lambda order: all(cell in order and start <= order.index(cell) + 1 <= end for cell in cells)

    def within(self, cell, start, end):
        """No turn but these fills the cell."""
        self.may[cell] = [may and start <= turn <= end for turn, may in enumerate(self.may[cell])]

    def only(self, cells, start, end):
        """These turns fill none but these cells."""
        for cell in set(self.all()) - set(cells):
            for turn in range(start, min(end, self.turns) + 1):
                self.may[cell][turn] = False

    def compare(self):
        """Who comes before whom in every order: initial cells first, then by turns, by waiting, and through others."""
        window, self.earlier = {}, {}
        for cell in self.all():
            turns = [turn for turn, may in enumerate(self.may[cell]) if may] or [self.turns + 1]
            window[cell] = turns[0], turns[-1]
        for then in self.all():
            by_turns = {first for first in self.must if first != then and window[first][1] < window[then][0]}
            waits = {first for first, other in self.waits if other == then and then in self.must}
            self.earlier[then] = waits | (by_turns | self.initial if then in self.free else set())
        for middle in self.all():
            for then in self.all():
                if then != middle and middle in self.earlier[then]:
                    self.earlier[then] |= self.earlier[middle]

    def places(self, line, have):
        """The places of a line that a set of cells has."""
        return sum((have >> (cell - 1) & 1) << place for place, cell in enumerate(self.lines[line]))

    def points(self, have, cell):
        """What a tile earns beside a set of cells."""
        row, column = self.place(cell)
        runs = run(self.places(row, have), column), run(self.places(self.rows + column, have), row)
        return sum(length for length in runs if length > 1) + (runs == (1, 1))

    def bonus_of(self, have):
        full = lambda cells: not bits(cells) & ~have
        lines = [self.bonus[line >= self.rows] for line, cells in enumerate(self.lines) if full(cells)]
        return sum(lines) + self.bonus[2] * sum(full(cells) for cells in self.colours.values())

    def faults(self, order):
        """Which constraints do not hold of an order of the right length."""
        cells = [whole(cell) for cell in items(order)]
        good = len(cells) == self.turns == len(set(cells)) and set(cells) <= set(self.free)
        need(good, "order: its length, a cell twice, or one that is not free")
        return [index for index, test in enumerate(self.tests) if not test(cells)]

    def score(self, order):
        need(not self.faults(order), "order: a constraint does not hold")
        have, score = bits(self.initial), 0
        for cell in order:
            score += self.points(have, cell)
            have |= 1 << (cell - 1)
        return score + self.bonus_of(have)


# --- Sums of rows ----------------------------------------------------------------------------------------------------


def parse(name):
    need(isinstance(name, str), "format: a name")
    family, parenthesis, rest = name.partition("(")
    parts = rest[:-1].split(",")
    good = all(part.isascii() and part.isdigit() and part[0] != "0" and len(part) <= 4 for part in parts)
    need(parenthesis and rest.endswith(")") and good, "row: no such name")
    return family, [int(part) for part in parts]


def before(first, then, factor):
    """Terms of "first comes before then"; "one" is the column that is 1 in every order."""
    if first < then:
        return [(("o", first, then), factor)]
    return [(("o", then, first), -factor), (("one",), factor)]


def starts(cell):
    return [(("h", cell), 1), (("v", cell), 1), (("u", cell), -1)]


class Program:
    """The rows of an instance, each built from its name. A line is solved by all of its orders."""

    def __init__(self, instance):
        self.of, self.steps = instance, 0
        need(max(instance.rows, instance.columns) <= LONGEST_WHOLE, "instance: a long line")
        self.lines = [Line(self, number) for number in range(len(instance.lines))]

    def build(self, name):
        """Terms, what they are at most, and whether they are equal to it."""
        of, last = self.of, self.of.turns
        free = lambda *cells: all(cell in of.free for cell in cells)
        waits = lambda *pair: free(*pair) and pair in of.waits
        family, indices = parse(name)
        match family, *indices:
            case "cycle", first, *others if others and free(first, *others) and len({first, *others}) == len(indices):
                pairs = zip(indices, [*others, first])
                return [term for pair in pairs for term in before(*pair, 1)], len(others), False
            case "singleh" | "singlev", cell if free(cell):
                return [(("u", cell), 1), ((family[-1], cell), -1)], 0, False
            case "both", cell if free(cell) and cell in of.must:
                return starts(cell), 1, False
            case "both", cell if free(cell) and last:
                return [*starts(cell), (("y", cell, last), -1)], 0, False
            case "block", first if of.place(first)[0] + 1 < of.rows and of.place(first)[1] + 1 < of.columns:
                block = [first, first + 1, first + of.columns, first + of.columns + 1]
                block = [cell for cell in block if free(cell)]
                need(block, "row: no free cell")
                return [term for cell in block for term in starts(cell)], len(block) - 1, False
            case "size", turn if turn <= last:
                return [(("y", cell, turn), 1) for cell in of.free], turn, True
            case "same", cell, turn if free(cell) and turn <= last:
                return [(("y", cell, turn), 1), (("z", cell, turn), -1)], 0, True
            case "wait", first, then, turn if waits(first, then) and turn <= last:
                return [(("y", then, turn), 1)] + [(("y", first, turn - 1), -1)] * (turn > 1), 0, False
            case "after", first, then if waits(first, then) and first != then and last:
                return [(("y", then, last), 1), *before(first, then, -1)], 0, False
            case "pair", first, then, turn if free(first, then) and first != then and turn <= last:
                return [(("y", first, turn), 1), (("y", then, turn), -1), *before(first, then, -1)], 0, False
            case "colour", colour, cell if cell in of.colours.get(colour, ()) and free(cell) and last:
                return [(("full", colour), 1), (("y", cell, last), -1)], 0, False
            case "colour", colour if colour in of.colours and last:
                terms = [(("y", cell, last), 1) for cell in of.colours[colour] if free(cell)]
                return [*terms, (("full", colour), -1)], len(terms) - 1, False
        raise Refused(f"{name}: not a row of this instance")

    def line_of(self, column):
        """The line that decides a column, if one does."""
        if column[0] not in ("y", "h", "z", "v", "o"):
            return None
        row, at = self.of.place(column[1])
        if column[0] != "o":
            return row if column[0] in "yh" else self.of.rows + at
        other_row, other_at = self.of.place(column[2])
        return row if row == other_row else self.of.rows + at if at == other_at else None

    def sum(self, denominator, rows, fixed):
        """What the score times the denominator is at most; None if a line has no order."""
        of, left, total = self.of, {}, 0
        weight = of.sign * denominator
        need(len(rows) <= MOST_ROWS, "leaf: too many rows")
        for row in rows:
            name, number = items(row) if len(items(row)) == 2 else (None, None)
            whole(number, -(2**31), 2**31 - 1)
            terms, right, equal = self.build(name)
            need(equal or number >= 0, f"{name}: a negative number")
            total += number * right
            for column, factor in terms:
                left[column] = left.get(column, 0) - number * factor
        total += left.pop(("one",), 0)
        for column, price in [(("u", c), 1) for c in of.free] + [(("full", k), of.bonus[2]) for k in of.colours]:
            left[column] = left.get(column, 0) + weight * price
        prices, given = ([[] for _ in self.lines] for _ in range(2))
        for column, price in left.items():
            line = self.line_of(column)
            if line is None:
                total += self.alone(column, price, fixed)
            else:
                need(abs(price) < MOST_PRICE, "sum: a coefficient is too large")
                prices[line].append((column, price))
        for column, value in fixed:
            # A cell is filled in its row and in its column at once.
            for seen in [column, ("z", *column[1:])] if column[0] == "y" else [column]:
                if self.line_of(seen) is not None:
                    given[self.line_of(seen)].append((column, value))
        for line, *what in zip(self.lines, prices, given):
            best = line.best(weight, *what)
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
    """The orders of one line, by sets of its places, or by intervals where it is long."""

    def __init__(self, program, number):
        of = self.of = program.of
        self.program, self.cells, self.size = program, of.lines[number], len(of.lines[number])
        self.at = {cell: place for place, cell in enumerate(self.cells)}
        places = lambda has: sum(1 << place for cell, place in self.at.items() if has(cell))
        self.initial, self.must = places(of.initial.__contains__), places(of.must.__contains__)
        self.bonus = of.bonus[number >= of.rows]
        first = lambda then: places(lambda cell: cell in of.earlier[then] or (cell, then) in of.waits)
        self.earlier = [first(then) for then in self.cells]
        self.may = [places(lambda cell: of.may[cell][turn]) for turn in range(of.turns + 1)]
        self.ends = {turn for turn in range(1, of.turns + 1) if self.may[turn : turn + 1] != self.may[turn + 1 : turn + 2]}

    def best(self, weight, prices, fixed):
        starts = [0] * self.size
        for column, price in prices:
            if column[0] in "hv":
                starts[self.at[column[1]]] += price
        if self.size <= LONGEST:
            return self.by_sets(weight, starts, prices, fixed)
        short = all(column[0] in "hv" or not price for column, price in prices)
        need(short and self.of.is_whole and not fixed, "line: too long for this sum")
        return self.by_intervals(weight, starts)

    def by_intervals(self, weight, starts):
        self.program.steps += self.size**2
        best = [[0] for _ in range(self.size + 1)]
        for size in range(1, self.size + 1):
            for low in range(self.size - size + 1):
                inside, sums = range(low, low + size), []
                for last in inside:
                    later = any(self.earlier[at] >> last & 1 for at in inside)
                    sides = best[low][last - low], best[last + 1][low + size - last - 1]
                    if not self.initial >> last & 1 and not later and None not in sides:
                        sums.append(sum(sides) + (starts[last] if size == 1 else weight * size))
                best[low].append(0 if all(self.initial >> at & 1 for at in inside) else most(sums))
        whole_line = best[0][self.size]
        return None if whole_line is None else whole_line + weight * self.bonus

    def gains(self, weight, starts, pairs):
        """What a place earns beside each set."""
        gains = []
        for have in range(1 << self.size):
            runs = [run(have, place) for place in range(self.size)]
            gains.append([start if length == 1 else weight * length for start, length in zip(starts, runs)])
            for first, then, price in pairs:
                if not have & (1 << first | 1 << then):
                    gains[have][first] += price
        return gains

    def layers(self, gains, earlier, ends):
        """After each of these turns, what each set of places has earned; what is changed there is gone on with."""
        best, since = [None] * (1 << self.size), 1
        best[self.initial] = 0
        for end in ends:
            places = [place for place in range(self.size) if self.may[end] >> place & 1]
            # One pass up through the sets is enough if there is time for all places; else each turn fills one.
            passes, sets = end + 1 - since, range(len(best) - 1, -1, -1)
            if passes >= len(places):
                passes, sets = min(passes, 1), range(len(best))
            self.program.steps += passes + 1 << self.size
            for have in (have for _ in range(passes) for have in sets if best[have] is not None):
                for place in places:
                    if not have >> place & 1 and not earlier[place] & ~have:
                        after = have | 1 << place
                        best[after] = most((best[after], best[have] + gains[have][place]))
            yield end, best
            since = end + 1

    def by_sets(self, weight, starts, prices, fixed):
        earlier, at = list(self.earlier), self.at
        for column, value in fixed:
            if column[0] == "o":
                first, then = column[1:] if value else column[:0:-1]
                earlier[at[then]] |= 1 << at[first]
        pairs = [(at[column[1]], at[column[2]], price) for column, price in prices if column[0] == "o"]
        by = [(column[2], at[column[1]], price) for column, price in prices if column[0] in "yz" and price]
        is_by = [(column[2], at[column[1]], value) for column, value in fixed if column[0] == "y"]
        ends = sorted({0} | self.ends | {turn for turn, *_ in by + is_by})
        for end, best in self.layers(self.gains(weight, starts, pairs), earlier, ends):
            now = [(place, price) for turn, place, price in by if turn == end]
            kept = [(place, value) for turn, place, value in is_by if turn == end]
            for have, value in enumerate(best):
                if value is not None:
                    keeps = all((have >> place & 1) == is_filled for place, is_filled in kept)
                    best[have] = value + sum(price for place, price in now if have >> place & 1) if keeps else None
        sums = []
        for have, value in enumerate(best):
            if value is not None and not self.must & ~have:
                # Of two cells that stay empty, the lower number comes first.
                empty = sum(price for first, then, price in pairs if not have & (1 << first | 1 << then))
                sums.append(value + empty + (weight * self.bonus if have == len(best) - 1 else 0))
        return most(sums)

    def by_turn(self, start):
        """The most points of the line, with some more for each start, per turn and set that is filled by then."""
        gains = self.gains(self.of.sign, [self.of.sign * start] * self.size, [])
        layers = self.layers(gains, self.earlier, range(self.of.turns + 1))
        return [list(best) for _, best in layers]


def check_tree(instance, nodes, goal):
    need(len(items(nodes)) <= MOST_NODES, "tree: too many nodes")
    program, fixed, is_open = Program(instance), [], True
    for node in nodes:
        need(is_open and program.steps <= MOST_STEPS, "tree: too many nodes, or steps")
        if isinstance(node, Fields) and "column" in node:
            column = check_column(instance, *parse(*fields(node, ("column",))))
            need(all(column != other for other, _ in fixed), "tree: a column twice")
            fixed.append((column, False))
            continue
        denominator, rows = fields(node, ("denominator", "rows"))
        total = program.sum(whole(denominator, 0, 2**32 - 1), items(rows), fixed)
        if total is not None:
            need(goal is not None or denominator == 0, "leaf: a denominator")
            need(total < (goal or 0) * denominator, "leaf: the sum is too large")
        # On to the other side of the last split of which it is open.
        while fixed and fixed[-1][1]:
            fixed.pop()
        is_open = bool(fixed)
        if is_open:
            fixed.append((fixed.pop()[0], True))
    need(not is_open, "tree: a case is left open")


def check_column(instance, kind, indices):
    """A column that a tree can split on."""
    match kind, *indices:
        case "o", first, then if first < then and first in instance.free and then in instance.free:
            return "o", first, then
        case "y", cell, turn if cell in instance.free and turn <= instance.turns:
            return "y", cell, turn
    raise Refused("tree: no such column")


# --- The formula, and all sets of filled cells -----------------------------------------------------------------------


def partitions(tiles, largest, parts):
    """The partitions of a number into at most so many parts, each at most the largest."""
    if tiles == 0:
        yield []
    for size in range(min(largest, tiles), 0, -1):
        if size * parts >= tiles:
            yield from ([size, *rest] for rest in partitions(tiles - size, size, parts - 1))


def check_shapes(instance, goal):
    need(instance.sign == 1 and not instance.initial and not instance.colours, "shapes: not for this instance")
    rows, columns = instance.rows, instance.columns
    for number, parts in enumerate(partitions(instance.turns, columns, rows), 1):
        need(number < MOST_PARTITIONS, "shapes: too many partitions")
        across = [sum(part > at for part in parts) for at in range(max(parts, default=0))]
        lines = [(part, columns, instance.bonus[0]) for part in parts]
        lines += [(part, rows, instance.bonus[1]) for part in across]
        earned = sum(part * (part + 1) // 2 + (bonus if part == full else 0) for part, full, bonus in lines)
        apart = min(row + part for row, part in enumerate([*parts, 0]))
        need(goal is not None and earned - (len(lines) - apart) < goal, "shapes: it proves less")


class Sweep:
    """All sets of filled cells."""

    def __init__(self, instance, goal):
        self.of, self.goal = instance, goal
        self.initial, self.must = bits(instance.initial), bits(instance.must)
        self.before = {c: bits(first for first, then in instance.waits if then == c) for c in instance.all()}

    def check(self):
        of, longest = self.of, max(self.of.rows, self.of.columns)
        self.dense = len(of.free) <= MOST_DENSE
        good = of.cells <= LARGEST_SWEEP and longest <= LONGEST and (self.dense or longest <= LONGEST_SWEPT)
        need(good, "sweep: a large wall, or a long line")
        need(not self.back(), "sweep: an order is better")

    def ends(self):
        """The sets that orders may end with, if they reach the goal."""
        of = self.of
        if of.is_whole:
            return [bits(of.all())]
        try:
            need(self.goal is not None and max(of.rows, of.columns) <= LONGEST_SWEPT, "sweep: too many ends")
            return Ends(self).found
        except Refused:
            need(self.dense, "sweep: too many ends")
        ends = (self.initial | bits(cells) for cells in itertools.combinations(of.free, of.turns))
        return [end for end in ends if not self.must & ~end]

    def reaches(self, best):
        return best is not None and (self.goal is None or best >= self.goal)

    def back(self):
        """Whether an order reaches the goal, from the ends of orders back to turn 1, without the sets of which the turns
        before cannot earn what is left."""
        of = self.of
        self.lines = Program(of).lines
        self.tables = [[line.by_turn(start) for line in self.lines] for start in (0, 1)]
        self.blocks = [0] * 4
        for cell in of.all():
            row, column = of.place(cell)
            block = {cell, cell + 1, cell + of.columns, cell + of.columns + 1}
            if row + 1 < of.rows and column + 1 < of.columns and not block <= of.initial:
                self.blocks[row % 2 * 2 + column % 2] |= 1 << (cell - 1)
        layer, kept, tiles = {end: of.sign * of.bonus_of(end) for end in self.ends()}, 0, 0
        for turn in range(of.turns, 0, -1):
            before, cells = {}, [cell for cell in of.free if of.may[cell][turn]]
            for have, score in layer.items():
                tiles += (have & bits(cells)).bit_count()
                few = tiles <= MOST_TILES and kept + len(before) <= MOST_COVERINGS
                need(few or self.dense, "sweep: too many sets")
                for cell in cells:
                    left = have & ~(1 << (cell - 1))
                    if left == have or self.before[cell] & ~left:
                        continue
                    value = score + of.sign * of.points(left, cell)
                    if left in before or self.reaches(self.bound(left, turn - 1, value)):
                        before[left] = most((before.get(left), value))
            kept += len(before)
            layer = before
        return self.reaches(layer.get(self.initial))

    def bound(self, have, turn, value):
        """What an order scores at most, if the turns up to this one fill the set, and the others earn the value."""
        of, sums = self.of, [[0, 0], [0, 0]]
        for line in range(len(self.lines)):
            places = of.places(line, have)
            for start in (0, 1):
                earned = self.tables[start][line][turn][places]
                if earned is None:
                    return None
                sums[start][line >= of.rows] += earned
        (rows, columns), (rows_with, columns_with) = sums
        if of.sign == 1:
            return value + min(rows + columns_with, rows_with + columns)
        full = have & have >> 1 & have >> of.columns & have >> (of.columns + 1)
        return value + rows_with + columns_with + turn - max((full & ways).bit_count() for ways in self.blocks)


class Ends:
    """The sets that orders may end with, if they reach the goal: row by row. Singles are counted in two ways: as starts of
    rows or of columns; of a minimum as none, or as all starts, less all tiles."""

    def __init__(self, sweep):
        of = sweep.of
        self.sweep, self.of, self.found, self.looked = sweep, of, set(), 0
        colours = list(of.colours.values()) if of.sign == 1 else []
        for full in range(1 << len(colours)):
            chosen = [cells for k, cells in enumerate(colours) if full >> k & 1]
            forced = sweep.must | bits(cell for cells in chosen for cell in cells)
            extra = [len(chosen) * of.bonus[2]] * 2 if of.sign == 1 else [0, of.turns]
            self.missing = [sweep.goal - more for more in extra]
            self.earns = [[self.ends_of(line, way, forced) for line in range(len(of.lines))] for way in (0, 1)]
            numbers = [[self.by_number(way, row, 0, 0) for row in range(of.rows)] for way in (0, 1)]
            self.rest = [[self.sums(numbers[way][row:]) for row in range(of.rows + 1)] for way in (0, 1)]
            self.descend(0, 0, of.turns, [0, 0])

    def ends_of(self, line, way, forced):
        with_starts = (line < self.of.rows) == (way == 0) if self.of.sign == 1 else way == 1
        forced = self.of.places(line, forced)
        table = self.sweep.tables[with_starts][line][self.of.turns]
        bonus, full = self.of.sign * self.sweep.lines[line].bonus, len(table) - 1
        return [None if v is None or forced & ~p else v + bonus * (p == full) for p, v in enumerate(table)]

    def by_number(self, way, line, decided, places):
        """What a line earns by its number of new tiles, if the end has these of its first places."""
        size, initial = self.sweep.lines[line].size - decided, self.sweep.lines[line].initial >> decided
        best = [None] * (size + 1)
        for more in range(1 << size):
            number = (more & ~initial).bit_count()
            best[number] = most((best[number], self.earns[way][line][places | more << decided]))
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
        initial = self.of.places(row, self.sweep.initial)
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
        """Whether the other rows and all columns can earn what is missing, with numbers of tiles that go together."""
        lines, rows = range(self.of.rows, len(self.of.lines)), self.rest[way][decided]
        lists = [self.by_number(way, line, decided, self.of.places(line, end)) for line in lines]
        alone = [most(of_line) for of_line in lists]
        if not rows or None in alone or sum(alone) + rows[0][0] < missing:
            return False
        columns = [(value, numbers) for value, numbers in self.sums(lists) if sum(numbers) == left]
        for row, numbers in rows:
            for column, others in columns if sum(numbers) == left else ():
                if row + column < missing:
                    break
                if go_together(numbers, others):
                    return True
        return False


def go_together(rows, columns):
    """Whether a set of cells has these numbers in its rows and in its columns: no columns have more than there is room for."""
    room = [sum(min(tiles, count) for tiles in rows) for count in range(1, len(columns) + 1)]
    return all(sum(columns[: count + 1]) <= room[count] for count in range(len(columns)))


# --- The whole -------------------------------------------------------------------------------------------------------


def check(text):
    """What a certificate proves, in words; Refused if nothing."""
    need(len(text.encode("utf-8", "replace")) <= MOST_BYTES, "format: larger than 256 MiB")
    names = "certificate", "instance", "claim", "proof"
    version, written, claim, proof, order, conflict = fields(read(text), names, order=None, conflict=None)
    need(whole(version) == 1, "format: the version")
    instance = Instance(written)
    if isinstance(claim, Fields) and claim.get("status") == "infeasible":
        fields(claim, ("status",))
        need(order is None, "order: there is one")
        goal, said = None, "infeasible"
        if conflict is not None:
            instance = check_conflict(written, instance, *fields(conflict, ("constraints", "orders")))
    else:
        status, score, bound = fields(claim, ("status", "score", "bound"))
        need(status == "optimal" and conflict is None, "claim: unknown, or with a conflict")
        need(whole(score) == whole(bound), "claim: the bound is not the score")
        need(order is not None and instance.score(order) == score, "order: another score")
        goal, said = instance.sign * score + 1, f"optimal, {score}"
    kind = proof.get("kind") if isinstance(proof, Fields) else None
    if kind == "sum":
        _, denominator, rows = fields(proof, ("kind", "denominator", "rows"))
        check_tree(instance, [Fields([("denominator", denominator), ("rows", rows)])], goal)
    elif kind == "tree":
        check_tree(instance, fields(proof, ("kind", "nodes"))[1], goal)
    else:
        fields(proof, ("kind",))
        need(kind in ("sweep", "shapes"), "proof: an unknown kind")
        Sweep(instance, goal).check() if kind == "sweep" else check_shapes(instance, goal)
    return said


def check_conflict(written, instance, constraints, orders):
    """The instance with these constraints alone, if there is an order without each of them."""
    known = [whole(index, 0, len(instance.tests) - 1) for index in items(constraints)]
    need(known == sorted(set(known)) and len(items(orders)) == len(known), "conflict: not in order, or not an order each")
    alone = Instance(Fields([*{**written, "constraints": [written["constraints"][index] for index in known]}.items()]))
    for index, order in enumerate(orders):
        need(set(alone.faults(order)) <= {index}, "conflict: not an order of the others")
    return alone


def main(files):
    codes = [0]
    for file in files:
        try:
            with sys.stdin.buffer if file == "-" else open(file, "rb") as opened:
                text = opened.read(MOST_BYTES + 1).decode("utf-8")
            code, said = 0, f"accepted: {check(text)}"
        except (OSError, UnicodeDecodeError) as error:
            code, said = 1, f"unreadable: {error}"
        except Refused as refusal:
            code, said = 3, f"refused: {refusal}"
        codes.append(code)
        print(f"{file}: {said}")
    return 1 if 1 in codes else max(codes)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
