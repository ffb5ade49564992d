"""A compiled call notices what the user changes between calls; the library's own code is not checked."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.graph import guards

FACTOR = 2.0
RULE = ops.abs


class Scaled(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.offset, self.rule = 1.0, ops.relu

    def construct(self, x: Tensor) -> Tensor:
        return RULE(self.rule(x) * FACTOR + self.offset)


@pytest.fixture
def compiled() -> Scaled:
    cell = Scaled()
    cell.set_jit_config(ms.JitConfig(jit_level="O0"))
    cell.compile(Tensor([-1.0, 3.0]))
    return cell


def call(cell: Scaled) -> list[float]:
    before = ms.get_context("mode")
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        return cell(Tensor([-1.0, 3.0])).asnumpy().tolist()
    finally:
        ms.set_context(mode=before)


def test_a_number_on_the_cell(compiled: Scaled) -> None:
    assert call(compiled) == [1.0, 7.0]
    compiled.offset = 5.0
    assert call(compiled) == [5.0, 11.0]


def test_a_function_on_the_cell(compiled: Scaled) -> None:
    assert call(compiled) == [1.0, 7.0]
    compiled.rule = ops.abs
    assert call(compiled) == [3.0, 7.0]


def test_construct_set_on_the_cell(compiled: Scaled) -> None:
    assert call(compiled) == [1.0, 7.0]
    compiled.construct = lambda x: x * 10.0
    assert call(compiled) == [-10.0, 30.0]


def test_globals_of_the_users_module(compiled: Scaled, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call(compiled) == [1.0, 7.0]
    monkeypatch.setattr(f"{__name__}.FACTOR", 3.0)
    assert call(compiled) == [1.0, 10.0]
    monkeypatch.setattr(f"{__name__}.RULE", ops.neg)
    assert call(compiled) == [-1.0, -10.0]


def test_what_is_left_out() -> None:
    def entry(kind: str, name: str, value: object) -> SimpleNamespace:
        return SimpleNamespace(guard_type=kind, name=name, value=value, has_value=True)

    entries = [
        entry("MODULE_MATCH", "G['__import_msacc_dot_ops']", ops),
        entry("CLOSURE_MATCH", "G['__import_msacc_dot_ops'].relu", ops.relu),
        entry("CLOSURE_MATCH", "G['__import_mindspore_dot_ops'].relu", ops.relu),
        entry("CLOSURE_MATCH", "G['__import_script'].rule", call),
        entry("CLOSURE_MATCH", "G['rule']", ops.relu),
        entry("CLOSURE_MATCH", "held", ops.relu),
        entry("CLOSURE_MATCH", "fn.__closure__[0].cell_contents", ops.relu),
        entry("CLOSURE_MATCH", "fn.__defaults__[0]", ops.relu),
        entry("CLOSURE_MATCH", "fn.__kwdefaults__['rule']", ops.relu),
        entry("CONSTANT_MATCH", "G['__import_msacc_dot_common'].mode", 1),
        entry("TENSOR_MATCH", "args[0]", None),
    ]
    # Under the alias msacc.ops is called mindspore.ops; without it that name is another library's.
    assert guards.worth_checking(entries) == [False] * 2 + [True] * 9
    under_alias = [entry("MODULE_MATCH", "G['__import_mindspore_dot_ops']", ops), *entries[2:3]]
    assert guards.worth_checking(under_alias) == [False, False]
    assert guards.is_in_library("G['__import_mindspore_dot_ops'].relu")
