"""The part in Rust: instances go in and results come out as the JSON of the command line."""

import os
from collections.abc import Sequence
from typing import final

from azulejo._constraints import Cell

__all__ = [
    "MAX_BYTES",
    "MAX_CELLS",
    "MOST_LISTED",
    "InvalidInstance",
    "Program",
    "SolveError",
    "Unfit",
    "certificate",
    "check",
    "command",
    "count",
    "formulate",
    "grade",
    "instance",
    "orders",
    "picture",
    "proves",
    "solve",
    "text",
]

MAX_BYTES: int
MAX_CELLS: int
MOST_LISTED: int

class InvalidInstance(ValueError):  # noqa: N818
    faults: list[tuple[str, str]]

class SolveError(RuntimeError): ...
class Unfit(SolveError): ...  # noqa: N818

@final
class Program:
    def columns(self) -> list[tuple[str, bool, int, int]]: ...
    def rows(self) -> list[tuple[str, int | None, int | None]]: ...
    def matrix(self) -> tuple[list[int], list[int], list[int]]: ...
    def objective(self) -> tuple[list[int], int]: ...
    def file(self, format: str) -> str: ...  # noqa: A002
    def document(self, format: str, expand: bool) -> str: ...  # noqa: A002
    def order(self, values: Sequence[float]) -> list[int]: ...

def command(words: Sequence[str | os.PathLike[str]]) -> int: ...
def instance(instance: str) -> str: ...
def check(instance: str, order: Sequence[Cell]) -> str: ...
def picture(instance: str, order: Sequence[Cell], pictures: Sequence[str], bound: int | None) -> str: ...
def text(instance: str, order: Sequence[Cell]) -> str: ...
def formulate(instance: str, kind: str, without: Sequence[str]) -> Program: ...
def solve(
    instance: str,
    *,
    method: str,
    time_limit: float | None,
    memory: int | None,
    threads: int | None,
    seed: int,
    cross_check: bool,
) -> tuple[str, BaseException | None]: ...
def count(
    instance: str, *, method: str, time_limit: float | None, memory: int | None
) -> tuple[str, BaseException | None]: ...
def orders(
    instance: str, most: int, *, seed: int | None, time_limit: float | None, memory: int | None
) -> tuple[str, BaseException | None]: ...
def grade(
    path: str, data: Sequence[str], instance: str | None, *, variables: str | None, time_limit: float | None
) -> tuple[str, BaseException | None]: ...
def certificate(instance: str, order: Sequence[Cell] | None, *, time_limit: float | None) -> str: ...
def proves(certificate: str) -> int | None: ...
