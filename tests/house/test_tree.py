"""CONTRIBUTING's tree shows every package, in the order in which they may import each other."""

from __future__ import annotations

import re

import pytest

from tests.house.source import PACKAGE, imports, modules
from tests.house.test_imports import ORDER, component

ROOT = PACKAGE.parent
_LEVEL = {entry: level for level, line in enumerate(ORDER) for entry in line}
_ROW = re.compile(r"^ {6}((?:\S+(?:/|\.py) )+) +\S.*$", re.MULTILINE)


def tree() -> str:
    """The lines of the tree between `msacc/` and `tests/`."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return page.partition("\n    msacc/\n")[2].partition("\n    tests/")[0]


def listed_paths(text: str) -> list[str]:
    """The paths in the rows of a tree, in order."""
    return [path for row in _ROW.findall(text) for path in row.split()]


def module(path: str) -> str:
    """The module of a path below msacc/."""
    return "msacc." + path.removesuffix("/").removesuffix(".py").replace("/", ".")


def inversions(paths: list[str]) -> list[str]:
    """The paths that stand below one that may import them."""
    highest, wrong = 0, []
    for path in paths:
        level = _LEVEL[component(module(path))]
        if level < highest:
            wrong.append(path)
        highest = max(highest, level)
    return wrong


def test_every_line_is_a_row() -> None:
    assert len(_ROW.findall(tree())) == len(tree().splitlines())


def test_every_package_is_shown_once() -> None:
    folders = [p.parent for depth in ("*", "*/*") for p in PACKAGE.glob(f"{depth}/__init__.py")]
    packages = sorted(folder.relative_to(PACKAGE).as_posix() + "/" for folder in folders)
    assert sorted(path for path in listed_paths(tree()) if path.endswith("/")) == packages


def test_every_file_shown_exists() -> None:
    assert not [path for path in listed_paths(tree()) if not (PACKAGE / path).exists()]


def test_the_rows_are_in_the_order_of_imports() -> None:
    assert inversions(listed_paths(tree())) == []


# Where the core writes what an extra makes of a network, when asked to.
_USES_OF_EXTRAS = {
    ("msacc.train.summary.graph_event", "inspection"),
    ("msacc.train.serialization.exported_program", "interop"),
}


def test_the_core_does_without_the_extras() -> None:
    extras = re.findall(r"^ {6}(\w+)/ +extra: ", tree(), re.MULTILINE)
    inside = {
        *(f"msacc.{extra}" for extra in extras),
        "msacc.__main__",
    }  # the command leads to all of them
    uses = {
        (name, each.target.split(".")[1])
        for name in modules()
        if ".".join(name.split(".")[:2]) not in inside
        for each in imports(name)
        if each.target.startswith(tuple(f"msacc.{extra}" for extra in extras))
    }
    assert len(extras) == 5
    assert uses == _USES_OF_EXTRAS


def test_a_wrong_order_is_found() -> None:
    assert inversions(["common/", "nn/", "nn/cell/", "train/"]) == ["nn/cell/"]


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_the_maps_use_plain_words(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert not re.findall(
        r"\b(?:doors?|rooms?|houses?|homes?|skins?)\b(?![/`])", re.sub(r"tests[/.]house", "", text)
    )
