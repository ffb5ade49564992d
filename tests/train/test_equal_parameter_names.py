"""Parameters of equal names: nothing is saved or loaded without a word for only some of them.

When they are renamed, and to what, is compared with MindSpore in tests/parity/cases/equal_parameter_names.py.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import nn
from msacc.graph import stats
from msacc.interop import from_torch_state_dict
from msacc.parallel import GradAccumulation
from msacc.train.resume.run_state import load_network_tree, network_tree
from msacc.train.serialization import save as saving

ROW = np.ones((1, 2), np.float32)
BOTH = r"'weight' is the name of a\.weight, b\.weight; 'bias' is the name of a\.bias, b\.bias"
RENAMED = ["a.weight", "a.bias", "b.weight", "b.bias"]


class Pair(nn.Cell):
    def __init__(self) -> None:
        super().__init__(auto_prefix=False)
        self.a, self.b = nn.Dense(2, 2), nn.Dense(2, 2)

    def construct(self, x: Any) -> Any:
        return self.a(x) - self.b(x)


class Distilled(nn.Cell):
    """The loss of a student against a teacher of the same names that is not trained."""

    def __init__(self) -> None:
        super().__init__(auto_prefix=False)
        self.student, self.teacher = nn.Dense(2, 2), nn.Dense(2, 2)
        self.teacher.set_grad(False)
        for parameter in self.teacher.get_parameters():
            parameter.requires_grad = False

    def construct(self, x: Any) -> Any:
        return ((self.student(x) - self.teacher(x)) ** 2).mean()


def row() -> ms.Tensor:
    return ms.Tensor(ROW)


def names(net: nn.Cell) -> list[str]:
    return [p.name for p in net.get_parameters()]


def save(values: Any, **options: Any) -> Callable[[Path], None]:
    def call(folder: Path) -> None:
        ms.save_checkpoint(values, str(folder / "a"), **options)
        ms.async_ckpt_thread_status()

    return call


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"format": "safetensors"},
        {"async_save": "thread"},
        {"async_save": "process"},
        {"integrated_save": False},
        {"choice_func": lambda name: name != "other"},
    ],
    ids=["plain", "safetensors", "thread", "process", "not integrated", "chosen"],
)
def test_a_cell_before_its_first_call(options: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=BOTH):
        save(Pair(), **options)(tmp_path)
    assert not os.listdir(tmp_path)


def test_what_choice_func_leaves_out_may_be_equal(tmp_path: Path) -> None:
    net = Pair()
    net.a.bias.name = "first"
    ms.save_checkpoint(net, str(tmp_path / "a.ckpt"), choice_func=lambda name: name != "weight")
    assert sorted(ms.load_checkpoint(str(tmp_path / "a.ckpt"))) == ["bias", "first"]


def parameter(value: float, name: str = "a") -> ms.Parameter:
    return ms.Parameter(ms.Tensor([value]), name=name)


SAME = parameter(1.0)


@pytest.mark.parametrize("format", ["ckpt", "safetensors"])
@pytest.mark.parametrize(
    "values",
    [
        [parameter(1.0), parameter(1.0)],
        [{"name": "a", "data": ms.Tensor(1.0)}, {"name": "a", "data": ms.Tensor(1.0)}],
    ],
)
def test_two_values_of_one_name(values: Any, format: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"several values of one name, .*: a\. Give each"):
        save(values, format=format)(tmp_path)
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize("format", ["ckpt", "safetensors"])
def test_what_append_dict_replaces_is_said(
    format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in MindSpore it stands in the parameter's place."""
    said: list[str] = []
    monkeypatch.setattr(saving, "once", lambda _, text: said.append(text))
    for values in ({"a": ms.Tensor(1.0)}, [parameter(1.0)]):
        save(values, append_dict={"a": 3, "b": 4}, format=format)(tmp_path)
        found = ms.load_checkpoint(str(tmp_path / f"a.{format}"), format=format)
        assert {name: int(p) for name, p in found.items()} == {"a": 3, "b": 4}
    assert len(said) == 2
    assert "in the place of the parameters a, as in MindSpore" in said[0]


@pytest.mark.parametrize(
    ("values", "more"),
    [
        ([SAME, SAME], {}),
        ([{"name": "a", "data": SAME}, {"name": "a", "data": SAME}], {}),
        ([SAME], {"a": SAME}),
    ],
)
def test_one_value_that_is_given_twice(values: Any, more: dict[str, Any], tmp_path: Path) -> None:
    save(values, append_dict=more)(tmp_path)
    assert list(ms.load_checkpoint(str(tmp_path / "a.ckpt"))) == ["a"]


def test_a_file_with_two_values_of_one_name(tmp_path: Path) -> None:
    for name in "ab":
        ms.save_checkpoint([parameter(1.0, name)], str(tmp_path / f"{name}.ckpt"))
    one, other = ((tmp_path / f"{name}.ckpt").read_bytes() for name in "ab")
    (tmp_path / "c.ckpt").write_bytes(one + other + one)
    with pytest.raises(ValueError, match="'a' is the name of two values in it"):
        ms.load_checkpoint(str(tmp_path / "c.ckpt"))
    found = ms.load_checkpoint(str(tmp_path / "c.ckpt"), choice_func=lambda name: name != "a")
    assert list(found) == ["b"]


