"""What docstrings and comments say of the package's own files and names."""

from __future__ import annotations

import ast
import functools
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

import msacc
from tests.house.source import PACKAGE, files, modules

ROOT = PACKAGE.parent
_COMMENT = re.compile(r"(?:^|\s)# (.*)")
_FILE = re.compile(r"(?<![\w/.*<-])((?:\w+/)*\w+\.(?:py|md|toml))\b(?!\.)")
_QUOTED = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_FOLDER = re.compile(r"(?:[a-z_]\w*/)+(?:[a-z_]\w*)?")
_DOTTED = re.compile(r"((?:[a-z_]\w*\.)+\w+)(?:\(.*\))?")
_CLASS = re.compile(r"(?<![\w.`/])([a-z_]\w*)\.([A-Z]\w+)")
_WORD = re.compile(r"[a-z_][a-z_0-9]+")
_TOPS = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}


class Signpost(NamedTuple):
    """A file, folder or name that a text speaks of."""

    file: Path
    line: int
    target: str


def texts(file: Path) -> Iterator[tuple[int, str]]:
    """The docstrings and comments of a file with their lines."""
    source = file.read_text(encoding="utf-8")
    for number, line in enumerate(source.splitlines(), 1):
        if comment := _COMMENT.search(line):
            yield number, comment[1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                yield first.lineno, str(first.value.value)


def signposts(file: Path) -> Iterator[Signpost]:
    """Those of a file: paths with an ending, and in backquotes folders and dotted names of the package."""
    for line, text in texts(file):
        yield from (Signpost(file, line, match[1]) for match in _FILE.finditer(text))
        for match in _CLASS.finditer(_QUOTED.sub("", text)):
            if match[1] != "mindspore" and match[1] in _modules_by_name():
                yield Signpost(file, line, f"{match[1]}.{match[2]}")
        for quoted in _QUOTED.findall(text):
            is_package = line == 1 and file.name == "__init__.py" and PACKAGE in file.parents
            if is_package and _WORD.fullmatch(quoted):
                yield Signpost(file, line, quoted)
            folder, dotted = _FOLDER.fullmatch(quoted), _DOTTED.fullmatch(quoted)
            if folder:
                yield Signpost(file, line, quoted)
            elif dotted and _is_ours(dotted[1]):
                yield Signpost(file, line, dotted[1])


def _is_ours(dotted: str) -> bool:
    is_file = dotted.endswith((".py", ".md", ".toml", ".txt"))
    return not is_file and dotted.partition(".")[0] in {*_TOPS, "msacc", "tests"}


def leads_somewhere(post: Signpost) -> bool:
    """Whether there is such a file, folder, module or name, seen from the file, the package or the checkout."""
    if "/" in post.target or _FILE.fullmatch(post.target):
        return _path_exists(post)
    if "." not in post.target:
        return _is_in_package(post)
    return _name_exists(post.target) or _class_exists(post.target)


def _is_in_package(post: Signpost) -> bool:
    """Whether a word of a package's docstring is a module in it, or a name of its or of MindSpore's."""
    package = ".".join(post.file.relative_to(ROOT).parent.parts)
    places = [each / post.target for each in post.file.parents if PACKAGE in (each, *each.parents)]
    if any(each.exists() or each.with_suffix(".py").exists() for each in places):
        return True
    known = post.target in sys.stdlib_module_names
    return known or _found(importlib.import_module(package), post.target)


@functools.cache
def _modules_by_name() -> dict[str, list[str]]:
    """The modules of the package by the last part of their name."""
    found: dict[str, list[str]] = {}
    for dotted in files():
        found.setdefault(dotted.rpartition(".")[2], []).append(dotted)
    return found


@functools.cache
def _class_exists(dotted: str) -> bool:
    """Whether a module of that last part defines or imports the class; or torch's does (`autograd.Function`)."""
    stem, _, name = dotted.partition(".")
    if hasattr(getattr(torch, stem, None), name):
        return True
    nodes = [node for home in _modules_by_name().get(stem, ()) for node in modules()[home].body]
    classes = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
    imported = [node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom))]
    aliases = {each.asname or each.name for node in imported for each in node.names}
    assigned = [target for node in nodes if isinstance(node, ast.Assign) for target in node.targets]
    return name in classes | aliases | {ast.unparse(target) for target in assigned}


def _path_exists(post: Signpost) -> bool:
    here = [parent for parent in post.file.parents if parent.is_relative_to(ROOT)]
    places = [place / post.target for place in (*here, PACKAGE, ROOT)]
    if any(each.exists() or each.with_suffix(".py").exists() for each in places):
        return True
    return any(f"/{each}".endswith(f"/{post.target}") for each in _all_files())


@functools.cache
def _all_files() -> list[str]:
    tops = ("msacc", "tests", "docs", "benchmarks", "sample_code", "stub_writer")
    return [path.relative_to(ROOT).as_posix() for top in tops for path in (ROOT / top).rglob("*.*")]


@functools.cache
def _name_exists(dotted: str) -> bool:
    first, _, rest = dotted.partition(".")
    if first in ("msacc", "tests"):
        return _found(importlib.import_module(first), rest)
    return _found(msacc, dotted) or (first == "numpy" and _found(np, rest))


def _found(value: Any, rest: str) -> bool:
    """A module before a name of its package, which may be a function called the same."""
    for name in rest.split("."):
        module = f"{getattr(value, '__name__', '')}.{name}"
        if module in files() or not hasattr(value, name):
            if not _imported(module):
                return False
            value = sys.modules[module]
        else:
            value = getattr(value, name)
    return True


def _imported(module: str) -> bool:
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True
