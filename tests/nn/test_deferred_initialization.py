"""no_init_parameters: nothing is allocated until somebody needs the values."""

from __future__ import annotations

import resource
from pathlib import Path

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn
from msacc.common.settings import settings
from msacc.nn.utils import no_init_parameters


def small() -> nn.Cell:
    return nn.SequentialCell(nn.Dense(4, 6), nn.ReLU(), nn.Dense(6, 2))


def delayed() -> nn.Cell:
    with no_init_parameters():
        return small()


def values(net: nn.Cell) -> list[np.ndarray]:
    return [p.asnumpy() for p in net.get_parameters()]


def _address_space() -> int:
    """The bytes this process has reserved by now, touched or not."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def test_ten_billion_parameters_take_no_memory() -> None:
    before = _address_space()
    with no_init_parameters():
        net = nn.SequentialCell(*[nn.Dense(10_000, 10_000) for _ in range(100)])
        optimizer = nn.Adam(net.trainable_params(), 1e-3)
    assert sum(p.size for p in optimizer.parameters) > 10**10
    assert all(p.has_init for p in net.get_parameters())
    assert _address_space() - before < 100 * 2**20


def test_values_are_those_of_an_immediate_start() -> None:
    ms.set_seed(4)
    at_once = values(small())
    ms.set_seed(4)
    net = delayed()
    assert all(p.has_init for p in net.get_parameters())
    net.init_parameters_data()
    assert not any(p.has_init for p in net.get_parameters())
    assert all(np.array_equal(a, b) for a, b in zip(at_once, values(net), strict=True))


def test_init_can_be_set_to_none() -> None:
    net = small()
    parameter = next(net.get_parameters())
    before = parameter.asnumpy()
    parameter.init = None
    assert parameter.init is None
    assert np.array_equal(parameter.asnumpy(), before)
    waiting = next(delayed().get_parameters())
    waiting.init = None  # what would fill it has done so
    assert not waiting.has_init
    assert np.isfinite(waiting.asnumpy()).all()
    with pytest.raises(TypeError, match="'init' can be set to None alone, but got 'ones'"):
        waiting.init = "ones"


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_the_first_call_fills(mode: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "mode", mode)
    monkeypatch.setattr(settings, "jit_level", "O0")
    net = delayed()
    out = net(Tensor(np.ones((3, 4), np.float32)))
    assert out.shape == (3, 2)
    assert not any(p.has_init for p in net.get_parameters())


def test_reading_an_unfilled_parameter_says_its_name() -> None:
    net = delayed()
    weight = net[0].weight
    assert weight.shape == (6, 4)
    with pytest.raises(RuntimeError, match=r"'0\.weight'.*uninitialized"):
        weight + 1


def test_a_checkpoint_fills(tmp_path: Path) -> None:
    source, target = small(), delayed()
    ms.save_checkpoint(source, str(tmp_path / "net.ckpt"))
    assert ms.load_param_into_net(target, ms.load_checkpoint(str(tmp_path / "net.ckpt"))) == (
        [],
        [],
    )
    assert all(np.array_equal(a, b) for a, b in zip(values(source), values(target), strict=True))


def test_a_clone_of_an_unfilled_parameter_leaves_it_alone() -> None:
    net = delayed()
    twins = nn.Momentum(net.trainable_params(), 0.1, 0.9).moments
    net.init_parameters_data()
    assert all(np.abs(v).max() > 0 for v in values(net)[:1])
    assert all(np.abs(t.asnumpy()).max() == 0 for t in twins)
