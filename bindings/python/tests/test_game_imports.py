"""Games of other programs: read as records, reviewed, and refused by round and move where something is false."""

from __future__ import annotations

import json
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
import pytest

from azulejo import game
from azulejo.game import FalseRecord, Position, Record
from azulejo.game import openspiel as _registers_the_game  # noqa: F401
from conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

GAMES = ROOT / "tests/data/imports"
FILES = {
    "azulejo": "azulejo.jsonl",
    "Board Game Arena": "board-game-arena.json",
    "ludometer": "ludometer.jsonl",
    "OpenSpiel": "openspiel.txt",
}


def text_of(origin: str) -> str:
    return (GAMES / FILES[origin]).read_text(encoding="utf-8")


@pytest.mark.parametrize("origin", FILES)
def test_every_format_is_the_same_game(origin: str) -> None:
    own = Record(text_of("azulejo"))
    read = Record(text_of(origin))
    assert (read, read.origin) == (own, origin)
    assert list(Record.from_file(GAMES / FILES[origin])) == [own]
    assert list(Record.from_text(text_of(origin))) == [own]
    assert read.names == (("Ana", "Bruno") if origin == "Board Game Arena" else ())
    again = pickle.loads(pickle.dumps(read))
    assert (again, again.names, again.origin) == (read, read.names, origin)
    assert Position.from_record(text_of(origin)) == own.end


def test_an_imported_game_is_reviewed() -> None:
    review = Record(text_of("Board Game Arena")).review(nodes=200)
    assert review.whole
    assert [move.grade.chosen.win for move in review.moves] == [
        move.grade.chosen.win for move in Record(text_of("azulejo")).review(nodes=200).moves
    ]


def edited(origin: str, edit: Any) -> str:  # noqa: ANN401
    data = json.loads(text_of(origin))
    edit(data)
    return json.dumps(data)


def test_false_games_are_refused_by_round_and_move() -> None:
    moves = len(Record(text_of("azulejo")).to_dict()["rounds"][0]["moves"])

    def illegal(data: dict[str, Any]) -> None:
        data["moves"][moves + 1]["action"] = data["moves"][moves]["action"]

    with pytest.raises(FalseRecord, match=r"^round 2, move 2: ") as raised:
        Record(edited("ludometer", illegal))
    assert (raised.value.round, raised.value.move) == (2, 2)

    def grey(data: dict[str, Any]) -> None:
        for packet in data["data"]["data"]:
            if packet["data"][0]["type"] == "placeTileOnWall":
                lines = packet["data"][0]["args"]["completeLines"].values()
                for line in lines:
                    line["placedTile"]["column"] = line["placedTile"]["column"] % 5 + 1
                return

    with pytest.raises(FalseRecord, match=r"^round 1: .*the grey wall$") as raised:
        Record(edited("Board Game Arena", grey))
    assert (raised.value.round, raised.value.move) == (1, None)
    own = text_of("azulejo").replace('"first":0', '"first":1')
    with pytest.raises(FalseRecord):
        Record(own)


def test_several_games_are_read_one_after_the_other(tmp_path: Path) -> None:
    line = text_of("ludometer")
    with pytest.raises(ValueError, match="several games"):
        Record(line + line)
    file = tmp_path / "games.jsonl"
    file.write_text(line + text_of("azulejo") + "nonsense\n", encoding="utf-8")
    found = Record.from_file(file)
    assert [next(found).origin, next(found).origin] == ["ludometer", "azulejo"]
    with pytest.raises(ValueError, match="line 3: not a record"):
        next(found)
    for text in ["", "<html>", "{}", "[1, 2]"]:
        with pytest.raises(ValueError, match="no game"):
            Record(text)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_of_openspiel_are_read(players: int) -> None:
    chance = np.random.default_rng(players)
    spiel = pyspiel.load_game(f"python_azul(players={players})")
    state = spiel.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = [outcome for outcome, _ in state.chance_outcomes()]
            state.apply_action(int(chance.choice(outcomes)))
        else:
            state.apply_action(int(chance.choice(state.legal_actions())))
    written = [
        pyspiel.serialize_game_and_state(spiel, state),
        state.history_str(),
        json.dumps([int(action) for action in state.history()]),
    ]
    for text in written:
        record = Record(text)
        assert (record.origin, record.players, record.end) == ("OpenSpiel", players, state.position)
    assert game.Record(written[0]).moves > 40
