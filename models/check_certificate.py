#!/usr/bin/env python3
"""Checks certificates of azulejo: a second checker, which shares nothing with the first but the format.

    python3 models/check_certificate.py FILE…

A line a file; exit code 0 if all are accepted, 3 if one is refused, 1 if one cannot be read. docs/certificates.md says
what a certificate holds. Cells and turns count from 1. A minimum is the maximum of the score below zero. A set of cells
is a number: bit 1 is cell 1. So is a set of places of a line: bit 0 is its first cell.
"""

import bisect
import collections
import itertools
import json
import operator
import re
import sys

# A partition of 900 tiles has up to 900 parts, and each is a call inside another.
sys.setrecursionlimit(10_000)

MOST_CELLS, MOST_BONUS, MOST_BYTES = 900, 1_000_000, 256 << 20
MOST_NODES, MOST_ROWS, MOST_STEPS, MOST_PRICE = 2_000_000, 100_000, 4_000_000_000, 1 << 48
MOST_DENSE, MOST_COVERINGS, MOST_TILES, LARGEST_SWEEP, MOST_BEGINNINGS = 25, 20_000_000, 100_000_000, 128, 5_000_000
LONGEST, LONGEST_WHOLE, LONGEST_SWEPT, MOST_PARTITIONS, MOST_PARTS, DEEPEST = 12, 64, 10, 10_000_000, 1_000, 32

# What no order earns, whatever else is added to it; and the goal that every order reaches, whatever it earns.
NEVER, ANY = -1 << 400, -1 << 200


class Refused(Exception):
    """The certificate proves nothing; the message says which step fails."""


def need(holds, step):
    if not holds:
        raise Refused(step)


def bits(cells):
    return sum(1 << cell for cell in cells)


def run(have, place):
    """How many tiles lie side by side in a line, if one is added at a place."""
    above, empty_below = have >> (place + 1), ~have & ((1 << place) - 1)
    # Adding 1 to a number changes its lowest ones, and one place more.
    return (above ^ (above + 1)).bit_length() + place - empty_below.bit_length()


# --- What is written -------------------------------------------------------------------------------------------------


def an_object(pairs):
    """An object of the file; what is none, and nothing else, if a name is there twice."""
    return dict(pairs) if len(dict(pairs)) == len(pairs) else ...


def read(text):
    marks = re.findall(r"[][{}]", re.sub(r'"(?:[^"\\]|\\.)*"', "", text, flags=re.DOTALL))
    depths = itertools.accumulate(1 if mark in "[{" else -1 for mark in marks)
    need(all(depth <= DEEPEST for depth in depths), "format: nested too deep")
    try:
        # A minus before a zero makes a number that is not whole, and of too many digits no number is made at all.
        number = lambda digits: float(digits) if digits == "-0" or len(digits) > 40 else int(digits)
        return json.loads(text, object_pairs_hook=an_object, parse_int=number, parse_constant=whole)
    except (ValueError, RecursionError) as error:
        raise Refused(f"format: {error}") from None


def fields(value, names, **optional):
    """The values of an object by name: of names that are there, and of others, which may be left out."""
    good = isinstance(value, dict) and {*names} <= {*value} <= {*names, *optional}
    need(good, "format: no object, or a name that is unknown, missing, or there twice")
    return [{**optional, **value}[name] for name in (*names, *optional)]


def tagged(value, tag, kinds):
    """The kind of an object, which it tells itself, and its other values in the order that the kinds have them."""
    kind = value.get(tag) if isinstance(value, dict) else None
    need(isinstance(kind, str) and kind in kinds, f"format: an unknown {tag}")
    return fields(value, (tag, *kinds[kind]))


def whole(value, low=0, high=2**64 - 1):
    need(type(value) is int and low <= value <= high, "format: not a whole number in its range")
    return value


def items(value):
    need(isinstance(value, list), "format: not a list")
    return value


# --- Rows that are stated --------------------------------------------------------------------------------------------


TOKEN = re.compile(r"\s*(?:(\d{1,9})(?!\d)|([A-Za-z]+)|(<=|>=|\.\.|[-+*=(),]))")
QUANTITIES = {"turn": "c", "points": "c", "o": "cc", "x": "ct", "y": "ct", "count": "st", "earned": "t"}


