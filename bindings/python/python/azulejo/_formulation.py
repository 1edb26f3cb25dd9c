"""An instance written down as a mixed-integer linear program."""

from __future__ import annotations

import importlib
import itertools
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from azulejo import _arguments, _native
from azulejo._extras import Extra

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    import highspy
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from azulejo._instance import Cuts, Instance, Kind


@dataclass(frozen=True, repr=False)
class Formulation:
    """A mixed-integer linear program of which every solution is an order.

    The objective is the score, and is maximized or minimized as the instance asks. Where ``integrality`` says that a
    column need not be an integer, the rows make it 0 or 1 when the other columns are, or it is a rank.
    """

    #: What is written down.
    instance: Instance
    #: In which formulation.
    kind: Kind
    #: The families of cuts that it goes without.
    without: frozenset[Cuts]
    #: The program in Rust, which follows from the other fields.
    _program: _native.Program = field(compare=False)

    @classmethod
    def of(cls, instance: Instance, kind: Kind, without: Iterable[Cuts]) -> Formulation:
        """Writes the instance down, as :meth:`Instance.formulation` says."""
        if not _arguments.is_list(without):
            raise TypeError(f"without: use a list of families of cuts, not {type(without).__name__}")
        families = list(without)
        program = _native.formulate(instance.to_json(), kind, families)
        return cls(instance, kind, frozenset(families), program)

    def __reduce__(self) -> tuple[Any, ...]:
        return Formulation.of, (self.instance, self.kind, self.without)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column[0] for column in self._program.columns())

    @property
    def rows(self) -> tuple[str, ...]:
        """The names of the rows: ``c``, the number of the equation, and a label."""
        return tuple(row[0] for row in self._program.rows())

    @property
    def integrality(self) -> NDArray[np.bool_]:
        """For each column, whether it must be an integer."""
        integer: NDArray[np.bool_] = _numpy().array([column[1] for column in self._program.columns()], dtype=bool)
        return integer

    @property
    def column_bounds(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The least and the greatest value of each column."""
        columns = self._program.columns()
        return _floats(column[2] for column in columns), _floats(column[3] for column in columns)

    @property
    def row_bounds(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What each row is at least and at most; infinite where there is no such bound."""
        rows, infinity = self._program.rows(), float("inf")
        least = _floats(-infinity if row[1] is None else row[1] for row in rows)
        return least, _floats(infinity if row[2] is None else row[2] for row in rows)

    @property
    def objective(self) -> NDArray[np.int64]:
        """The coefficient of each column in the score."""
        coefficients: NDArray[np.int64] = _numpy().array(self._program.objective()[0], dtype=_numpy().int64)
        return coefficients

    @property
    def offset(self) -> int:
        """The constant of the score."""
        return self._program.objective()[1]

    def matrix(self) -> csr_array:
        """The coefficients: a sparse array of integers, one row a row and one column a column."""
        sparse = _module("scipy.sparse")
        coefficients, columns, starts = self._program.matrix()
        shape = (len(self._program.rows()), len(self._program.columns()))
        entries = (_numpy().array(coefficients, dtype=_numpy().int64), columns, starts)
        return sparse.csr_array(entries, shape=shape)

    def to_highspy(self) -> highspy.Highs:
        """The program as a model of HiGHS, with its names, to be solved with ``run()``; the gap is 0."""
        highspy = _module("highspy")
        program = highspy.HighsLp()
        least, greatest = self.column_bounds
        at_least, at_most = self.row_bounds
        matrix = self.matrix()
        program.num_row_, program.num_col_ = matrix.shape
        program.col_cost_, program.offset_ = self.objective.astype(float), self.offset
        program.col_lower_, program.col_upper_ = least, greatest
        program.row_lower_, program.row_upper_ = at_least, at_most
        program.col_names_, program.row_names_ = list(self.columns), list(self.rows)
        program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        program.a_matrix_.start_, program.a_matrix_.index_ = matrix.indptr, matrix.indices
        program.a_matrix_.value_ = matrix.data.astype(float)
        kinds = (highspy.HighsVarType.kContinuous, highspy.HighsVarType.kInteger)
        program.integrality_ = [kinds[int(integer)] for integer in self.integrality]
        maximize = self.instance.sense == "maximize"
        program.sense_ = highspy.ObjSense.kMaximize if maximize else highspy.ObjSense.kMinimize
        model = highspy.Highs()
        model.setOptionValue("mip_rel_gap", 0.0)
        # No output before the caller can switch it off.
        model.setOptionValue("output_flag", False)
        if model.passModel(program) == highspy.HighsStatus.kError:
            raise RuntimeError("HiGHS does not take the program; please report this")
        model.setOptionValue("output_flag", True)
        return model

    def order(self, values: Iterable[float]) -> tuple[int, ...]:
        """The order that a solution tells, as cells by number in turn order.

        :param values: one value a column, of any solver.
        :raises ValueError: if these values are no order that satisfies the constraints.
        """
        # One value too many is enough for the error, and iterators may be endless.
        head = itertools.islice(values, len(self._program.columns()) + 1)
        return tuple(self._program.order([float(value) for value in head]))

    def lp(self) -> str:
        """The text of an LP file, which HiGHS, SCIP, CBC and glpsol read."""
        return self._program.file("lp")

    def mps(self) -> str:
        """The text of a free MPS file, which they read, too. It minimizes: a maximum is minus its minimum."""
        return self._program.file("mps")

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes an LP or MPS file; the ending of its name says which.

        :raises ValueError: if the ending is neither ``.lp`` nor ``.mps``.
        :raises OSError: if the file cannot be written.
        """
        path = Path(path)
        endings = {".lp": self.lp, ".mps": self.mps}
        if path.suffix.lower() not in endings:
            raise ValueError(f"{path}: name a file that ends in .lp or .mps")
        path.write_text(endings[path.suffix.lower()](), encoding="utf-8")

    def describe(self, style: Literal["text", "markdown", "latex"] = "text", *, expand: bool = False) -> str:
        """Sizes, sets, columns and numbered equations; with ``expand`` also each row."""
        return self._program.document(style, expand)

    def _repr_markdown_(self) -> str:
        # GitHub has formulas in the text between $` and `$, notebooks between dollars alone.
        return self.describe("markdown").replace("$`", "$").replace("`$", "$")

    def __repr__(self) -> str:
        return f"<Formulation: {len(self.columns)} columns, {len(self.rows)} rows>"


def _module(module: str) -> Any:  # noqa: ANN401 - a module
    with Extra("models"):
        return importlib.import_module(module)


def _numpy() -> Any:  # noqa: ANN401 - a module
    return _module("numpy")


def _floats(values: Iterable[float]) -> NDArray[np.float64]:
    floats: NDArray[np.float64] = _numpy().array(list(values), dtype=float)
    return floats
