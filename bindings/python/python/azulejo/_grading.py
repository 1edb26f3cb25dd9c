"""Models that students write: whether they are right, and what is wrong with them."""

from __future__ import annotations

import importlib
import json
import math
import sys
import tempfile
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from azulejo import _native
from azulejo._answers import as_image, run_result
from azulejo._instance import Instance

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    Model = str | os.PathLike[str] | object

FaultKind = Literal["best", "excluded", "allowed", "scored", "no-order"]

#: Which variables tell the order: A[turn,cell], o[cell,cell] or turn[cell].
Variables = Literal["case-study", "ordering", "turns"]


def _number(score: float | str | None, instance: Instance) -> float | None:
    """A score as the command line prints it."""
    if isinstance(score, str):
        return math.inf if instance.sense == "maximize" else -math.inf
    return score


def _score(score: float | None) -> str:
    if score is not None and math.isinf(score):
        return "without bound"
    return f"{score:.6g}" if isinstance(score, float) else str(score)


@dataclass(frozen=True)
class ModelFault:
    """Something that a model says and that is not true."""

    #: The instance on which it says so.
    instance: Instance
    #: The best score is another one, an order is excluded though it is allowed, or allowed though it is not, it is
    #: scored otherwise, or there is a solution that is no order.
    kind: FaultKind
    #: The order that shows it, if one does.
    order: tuple[int, ...] | None
    #: The score of the model: a float where it is no integer, and infinite where it has no bound.
    model: float | None
    #: The true one.
    truth: int | None
    #: What is wrong with the order, or what the solution says.
    says: str | None
    #: Of a linear model, a row that is too strong, if the order is excluded, and else a row that the model lacks. None
    #: where that cannot be told.
    row: str | None

    def __str__(self) -> str:
        order = "" if self.order is None else f"the order {' '.join(map(str, self.order))}"
        best = "the model has no solution" if self.model is None else f"the model's best score is {_score(self.model)}"
        words = {
            "best": f"{best}, but {'there is no order' if self.truth is None else f'{self.truth} is right'}",
            "excluded": f"the model excludes {order}, which is allowed and scores {self.truth}",
            "allowed": f"the model allows {order}, but it is not allowed: {self.says}",
            "scored": f"the model gives {order} the score {_score(self.model)}, but it scores {self.truth}",
            "no-order": f"the model has a solution that is no order: {self.says}",
        }[self.kind]
        if self.row is None:
            return words
        row = "without this row it is allowed" if self.kind == "excluded" else "this row is missing, or one like it"
        return f"{words}; {row}: {self.row}"

    def svg(self) -> str:
        """The order that shows it, as SVG: its turns and its points.

        :raises ValueError: if no order shows it.
        """
        if self.order is None:
            raise ValueError("no order shows this fault: its solution is none")
        return _native.picture(self.instance.to_json(), list(self.order), ["turns", "points"], None)

    def _repr_html_(self) -> str:
        words = f"<p>{escape(str(self))}</p>"
        return words if self.order is None else words + as_image(self.svg(), str(self))


@dataclass(frozen=True)
class GradedWall:
    """What a model says of one wall."""

    #: The wall, and what is asked of its orders.
    instance: Instance
    #: Which variables tell the order.
    variables: Variables
    #: How the objective was read, where that is not as it stands: a negated score, or a sense in a comment.
    objective: str | None
    #: The best score of the model: a float where it is no integer, infinite where it has no bound, and None where it
    #: has no solution.
    best: float | None
    #: Whether the best score was compared with the truth.
    compared: bool
    #: How many orders the model was asked about.
    orders: int
    #: Whether these are all.
    all: bool
    #: What is wrong, one of each kind.
    faults: tuple[ModelFault, ...]
    #: Whether solutions that are no order were looked for.
    others: bool = field(default=False, repr=False)
    #: Whether the model is right about these orders if A(i,j) is read as A(cell,turn).
    swapped: bool = field(default=False, repr=False)
    #: The number of rows of a linear model.
    rows: int | None = field(default=None, repr=False)
    #: The bound of the linear relaxation of a linear model.
    relaxation: float | None = field(default=None, repr=False)

    @classmethod
    def read(cls, data: dict[str, Any]) -> GradedWall:
        """What the command line prints of a wall as this JSON."""
        instance = Instance.from_json(json.dumps(data["instance"]))

        def fault(data: dict[str, Any]) -> ModelFault:
            order = None if data["order"] is None else tuple(data["order"])
            return ModelFault(
                instance,
                data["kind"],
                order,
                _number(data["model"], instance),
                data["truth"],
                data["says"],
                data["row"],
            )

        return cls(
            instance=instance,
            variables=data["variables"],
            objective=data["objective"],
            best=_number(data["best"], instance),
            compared=data["compared"],
            orders=data["orders"],
            all=data["all"],
            faults=tuple(map(fault, data["faults"])),
            others=data["others"],
            swapped=data["swapped"],
            rows=data["rows"],
            relaxation=data["relaxation"],
        )


@dataclass(frozen=True)
class Grade:
    """Whether a model is right about all orders of small walls."""

    #: Whether nothing wrong was found.
    right: bool
    #: What was found on each wall.
    walls: tuple[GradedWall, ...]

    @classmethod
    def read(cls, data: dict[str, Any]) -> Grade:
        """The grade that the command line prints as this JSON."""
        return cls(right=data["right"], walls=tuple(map(GradedWall.read, data["walls"])))

    @property
    def faults(self) -> tuple[ModelFault, ...]:
        """What is wrong, on all walls."""
        return tuple(fault for wall in self.walls for fault in wall.faults)

    def __str__(self) -> str:
        if self.right:
            whole = all(wall.compared and wall.orders > 0 and wall.others for wall in self.walls)
            return "nothing is wrong" if whole else "nothing wrong was found, but not everything was compared"
        return "wrong:" + "".join(f"\n  {fault}" for fault in self.faults)

    def _repr_html_(self) -> str:
        if self.right:
            return f"<p>{escape(str(self))}</p>"
        return "".join(fault._repr_html_() for fault in self.faults)