class Stated:
    """A row such as count(row 3, 6) >= 2: clauses, each a sum that is compared with 0, and the turns for t."""

    def __init__(self, text, of):
        need(isinstance(text, str) and len(text) <= 1000, "row: no text, or too long")
        self.of, self.tokens, at = of, [], 0
        while text[at:].strip():
            found = TOKEN.match(text, at)
            need(found, "row: no such sign")
            self.tokens.append(int(found[1]) if found[1] else found[2] or found[3])
            at = found.end()
        self.clauses, self.range = [self.clause()], None
        while self.takes("or"):
            self.clauses.append(self.clause())
        if self.takes("for"):
            need(self.takes("t") and self.takes("in"), "row: for t in")
            start = self.time()
            need(self.takes(".."), "row: a range")
            self.range = start, self.time()
            ends = [base * of.turns + number for base, number in self.range if base is not None]
            need(len(ends) == 2 and all(0 <= end <= of.turns for end in ends), "row: a range beyond the turns")
        need(not self.tokens, "row: something is left over")
        need(sum(1 for _ in zip(range(1001), self.written_out())) <= 1000, "row: written out too often")

    def takes(self, *some):
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in some else None

    def number(self):
        need(self.tokens and isinstance(self.tokens[0], int), "row: a number is missing")
        return self.tokens.pop(0)

    def clause(self):
        left = self.side()
        relation = self.takes("<=", ">=", "=")
        need(relation, "row: nothing is compared")
        return left + [(-factor, *rest) for factor, *rest in self.side()], relation

    def side(self):
        terms, sign = [], self.takes("-", "+")
        while True:
            factor = self.number() if self.tokens and isinstance(self.tokens[0], int) else None
            star = self.takes("*")
            name = self.takes(*QUANTITIES)
            need(name or not star and factor is not None, "row: no quantity")
            arguments = []
            for place, kind in enumerate(QUANTITIES[name] if name else ""):
                need(self.takes("," if place else "("), "row: a bracket or a comma is missing")
                arguments.append({"c": self.cell, "t": self.time, "s": self.cells}[kind]())
            need(not name or self.takes(")"), "row: a bracket is left open")
            terms.append(((-1 if sign == "-" else 1) * (1 if factor is None else factor), name, *arguments))
            sign = self.takes("-", "+")
            if not sign:
                return terms

    def cell(self):
        return whole(self.number(), 1, len(self.of.cells))

    def cells(self):
        word = self.takes("row", "column", "line", "colour", "wall")
        if word == "wall":
            return list(self.of.cells)
        has_number = self.tokens and isinstance(self.tokens[0], int)
        if word == "colour":
            need(self.of.rows == self.of.columns, "row: no colours")
            colour = whole(self.number(), 1, self.of.rows) - 1
            return [row * self.of.rows + (row + colour) % self.of.rows + 1 for row in range(self.of.rows)]
        if word == "line" or word and not has_number:
            return word
        if word:
            most = self.of.rows if word == "row" else self.of.columns
            return self.of.lines[whole(self.number(), 1, most) - 1 + (word == "column") * self.of.rows]
        cells = [self.cell()]
        while self.tokens and isinstance(self.tokens[0], int):
            cells.append(self.cell())
        need(len(set(cells)) == len(cells), "row: a cell twice")
        return cells

    def time(self):
        """A number after turn 0 or after the last turn, or after t, which has no base."""
        if self.takes("end"):
            return 1, -self.number() if self.takes("-") else 0
        if self.takes("t"):
            sign = self.takes("-", "+")
            return None, (-1 if sign == "-" else 1) * (self.number() if sign else 0)
        return 0, self.number()

    def moments(self, t):
        """The times of each quantity, and the least that each may be; none of a quantity of the whole order."""
        for terms, _ in self.clauses:
            for _, name, *arguments in terms:
                if name:
                    timed = QUANTITIES[name].endswith("t")
                    yield (self.at(arguments[-1], t), name in ("x", "earned"), arguments[-1][0]) if timed else None

    def at(self, time, t):
        base, number = time
        return (t if base is None else base * self.of.turns) + number

    def written_out(self):
        """Each t, with each line that a bare word stands for."""
        moves = [moment for moment in self.moments(0) if moment and moment[2] is None]
        if self.range:
            start, end = (self.at(time, 0) for time in self.range)
            turns = range(start, end + 1)
        elif moves:
            start = max(least - shift for shift, least, _ in moves)
            turns = range(start, self.of.turns - max(shift for shift, *_ in moves) + 1)
        else:
            turns = [0]
        words = {cells for terms, _ in self.clauses for _, name, *rest in terms if name == "count" for cells in rest[:1] if isinstance(cells, str)}
        lines, rows = range(len(self.of.lines)), self.of.rows
        of_word = {"row": lines[:rows], "column": lines[rows:], "line": lines}
        choices = [of_word[word] if word in words else [0] for word in ("row", "column", "line")]
        for t, *chosen in itertools.product(turns, *choices):
            yield t, dict(zip(("row", "column", "line"), chosen))

    def is_so(self, t, lines, when, earned):
        """Whether one of the clauses holds, by the turn of each cell and what each turn earns."""

        def value(name, *arguments):
            match name, *arguments:
                case [None]:
                    return 1
                case "turn", cell:
                    return when[cell]
                case "points", cell:
                    return earned(when[cell])
                case "o", one, other:
                    return (when[one], one) < (when[other], other)
                case "x", cell, time:
                    return when[cell] == self.at(time, t)
                case "y", cell, time:
                    return when[cell] <= self.at(time, t)
                case "count", cells, time:
                    cells = self.of.lines[lines[cells]] if isinstance(cells, str) else cells
                    return sum(when[cell] <= self.at(time, t) for cell in cells)
                case "earned", time:
                    return earned(self.at(time, t))

        compare = {"<=": operator.le, ">=": operator.ge, "=": operator.eq}
        sums = ((sum(factor * value(*rest) for factor, *rest in terms), relation) for terms, relation in self.clauses)
        return any(compare[relation](total, 0) for total, relation in sums)

    def holds(self, order, points):
        when = dict.fromkeys(self.of.cells, self.of.turns + 1)
        when |= {cell: 0 for cell in self.of.cells if self.of.initial >> cell & 1}
        when |= {cell: turn for turn, cell in enumerate(order, 1)}
        earned = lambda turn: points[turn - 1] if 0 < turn <= len(points) else 0
        return all(self.is_so(*once, when, earned) for once in self.written_out())

    def linear(self, place):
        """What is written out at a place: terms, what they are at most, and whether they are equal to it."""
        once = next(itertools.islice(self.written_out(), place, None), None)
        need(once and len(self.clauses) == 1, "given: not written out so often, or it has clauses")
        (t, lines), [(terms, relation)], of = once, self.clauses, self.of
        times = [moment for moment in self.moments(t) if moment]
        need(all(least <= time <= of.turns for time, least, _ in times), "given: a time that is none of the order")
        left, right, parts = [], 0, 0
        for factor, name, *rest in terms:
            factor = -factor if relation == ">=" else factor
            # Cells with times by which they are filled, and a sign. A turn counts the times at which its cell is empty.
            match name, *rest:
                case [None]:
                    by, one = [], 1
                case "turn", cell:
                    by, one = [(cell, time, -1) for time in range(of.turns + 1)], of.turns + 1
                case "o", first, then if first in of.free and then in of.free and first != then:
                    left += before(first, then, factor)
                    by, one = [], 0
                case "o", first, then:
                    by, one = [], (first in of.free, first) < (then in of.free, then)
                case "x", cell, time:
                    by, one = [(cell, self.at(time, t), 1), (cell, self.at(time, t) - 1, -1)], 0
                case "y", cell, time:
                    by, one = [(cell, self.at(time, t), 1)], 0
                case "count", cells, time:
                    cells = of.lines[lines[cells]] if isinstance(cells, str) else cells
                    by, one = [(cell, self.at(time, t), 1) for cell in cells], 0
                case _:
                    raise Refused("given: points")
            parts += max(len(by), 1)
            need(parts <= MOST_PARTS, "given: too many parts")
            left += [(("y", cell, time), sign * factor) for cell, time, sign in by if cell in of.free and time]
            right -= factor * (one + sum(sign for cell, _, sign in by if cell not in of.free))
        return left, right, relation == "="

    def conditions(self):
        """What it says of single moves, with the turn of each; what it says beyond them is left out."""
        for t, lines in self.written_out():
            moments = list(self.moments(t))
            if moments and None not in moments:
                least, most = min(time - before for time, before, _ in moments), max(time for time, *_ in moments)
                if 0 <= least and most <= self.of.turns and most - least <= 1:
                    yield max(most, 1), (self, t, lines)

    def allows(self, t, lines, have, cell, turn):
        """Whether a turn may fill a cell beside others, as a condition says."""
        early = turn - 1
        when = {one: early if have >> one & 1 else self.of.turns + 1 for one in self.of.cells} | {cell: turn}
        earned = lambda other: self.of.points(have, cell) if other == turn else 0
        return self.is_so(t, lines, when, earned)


