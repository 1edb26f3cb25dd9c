"""HiGHS and SCIP on the case study's formulation, in the MPS file that azulejo writes of it.

The file asks for the minimum of the score, or of the negated score; A(t,c) is 1 where turn t fills cell c.
"""

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

import highspy
import pyscipopt

from answer import Answer, Status, rounded
from instance import Instance

#: A binary is 1 from here on.
HALF = 0.5


def write(azulejo: Path, instance: Path, to: Path) -> None:
    """Writes the case study's formulation of an instance as MPS."""
    command = [str(azulejo), "formulate", str(instance), "--method", "case-study", "--format", "mps"]
    with to.open("w", encoding="utf-8") as file:
        subprocess.run(command, check=True, stdout=file)


def highs(instance: Instance, limit: float, threads: int, *, mps: Path) -> Answer:
    """Solves an MPS file with HiGHS."""
    solver = highspy.Highs()
    solver.silent()
    solver.readModel(str(mps))
    solver.setOptionValue("time_limit", limit)
    solver.setOptionValue("threads", threads)
    solver.setOptionValue("mip_rel_gap", 0.0)  # its default calls 1e-4 optimal
    solver.run()
    ended = solver.getModelStatus()
    has_solution = solver.getInfo().primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
    proven = ended == highspy.HighsModelStatus.kOptimal
    infeasible = ended == highspy.HighsModelStatus.kInfeasible
    names, solution = solver.getLp().col_names_, solver.getSolution()
    values = zip(names, solution.col_value, strict=True) if has_solution else ()
    return answer(
        instance,
        status=status(has_solution=has_solution, proven=proven, infeasible=infeasible),
        values=values,
        bound=solver.getInfo().mip_dual_bound,
    )


def scip(instance: Instance, limit: float, threads: int, *, mps: Path) -> Answer:
    """Solves an MPS file with SCIP, which uses one thread, however many there are."""
    solver = pyscipopt.Model()
    solver.hideOutput()
    solver.readProblem(str(mps))
    solver.setParam("limits/time", limit)
    solver.optimize()
    ended = solver.getStatus()
    has_solution = solver.getNSols() > 0
    best = solver.getBestSol() if has_solution else None
    values = (
        ((column.name, solver.getSolVal(best, column)) for column in solver.getVars()) if has_solution else ()
    )
    return answer(
        instance,
        status=status(has_solution=has_solution, proven=ended == "optimal", infeasible=ended == "infeasible"),
        values=values,
        bound=solver.getDualbound(),
    )


def status(*, has_solution: bool, proven: bool, infeasible: bool) -> Status:
    """The word for how a solver ended."""
    if infeasible:
        return "infeasible"
    if has_solution:
        return "optimal" if proven else "feasible"
    return "unknown"


def answer(instance: Instance, status: Status, values: Iterable[tuple[str, float]], bound: float) -> Answer:
    """Reads the order from the values of the columns, and turns the bound into one on the score."""
    places = [re.fullmatch(r"A\((\d+),(\d+)\)", name) for name, value in values if value > HALF]
    order = [cell for _, cell in sorted((int(place[1]), int(place[2])) for place in places if place)]
    negated = -bound if instance.maximize else bound
    return Answer(status=status, order=order or None, bound=rounded(negated, maximize=instance.maximize))
