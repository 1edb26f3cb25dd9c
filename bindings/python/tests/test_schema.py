"""What Python reads of JSON is what the schemas in ``docs/schema/`` promise."""

from __future__ import annotations

import json
from typing import Any, Callable

import pytest

from azulejo import Instance, before, place_at
from conftest import ROOT

CENTRE_LAST = Instance(3, 3, constraints=[place_at(5, 9)])
IMPOSSIBLE = Instance(2, 2, constraints=[place_at(1, 1), before(2, 1)])

# Of each schema, calls that read what is written by it.
CALLS: dict[str, list[Callable[[], object]]] = {
    "solve": [CENTRE_LAST.solve, IMPOSSIBLE.solve],
    "count": [CENTRE_LAST.count, IMPOSSIBLE.count],
    "orders": [
        lambda: CENTRE_LAST.orders(2),
        lambda: CENTRE_LAST.orders(2, within=1),
        lambda: IMPOSSIBLE.orders(2),
    ],
    "check": [lambda: CENTRE_LAST.check(range(1, 10)), lambda: CENTRE_LAST.check([1, 1])],
}

# What Python knows otherwise, or never asks for.
NOT_READ = {"schema", "instance", "asked", "certificate", "explain", "first_tiles"}

# What is there because Python asks for it.
ASKED_FOR = {"breakdown"}


class Watched(dict[str, Any]):
    """A dictionary that remembers which keys must be there, and which may be."""

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.needed: set[str] = set()
        self.asked: set[str] = set()

    def __getitem__(self, key: str) -> Any:  # noqa: ANN401 - as a dictionary has it
        self.needed.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:  # noqa: ANN401 - as a dictionary has it
        self.asked.add(key)
        return super().get(key, default)


@pytest.mark.parametrize("name", CALLS)
def test_python_reads_exactly_the_fields_of_the_schema(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    schema = json.loads((ROOT / "docs" / "schema" / f"{name}.schema.json").read_text(encoding="utf-8"))
    loads = json.loads
    read: list[Watched] = []

    def watched(text: str) -> Any:  # noqa: ANN401 - as json.loads has it
        data = loads(text)
        if isinstance(data, dict) and "schema" in data:
            read.append(Watched(data))
            return read[-1]
        return data

    monkeypatch.setattr(json, "loads", watched)
    for call in CALLS[name]:
        call()
    assert len(read) == len(CALLS[name])
    needed = set().union(*(one.needed for one in read))
    asked = set().union(*(one.asked for one in read))
    assert needed <= set(schema["required"]) | ASKED_FOR, "what must be there is promised"
    assert needed | asked == set(schema["properties"]) - NOT_READ, "all that is promised is read"