# --- Instances -------------------------------------------------------------------------------------------------------


CONSTRAINTS = {"place-at": ("cell", "turn"), "window": ("cell", "from", "to"), "before": ("first", "then")}
CONSTRAINTS |= {"first": ("cells",), "last": ("cells",), "only": ("cells", "from", "to")}
CONSTRAINTS |= {"rounds": (), "last-round": (), "subject-to": ("row",)}


class Instance:
    """An instance, and what its constraints say of every order."""

    def __init__(self, written):
        optional = {"initial": [], "turns": None, "bonus": {}, "constraints": []}
        optional |= dict.fromkeys(("name", "source", "published"))
        wall, sense, initial, turns, bonus, constraints, *_ = fields(written, ("wall", "sense"), **optional)
        self.rows, self.columns = (whole(side) for side in fields(wall, ("rows", "columns")))
        need(1 <= self.rows * self.columns <= MOST_CELLS, "instance: cells")
        need(sense in ("maximize", "minimize"), "instance: sense")
        self.sign = 1 if sense == "maximize" else -1
        self.cells = range(1, self.rows * self.columns + 1)
        self.wall, self.initial = bits(self.cells), bits(self.set_of(initial))
        # In their order, and quick to look up.
        self.free = dict.fromkeys(cell for cell in self.cells if not self.initial >> cell & 1)
        self.turns = len(self.free) if turns is None else whole(turns, 0, len(self.free))
        self.is_whole = self.turns == len(self.free)
        self.bonus = [whole(points, 0, MOST_BONUS) for points in fields(bonus, (), row=0, column=0, colour=0)]
        rows = [[*self.cells[first : first + self.columns]] for first in range(0, len(self.cells), self.columns)]
        self.lines = rows + [list(column) for column in zip(*rows)]
        side = range(self.rows if self.rows == self.columns and self.bonus[2] else 0)
        self.colours = {k + 1: [rows[row][(row + k) % self.rows] for row in side] for k in side}
        self.impose([self.meaning(constraint) for constraint in items(constraints)])

    def block(self, first):
        """The free cells of the 2×2 block that begins with a cell; none where the wall has no such block."""
        row, column = divmod(first - 1, self.columns)
        block = first, first + 1, first + self.columns, first + self.columns + 1
        return [cell for cell in block if cell in self.free and row + 1 < self.rows and column + 1 < self.columns]

    def cell(self, written):
        if isinstance(written, list) and len(written) == 2:
            return (whole(written[0], 1, self.rows) - 1) * self.columns + whole(written[1], 1, self.columns)
        return whole(written, 1, len(self.cells))

    def set_of(self, written):
        cells = [self.cell(one) for one in items(written)]
        need(len(set(cells)) == len(cells), "instance: a cell twice")
        return cells

    def meaning(self, written):
        """What a constraint says: cells that some turns do not fill, cells that are filled, and who waits for whom."""
        kind, *values = tagged(written, "type", CONSTRAINTS)
        if kind == "subject-to":
            return [], 0, [], Stated(values[0], self)
        reader = {"cells": self.set_of, "cell": lambda cell: [self.cell(cell)], "first": self.cell, "then": self.cell}
        values = [reader.get(name, whole)(value) for name, value in zip(CONSTRAINTS[kind], values)]
        match kind, *values:
            case "before", first, then:
                return [], 0, [(first, then)]
            case ["rounds" | "last-round"]:
                start = 1 if kind == "rounds" else self.turns - self.rows + 1
                rows = [(start + row, self.lines[row]) for row in range(self.rows)]
                bans = [(self.wall & ~bits(cells), range(turn, self.turns + 1, self.rows)) for turn, cells in rows]
                # No order fills cell 0.
                return (bans, 0, []) if start > 0 else ([], 1, [])
            case "window" | "only", cells, start, end:
                pass
            case "place-at", cells, start:
                end = start
            case "first", cells:
                start, end = 1, len(cells)
            case "last", cells:
                start, end = self.turns + 1 - len(cells), self.turns
        start, end = min(max(start, 1), self.turns + 1), min(end, self.turns) + 1
        only = [(self.wall & ~bits(cells), range(start, end))]
        within = [(bits(cells), range(1, start)), (bits(cells), range(end, self.turns + 1))]
        bans = {"window": within, "only": only}.get(kind, only + within)
        return bans, 0 if kind in ("window", "only") else bits(cells), []

    def impose(self, meanings):
        """Keeps what constraints say of every order."""
        empty = self.wall & ~self.initial
        self.meanings, self.before = meanings, [0] * (len(self.cells) + 1)
        self.may, self.must = [0] + [empty] * self.turns, empty if self.is_whole else 0
        self.conditions = collections.defaultdict(list)
        for bans, must, waits, *stated in meanings:
            for turn, condition in (one for row in stated for one in row.conditions()):
                self.conditions[turn].append(condition)
            for cells, turn in ((cells, turn) for cells, turns in bans for turn in turns):
                self.may[turn] &= ~cells
            self.must |= must
            for first, then in waits:
                # What is full waits for nothing.
                self.before[then] |= (then in self.free) << first
        # Cells that are full, and cell 0, are filled by no order.
        self.impossible = self.must & (self.initial | 1) != 0
        # Who comes before whom: initial cells first, then by turns, by waiting, and through others.
        later = [*itertools.accumulate([0, *reversed(self.may)], operator.or_)][::-1]
        self.earlier = [0] * len(self.before)
        for then in self.cells:
            start = next((turn for turn, may in enumerate(self.may) if may >> then & 1), self.turns + 1)
            by_turns = self.initial | self.must & later[0] & ~later[start]
            self.earlier[then] = by_turns * (then in self.free) | self.before[then] * (self.must >> then & 1)
        for middle, then in itertools.product(self.cells, self.cells):
            if then != middle and self.earlier[then] >> middle & 1:
                self.earlier[then] |= self.earlier[middle]

    def places(self, line, have):
        """The places of a line that a set of cells has."""
        return sum((have >> cell & 1) << place for place, cell in enumerate(self.lines[line]))

    def points(self, have, cell):
        """What a tile earns beside a set of cells."""
        row, column = divmod(cell - 1, self.columns)
        runs = run(self.places(row, have), column), run(self.places(self.rows + column, have), row)
        return sum(length for length in runs if length > 1) + (runs == (1, 1))

    def bonus_of(self, have):
        bonus = [(cells, self.bonus[line >= self.rows]) for line, cells in enumerate(self.lines)]
        bonus += [(cells, self.bonus[2]) for cells in self.colours.values()]
        return sum(points for cells, points in bonus if all(have >> cell & 1 for cell in cells))

    def faults(self, order):
        """Which constraints do not hold of an order of the right length."""
        cells = [whole(cell) for cell in items(order)]
        good = len(cells) == self.turns == len(set(cells)) and set(cells) <= set(self.free)
        need(good, "order: its length, a cell twice, or one that is not free")
        return [index for index, meaning in enumerate(self.meanings) if not self.holds(cells, *meaning)]

    def holds(self, order, bans, must, waits, *stated):
        early = (self.initial >> one & 1 or one in order[: order.index(then)] for one, then in waits if then in order)
        banned = any(cells >> order[turn - 1] & 1 for cells, turns in bans for turn in turns)
        have = [self.initial | bits(order[:turn]) for turn in range(self.turns)]
        points = [*map(self.points, have, order)] if stated else []
        rows = all(row.holds(order, points) for row in stated)
        return not banned and not must & ~bits(order) and all(early) and rows

    def score(self, order):
        need(not self.faults(order), "order: a constraint does not hold")
        filled = [self.initial | bits(order[:turn]) for turn in range(self.turns + 1)]
        return sum(map(self.points, filled, order)) + self.bonus_of(filled[-1])


