"""Which pages the reference has: one for each class, one for each family of functions, an overview of each module.

A family is what one file of the package defines; primitives, methods of Tensor and functions of `numpy` belong to the
file of the op that declares them. A name for what is described under another one has a line in the overview alone.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from docs.api_pages.titles import family_title, group_of
from docs.docstrings import DOCUMENTED, resolve
from msacc.ops import Primitive
from msacc.ops.bindings.chapters import CHAPTERS
from msacc.ops.core.declaration import NumpyFunction, PrimitiveClass, TensorMethod, functions

# Where a thing of several names is described: in the first of these modules, else in the one of the shortest name.
_FIRST = ("mindspore.nn", "mindspore.train", "mindspore", "mindspore.ops")
_SHOWN_FIRST = (
    "mindspore.nn", "mindspore.ops", "mindspore", "mindspore.Tensor", "mindspore.dataset", "mindspore.dataset.vision",
    "mindspore.train", "mindspore.mint", "mindspore.mint.nn", "mindspore.numpy",
)  # fmt: skip
# Modules whose functions are ops; those of the others are grouped by folder.
_OF_OPS = {
    "mindspore.ops",
    "mindspore.Tensor",
    "mindspore.mint",
    "mindspore.mint.nn.functional",
    "mindspore.numpy",
}
_FEW = 30  # functions that have a page together, whichever files define them
_MANY = 60  # names of a family from which on functions and primitives have pages of their own


@dataclass(frozen=True)
class Name:
    """A documented name: `Accuracy.eval` of module `mindspore.nn`."""

    module: str
    name: str

    @functools.cached_property
    def full(self) -> str:
        return f"{self.module}.{self.name}"

    @functools.cached_property
    def thing(self) -> Any:
        return resolve(self.full)

    @property
    def key(self) -> int:
        thing = self.thing  # a class method is a new object at each access
        return id(getattr(thing, "__func__", thing))


@dataclass
class Page:
    """A page; `title` in the navigation, `heading` above it."""

    path: str
    title: str
    heading: str
    group: str
    names: list[Name] = field(default_factory=list)


@dataclass
class Module:
    """A module with its pages, and names that are described elsewhere."""

    name: str
    pages: list[Page]
    others: list[Name]

    @property
    def path(self) -> str:
        return f"reference/{self.name}/index.md"


@functools.cache
def modules() -> tuple[Module, ...]:
    """All modules of the reference."""
    listed = [(m, [Name(m, n) for n in names]) for m, names in sorted(_listed(), key=_by_use)]
    first = _first_names([name for _, names in listed for name in names])
    return tuple(_module(module, names, first) for module, names in listed)


@functools.cache
def places() -> dict[str, str]:
    """The page that describes each name; for another name of the same thing, the module's overview."""
    found: dict[str, str] = {}
    for module in modules():
        found |= {name.full: module.path for name in module.others}
        found |= {name.full: page.path for page in module.pages for name in page.names}
    return found


@functools.cache
def described_as() -> dict[str, str]:
    """For a name that has no description of its own, the one that has it."""
    names = [Name(m, n) for m, listed in _listed() for n in listed]
    first = _first_names(names)
    return {name.full: first[name.key] for name in names if _is_alias(name, first)}


def _by_use(module: tuple[str, list[str]]) -> tuple[int, str]:
    """The modules that scripts use most come first."""
    return _SHOWN_FIRST.index(module[0]) if module[0] in _SHOWN_FIRST else len(
        _SHOWN_FIRST
    ), module[0]


def _listed() -> Iterator[tuple[str, list[str]]]:
    for line in DOCUMENTED.read_text(encoding="utf-8").splitlines():
        module, text = line.split(": ", 1)
        yield module, sorted(text.split(), key=str.casefold)


def _first_names(names: list[Name]) -> dict[int, str]:
    ranked: dict[int, tuple[tuple[int, int, str], str]] = {}
    for name in names:
        place = _FIRST.index(name.module) if name.module in _FIRST else len(_FIRST)
        rank = (name.full.count(".") if place == len(_FIRST) else 0, place, name.full)
        ranked[name.key] = min(ranked.get(name.key, (rank, name.full)), (rank, name.full))
    return {key: full for key, (_, full) in ranked.items()}


