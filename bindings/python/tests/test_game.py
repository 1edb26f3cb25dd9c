"""Positions, games, records and players are those of the command."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import random
import re
import subprocess
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import azulejo
from azulejo import game
from azulejo.game import Game, Player, Position, Record
from conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

#: The last moves of a round that ends the game.
LATE = (
    "-/-/-/-/- BRR 3:K1/W1/-/-/-:*:...../...../...../...../.....|"
    "0:W1/-/-/-/-:-:...../...../...../...../..... 2 2 1 19,20,18,19,18 0,0,0,0,0"
)


def told(program: str, *words: str) -> Any:  # noqa: ANN401 - JSON
    done = subprocess.run([program, "game", *words, "--format", "json"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def says(result: Any, data: Any) -> bool:  # noqa: ANN401 - each in turn
    """Whether a result says what is printed as JSON."""
    if isinstance(result, (list, tuple)):
        return len(result) == len(data) and all(map(says, result, data))
    if not dataclasses.is_dataclass(result):
        return bool(result == data)
    # A grade or a value has its own move beside it, and a reviewed move its grade.
    told = dict(data)
    if isinstance(result, game.Move):
        told = {name: data[name] for name in ("code", "move")}
    elif "move" in told:
        told["move"] = {"code": told.pop("code"), "move": told["move"]}
    elif "grade" in told and not isinstance(result, game.Grade):
        told = {**told, "grade": data}
    fields = [field.name for field in dataclasses.fields(result) if field.name in told]
    assert fields
    return all(says(getattr(result, name), told[name]) for name in fields if name not in {"position", "rounds"})


def finished_game(seed: int, players: int = 2) -> Game:
    one, chance = Game(players, seed=seed), random.Random(seed)
    while not one.is_over:
        one.play(chance.choice(one.position.legal_codes()))
    return one


def test_a_position_is_read_dealt_and_shown_as_the_command_does(program: str) -> None:
    for players in (2, 3, 4):
        words = ["--seed", "7", "--players", str(players), "--first", "2"]
        position = Position.dealt(7, players, first=1)
        assert position.text == told(program, "new", *words)["position"]
        assert position.show() == told(program, "show", position.text)
        again = Position(position.text)
        assert (again, hash(again), pickle.loads(pickle.dumps(position))) == (position, hash(position), position)
        assert repr(position) == f"Position({position.text!r})"
        assert (position.players, position.mover, position.starter, position.round) == (players, 1, 1, 1)
        assert (position.phase, position.scores, position.outcome) == ("moves", (0,) * players, None)
        assert position.codes == 60 * (players + 1)
        assert position.features().shape == ({2: 125, 3: 179, 4: 233}[players],)
        assert position.walls().shape == (players, 5, 5)
        assert position._repr_svg_().startswith("<svg")
        shown = subprocess.run([program, "game", "show", position.text], capture_output=True, text=True, check=True)
        assert re.sub(r"\x1b\[[0-9;]*m", "", str(position)).strip() == shown.stdout.strip()
    assert Position.start(first=1).deal(7) == Position.dealt(7, first=1)
    assert Position.start().deal("BBRR/BKYY/RRWW/KWWW/RYYY").show()["factories"][0] == "BBRR"


def test_moves_are_those_of_the_command(program: str) -> None:
    position = Position.dealt(7)
    listed = told(program, "moves", position.text)["moves"]
    moves = position.legal_moves()
    assert [move.code for move in moves] == position.legal_codes() == [it["code"] for it in listed]
    for move, data in zip(moves, listed):
        for name, value in data.items():
            assert getattr(move, name) == value
        assert position.move(move.move) == game.Move(move.code, move.move) == position.move(move.code)
        played = {position.play(it) for it in (move, move.code, move.move, np.uint16(move.code))}
        assert len(played) == 1, "however it is written"
        assert position.mask()[move.code]
    assert position.mask().sum() == len(moves)
    centre = position.move("CR-")
    assert (centre.source, centre.colour, centre.line, centre.code) == (None, "R", None, 167)
    assert (position.move("3Y2").source, position.move("3Y2").line) == (3, 2)
    after = position.play(moves[0], position.play(moves[0]).legal_codes()[-1])
    assert (after.mover, after.round) == (0, 1)
    assert position == Position.dealt(7), "it does not change"


def test_invalid_positions_and_moves_are_refused_with_their_places() -> None:
    with pytest.raises(game.InvalidPosition, match="the position has 2 faults") as invalid:
        Position(LATE.replace(" 2 2 1 ", " 3 x 1 "))
    assert [place for place, _ in invalid.value.faults] == ["mover", "starter"]
    position: Any = Position.dealt(7)
    refused: list[tuple[Any, type[Exception], str]] = [
        (lambda: position.play("CR-"), game.IllegalMove, "CR-: the centre has no red tiles"),
        (lambda: position.play(180), ValueError, r"code 180 is out of range \(0 to 179 for 2 players\)"),
        (lambda: position.play(-1), ValueError, "move: use a whole number from 0 to 299"),
        (lambda: position.play(300), ValueError, "move: use a whole number from 0 to 299"),
        (lambda: position.play("1Q1"), ValueError, "1Q1"),
        (lambda: position.play(1.0), TypeError, "move: use a whole number from 0 to 299, not float"),
        (lambda: position.play(None), TypeError, "move: use a whole number from 0 to 299, not NoneType"),
        (lambda: position.move("6B1"), ValueError, "there is no factory 6: this game has 5 factories"),
        (lambda: position.letters(240), ValueError, "code 240 is out of range"),
        (position.end_round, ValueError, "it is time for a move, not for the end of the round"),
        (lambda: position.deal(1), ValueError, "it is time for a move, not for a deal"),
        (lambda: Position.start().deal("BBRR"), ValueError, "the deal has 1 fault"),
        (lambda: Position.start().deal(-1), ValueError, "seed: use a whole number from 0"),
        (lambda: Position.start().play(0), game.IllegalMove, "no source has tiles"),
        (lambda: Position.start().best(), ValueError, "it is time for a deal, not for a move"),
        (lambda: Position.start(5), ValueError, "5 players: the game is for 2, 3 or 4"),
        (lambda: Position.dealt(first=2), ValueError, "first 2: the players are 0 to 1"),
        (lambda: position.best(effort="huge"), ValueError, "use quick, normal, deep"),
        (lambda: position.solve(nodes=0), ValueError, "nodes: use a whole number from 1"),
        (lambda: position.solve(model="all"), ValueError, "use paranoid, max-n"),
        (lambda: position.best(time_limit=-1), ValueError, "time_limit -1"),
        (lambda: position.grade("CR-"), game.IllegalMove, "CR-: the centre has no red tiles"),
        (lambda: Player("gredy"), ValueError, "gredy"),
        (lambda: Player("greedy").choose(Position.start()), ValueError, "it is time for a deal"),
        (lambda: game.match("greedy"), ValueError, "1 players"),
        (lambda: game.match("greedy", "random", games=3), ValueError, "give a multiple of 2"),
        (lambda: game.match("greedy", "random", first=2), ValueError, "contestant 3 cannot begin"),
        (lambda: game.match(*["random"] * 3, sprt=(0, 10)), ValueError, "sprt compares two players"),
        (lambda: game.match("random", "random", sprt=(10, 0)), ValueError, "10.0,0.0"),
        (lambda: Record("{}"), ValueError, "^no game that azulejo knows: "),
        (Game().take_back, IndexError, "there is no move to take back"),
    ]
    for call, kind, says in refused:
        with pytest.raises(kind, match=says) as error:
            call()
        assert type(error.value) is kind


def test_answers_are_those_of_the_command(program: str) -> None:
    late = Position(LATE)
    solution, wanted = late.solve(), told(program, "solve", LATE)
    for name in set(wanted) - {"schema", "position", "best", "pv"}:
        assert getattr(solution, name) == wanted[name]
    assert (list(solution.best), list(solution.pv)) == (wanted["best"], wanted["pv"])
    assert (solution.value, str(solution)) == (-1, "proven value -1: CR2")
    assert late.solve(nodes=1).proven in {True, False}

    position = Position.dealt(7)
    best = position.best(moves=3, effort="quick")
    printed = told(program, "best", position.text, "--moves", "3", "--effort", "quick")
    assert best == game.Best.read(position, printed)
    assert says(best, printed)
    assert best.best[0].move == best.move
    assert (best.player, len(best.best), best.nodes) == ("judge", 3, printed["nodes"])

    grade = position.grade("1Y-", nodes=20_000)
    printed = told(program, "grade", position.text, "1Y-", "--nodes", "20000")
    assert grade == game.Grade.read(position, printed)
    assert says(grade, printed)
    assert len(grade.best.line) > 1
    assert (grade.chosen.move.move, grade.grade) == ("1Y-", printed["grade"])
    assert grade.delta > 0
    assert sum(reason.points for reason in grade.reasons) == pytest.approx(grade.loss["points"], abs=0.01)

    assert [vars(kind)["name"] for kind in game.players()] == [it["name"] for it in told(program, "players")["players"]]
    player = "alpha-beta:depth=2"
    chosen = Player(player).best(position)
    assert chosen == game.Best.read(position, told(program, "best", position.text, "--player", player))
    assert Player(player).choose(position) == chosen.move
    assert Player(player).code(position) == chosen.move.code


def test_a_player_goes_on_with_its_random_numbers() -> None:
    position = Position.dealt(1)
    one, other = Player("random", seed=4), Player("random", seed=4)
    codes = [one.code(position) for _ in range(30)]
    assert [other.code(position) for _ in range(30)] == codes
    assert len(set(codes)) > 10
    assert [Player("random", seed=5).code(position) for _ in range(30)] != codes


def test_a_copy_of_a_player_goes_on_with_the_same_numbers() -> None:
    position = Position.dealt(1)
    one = Player("random", seed=4)
    for _ in range(5):
        one.code(position)
    copies = [copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))]
    codes = [one.code(position) for _ in range(30)]
    for other in copies:
        assert (other.name, [other.code(position) for _ in range(30)]) == (one.name, codes)


def test_a_copy_of_a_game_is_a_game_of_its_own() -> None:
    one = Game(3, seed=6, first=1)
    for _ in range(40):
        one.play(one.position.legal_codes()[0])
    record = one.record()
    for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert (other.position, other.moves, other.record()) == (one.position, one.moves, record)
        other.play(other.position.legal_codes()[-1])
        other.take_back()
        other.take_back()
        other.play(other.position.legal_codes()[-1])
        assert one.record() == record


def test_errors_come_from_other_processes() -> None:
    data = finished_game(9).record().to_dict()
    data["rounds"][1]["moves"][2] = data["rounds"][1]["moves"][0]
    wrong: list[Any] = [
        lambda: Position(LATE.replace(" 2 2 1 ", " 3 x 1 ")),
        lambda: Position.dealt(7).play("CR-"),
        lambda: Record(json.dumps(data)),
        lambda: azulejo.Instance(0, 3),
    ]
    for call in wrong:
        with pytest.raises(ValueError, match=r"\w") as error:
            call()
        again = pickle.loads(pickle.dumps(error.value))
        assert (type(again), str(again), vars(again)) == (type(error.value), str(error.value), vars(error.value))


def test_a_match_is_that_of_the_command(program: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    words = ["greedy", "smart", "--games", "20", "--seed", "3", "--records", str(file)]
    printed = told(program, "match", *words)
    played = game.match("greedy", "smart", games=20, seed=3, records=True)
    assert played == game.Match.read(printed, [record.to_json() for record in played.records])
    assert says(played, printed)
    assert played.rounds == {int(rounds): games for rounds, games in printed["rounds"].items()}
    assert list(Record.from_file(file)) == list(played.records)
    assert (played.games, sum(played.wins) + played.draws, played.first) == (20, 20, None)
    assert game.match("greedy", "random", games=20, seed=3).records == ()
    assert game.match("greedy", "random", "smart", games=2, first=1).first == 1
    assert game.match("improved", "random", games=2000, sprt=(0, 400)).games < 2000


def test_a_game_is_played_taken_back_and_written_down(program: str, tmp_path: Path) -> None:
    for players in (2, 3, 4):
        one = finished_game(players, players)
        record = one.record()
        assert (record.end, record.moves, record.players) == (one.position, len(one.moves), players)
        outcome = one.outcome
        assert outcome is not None
        assert outcome["final"] == one.position.show()["outcome"]["final"]  # type: ignore[index]
        seeded = ["--seed", str(players)]
        printed = told(program, "play", Position.dealt(players, players).text, *one.moves, *seeded)
        assert printed["position"] == one.position.text, "every round is dealt as the command does"
        assert printed["outcome"] == outcome
        file = tmp_path / "game.jsonl"
        file.write_text(record.to_json() + "\n", encoding="utf-8")
        assert told(program, "check", str(file))["valid"]
        # Every position comes back, and the next deals are the same.
        moves, positions = list(one.moves), [one.position]
        while one.moves:
            one.take_back()
            positions.append(one.position)
        positions.reverse()
        assert one.position == Position.dealt(players, players)
        assert one.record().moves == 0
        for number, move in enumerate(moves):
            assert record.position(number) == Position.from_record(record, number) == positions[number]
            one.play(move)
        assert one.record() == record
        assert pickle.loads(pickle.dumps(record)) == record
        with pytest.raises(ValueError, match=f"moves {len(moves) + 1}: the record has {len(moves)}"):
            record.position(len(moves) + 1)
        with pytest.raises(game.IllegalMove, match="the round is over"):
            one.play(0)


def test_a_false_record_is_refused_by_round_and_move() -> None:
    data = finished_game(9).record().to_dict()
    data["rounds"][1]["moves"][2] = data["rounds"][1]["moves"][0]
    with pytest.raises(game.FalseRecord, match=r"^round 2, move 3: code \d+, ..., is illegal") as false:
        Record(json.dumps(data))
    assert (false.value.round, false.value.move) == (2, 3)
    data["first"] = 2
    with pytest.raises(game.FalseRecord, match=r"^first is 2") as false:
        Record(json.dumps(data))
    assert (false.value.round, false.value.move) == (None, None)


def test_lines_of_a_file_that_are_no_records_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    line = Game().record().to_json()
    file.write_text(f"{line}\n\n{line}\n{{}}\n", encoding="utf-8")
    read = Record.from_file(file)
    assert next(read) == next(read)
    with pytest.raises(ValueError, match=r"^line 4: not a record: missing field `players`"):
        next(read)
    false = json.loads(line)
    false["first"] = 7
    file.write_text(f"\n{json.dumps(false)}", encoding="utf-8")
    with pytest.raises(game.FalseRecord, match=r"^line 2: first is 7") as error:
        next(Record.from_file(file))
    assert (error.value.round, error.value.move) == (None, None)
    file.write_bytes(b"\xff\n")
    with pytest.raises(ValueError, match=r"^no game that azulejo knows: "):
        next(Record.from_file(file))
    file.write_bytes(line.encode() + b"\n" + b" " * 100 + b"x" * (1 << 20) + b"x\n")
    read = Record.from_file(file)
    next(read)
    with pytest.raises(ValueError, match=r"^line 2: longer than 1048576 bytes$"):
        next(read)


def test_a_review_is_that_of_the_command(program: str, tmp_path: Path) -> None:
    one = finished_game(2)
    record = one.record()
    file = tmp_path / "game.jsonl"
    file.write_text(record.to_json(), encoding="utf-8")
    review = record.review(nodes=500)
    picture = tmp_path / "game.svg"
    printed = told(program, "review", str(file), "--nodes", "500")
    assert review == game.Review.read(record, printed, review.picture)
    assert says(review, printed)
    subprocess.run([program, "game", "review", str(file), "--nodes", "500", "-o", str(picture)], check=True)
    assert review.svg() == picture.read_text(encoding="utf-8")
    assert (review.whole, len(review.moves)) == (True, record.moves)
    assert review.moves[4].grade.position == record.position(4)
    assert review == one.review(nodes=500)
    assert "<img" in review._repr_html_()


def test_python_reads_every_field_of_the_schemas_of_the_game() -> None:
    """All that the JSON promises is a field, but for what Python has otherwise."""
    otherwise = {"schema", "code"}
    kinds: dict[str, Any] = {
        "best": game.Best,
        "solve": game.Solution,
        "grade": game.Grade,
        "review": game.Review,
        "match": game.Match,
    }
    for name, kind in kinds.items():
        schema = json.loads((ROOT / f"docs/schema/game-{name}.schema.json").read_text(encoding="utf-8"))
        fields = set(kind.__dataclass_fields__) - {"record", "records", "picture"}
        known = {"nodes", "moves"} if name == "grade" else set()
        assert set(schema["properties"]) - otherwise - known == fields, name
    show = json.loads((ROOT / "docs/schema/game-show.schema.json").read_text(encoding="utf-8"))
    assert set(show["properties"]) == set(game.PositionData.__annotations__)


def test_results_are_values() -> None:
    position = Position.dealt(3)
    record = finished_game(3).record()
    for result in [
        position,
        record,
        position.legal_moves(),
        Position(LATE).solve(),
        position.best(nodes=500),
        position.grade(position.legal_codes()[0], nodes=500),
        record.review(nodes=50),
        game.match("random", "random", games=2, records=True),
        game.players(),
    ]:
        again = pickle.loads(pickle.dumps(result))
        assert again == result
        assert hash(again) == hash(result)
        assert str(result)


def test_a_stopped_run_has_the_results_so_far() -> None:
    stopped = Position.dealt(2).best(effort="deep", time_limit=0.2)
    assert stopped.best
    few = game.match("alpha-beta:depth=6", "alpha-beta:depth=6", games=10_000, time_limit=0.3)
    assert few.games < few.of == 10_000
    assert Position.dealt(2).solve(time_limit=0.1).value is None
    part = finished_game(2).review(effort="deep", time_limit=0.5)
    assert not part.whole
    assert azulejo.game is game
