"""What a caller gives, as plain data; what cannot be that is refused with its place."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from azulejo import _native

if TYPE_CHECKING:
    from typing_extensions import TypeGuard

    from azulejo._constraints import Cell

#: Limit of items: the JSON of more, each with a comma and a space, is too long for an instance.
_MOST_ITEMS = _native.MAX_BYTES // 3

#: Limit of depth: lists and dictionaries of an instance are not nested deeper.
_DEEPEST = 8

_LARGEST = 2**64 - 1


def invalid(place: str, fault: str) -> _native.InvalidInstance:
    """The exception for one fault."""
    error = _native.InvalidInstance(f"the instance has 1 fault\n  {place}: {fault}")
    error.faults = [(place, fault)]
    return error


def too_large() -> _native.InvalidInstance:
    """The exception for what is longer than any instance."""
    return invalid("file", f"larger than {_native.MAX_BYTES} bytes")


def plain(fields: Mapping[str, object]) -> dict[str, Any]:
    """The same as JSON can have it. Whether it states an instance, the reader of instances says.

    :raises InvalidInstance: if JSON cannot have it, or the items do not end.
    """
    items = itertools.count(1)
    return {key: _plain(value, key, 0, items) for key, value in fields.items()}


def _plain(value: object, place: str, depth: int, items: Iterator[int]) -> Any:  # noqa: ANN401 - a case each
    if next(items) > _MOST_ITEMS:
        raise too_large()
    if depth > _DEEPEST:
        raise invalid(place, "too many lists and dictionaries within each other")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _text(value, place)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise invalid(place, f"expected a number, found {float(value)}")
        return float(value)
    if (number := _index(value)) is not None:
        if abs(number) > _LARGEST:
            raise invalid(place, "a number of more than 64 bits")
        return number
    if isinstance(value, Mapping):
        fields = ((_text(key, place), item) for key, item in value.items())
        return {key: _plain(item, f"{place}.{key}", depth + 1, items) for key, item in fields}
    if is_list(value):
        return [_plain(item, f"{place}[{index}]", depth + 1, items) for index, item in enumerate(value)]
    raise invalid(place, f"expected a number, a text, a list or a dictionary, found {type(value).__name__}")


def _text(value: object, place: str) -> str:
    """A text of Unicode, which half of a pair of surrogates is not."""
    if not isinstance(value, str):
        raise invalid(place, f"the keys of a dictionary are texts, found {type(value).__name__}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise invalid(place, "a text that is not Unicode") from None
    return value


def is_list(value: object) -> TypeGuard[Iterable[object]]:
    """Whether a person would call this a list: no text, and no dictionary."""
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes, bytearray, memoryview, Mapping))


def as_list(value: object) -> object:
    """A list of the items, which can be read again; anything else as it is."""
    return list(itertools.islice(value, _MOST_ITEMS + 1)) if is_list(value) else value


def whole(name: str, value: object, least: int = 0, most: int = _LARGEST) -> int:
    """The value of an argument as a whole number.

    :raises TypeError: if it is none.
    :raises ValueError: if it is less or more than it may be.
    """
    number = _index(value)
    if number is not None and least <= number <= most:
        return number
    message = f"{name}: use a whole number from {least} to {most}"
    if number is None:
        raise TypeError(f"{message}, not {type(value).__name__}")
    raise ValueError(message)


def whole_or_none(name: str, value: object, least: int = 0, most: int = _LARGEST) -> int | None:
    """The same where the argument may be left out."""
    return None if value is None else whole(name, value, least, most)


def order(cells: object) -> list[Cell]:
    """An order as a list of cells.

    :raises TypeError: if it is no list.
    :raises ValueError: if an item is no cell, or no wall has so many.
    """
    if not is_list(cells):
        raise TypeError(f"order: use a list of cells, not {type(cells).__name__}")
    result: list[Cell] = []
    for index, value in enumerate(cells):
        cell = _cell(value)
        if cell is None:
            raise ValueError(f"order[{index}]: use a number from 1, or a pair of row and column, both from 1")
        if index >= _native.MAX_CELLS:
            raise ValueError(f"order: no wall has more than {_native.MAX_CELLS} cells")
        result.append(cell)
    return result


def _cell(value: object) -> Cell | None:
    if not is_list(value):
        return _number(value)
    pair = [_number(part) for part in itertools.islice(value, 3)]
    if len(pair) != 2 or pair[0] is None or pair[1] is None:
        return None
    return pair[0], pair[1]


def _number(value: object) -> int | None:
    number = _index(value)
    return number if number is not None and 0 <= number <= _LARGEST else None


def _index(value: object) -> int | None:
    """A whole number; the integers of numpy are numbers, too."""
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
