"""Positions that look the same to a learning program have the same future."""

from __future__ import annotations

import random
from typing import Any

import pytest

from azulejo.game import Batch, InvalidPosition, Position

#: A round before its last move, where nothing but the token differs, and with it who begins the next round.
PAIR = [
    f"BB/-/-/-/- - 10:-/-/-/-/-:{own}:...../...../...../...../.....|10:-/-/-/-/-:{other}:...../...../...../...../....."
    " 1 1 3 9,10,10,10,10 9,10,9,10,10"
    for own, other in ("*R", "R*")
]


def positions(players: int, games: int) -> list[Position]:
    """Positions of random games, after a random number of moves each."""
    found = []
    for seed in range(games):
        chance, position = random.Random(seed), Position.dealt(seed, players)
        for _ in range(chance.randrange(5, 60)):
            while position.phase in {"round-end", "deal"}:
                position = position.end_round() if position.phase == "round-end" else position.deal(seed)
            if position.phase == "over":
                break
            position = position.play(chance.choice(position.legal_codes()))
        if position.phase == "moves":
            found.append(position)
    return found


def other(position: Position, chance: random.Random) -> Position | None:
    """Another position, of which the text of one or two fields differs."""
    factories, centre, boards, mover, starter, number, bag, lid = position.text.split(" ")
    fields = [board.split(":") for board in boards.split("|")]
    floors = [list(field[2].replace("-", "")) for field in fields]
    tiles = [int(count) for count in lid.split(",")]
    places = [(player, place) for player, floor in enumerate(floors) for place in range(len(floor))]
    kind = chance.randrange(4)
    if kind == 0 and len(places) > 1:
        # Two that fell change places, on one floor or on two; one of them may be the token.
        (player, place), (second, there) = chance.sample(places, 2)
        floors[player][place], floors[second][there] = floors[second][there], floors[player][place]
    elif kind == 1 and places:
        # A tile on a floor and one in the lid change places.
        player, place = chance.choice(places)
        colour, given = "BYRKW".find(floors[player][place]), chance.randrange(5)
        if colour >= 0 and tiles[given]:
            floors[player][place] = "BYRKW"[given]
            tiles[colour] += 1
            tiles[given] -= 1
    elif kind == 2:
        starter = str(chance.randrange(position.players) + 1)
    else:
        player = chance.randrange(position.players)
        fields[player][0] = str(int(fields[player][0]) + chance.randrange(2))
    for field, floor in zip(fields, floors):
        field[2] = "".join(floor) or "-"
    boards = "|".join(map(":".join, fields))
    words = [factories, centre, boards, mover, starter, number, bag, ",".join(map(str, tiles))]
    try:
        found = Position(" ".join(words))
    except InvalidPosition:
        return None
    return None if found == position else found


def future(position: Position, seed: int) -> list[Any]:
    """What is seen of a game from a position on."""
    chance, seen = random.Random(seed), []
    while position.phase != "over" and position.round <= 40:
        views = [position.view(player).tolist() for player in range(position.players)]
        seen.append((position.phase, position.legal_codes(), position.features().tolist(), views))
        if position.phase == "moves":
            position = position.play(chance.choice(position.legal_codes()))
        else:
            position = position.end_round() if position.phase == "round-end" else position.deal(seed)
    return [*seen, position.outcome, position.scores]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_that_look_the_same_have_the_same_future(players: int) -> None:
    chance = random.Random(players)
    pairs = [
        (position, twin)
        for position in positions(players, 150)
        for twin in (other(position, chance) for _ in range(8))
        if twin is not None
    ]
    saved = [(position.text, 0, 0) for pair in pairs for position in pair]
    batch = Batch._restored(players, 0, saved)
    features, rest, views = batch.features(), batch.rest(), batch.views()
    same = tokens = 0
    for number, (one, twin) in enumerate(pairs):
        first, second = 2 * number, 2 * number + 1
        told = (features[first] == features[second]).all() and (rest[first] == rest[second]).all()
        seen = (views[first] == views[second]).all()
        assert told == seen, "both tell as much"
        if seen:
            same += 1
            assert future(one, number) == future(twin, number)
        if one.token_holder != twin.token_holder:
            tokens += 1
            assert (features[first] != features[second]).any()
            assert (rest[first] != rest[second]).any()
    assert same > 50
    assert tokens > 10


def test_features_and_views_show_the_holder_of_the_token() -> None:
    own, second = map(Position, PAIR)
    assert (own.token_holder, second.token_holder) == (0, 1)
    assert (own.features() != second.features()).any()
    for player in (0, 1):
        assert (own.view(player) != second.view(player)).any()
    begins = [position.play(0).end_round().starter for position in (own, second)]
    assert begins == [0, 1]
    assert Position.dealt(1).token_holder is None


def test_a_view_is_the_movers_unless_another_is_named() -> None:
    position = Position.dealt(5, 3, first=1)
    assert (position.view() == position.view(1)).all()
    assert (position.view() != position.view(2)).any()
    with pytest.raises(ValueError, match="player 3: the players are 0 to 2"):
        position.view(3)
