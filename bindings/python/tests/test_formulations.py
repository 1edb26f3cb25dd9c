"""Programs are the same as arrays, as model files and in HiGHS, and their optimum is the library's."""

from pathlib import Path

import highspy
import numpy as np
import pytest
import scipy.optimize
from scipy.sparse import csc_array, csr_array

import azulejo
from azulejo import Formulation, Instance

INSTANCES = {
    "2x2": Instance(2, 2),
    "2x3-min": Instance(2, 3, "minimize"),
    "3x3-centre-last": Instance(3, 3, constraints=[azulejo.place_at(5, 9)]),
    "3x3-rounds": Instance(3, 3, "minimize", constraints=[azulejo.rounds()]),
    "2x3-bonus": Instance(2, 3, initial=[1], turns=4, bonus={"row": 2, "column": 7, "colour": 0}),
    "infeasible": Instance(2, 2, constraints=[azulejo.place_at(1, 1), azulejo.before(2, 1)]),
}
KINDS: "list[azulejo.Kind]" = ["ordering", "case-study", "disaggregated"]


def read_back(formulation: Formulation, path: Path) -> highspy.HighsLp:
    formulation.write(path)
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    assert model.readModel(str(path)) == highspy.HighsStatus.kOk
    program: highspy.HighsLp = model.getLp()
    return program


def matrix_of(program: highspy.HighsLp) -> "csr_array":
    entries = (program.a_matrix_.value_, program.a_matrix_.index_, program.a_matrix_.start_)
    by_row = program.a_matrix_.format_ == highspy.MatrixFormat.kRowwise
    kind = csr_array if by_row else csc_array
    return csr_array(kind(entries, shape=(program.num_row_, program.num_col_)))


@pytest.mark.parametrize("ending", ["lp", "mps"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", INSTANCES)
def test_the_arrays_are_those_of_the_model_file(name: str, kind: azulejo.Kind, ending: str, tmp_path: Path) -> None:
    formulation = INSTANCES[name].formulation(kind)
    program = read_back(formulation, tmp_path / f"model.{ending}")
    # The files have the constant of the objective as a column that is 1, and an MPS file minimizes.
    place = {column: index for index, column in enumerate(program.col_names_)}
    columns = [place[column] for column in formulation.columns]
    row_of = {row: index for index, row in enumerate(program.row_names_)}
    rows = [row_of[row] for row in formulation.rows]
    assert set(place) - set(formulation.columns) <= {"one"}
    assert len(rows) == program.num_row_
    matrix = formulation.matrix()
    assert matrix.dtype == np.int64
    assert (matrix != matrix_of(program)[rows][:, columns]).nnz == 0
    sign = -1 if ending == "mps" and formulation.instance.sense == "maximize" else 1
    costs = np.array(program.col_cost_)
    assert (sign * formulation.objective == costs[columns]).all()
    assert sign * formulation.offset == (costs[place["one"]] if "one" in place else 0)
    for ours, theirs in zip(formulation.column_bounds, (program.col_lower_, program.col_upper_)):
        assert (ours == np.array(theirs)[columns]).all()
    for ours, theirs in zip(formulation.row_bounds, (program.row_lower_, program.row_upper_)):
        assert (ours == np.array(theirs)[rows]).all()
    integer = [program.integrality_[column] == highspy.HighsVarType.kInteger for column in columns]
    assert formulation.integrality.tolist() == integer


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", sorted(set(INSTANCES) - {"infeasible"}))
def test_the_optimum_of_highspy_is_ours(name: str, kind: azulejo.Kind) -> None:
    instance = INSTANCES[name]
    if name.startswith("3x3") and kind != "ordering":
        pytest.skip("minutes")
    formulation = instance.formulation(kind)
    model = formulation.to_highspy()
    model.setOptionValue("output_flag", False)
    model.run()
    assert model.getModelStatus() == highspy.HighsModelStatus.kOptimal
    best = instance.solve().score
    assert round(model.getObjectiveValue()) == best
    check = instance.check(formulation.order(model.getSolution().col_value))
    assert (check.valid, check.score) == (True, best)
    assert list(model.getLp().col_names_) == list(formulation.columns)


@pytest.mark.parametrize("name", sorted(set(INSTANCES) - {"infeasible"}))
def test_the_optimum_of_scipy_is_ours(name: str) -> None:
    instance = INSTANCES[name]
    formulation = instance.formulation()
    sign = -1 if instance.sense == "maximize" else 1
    result = scipy.optimize.milp(
        sign * formulation.objective,
        integrality=formulation.integrality,
        bounds=scipy.optimize.Bounds(*formulation.column_bounds),
        constraints=scipy.optimize.LinearConstraint(formulation.matrix(), *formulation.row_bounds),
    )
    assert result.success
    assert round(sign * result.fun) + formulation.offset == instance.solve().score
    assert instance.check(formulation.order(result.x)).valid


def test_an_infeasible_program_has_no_solution() -> None:
    for kind in KINDS:
        model = INSTANCES["infeasible"].formulation(kind).to_highspy()
        model.setOptionValue("output_flag", False)
        model.run()
        assert model.getModelStatus() == highspy.HighsModelStatus.kInfeasible


def test_values_that_are_no_order_are_refused() -> None:
    for kind in KINDS:
        formulation = azulejo.formulation(2, 2, kind=kind)
        width = len(formulation.columns)
        with pytest.raises(ValueError, match=f"the program has {width} columns"):
            formulation.order([0.0])
    # In the case study's formulation nothing is filled by zeros, in the ordering formulation they are an order.
    with pytest.raises(ValueError, match="these values are no order"):
        azulejo.formulation(2, 2, kind="case-study").order([0.0] * width)


def test_families_of_cuts_can_be_left_out() -> None:
    whole = azulejo.formulation(4, 4, "minimize")
    fewer = azulejo.formulation(4, 4, "minimize", without=["line-cuts", "block-cuts"])
    assert set(fewer.rows) < set(whole.rows)
    with pytest.raises(ValueError, match="no families of cuts"):
        azulejo.formulation(2, 2, kind="case-study", without=["line-cuts"])


def test_a_formulation_describes_itself(tmp_path: Path) -> None:
    formulation = azulejo.formulation(3, 3, kind="case-study")
    assert repr(formulation) == "<Formulation: 630 columns, 1116 rows>"
    assert "630 (630 binary)" in formulation.describe()
    markdown = formulation._repr_markdown_()
    assert "$$" in markdown
    assert "$`" not in markdown
    assert "\\begin{" in formulation.describe("latex")
    assert len(formulation.describe(expand=True)) > len(formulation.describe())
    with pytest.raises(ValueError, match=r"ends in \.lp or \.mps"):
        formulation.write(tmp_path / "model.txt")