def test_dicts_of_a_cells_parameters() -> None:
    net = Pair()
    for call in (net.parameters_dict, net.parameters_broadcast_dict, net.check_names):
        with pytest.raises(ValueError, match=BOTH):
            call()
    assert net.parameters_dict(recurse=False) == {}
    net(row())
    assert list(net.parameters_dict()) == RENAMED


def test_many_equal_names_are_counted() -> None:
    net = nn.CellList([nn.Dense(2, 2) for _ in range(14)], auto_prefix=False)
    for i, cell in enumerate(net):
        cell.update_parameters_name(f"{i // 2}.")
    with pytest.raises(
        ValueError, match=r"'2\.weight' is the name of 4\.weight, 5\.weight; names and 9 more\."
    ):
        net.check_names()


def test_a_value_found_under_a_prefix() -> None:
    saved = Pair()
    saved(row())
    values = saved.parameters_dict()
    for strict in (False, True):
        net = Pair()
        before = [p.asnumpy() for p in net.get_parameters()]
        if strict:  # nothing of that name: nothing is loaded
            assert ms.load_param_into_net(net, values, strict_load=True) == (
                ["weight", "bias", "weight", "bias"],
                RENAMED,
            )
        else:
            with pytest.raises(ValueError, match=BOTH):
                ms.load_param_into_net(net, values)
        for parameter, value in zip(net.get_parameters(), before, strict=True):
            assert np.array_equal(parameter.asnumpy(), value)


def test_a_state_dict_of_torchs_with_own_names() -> None:
    net = Pair()
    report = from_torch_state_dict(net, {"weight": torch.ones(2, 2)}, strict=False)
    assert (report.unexpected, report.missing) == (["weight"], RENAMED)
    with pytest.raises(RuntimeError, match="weight"):
        from_torch_state_dict(net, {"weight": torch.ones(2, 2)})


def test_a_compiled_function_renames_before_its_graph() -> None:
    net = Pair()
    assert ms.jit(lambda x: net(x))(row()).shape == (1, 2)
    assert names(net) == RENAMED


def test_a_renaming_compiles_nothing_anew() -> None:
    before = ms.get_context("mode")
    ms.set_context(mode=ms.GRAPH_MODE, jit_config={"jit_level": "O0"})
    try:
        net, compiles = Pair(), stats().compiles
        first = net(row())
        assert (names(net), stats().compiles) == (RENAMED, compiles + 1)
        net.a.update_parameters_name("x.")
        again = net(row())
        assert stats().compiles == compiles + 1
        assert np.array_equal(first.asnumpy(), again.asnumpy())
    finally:
        ms.set_context(mode=before)


def steps(net: Distilled) -> dict[str, Callable[[], nn.Cell]]:
    def optimizer() -> nn.Cell:
        return nn.Momentum(net.student.trainable_params(), 0.1, 0.9)

    return {
        "TrainOneStepCell": lambda: nn.TrainOneStepCell(net, optimizer()),
        "Model": lambda: ms.Model(net, optimizer=optimizer()).train_network,
        "accumulated": lambda: (
            ms.Model(GradAccumulation(net, 2), optimizer=optimizer()).train_network
        ),
    }


@pytest.mark.parametrize("kind", list(steps(Distilled())))
@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_training_is_that_of_other_names(kind: str, mode: int, tmp_path: Path) -> None:
    """And the whole step is saved, and goes on from its file."""
    before = ms.get_context("mode")
    ms.set_context(mode=mode, jit_config={"jit_level": "O0"})
    rows = ms.Tensor(np.random.RandomState(2).randn(4, 2).astype(np.float32))
    try:
        losses = []
        for apart in (True, False):
            ms.set_seed(3)
            net = Distilled()
            if apart:
                net.check_names_and_refresh_name()
            step = steps(net)[kind]()
            losses.append([float(step(rows)) for _ in range(3)])
        assert losses[0] == losses[1]
        assert len(set(names(step))) == len(names(step))
        ms.save_checkpoint(step, str(tmp_path / "a.ckpt"))
        again = steps(Distilled())[kind]()
        again(rows)
        values = ms.load_checkpoint(str(tmp_path / "a.ckpt"))
        assert len(values) == len(names(step))
        assert ms.load_param_into_net(again, values) == ([], [])
        assert float(again(rows)) == float(step(rows))
    finally:
        ms.set_context(mode=before)


def test_a_run_is_resumed_before_its_first_step() -> None:
    first, second = (steps(Distilled())["Model"]() for _ in range(2))
    rows = ms.Tensor(np.ones((4, 2), np.float32))
    for _ in range(2):
        first(rows)
    load_network_tree(second, network_tree(first, False), False, (rows,))
    assert names(second) == names(first)
    assert float(second(rows)) == float(first(rows))
