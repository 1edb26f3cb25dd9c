"""Packages that an extra of this one brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType


class Extra:
    """An extra by its name. Where an import within ``with`` finds no such package, the error says what installs it."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        """The extra of this name."""
        self._name = name

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, ModuleNotFoundError):
            mend = f"{error}: pip install 'azulejo-wall[{self._name}]' brings what is missing"
            raise ModuleNotFoundError(mend, name=error.name) from error
