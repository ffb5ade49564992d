"""What objects of MindSpore's classes have: recorded from MindSpore, and read from the sources of the classes here."""

from __future__ import annotations

import ast
import functools
import inspect
import os
from collections.abc import Iterator
from pathlib import Path

from msacc.porting.tables import classes_of_objects, mindspore_classes


@functools.cache
def has_member(holder: str, member: str) -> bool:
    """Whether a class of MindSpore 2.10, or an object that a module holds, has a member besides those of `__init__`.

    `holder`: its name. Where several classes may be meant, all of them must have the member.
    """
    last = holder.rpartition(".")[2]
    homes = classes_of_objects().get(last) or _nearest(
        holder, [home for home in mindspore_classes() if home.endswith(f".{last}")]
    )
    return bool(homes) and all(_has(home, member) for home in homes)


def _nearest(name: str, homes: list[str]) -> list[str]:
    """Those that begin as a name does: `mindspore.nn.Dense` is no class of mindspore.ops."""
    common = {home: len(os.path.commonprefix([name.split("."), home.split(".")])) for home in homes}
    return [home for home in homes if common[home] == max(common.values())]


def _has(home: str, member: str) -> bool:
    row = mindspore_classes().get(home)
    return row is not None and (member in row.names or any(_has(b, member) for b in row.bases))


@functools.cache
def assigned(kind: type) -> frozenset[str]:
    """Attributes that the files of a class and of its bases assign to objects: its class does not show them."""
    files = {file for cls in kind.__mro__ for file in _files(cls)}
    return frozenset(name for file in files for name in _stored(file))


def _files(cls: type) -> Iterator[str]:
    """Where methods of a class stand. Its `__module__` may be the one that pickles of MindSpore's name."""
    for item in vars(cls).values():
        if inspect.isfunction(item) and item.__qualname__.startswith(f"{cls.__qualname__}."):
            yield item.__code__.co_filename


@functools.cache
def _stored(file: str) -> frozenset[str]:
    return frozenset(stored_names(ast.parse(Path(file).read_text(encoding="utf-8"))))


def stored_names(tree: ast.AST) -> Iterator[str]:
    """What `x.name = …`, `x["name"] = …`, `f(name=…)` and lists of names, such as `__slots__`, may give an object."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            yield str(node.slice.value)
        elif isinstance(node, ast.keyword) and node.arg is not None:
            yield node.arg
        elif isinstance(node, (ast.Tuple, ast.List)):
            yield from (str(e.value) for e in node.elts if isinstance(e, ast.Constant))
