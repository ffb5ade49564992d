"""Names that code says, read from its bytes, are those that `dis` finds."""

from __future__ import annotations

import dis
import importlib
import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType

import pytest

from msacc.graph.recording import code_names


def _codes(module: ModuleType) -> Iterator[CodeType]:
    """Of the module's functions, of its classes' methods, and of the module itself."""
    for value in vars(module).values():
        held = vars(value).values() if isinstance(value, type) else (value,)
        yield from (v.__code__ for v in held if isinstance(v, FunctionType))
    yield compile(inspect.getsource(module), module.__name__, "exec")


def _by_dis(code: CodeType, kinds: tuple[str, ...]) -> set[str]:
    names = {i.argval for i in dis.get_instructions(code) if i.opname in kinds}
    return names.union(*(_by_dis(c, kinds) for c in code.co_consts if isinstance(c, CodeType)))


@pytest.mark.parametrize(
    "name",
    ["argparse", "ast", "logging", "inspect", "msacc.nn.layer.rnns", "msacc.ops.core.primitive"],
)
def test_as_dis_finds_them(name: str) -> None:
    codes = list(_codes(importlib.import_module(name)))
    for kinds in (code_names._GLOBAL_NAMES, ("IMPORT_NAME",)):
        assert [set(code_names._arguments(c, kinds)) for c in codes] == [
            _by_dis(c, kinds) for c in codes
        ]


def test_more_names_than_a_byte_counts() -> None:
    names = [f"name_{i}" for i in range(70_000)]
    code = compile("\n".join(names), "many", "exec")
    assert code_names.globals_in(code) == frozenset(names)
