"""Models that students write: files, and models of other libraries."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import azulejo
from conftest import ROOT

MODELS = ROOT / "models"
SQUARE = azulejo.Instance(2, 2)

needs_glpsol = pytest.mark.skipif(shutil.which("glpsol") is None, reason="make deps-models installs glpsol")
needs_minizinc = pytest.mark.skipif(shutil.which("minizinc") is None, reason="make deps-models installs minizinc")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """The case study's model of 2×2, as a file."""
    path = tmp_path / "model.lp"
    SQUARE.formulation("case-study").write(path)
    return path


def test_a_model_is_right_for_its_own_instance_alone(model: Path) -> None:
    grade = azulejo.grade(model, SQUARE)
    assert grade.right
    assert not grade.faults
    assert str(grade) == "nothing is wrong"
    [wall] = grade.walls
    assert (wall.best, wall.orders, wall.all, wall.variables) == (10, 24, True, "case-study")
    assert wall.instance == SQUARE
    wrong = azulejo.grade(str(model), azulejo.Instance(2, 2, constraints=[azulejo.before(4, 1)]))
    assert not wrong.right
    [allowed] = [fault for fault in wrong.faults if fault.kind == "allowed"]
    assert "cell 4 before cell 1" in str(allowed)


def test_too_strong_and_missing_rows_are_named(model: Path) -> None:
    text = model.read_text(encoding="utf-8")
    model.write_text(text.replace("Subject To\n", "Subject To\n extra: A(1,1) = 0\n"), encoding="utf-8")
    [excluded, *_] = azulejo.grade(model, SQUARE).faults
    assert (excluded.kind, excluded.row, excluded.order) == ("excluded", "extra", (1, 2, 3, 4))
    assert excluded.svg().startswith("<svg")
    assert "without this row it is allowed: extra" in excluded._repr_html_()
    lines = [line for line in text.splitlines() if not line.startswith(" c2_once")]
    model.write_text("\n".join(lines), encoding="utf-8")
    faults = azulejo.grade(model, SQUARE).faults
    [none] = [fault for fault in faults if fault.kind == "no-order"]
    assert none.order is None
    assert none.row is not None
    assert none.row.startswith("c2_once(")
    with pytest.raises(ValueError, match="no order shows this fault"):
        none.svg()


@needs_glpsol
def test_models_in_gmpl_are_graded_on_two_walls() -> None:
    grade = azulejo.grade(MODELS / "ordering.mod")
    assert grade.right
    assert [(wall.instance.rows, wall.instance.columns) for wall in grade.walls] == [(2, 2), (2, 3)]


def test_a_program_that_takes_a_solver_minutes_is_graded_in_a_moment(tmp_path: Path) -> None:
    path = tmp_path / "model.mps"
    for kind in ("case-study", "disaggregated"):
        wall = azulejo.Instance(3, 3)
        wall.formulation(kind).write(path)
        [graded] = azulejo.grade(path, wall, time_limit=60).walls
        assert (graded.best, graded.compared, graded.orders) == (33, True, 100)


@needs_minizinc
def test_models_in_minizinc_are_graded() -> None:
    assert azulejo.grade(MODELS / "ordering.mzn", SQUARE).right


def test_invalid_models_are_refused(model: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a model of one wall"):
        azulejo.grade(model)
    with pytest.raises(ValueError, match=r"ends in \.mod"):
        azulejo.grade(tmp_path / "model.txt", SQUARE)
    with pytest.raises(ValueError, match="no kind of variables"):
        azulejo.grade(model, SQUARE, variables="letters")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="use a path, or a model of"):
        azulejo.grade(3, SQUARE)
    with pytest.raises(TypeError, match=r"use azulejo\.Instance\(rows, columns\), not tuple"):
        azulejo.grade(model, (2, 2))  # type: ignore[arg-type]
    with pytest.raises(OSError, match=r"missing\.lp"):
        azulejo.grade(tmp_path / "missing.lp", SQUARE)
    broken = tmp_path / "broken.lp"
    broken.write_text("max: x;", encoding="utf-8")
    with pytest.raises(ValueError, match="line 1: "):
        azulejo.grade(broken, SQUARE)


ROW = azulejo.Instance(1, 2)


def test_a_model_of_highspy_is_graded() -> None:
    highspy = pytest.importorskip("highspy")
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    o = {pair: model.addBinary(name=f"o[{pair[0]},{pair[1]}]") for pair in [(1, 2), (2, 1)]}
    model.addConstr(o[1, 2] + o[2, 1] == 1, name="one_first")
    # The first tile is a single, and the second earns 2.
    model.maximize(3 * o[1, 2] + 3 * o[2, 1])
    assert azulejo.grade(model, ROW).right
    with pytest.raises(TypeError, match="a model of one wall"):
        azulejo.grade(model)


def test_a_model_of_pulp_is_graded() -> None:
    pulp = pytest.importorskip("pulp")
    model = pulp.LpProblem("row", pulp.LpMaximize)
    o = pulp.LpVariable.dicts("o", [(1, 2), (2, 1)], cat="Binary")
    model += 3 * o[1, 2] + 3 * o[2, 1]
    model += o[1, 2] + o[2, 1] == 1, "one_first"
    assert azulejo.grade(model, ROW).right


