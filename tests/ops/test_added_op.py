"""CONTRIBUTING's recipe: an op that is added with one function and one declaration is there under every name."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import msacc
from msacc import Tensor, numpy
from msacc.ops.bindings import chapters
from msacc.ops.bindings.primitive_classes import primitive_classes
from msacc.ops.core import declaration as declared
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


DECLARED = [
    (name, fn, each)
    for name in modules()
    if name.startswith("msacc.ops.") and not name.startswith("msacc.ops.core")
    for fn in declared.functions(importlib.import_module(name))
    for each in fn.bindings.declarations
]


def test_many_are_declared() -> None:
    assert len(DECLARED) > 1000


def test_every_declared_primitive_is_built() -> None:
    """From a chapter that nobody lists nothing would be."""
    for module, fn, each in DECLARED:
        if isinstance(each, declared.PrimitiveClass):
            home = importlib.import_module(f"msacc.{each.module}")
            assert getattr(home, each.name).__name__ == each.name, (module, fn.__name__)


def test_every_declared_method_and_function_is_built() -> None:
    for module, fn, each in DECLARED:
        if isinstance(each, declared.TensorMethod):
            assert all(hasattr(Tensor, name) for name in each.names), (module, fn.__name__)
        elif isinstance(each, declared.NumpyFunction):
            assert all(hasattr(numpy, name) for name in each.names), (module, fn.__name__)
        elif isinstance(each, declared.MintFunction):
            for path in each.paths:
                home, _, name = f"msacc.mint.{path}".rpartition(".")
                assert hasattr(importlib.import_module(home), name), (module, fn.__name__)


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
