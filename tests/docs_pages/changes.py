"""What is changed in a page before it runs, on both sides alike, and the data that it finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.docs_scripts.folder import lay_data


def nothing(place: Path) -> None:
    """No data."""


def mnist(place: Path) -> None:
    lay_data(place / "MNIST_Data", None)


@dataclass(frozen=True)
class Change:
    """`lay`: puts data into the page's folder; `rules`: text to text; `ignored`: patterns of what is not compared."""

    lay: Callable[[Path], None] = nothing
    rules: dict[str, str] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()


CHANGES: dict[str, Change] = {}


def change(name: str, sources: list[str]) -> Change:
    if name in CHANGES:
        return CHANGES[name]
    return Change(mnist if any("MNIST_Data" in s for s in sources) else nothing)