# --- Sums of rows ----------------------------------------------------------------------------------------------------


def parse(name):
    number = "(?:0|[1-9][0-9]{0,3})"
    parts = isinstance(name, str) and re.fullmatch(rf"([^(]*)\(({number}(?:,{number})*)\)", name)
    need(parts, "row: no such name")
    family, *indices = parts[1], *map(int, parts[2].split(","))
    # Constraints are counted from 0, and so is what they say; all else is counted from 1.
    need(family == "given" or 0 not in indices, "row: no such name")
    return family, *indices


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
        need(max(instance.rows, instance.columns) <= LONGEST_WHOLE, "instance: a long line")
        self.of, self.lines = instance, [Line(instance, number) for number in range(len(instance.lines))]

    def build(self, name):
        """Terms, what they are at most, and whether they are equal to it."""
        of, last = self.of, self.of.turns
        free = lambda *cells: all(cell in of.free for cell in cells)
        waits = lambda first, then: free(first, then) and of.before[then] >> first & 1
        match parse(name):
            case "cycle", *cells if len(set(cells)) == len(cells) > 1 and free(*cells):
                pairs = zip(cells, [*cells[1:], cells[0]])
                return [term for pair in pairs for term in before(*pair, 1)], len(cells) - 1, False
            case "singleh" | "singlev" as family, cell if free(cell):
                return [(("u", cell), 1), ((family[-1], cell), -1)], 0, False
            case "both", cell if free(cell) and (last or of.must >> cell & 1):
                filled = of.must >> cell & 1
                return starts(cell) + [(("y", cell, last), -1)] * (not filled), filled, False
            case "block", first if of.block(first):
                return [term for cell in of.block(first) for term in starts(cell)], len(of.block(first)) - 1, False
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
            case "given", index, place if index < len(of.meanings) and len(of.meanings[index]) > 3:
                return of.meanings[index][3].linear(place)
        raise Refused(f"{name}: not a row of this instance")

    def split(self, name):
        """A column that a tree can split on."""
        kind, cell, *other = column = parse(name)
        fits = {"o": lambda then: cell < then and then in self.of.free, "y": lambda turn: turn <= self.of.turns}
        good = kind in fits and len(other) == 1 and cell in self.of.free and fits[kind](*other)
        need(good, f"{name}: not a column of this instance")
        return column

    def sum(self, denominator, rows, fixed):
        """What the score times the denominator is at most; if a line has no order, less than any order earns."""
        of, total, weight = self.of, NEVER * self.of.impossible, self.of.sign * denominator
        left = collections.Counter({("u", cell): weight for cell in of.free})
        left.update({("full", k): weight * of.bonus[2] for k in of.colours})
        need(len(rows) <= MOST_ROWS, "leaf: too many rows")
        for row in rows:
            name, number = items(row) if len(items(row)) == 2 else (None, None)
            whole(number, -(2**31), 2**31 - 1)
            terms, right, equal = self.build(name)
            need(equal or number >= 0, f"{name}: a negative number")
            total += number * right
            for column, factor in terms:
                left[column] -= number * factor
        total += left.pop(("one",), 0)
        prices = [{column: left.pop(column) for column in [*left] if line.decides(column)} for line in self.lines]
        need(all(abs(price) < MOST_PRICE for some in prices for price in some.values()), "sum: a large coefficient")
        total += sum(self.alone(column, price, fixed) for column, price in left.items())
        for line, of_line in zip(self.lines, prices):
            total += line.best(weight, of_line, fixed) if total > ANY else 0
        return total

    def alone(self, column, price, fixed):
        """The most that a column of no line earns."""
        kind, *cells = column
        if kind == "full" and self.of.is_whole or kind == "o" and self.of.earlier[cells[1]] >> cells[0] & 1:
            return price
        if kind == "o" and self.of.earlier[cells[0]] >> cells[1] & 1:
            return 0
        return price * fixed[column] if column in fixed else max(price, 0)