def _is_alias(name: Name, first: dict[int, str]) -> bool:
    return callable(name.thing) and first[name.key] != name.full


def _module(module: str, names: list[Name], first: dict[int, str]) -> Module:
    others = [name for name in names if _is_alias(name, first)]
    own = [name for name in names if name not in set(others)]
    classes = {n.name for n in own if inspect.isclass(n.thing) and not _is_primitive(n)}
    pages = [_class_page(module, each, own) for each in sorted(classes, key=str.casefold)]
    taken = {name for page in pages for name in page.names}
    rest = [name for name in own if name not in taken]
    constants = [n for n in rest if not callable(n.thing) and not isinstance(n.thing, property)]
    pages += _families(module, [name for name in rest if name not in set(constants)])
    return Module(module, pages, others + constants)


def _is_primitive(name: Name) -> bool:
    return (
        name.module == "mindspore.ops"
        and issubclass(name.thing, Primitive)
        or name.module == "mindspore.Tensor"
    )


def _class_page(module: str, name: str, own: list[Name]) -> Page:
    names = [n for n in own if n.name == name or n.name.startswith(f"{name}.")]
    group = group_of(names[0].thing.__module__)
    return Page(f"reference/{module}/{name}.md", name, f"{module}.{name}", group, names)


def _families(module: str, names: list[Name]) -> Iterator[Page]:
    by_home: dict[str, list[Name]] = {}
    for name in names:
        home = _home(name) if module in _OF_OPS else _home(name).partition(".")[0]
        by_home.setdefault(home if len(names) > _FEW else "functions", []).append(name)
    for home, members in sorted(by_home.items()):
        for kind, part in _parts(members):
            title = family_title(home, kind)
            file = re.sub(r"\W+", "-", f"{home} {kind}".strip().lower())
            yield Page(
                f"reference/{module}/{file}.md",
                title,
                f"{module}: {title.lower()}",
                "Functions",
                part,
            )


def _parts(members: list[Name]) -> list[tuple[str, list[Name]]]:
    """A large family in functions and primitives."""
    if len(members) <= _MANY:
        return [("", members)]
    found = {
        kind: [n for n in members if inspect.isclass(n.thing) is kind] for kind in (False, True)
    }
    titles = {False: "functions", True: "primitives"}
    return [(titles[kind], part) for kind, part in found.items() if part]


def _home(name: Name) -> str:
    """The file that defines a thing, as `math.elementwise`."""
    home = _declared().get(name.full) or _defining(name.thing) or name.module
    if home == "msacc.ops" and inspect.isclass(name.thing):
        home = "msacc.ops.other_primitives"
    home = home.removeprefix("msacc.").removeprefix("ops.").removeprefix("bindings.")
    if home.startswith("primitives."):
        home = _chapter_of(home.removeprefix("primitives."))
    return re.sub(r"(^|\.)_", r"\1", home)


def _defining(thing: Any) -> str:
    """The module of a thing; of a function that wraps another, of that one."""
    home = str(getattr(thing, "__module__", None) or "")
    if home == "msacc.numpy":
        inside = [cell.cell_contents for cell in getattr(thing, "__closure__", None) or ()]
        homes = [getattr(each, "__module__", None) or "" for each in inside if callable(each)]
        return next((h for h in homes if h.startswith("msacc.") and "_wrappers" not in h), home)
    return home


def _chapter_of(last: str) -> str:
    """Where the ops are that primitives written by hand belong to."""
    names = [chapter.__name__.removeprefix("msacc.ops.") for chapter in CHAPTERS]
    return next((name for name in names if name.rpartition(".")[2] == last), last)


@functools.cache
def _declared() -> dict[str, str]:
    """The chapter of each name that an op declares."""
    found: dict[str, str] = {}
    for chapter in CHAPTERS:
        for each in (d for fn in functions(chapter) for d in fn.bindings.declarations):
            if isinstance(each, PrimitiveClass):
                found[f"mindspore.ops.{each.name}"] = chapter.__name__
            elif isinstance(each, (TensorMethod, NumpyFunction)):
                module = "Tensor" if isinstance(each, TensorMethod) else "numpy"
                found |= {f"mindspore.{module}.{name}": chapter.__name__ for name in each.names}
    return found