@pytest.mark.parametrize(("factor", "constant"), [(3, 0), (1, 2)])
def test_the_constant_of_an_objective_is_kept(factor: int, constant: int) -> None:
    pulp = pytest.importorskip("pulp")
    model = pulp.LpProblem("row", pulp.LpMaximize)
    o = pulp.LpVariable.dicts("o", [(1, 2), (2, 1)], cat="Binary")
    model += factor * o[1, 2] + factor * o[2, 1] + constant
    model += o[1, 2] + o[2, 1] == 1, "one_first"
    assert azulejo.grade(model, ROW).right
    assert model.objective.constant == constant
    model.setObjective(model.objective + 0.25)
    [wall] = azulejo.grade(model, ROW).walls
    assert wall.best == 3.25


@pytest.mark.parametrize("sense", ["MAX", "MIN"])
def test_a_model_of_python_mip_is_graded_with_its_constant(sense: str) -> None:
    mip = pytest.importorskip("mip")
    model = mip.Model(sense=sense)
    o = {pair: model.add_var(name=f"o({pair[0]},{pair[1]})", var_type=mip.BINARY) for pair in [(1, 2), (2, 1)]}
    model.objective = o[1, 2] + o[2, 1] + 2
    model += o[1, 2] + o[2, 1] == 1
    instance = azulejo.Instance(1, 2, "maximize" if sense == "MAX" else "minimize")
    assert azulejo.grade(model, instance).right
    model.objective = o[1, 2] + o[2, 1] + 9
    assert not azulejo.grade(model, instance).right


def test_an_unbounded_score_and_a_negated_objective_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "model.lp"
    rows = "Subject To\n one: o_1_2 + o_2_1 = 1\nBinary\n o_1_2 o_2_1\nEnd\n"
    path.write_text(f"Maximize\n TP\n{rows}", encoding="utf-8")
    grade = azulejo.grade(path, ROW)
    assert grade.walls[0].best == float("inf")
    assert "without bound" in str(grade)
    path.write_text(f"Minimize\n - 3 o_1_2 - 3 o_2_1\n{rows}", encoding="utf-8")
    [wall] = azulejo.grade(path, ROW).walls
    assert not wall.faults
    assert "negative of a score" in str(wall.objective)


def test_a_model_of_pyomo_is_graded() -> None:
    pyo = pytest.importorskip("pyomo.environ")
    model = pyo.ConcreteModel()
    model.o = pyo.Var([(1, 2), (2, 1)], domain=pyo.Binary)
    model.first = pyo.Constraint(expr=model.o[1, 2] + model.o[2, 1] == 1)
    model.score = pyo.Objective(expr=3 * model.o[1, 2] + 3 * model.o[2, 1], sense=pyo.maximize)
    assert azulejo.grade(model, ROW).right


@pytest.mark.parametrize("ending", ["lp", "mps"])
def test_a_file_of_jump_is_graded(ending: str, tmp_path: Path) -> None:
    jump = ROOT / f"tests/data/jump/case_study.{ending}"
    assert azulejo.grade(jump, SQUARE).right
    # One of the two conditions is enough for a B.
    loose = re.sub(r"(: |c3a\S+ )2", r"\g<1>1", jump.read_text(encoding="utf-8"))
    wrong = tmp_path / jump.name
    wrong.write_text(loose, encoding="utf-8")
    faults = azulejo.grade(wrong, SQUARE).faults
    assert {fault.kind for fault in faults} == {"best", "scored"}
    [row] = [fault.row for fault in faults if fault.kind == "scored"]
    assert row is not None
    assert row.startswith("c3a(")


OR_TOOLS = """
import azulejo
from ortools.linear_solver import pywraplp
from ortools.linear_solver.python import model_builder

ROW = azulejo.Instance(1, 2)
model = pywraplp.Solver.CreateSolver("SCIP")
o = {pair: model.BoolVar(f"o[{pair[0]},{pair[1]}]") for pair in [(1, 2), (2, 1)]}
model.Add(o[1, 2] + o[2, 1] == 1, "one_first")
model.Maximize(3 * o[1, 2] + 3 * o[2, 1])
assert azulejo.grade(model, ROW).right
model = model_builder.Model()
o = {pair: model.new_bool_var(f"o[{pair[0]},{pair[1]}]") for pair in [(1, 2), (2, 1)]}
model.add(o[1, 2] + o[2, 1] == 1, "one_first")
model.maximize(3 * o[1, 2] + 3 * o[2, 1])
assert azulejo.grade(model, ROW).right
"""


def test_a_model_of_or_tools_is_graded() -> None:
    if importlib.util.find_spec("ortools") is None:
        pytest.skip("no OR-Tools")
    # It has a HiGHS of its own, which cannot be loaded beside that of highspy.
    process = subprocess.run([sys.executable, "-c", OR_TOOLS], capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr


def test_a_model_of_gurobipy_is_graded() -> None:
    gurobipy = pytest.importorskip("gurobipy")
    try:
        model = gurobipy.Model()
    except gurobipy.GurobiError as error:
        pytest.skip(f"no licence: {error}")
    o = model.addVars([(1, 2), (2, 1)], vtype="B", name="o")
    model.addConstr(o[1, 2] + o[2, 1] == 1, name="one_first")
    model.setObjective(3 * o[1, 2] + 3 * o[2, 1], gurobipy.GRB.MAXIMIZE)
    assert azulejo.grade(model, ROW).right