class Line:
    """The orders of one line, by sets of its places, or by intervals where it is long."""

    def __init__(self, of, number):
        self.of, self.steps, self.is_row = of, 0, number < of.rows
        self.at = {cell: place for place, cell in enumerate(of.lines[number])}
        self.size, self.bonus = len(self.at), of.bonus[not self.is_row]
        self.initial, self.must = of.places(number, of.initial), of.places(number, of.must)
        self.earlier = [of.places(number, of.earlier[then] | of.before[then]) for then in self.at]
        self.may = [of.places(number, may) for may in of.may]
        self.ends = {of.turns} | {turn for turn in range(1, of.turns) if self.may[turn] != self.may[turn + 1]}

    def has(self, column):
        """Whether it is about cells of the line, or about a cell of it and a turn."""
        return column[1] in self.at and (column[0] != "o" or column[2] in self.at)

    def decides(self, column):
        return column[0] in ("yho" if self.is_row else "zvo") and self.has(column)

    def best(self, weight, prices, fixed):
        """The most that an order earns: its points and its bonus by weight, and its columns by their prices."""
        starts = [prices.get(("h" if self.is_row else "v", cell), 0) for cell in self.at]
        others = {column: price for column, price in prices.items() if price and len(column) > 2}
        fixed = {column: value for column, value in fixed.items() if self.has(column)}
        if self.size <= LONGEST:
            return self.by_sets(weight, starts, others, fixed)
        need(self.of.is_whole and not others and not fixed, "line: too long for this sum")
        return self.by_intervals(weight, starts)

    def by_intervals(self, weight, starts):
        self.steps += self.size**2
        best = [[0] for _ in range(self.size + 1)]
        for size in range(1, self.size + 1):
            for low in range(self.size - size + 1):
                inside, sums = range(low, low + size), [NEVER]
                for last in inside:
                    if not (self.initial >> last & 1 or any(self.earlier[at] >> last & 1 for at in inside)):
                        sides = best[low][last - low] + best[last + 1][low + size - last - 1]
                        sums.append(sides + (starts[last] if size == 1 else weight * size))
                best[low].append(0 if all(self.initial >> at & 1 for at in inside) else max(sums))
        return best[0][self.size] + weight * self.bonus

    def gains(self, weight, starts, pairs):
        """What a place earns beside each set."""
        gains = []
        for have in range(1 << self.size):
            runs = enumerate(run(have, place) for place in range(self.size))
            gains.append([starts[place] if length == 1 else weight * length for place, length in runs])
            for first, _, price in (pair for pair in pairs if not have & (1 << pair[0] | 1 << pair[1])):
                gains[have][first] += price
        return gains

    def layers(self, gains, earlier, ends):
        """After each of these turns, what each set of places has earned; what is changed there is gone on with."""
        best, since = [NEVER] * (1 << self.size), 1
        best[self.initial] = 0
        for end in ends:
            places = [place for place in range(self.size) if self.may[end] >> place & 1]
            # One pass up through the sets is enough if there is time for all places; else each turn fills one.
            passes, sets = end + 1 - since, range(len(best) - 1, -1, -1)
            if passes >= len(places):
                passes, sets = min(passes, 1), range(len(best))
            self.steps += passes + 1 << self.size
            for have in (have for _ in range(passes) for have in sets if best[have] > ANY):
                for place in places:
                    if not have >> place & 1 and not earlier[place] & ~have:
                        after = have | 1 << place
                        best[after] = max(best[after], best[have] + gains[have][place])
            yield end, best
            since = end + 1

    def by_sets(self, weight, starts, prices, fixed):
        at, earlier, must = self.at, list(self.earlier), self.must
        for (kind, *pair), value in fixed.items():
            if kind == "o":
                first, then = pair if value else reversed(pair)
                earlier[at[then]] |= 1 << at[first]
                # Of two cells that stay empty, the lower number comes first.
                must |= 0 if value else 1 << at[first]
        pairs = [(at[first], at[then], price) for (kind, first, then), price in prices.items() if kind == "o"]
        # A turn, a place, and what the line earns if it is filled by then, and if it is not.
        by = [(turn, at[cell], price, 0) for (kind, cell, turn), price in prices.items() if kind != "o"]
        known = [(turn, at[cell], value) for (kind, cell, turn), value in fixed.items() if kind == "y"]
        by += [(turn, place, NEVER * (not value), NEVER * value) for turn, place, value in known]
        ends = sorted({0, *self.ends, *(turn for turn, *_ in by)})
        for end, best in self.layers(self.gains(weight, starts, pairs), earlier, ends):
            now = [entry for turn, *entry in by if turn == end]
            for have in (have for have, earned in enumerate(best) if earned > ANY):
                best[have] += sum(filled if have >> place & 1 else empty for place, filled, empty in now)
        best[-1] += weight * self.bonus
        empty = lambda have: sum(price for first, then, price in pairs if not have & (1 << first | 1 << then))
        return max(earned + empty(have) for have, earned in enumerate(best) if not must & ~have)

    def by_turn(self, start):
        """The most points of the line, with some more for each start, per turn and set that is filled by then."""
        gains = self.gains(self.of.sign, [self.of.sign * start] * self.size, [])
        return [list(best) for _, best in self.layers(gains, self.earlier, range(self.of.turns + 1))]


