"""The rules of the game once more, as plainly as Python can say them; only the tests use it."""

from __future__ import annotations

COLOURS = "BYRKW"
CHARGES = [1, 1, 2, 2, 2, 3, 3]
TOKEN = -1


class Board:
    """What a player has."""

    def __init__(self) -> None:
        self.score = 0
        self.lines: list[list[int]] = [[] for _ in range(5)]
        self.floor: list[int] = []
        self.wall = [[False] * 5 for _ in range(5)]

    def takes(self, colour: int, line: int) -> bool:
        if line == 5:
            return True
        held = self.lines[line]
        if len(held) == line + 1 or (held and held[0] != colour):
            return False
        return not self.wall[line][(colour + line) % 5]

    def points(self, row: int, column: int) -> int:
        across, down = 1, 1
        for step in (-1, 1):
            at = column + step
            while 0 <= at < 5 and self.wall[row][at]:
                across, at = across + 1, at + step
            at = row + step
            while 0 <= at < 5 and self.wall[at][column]:
                down, at = down + 1, at + step
        return (across if across > 1 else 0) + (down if down > 1 else 0) or 1

    def bonus(self) -> int:
        rows = sum(all(row) for row in self.wall)
        columns = sum(all(row[column] for row in self.wall) for column in range(5))
        colours = sum(all(self.wall[row][(colour + row) % 5] for row in range(5)) for colour in range(5))
        return 2 * rows + 7 * columns + 10 * colours

    def text(self) -> str:
        lines = "/".join(f"{COLOURS[line[0]]}{len(line)}" if line else "-" for line in self.lines)
        floor = "".join("*" if tile == TOKEN else COLOURS[tile] for tile in self.floor) or "-"
        wall = "/".join(
            "".join(COLOURS[(column - row) % 5] if filled else "." for column, filled in enumerate(places))
            for row, places in enumerate(self.wall)
        )
        return f"{self.score}:{lines}:{floor}:{wall}"


class Referee:
    """A game."""

    def __init__(self, players: int, first: int) -> None:
        self.boards = [Board() for _ in range(players)]
        # By source, the centre last, the tiles of each colour.
        self.sources = [[0] * 5 for _ in range(2 * players + 2)]
        self.bag, self.lid = [20] * 5, [0] * 5
        self.token_in_centre = False
        self.mover = self.starter = first
        self.round = 0

    def deal(self, factories: list[str]) -> None:
        """Deals what another one has drawn, if that can be."""
        dealt = [[factory.count(letter) for letter in COLOURS] for factory in factories]
        assert len(dealt) == len(self.sources) - 1
        there = min(sum(self.bag) + sum(self.lid), 4 * len(dealt))
        assert sum(map(sum, dealt)) == there
        assert all(sum(factory) <= 4 for factory in dealt)
        wanted = [sum(factory[colour] for factory in dealt) for colour in range(5)]
        if any(want > have for want, have in zip(wanted, self.bag)):
            # The whole bag is drawn first, and then the lid is poured into it.
            wanted = [want - have for want, have in zip(wanted, self.bag)]
            self.bag, self.lid = self.lid, [0] * 5
        elif sum(wanted) > sum(self.bag):
            raise AssertionError("the bag has fewer tiles")
        self.bag = [have - want for want, have in zip(wanted, self.bag)]
        assert min([*wanted, *self.bag]) >= 0
        self.sources[:-1] = dealt
        self.token_in_centre = True
        self.round += 1

    def legal(self) -> list[int]:
        board = self.boards[self.mover]
        return [
            30 * source + 6 * colour + line
            for source, tiles in enumerate(self.sources)
            for colour in range(5)
            if tiles[colour]
            for line in range(6)
            if board.takes(colour, line)
        ]

    def play(self, code: int) -> None:
        source, colour, line = code // 30, code % 30 // 6, code % 6
        tiles, board = self.sources[source], self.boards[self.mover]
        count, tiles[colour] = tiles[colour], 0
        if source < len(self.sources) - 1:
            for other in range(5):
                self.sources[-1][other] += tiles[other]
                tiles[other] = 0
        elif self.token_in_centre:
            self.token_in_centre = False
            board.floor.append(TOKEN)
        for _ in range(count):
            if line < 5 and len(board.lines[line]) <= line:
                board.lines[line].append(colour)
            elif len(board.floor) < 7:
                board.floor.append(colour)
            else:
                self.lid[colour] += 1
        self.mover = (self.mover + 1) % len(self.boards)

    def round_is_over(self) -> bool:
        return not any(map(any, self.sources))

    def end_round(self) -> None:
        self.token_in_centre = False
        for player, board in enumerate(self.boards):
            if TOKEN in board.floor:
                self.starter = player
            for row, line in enumerate(board.lines):
                if len(line) == row + 1:
                    colour = line[0]
                    column = (colour + row) % 5
                    board.wall[row][column] = True
                    board.score += board.points(row, column)
                    self.lid[colour] += row
                    line.clear()
            board.score = max(0, board.score - sum(CHARGES[: len(board.floor)]))
            for tile in board.floor:
                if tile != TOKEN:
                    self.lid[tile] += 1
            board.floor.clear()
        self.mover = self.starter

    def is_over(self) -> bool:
        complete = any(all(row) for board in self.boards for row in board.wall)
        return self.round_is_over() and (complete or not any(self.bag + self.lid))

    def outcome(self) -> dict[str, list[int]]:
        bonus = [board.bonus() for board in self.boards]
        final = [board.score + more for board, more in zip(self.boards, bonus)]
        rows = [sum(all(row) for row in board.wall) for board in self.boards]
        best = max(zip(final, rows))
        return {
            "bonus": bonus,
            "final": final,
            "winners": [player for player, merit in enumerate(zip(final, rows)) if merit == best],
        }

    def text(self) -> str:
        sources = ["".join(letter * count for letter, count in zip(COLOURS, tiles)) for tiles in self.sources]
        factories = "/".join(tiles or "-" for tiles in sources[:-1])
        centre = sources[-1] + "*" * self.token_in_centre or "-"
        boards = "|".join(board.text() for board in self.boards)
        bag, lid = (",".join(map(str, tiles)) for tiles in (self.bag, self.lid))
        return f"{factories} {centre} {boards} {self.mover + 1} {self.starter + 1} {self.round} {bag} {lid}"
