"""All results are values: they can be compared, hashed, copied and pickled."""

import copy
import pickle
import tempfile
from pathlib import Path

import pytest

import azulejo
from azulejo import Instance

CENTRE_LAST = Instance(3, 3, constraints=[azulejo.place_at(5, 9)])
IMPOSSIBLE = Instance(2, 2, constraints=[azulejo.place_at(1, 1), azulejo.before(2, 1)])


def graded() -> azulejo.Grade:
    """Of a model that forgets a constraint."""
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "model.lp"
        azulejo.formulation(2, 2, kind="case-study").write(model)
        return azulejo.grade(model, Instance(2, 2, constraints=[azulejo.before(4, 1)]))


GRADE = graded()

# Of each public type, with every field filled in one of them.
RESULTS = {
    "instance": CENTRE_LAST,
    "answer": CENTRE_LAST.solve(),
    "infeasible answer": IMPOSSIBLE.solve(),
    "stopped answer": CENTRE_LAST.solve(method="case-study", time_limit=0),
    "count": CENTRE_LAST.count(),
    "infeasible count": IMPOSSIBLE.count(),
    "orders": CENTRE_LAST.orders(3),
    "infeasible orders": IMPOSSIBLE.orders(3),
    "sample": CENTRE_LAST.sample(3, seed=1),
    "check": CENTRE_LAST.check(range(1, 10)),
    "certificate": azulejo.check(CENTRE_LAST.solve().certificate()),
    "grade": GRADE,
    "graded wall": GRADE.walls[0],
    "fault of a model": GRADE.faults[0],
    "formulation": azulejo.formulation(2, 2),
    "smaller formulation": azulejo.formulation(2, 2, without=["line-cuts", "block-cuts"]),
    "other formulation": azulejo.formulation(2, 2, kind="case-study"),
}


def test_every_public_type_of_results_is_here() -> None:
    public = [getattr(azulejo, name) for name in azulejo.__all__]
    types = {one for one in public if type(one) is type and not issubclass(one, BaseException)}
    assert types == {type(result) for result in RESULTS.values()}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_a_value(name: str) -> None:
    result = RESULTS[name]
    again = pickle.loads(pickle.dumps(result))
    for same in (again, copy.copy(result), copy.deepcopy(result)):
        assert type(same) is type(result)
        assert same == result
        assert hash(same) == hash(result)
        assert str(same) == str(result)
    assert {result, again} == {result}
    equal = [other for other in RESULTS if RESULTS[other] == result]
    assert equal == [name], "no two of them are the same"


def test_a_formulation_that_was_pickled_is_the_same_program() -> None:
    for name in ("formulation", "smaller formulation", "other formulation"):
        formulation = RESULTS[name]
        again = pickle.loads(pickle.dumps(formulation))
        assert isinstance(formulation, azulejo.Formulation)
        assert again.lp() == formulation.lp()
    one = azulejo.formulation(2, 2, without=["line-cuts", "schedules"])
    other = azulejo.formulation(2, 2, without=["schedules", "line-cuts"])
    assert one == other
    assert hash(one) == hash(other)


def test_results_with_different_dictionaries_differ() -> None:
    answer = CENTRE_LAST.solve()
    assert answer.proof is not None
    again = pickle.loads(pickle.dumps(answer))
    again.proof["by"] = "magic"
    assert again != answer
    assert hash(again) == hash(answer)


def test_a_pickled_interrupt_keeps_its_result() -> None:
    stopped = azulejo.Interrupted(CENTRE_LAST.count())
    again = pickle.loads(pickle.dumps(stopped))
    assert type(again) is azulejo.Interrupted
    assert again.result == stopped.result
    assert str(again) == str(stopped)