def check_tree(instance, nodes, goal):
    need(len(items(nodes)) <= MOST_NODES, "tree: too many nodes")
    program, fixed, is_open = Program(instance), {}, True
    for node in nodes:
        need(is_open and sum(line.steps for line in program.lines) <= MOST_STEPS, "tree: too many nodes, or steps")
        if isinstance(node, dict) and "column" in node:
            column = program.split(*fields(node, ("column",)))
            need(column not in fixed, "tree: a column twice")
            fixed[column] = False
            continue
        denominator, rows = fields(node, ("denominator", "rows"))
        total = program.sum(whole(denominator, 0, 2**32 - 1), items(rows), fixed)
        need(total < goal * denominator, "leaf: the sum is too large")
        # On to the other side of the last split of which it is open.
        while fixed:
            column, value = fixed.popitem()
            if not value:
                fixed[column] = True
                break
        else:
            is_open = False
    need(not is_open, "tree: a case is left open")


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
    for number, parts in enumerate(partitions(instance.turns, instance.columns, instance.rows), 1):
        need(number < MOST_PARTITIONS, "shapes: too many partitions")
        across = [sum(part > at for part in parts) for at in range(max(parts, default=0))]
        earned = sum(part * (part + 1) // 2 for part in parts + across)
        bonus = parts.count(instance.columns) * instance.bonus[0] + across.count(instance.rows) * instance.bonus[1]
        starts_at_least = len(parts + across) - min(row + part for row, part in enumerate([*parts, 0]))
        need(earned + bonus - starts_at_least < goal, "shapes: it proves less")


class Sweep:
    """All sets of filled cells, from the ends of orders back to turn 1."""

    def __init__(self, of, goal):
        longest = max(of.rows, of.columns)
        self.of, self.goal, self.dense, self.short = of, goal, len(of.free) <= MOST_DENSE, longest <= LONGEST_SWEPT
        good = len(of.cells) <= LARGEST_SWEEP and longest <= LONGEST and (self.dense or self.short)
        need(good, "sweep: a large wall, or a long line")
        lines = [Line(of, number) for number in range(len(of.lines))]
        # Singles are counted in two ways: as starts of rows or of columns; of a minimum as none, or as all starts, less
        # all tiles.
        counts = lambda line, way: line.is_row == (way == 0) if of.sign == 1 else way == 1
        self.ways = [[line.by_turn(counts(line, way)) for line in lines] for way in (0, 1)]
        # The first cells of 2×2 blocks, in the four ways to lay them side by side.
        firsts = [[cell for row in of.lines[r : of.rows : 2] for cell in row[c::2]] for r in (0, 1) for c in (0, 1)]
        self.blocks = [bits(filter(of.block, cells)) for cells in firsts]

    def ends(self):
        """The sets that orders may end with, if they reach the goal."""
        of = self.of
        if of.is_whole:
            return [of.wall]
        try:
            need(self.goal > ANY and self.short, "sweep: too many ends")
            return Ends(self).found
        except Refused:
            need(self.dense, "sweep: too many ends")
        ends = (of.initial | bits(cells) for cells in itertools.combinations(of.free, of.turns))
        return [end for end in ends if not of.must & ~end]

    def check(self):
        """Goes back without the sets of which the turns before cannot earn what is left."""
        of, kept, tiles = self.of, 0, 0
        layer = {end: of.sign * of.bonus_of(end) for end in ([] if of.impossible else self.ends())}
        for turn in range(of.turns, 0, -1):
            before = {}
            for have, score in layer.items():
                last = [cell for cell in of.free if (have & of.may[turn]) >> cell & 1]
                tiles += len(last)
                many = tiles > MOST_TILES or kept + len(before) > MOST_COVERINGS
                need(self.dense or not many, "sweep: too many sets")
                for cell in last:
                    left = have ^ 1 << cell
                    value = score + of.sign * of.points(left, cell)
                    stated = of.conditions[turn]
                    allowed = all(row.allows(t, lines, left, cell, turn) for row, t, lines in stated)
                    may = allowed and not of.before[cell] & ~left
                    if may and (left in before or value + self.most(left, turn - 1) >= self.goal):
                        before[left] = max(before.get(left, NEVER), value)
            kept, layer = kept + len(before), before
        need(layer.get(of.initial, NEVER) < self.goal, "sweep: an order is better")

    def most(self, have, turn):
        """What the turns up to this one earn at most, if they fill the set."""
        places = [self.of.places(line, have) for line in range(len(self.of.lines))]
        earned = [sum(table[turn][at] for table, at in zip(tables, places)) for tables in self.ways]
        if self.of.sign == 1:
            return min(earned)
        # Of a block that is full the last tile is no start.
        full = have & have >> 1 & have >> self.of.columns & have >> (self.of.columns + 1)
        return earned[1] + turn - max((full & blocks).bit_count() for blocks in self.blocks)


class Ends:
    """The sets that orders may end with, if they reach the goal: row by row, in both ways to count singles."""

    def __init__(self, sweep):
        of = self.of = sweep.of
        self.found, self.looked, lines = set(), 0, range(len(of.lines))
        colours = list(of.colours.values()) if of.sign == 1 else []
        for chosen in itertools.product(*([[], cells] for cells in colours)):
            forced = of.must | bits(itertools.chain(*chosen))
            extra = [sum(map(bool, chosen)) * of.bonus[2]] * 2 if of.sign == 1 else [0, of.turns]
            self.earns = [[self.ends_of(line, tables[line], forced) for line in lines] for tables in sweep.ways]
            numbers = [[self.by_number(way, row, 0, 0) for row in range(of.rows)] for way in (0, 1)]
            tiles, after = range(of.turns + 1), range(of.rows + 1)
            self.rest = [[[sums(of_rows[row:], left, ANY) for left in tiles] for row in after] for of_rows in numbers]
            beginnings = [(0, of.turns, [sweep.goal - more for more in extra])]
            for row in range(of.rows):
                beginnings = [more for one in beginnings for more in self.longer(row, *one)]
            self.found.update(end for end, left, _ in beginnings if left == 0)

    def ends_of(self, line, table, forced):
        """What a line earns if it ends with each set of its places."""
        forced, earns = self.of.places(line, forced), list(table[self.of.turns])
        earns[-1] += self.of.sign * self.of.bonus[line >= self.of.rows]
        return [NEVER if forced & ~places else earned for places, earned in enumerate(earns)]

    def by_number(self, way, line, decided, end):
        """What a line earns by its number of new tiles, if the end has these of its first places."""
        earns, initial = self.earns[way][line], self.of.places(line, self.of.initial) >> decided
        size, places = len(self.of.lines[line]) - decided, self.of.places(line, end)
        best = [NEVER] * (size + 1)
        for more in range(1 << size):
            number = (more & ~initial).bit_count()
            best[number] = max(best[number], earns[places | more << decided])
        return best

    def longer(self, row, end, left, missing):
        """A beginning with each set of places of the next row, if it may reach the goal."""
        initial = self.of.places(row, self.of.initial)
        for places in range(1 << self.of.columns):
            earned, tiles = [earns[row][places] for earns in self.earns], (places & ~initial).bit_count()
            if min(earned) > ANY and tiles <= left:
                self.looked += 1
                need(self.looked <= MOST_BEGINNINGS, "ends: too many beginnings")
                more = end | places << (row * self.of.columns + 1), left - tiles, [*map(int.__sub__, missing, earned)]
                if all(self.may_reach(way, row + 1, *more) for way in (0, 1)):
                    yield more

    def may_reach(self, way, decided, end, left, missing):
        """Whether the other rows and all columns can earn what is missing, with numbers of tiles that go together."""
        lines, rows = range(self.of.rows, len(self.of.lines)), self.rest[way][decided][left]
        if not rows:
            return False
        lists = [self.by_number(way, line, decided, end) for line in lines]
        columns = sums(lists, left, missing[way] - rows[0][0])
        for row, numbers in rows:
            enough = bisect.bisect_right(columns, row - missing[way], key=lambda of_columns: -of_columns[0])
            if any(go_together(numbers, others) for _, others in columns[:enough]):
                return True
        return False


def sums(lists, tiles, least):
    """The best sums of lines with so many tiles that are at least so much, by their sorted numbers, the most first."""
    # The best sums of the last lines by their tiles, from no line to all.
    bounds = [[0] + [NEVER] * tiles]
    for of_line in reversed(lists):
        ways = [list(zip(of_line, reversed(bounds[-1][: many + 1]))) for many in range(tiles + 1)]
        bounds.append([max(map(sum, of_tiles)) for of_tiles in ways])
    best = {(tiles, ()): 0}
    for of_line, bound in zip(lists, reversed(bounds[:-1])):
        after = {}
        for (left, numbers), total in best.items():
            for number, value in enumerate(of_line[: left + 1]):
                if total + value + bound[left - number] >= max(least, ANY):
                    key = left - number, tuple(sorted((*numbers, number), reverse=True))
                    after[key] = max(total + value, after.get(key, NEVER))
        best = after
    return sorted(((value, numbers) for (_, numbers), value in best.items()), reverse=True)


def go_together(rows, columns):
    """Whether a set of cells has these numbers in its rows and in its columns: no columns have more than fits the rows."""
    room = [sum(min(tiles, count) for tiles in rows) for count in range(1, len(columns) + 1)]
    return all(taken <= most for taken, most in zip(itertools.accumulate(columns), room))


# --- The whole -------------------------------------------------------------------------------------------------------


def check(text):
    """What a certificate proves, in words; Refused if nothing."""
    need(len(text.encode("utf-8", "replace")) <= MOST_BYTES, "format: larger than 256 MiB")
    names = "certificate", "instance", "claim", "proof"
    version, written, claim, proof, order, conflict = fields(read(text), names, order=None, conflict=None)
    instance = Instance(written)
    need(whole(version) == 1, "format: the version")
    match tagged(claim, "status", {"optimal": ("score", "bound"), "infeasible": ()}):
        case "optimal", score, bound:
            need(conflict is None and whole(score) == whole(bound), "claim: its bound, or a conflict")
            need(order is not None and instance.score(order) == score, "order: another score")
            goal, said = instance.sign * score + 1, f"optimal, {score}"
        case _:
            need(order is None, "order: there is one")
            goal, said = ANY, "infeasible"
            if conflict is not None:
                check_conflict(instance, *fields(conflict, ("constraints", "orders")))
    match tagged(proof, "kind", {"sum": ("denominator", "rows"), "tree": ("nodes",), "sweep": (), "shapes": ()}):
        case "sum", *leaf:
            check_tree(instance, [dict(zip(("denominator", "rows"), leaf))], goal)
        case "tree", nodes:
            check_tree(instance, nodes, goal)
        case ["sweep"]:
            Sweep(instance, goal).check()
        case _:
            check_shapes(instance, goal)
    return said


def check_conflict(instance, constraints, orders):
    """Leaves the instance these constraints alone, if there is an order without each of them."""
    known = [whole(index, 0, len(instance.meanings) - 1) for index in items(constraints)]
    need(known == sorted(set(known)) and len(items(orders)) == len(known), "conflict: another order, or number")
    instance.impose([instance.meanings[index] for index in known])
    for index, order in enumerate(orders):
        need(set(instance.faults(order)) <= {index}, "conflict: not an order of the others")


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
    sys.exit(main(sys.argv[1:]) if len(sys.argv) > 1 else __doc__)
