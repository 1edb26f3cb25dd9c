"""The methods: azulejo's own, the thesis's and the peers; each is run as a process of its own."""

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pyscipopt

from answer import Status

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

#: A command and its arguments.
Command = list[str | Path]

#: Beyond the limit, a process has this time in seconds to make its model and to end by itself.
GRACE = 60

#: The exit codes of azulejo: done, infeasible, stopped with a solution and without.
AZULEJO_ENDS = (0, 3, 4, 5)


@dataclass(frozen=True)
class Method:
    """A method: its name, what makes it up, and its threads (none: all that there are)."""

    name: str
    title: str
    version: str
    model: str
    threads: int | None = None


@dataclass(frozen=True)
class Result:
    """What came of a method on an instance."""

    instance: str
    method: str
    status: Status
    #: Of an order: what `azulejo check` says. Of a method that only counts: its claim.
    score: int | None = None
    bound: int | None = None
    #: How many optimal orders there are, in digits, of a method that counts.
    orders: str | None = None
    seconds: float = 0.0
    #: Why there is no answer.
    note: str | None = None


def of_package(package: str) -> str:
    """A package and its version."""
    return f"{package} {version(package)}"


def methods(programs: "Programs") -> list[Method]:
    """All methods, with the versions that are here."""
    azulejo, scip = programs.version(), f"SCIP {pyscipopt.Model().version()}, {of_package('PySCIPOpt')}"
    case_study = "the case study's integer program, as MPS"
    return [
        Method("ordering", "azulejo, ordering", azulejo, "its ordering formulation, on HiGHS"),
        Method("frontier", "azulejo, frontier", azulejo, "dynamic programming with bounds"),
        Method("count", "azulejo, count", azulejo, "the same, with the number of optimal orders"),
        Method(
            "thesis", "plain DP", azulejo, "the thesis's, which counts, too: `tools/src/every_covering.rs`", 1
        ),
        Method("highs", "HiGHS", of_package("highspy"), case_study),
        Method("scip", "SCIP", scip, case_study, 1),
        Method("cp-sat", "CP-SAT", of_package("ortools"), "turns, all different, and precedences"),
        Method(
            "didp", "DIDP, CABS", of_package("didppy"), "dynamic programming on the set of filled cells", 1
        ),
    ]


class NoAnswerError(Exception):
    """A process that ended without an answer, as it may."""


@dataclass(frozen=True)
class Programs:
    """The programs, and what each run is given."""

    azulejo: Path
    maintain: Path
    limit: float
    threads: int

    def version(self) -> str:
        """The version of azulejo."""
        return self.finish([self.azulejo, "--version"], (0,)).strip()

    def run(self, method: Method, path: Path) -> Result:
        """Runs a method on the instance of a file; an order that it gives is scored by `azulejo check`."""
        result = Result(str(path.relative_to(ROOT)), method.name, "unknown")
        began = time.perf_counter()
        try:
            match method.name:
                case "ordering" | "frontier":
                    return self.solved(result, path)
                case "count":
                    return self.counted(result, self.azulejo_json("count", path, "--method", "frontier"))
                case "thesis":
                    answer = self.finish([self.maintain, "every-covering", path], (0,))
                    return self.counted(result, json.loads(answer))
                case _:
                    return self.of_peer(result, path, method.threads or self.threads)
        except NoAnswerError as error:
            return replace(result, seconds=time.perf_counter() - began, note=str(error))

    def solved(self, result: Result, path: Path) -> Result:
        """By `azulejo solve`."""
        words = ["--method", result.method, "--threads", str(self.threads), "--no-cross-check"]
        data = self.azulejo_json("solve", path, *words)
        return self.with_order(result, path, data)

    def of_peer(self, result: Result, path: Path, threads: int) -> Result:
        """By `one_run.py`."""
        command: Command = [sys.executable, HERE / "one_run.py", result.method, path]
        command += ["--azulejo", self.azulejo]
        command += ["--limit", str(self.limit), "--threads", str(threads)]
        return self.with_order(result, path, json.loads(self.finish(command, (0,))))

    def with_order(self, result: Result, path: Path, data: dict[str, Any]) -> Result:
        """The answer of a method that gives an order."""
        order = data["order"]
        return replace(
            result,
            status=data["status"],
            score=self.score(path, order) if order else None,
            bound=data["bound"],
            seconds=data["stats"]["seconds"] if "stats" in data else data["seconds"],
        )

    @staticmethod
    def counted(result: Result, data: dict[str, Any]) -> Result:
        """The answer of a method that counts: what it counts is proven."""
        score, seconds = data["score"], data["stats"]["seconds"] if "stats" in data else data["seconds"]
        return replace(
            result, status="optimal", score=score, bound=score, orders=data["orders"], seconds=seconds
        )

    def score(self, path: Path, order: list[int]) -> int:
        """Scores an order again, and fails where the order breaks the rules of the instance."""
        words = " ".join(map(str, order))
        command: Command = [self.azulejo, "check", path, "--order", words, "--format", "json"]
        score: int = json.loads(self.finish(command, (0,)))["score"]
        return score

    def azulejo_json(self, command: str, path: Path, *words: str) -> dict[str, Any]:
        """What a command of azulejo prints about an instance."""
        line: Command = [self.azulejo, command, path, *words, "--format", "json", "--quiet"]
        line += ["--time-limit", f"{round(self.limit * 1000)}ms"]
        printed = self.finish(line, AZULEJO_ENDS)
        if not printed:
            raise NoAnswerError("stopped")
        data: dict[str, Any] = json.loads(printed)
        return data

    def finish(self, command: Command, ends: tuple[int, ...]) -> str:
        """What a process prints; it may end so, or without an answer where it is too large."""
        environment = {**os.environ, "RAYON_NUM_THREADS": str(self.threads)}  # `count` takes no --threads
        patience = self.limit + GRACE
        try:
            process = subprocess.run(
                command, capture_output=True, text=True, timeout=patience, check=False, env=environment
            )
        except subprocess.TimeoutExpired as error:
            raise NoAnswerError(f"ended after {patience:g} s") from error
        if process.returncode in ends:
            return process.stdout
        if process.returncode == -9:  # noqa: PLR2004 # killed, as the system does when memory runs out
            raise NoAnswerError("killed: out of memory?")
        if too_large := re.search(r"2\^\d+ coverings do not fit: they take [^\"]+", process.stderr):
            raise NoAnswerError(too_large[0])
        raise RuntimeError(f"{command} ended with {process.returncode}: {process.stderr}")
