"""CONTRIBUTING's recipe: an op that is added with one function and one declaration is there under every name."""

from __future__ import annotations

import ast
import functools
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import msacc
from msacc import Tensor, numpy, ops
from msacc.ops.bindings import chapters
from msacc.ops.bindings.primitive_classes import primitive_classes
from msacc.ops.core import declaration as declared
from msacc.ops.core.op import op
from tests.house.source import modules

ROOT = Path(__file__).parents[2]
RECIPE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Add an op")[2]
OP, USE = re.findall(r"```python\n(.*?)```", RECIPE, re.DOTALL)[:2]

# Imports msacc with the op in its chapter, before the line that lists what the chapter exports.
PROGRAM = """
import sys
from importlib.machinery import PathFinder, SourceFileLoader

op, use = sys.argv[1:]


class WithOp(SourceFileLoader):
    def get_code(self, fullname):
        source = self.get_source(fullname)
        before, exports, after = source.partition("\\n__all__ = ")
        assert exports, "the chapter lists no exports"
        return compile(before + "\\n" + op + exports + after, self.path, "exec")


class Finder(PathFinder):
    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        if fullname != "msacc.ops.math.elementwise":
            return None
        spec = super().find_spec(fullname, path, target)
        spec.loader = WithOp(fullname, spec.origin)
        return spec


sys.meta_path.insert(0, Finder)
exec(compile(use, "CONTRIBUTING.md", "exec"))
print("all of it ran")
"""


@pytest.mark.slow
def test_the_recipe_is_all_it_takes() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, OP, USE],
        capture_output=True, text=True, env=environment, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.endswith("all of it ran\n")


def test_the_op_is_not_there_without_it() -> None:
    assert not hasattr(msacc.ops, "Saturate")


CHAPTERS = [chapter.__name__ for chapter in chapters.CHAPTERS]


@functools.cache
def declared_ops() -> list[tuple[str, Any, declared.Declaration]]:
    """Every declaration with its module and function; not while tests are collected, as it parses the package."""
    names = [name for name in modules() if name.startswith("msacc.ops.")]
    return [
        (name, fn, each)
        for name in names
        if not name.startswith("msacc.ops.core")
        for fn in declared.functions(importlib.import_module(name))
        for each in fn.bindings.declarations
    ]


def test_many_are_declared() -> None:
    assert len(declared_ops()) > 1000


def test_every_declared_primitive_is_built() -> None:
    """From a chapter that nobody lists nothing would be."""
    for module, fn, each in declared_ops():
        if isinstance(each, declared.PrimitiveClass):
            home = importlib.import_module(f"msacc.{each.module}")
            assert getattr(home, each.name).__name__ == each.name, (module, fn.__name__)


def test_every_declared_method_and_function_is_built() -> None:
    for module, fn, each in declared_ops():
        if isinstance(each, declared.TensorMethod):
            assert all(hasattr(Tensor, name) for name in each.names), (module, fn.__name__)
        elif isinstance(each, declared.NumpyFunction):
            assert all(hasattr(numpy, name) for name in each.names), (module, fn.__name__)
        elif isinstance(each, declared.MintFunction):
            for path in each.paths:
                home, _, name = f"msacc.mint.{path}".rpartition(".")
                assert hasattr(importlib.import_module(home), name), (module, fn.__name__)


NOT_IN_OPS = Path(__file__).with_name("not_in_ops.txt")


def not_in_ops() -> dict[str, set[str]]:
    """The ops that stand under other names alone, as methods or gradients, by the module they are in."""
    lines = [line for line in NOT_IN_OPS.read_text().splitlines() if not line.startswith("#")]
    return {
        module: set(names.split()) for module, _, names in (line.partition(": ") for line in lines)
    }


def _exports(module: str) -> list[ast.expr]:
    """What a module's source gives `__all__`; the alias may give it one to a module that has none."""
    return [
        node.value
        for node in modules()[module].body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]


def test_every_declared_op_is_in_ops_or_said_to_be_a_variant() -> None:
    """Those that a chapter's `__all__` leaves out are named there."""
    known, missing = not_in_ops(), []
    for module, fn, _ in declared_ops():
        home = importlib.import_module(module)
        names = {name for name, value in vars(home).items() if value is fn}
        is_shown = any(getattr(ops, name, None) is fn for name in names)
        if not (is_shown or _exports(module) or names & known.get(module, set())):
            missing.append(f"{module}: {min(names)}")
    assert missing == [], (
        "not in `ops`: write them into a chapter that ends in `__all__ = exported_ops(globals(), ...)` and is imported "
        f"by ops/__init__.py or, where they are variants under other names, name them in {NOT_IN_OPS.name}"
    )


def test_what_is_said_to_be_a_variant_is_one() -> None:
    for module, names in not_in_ops().items():
        home = importlib.import_module(module)
        assert not _exports(module), f"{module} names its variants itself"
        gone = [name for name in names if not hasattr(home, name)]
        assert gone == [], f"{module}: {NOT_IN_OPS.name}"


def _shown_chapters() -> list[str]:
    """The modules that ops/__init__.py takes all names from."""
    body = ast.parse((ROOT / "msacc/ops/__init__.py").read_text(encoding="utf-8")).body
    stars = [n for n in body if isinstance(n, ast.ImportFrom) and n.names[0].name == "*"]
    return [n.module for n in stars if n.module and not n.module.startswith("msacc.ops.bindings")]


@pytest.mark.parametrize("module", [c for c in _shown_chapters() if c in CHAPTERS])
def test_an_op_that_is_added_to_a_chapter_is_exported(module: str) -> None:
    """A literal list would have to be told."""
    (exports,) = _exports(module)

    def softsign_like(x: object) -> object:
        return x

    softsign_like.__module__ = module
    names = {**vars(importlib.import_module(module)), "softsign_like": op(softsign_like)}
    assert "softsign_like" in eval(ast.unparse(exports), names), (
        f"{module}: write `__all__ = exported_ops(globals())`, behind it the names of variants"
    )


def test_a_class_is_declared_once() -> None:
    with pytest.raises(ValueError, match="declared twice"):
        primitive_classes((*chapters.CHAPTERS, *_copies()))


def _copies() -> list[object]:
    """A chapter that declares the class of another function once more."""
    copy = type(sys)("msacc.ops.copies")

    @declared.bindings(declared.PrimitiveClass("Softmax"))
    def softmax(x: object) -> object:
        return x

    softmax.__module__ = copy.__name__
    copy.softmax = softmax  # type: ignore[attr-defined]
    return [copy]