def grade(
    model: Model,
    instance: Instance | None = None,
    *,
    data: Iterable[str | os.PathLike[str]] = (),
    variables: Variables | None = None,
    time_limit: float | None = 300.0,
) -> Grade:
    """Says whether a model of your own is right, with an order that shows it if not.

    The model is a file in GMPL (``.mod``), MiniZinc (``.mzn``), LP or MPS, or a model of Pyomo, PuLP, python-mip,
    OR-Tools, highspy or gurobipy. JuMP writes an LP file with ``write_to_file``. A file in GMPL or MiniZinc is graded
    on the walls 2×2 and 2×3 if there is no ``instance``; any other model is of one wall, which ``instance`` states.

    The variables must tell the order: ``A[turn,cell]`` (1 if that turn fills that cell), ``o[cell,cell]`` (1 if the
    first comes before the second) or ``turn[cell]``. ``A(1,2)``, ``A_1_2`` and ``A_1_2_`` are ``A[1,2]``, too.

    Each wall is graded by a process of its own, so that an interrupt and ``time_limit`` end any solver.

    :raises TypeError: if it is no model that can be written down.
    :raises ValueError: if the file is no model, or its variables do not tell an order.
    :raises OSError: if there is no such file.
    :raises SolveError: if a solver that is needed is missing, or fails.
    """
    if not isinstance(instance, (Instance, type(None))):
        raise TypeError(f"instance: use azulejo.Instance(rows, columns), not {type(instance).__name__}")
    text = None if instance is None else instance.to_json()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(model) if isinstance(model, (str, Path)) or hasattr(model, "__fspath__") else None
        if path is None:
            path = _model_file(model, Path(folder))
            if instance is None:
                raise TypeError("a model of one wall: say which, with instance=azulejo.Instance(rows, columns)")
        program = [sys.executable, "-m", "azulejo"]
        output = _native.grade(
            program, str(path), [str(Path(file)) for file in data], text, variables=variables, time_limit=time_limit
        )
    return run_result(Grade.read, output)


def _model_file(model: Any, folder: Path) -> Path:  # noqa: ANN401 - of any library
    """A file that a model of another library is written to: LP, or MPS where LP would lose names such as ``A[1,2]``."""
    library = type(model).__module__.split(".")[0]
    path = folder / ("model.mps" if library in {"gurobipy", "highspy"} else "model.lp")
    if library == "pulp":
        _with_constant_of_pulp(model).writeLP(str(path))
    elif library == "mip":
        path.write_text(_lp_of_mip(model), encoding="utf-8")
    elif library == "pyomo":
        model.write(str(path), format="lp", io_options={"symbolic_solver_labels": True})
    elif library == "gurobipy":
        model.update()
        model.write(str(path))
    elif library == "highspy":
        model.writeModel(str(path))
    elif library == "ortools" and hasattr(model, "export_to_lp_string"):
        path.write_text(_in_parentheses(model.export_to_lp_string()), encoding="utf-8")
    elif library == "ortools" and hasattr(model, "ExportModelAsLpFormat"):
        path.write_text(_in_parentheses(model.ExportModelAsLpFormat(False)), encoding="utf-8")
    else:
        libraries = "Pyomo, PuLP, python-mip, OR-Tools, highspy or gurobipy"
        raise TypeError(f"model: use a path, or a model of {libraries}, not {type(model).__name__}")
    return path


def _in_parentheses(text: str) -> str:
    """An LP file whose names have no brackets, which are for squares there."""
    return text.replace("[", "(").replace("]", ")")


#: A column that is 1: of an objective with a constant, some libraries write all but the constant.
_ONE = "azulejo_one"


def _with_constant_of_pulp(model: Any) -> Any:  # noqa: ANN401 - of PuLP
    """The model with the constant of its objective as a multiple of a column."""
    constant = model.objective.constant if model.objective is not None else 0
    if not constant:
        return model
    pulp = importlib.import_module("pulp")
    copy = model.copy()
    copy.setObjective(model.objective - constant + constant * pulp.LpVariable(_ONE, 1, 1))
    return copy


def _lp_of_mip(model: Any) -> str:  # noqa: ANN401 - of python-mip
    """The LP file of a model of python-mip, which writes one without the constant of the objective."""

    def total(expression: Any, more: float = 0.0) -> str:  # noqa: ANN401 - of python-mip
        terms = [f"{factor:+.17g} {column.name}" for column, factor in expression.expr.items()]
        return "\n ".join([*terms, f"{more:+.17g} {_ONE}"] if more or not terms else terms)

    sense = "Maximize" if model.sense == "MAX" else "Minimize"
    relations = {"<": "<=", ">": ">=", "=": "="}
    rows = [f" {row.name}: {total(row.expr)} {relations[row.expr.sense]} {row.rhs:.17g}" for row in model.constrs]
    bounds = [f" {column.lb:.17g} <= {column.name} <= {column.ub:.17g}" for column in model.vars]
    whole = [f" {column.name}" for column in model.vars if column.var_type != "C"]
    return "\n".join(
        [
            sense,
            f" score: {total(model.objective, model.objective_const)}",
            "Subject To",
            *rows,
            "Bounds",
            *bounds,
            f" {_ONE} = 1",
            "Generals",
            *whole,
            "End",
            "",
        ]
    )
