"""Declared inputs of what trains: a Model's steps, mixed precision, gradients; one graph for batches of all sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.dataset as ds
from msacc import Tensor, graph, nn
from msacc.common.settings import settings
from msacc.parallel import AutoParallel, GradAccumulation, GradAccumulator

SIZES = (8, 4, 12)


@pytest.fixture(autouse=True)
def graph_mode(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    before = ms.get_context("mode")
    monkeypatch.setattr(settings, "jit_level", "O0")
    ms.set_context(mode=ms.GRAPH_MODE)
    yield
    ms.set_context(mode=before)


def varying(*shape: int | None) -> Tensor:
    return Tensor(shape=list(shape), dtype=ms.float32)


def made(call: Callable[[], Any]) -> dict[str, int]:
    """How many graphs a call makes, by name."""
    before = dict(graph.stats().by_name)
    call()
    now = graph.stats().by_name
    return {name: n - before.get(name, 0) for name, n in now.items() if n != before.get(name, 0)}


def batch(size: int, wide: int = 3) -> tuple[Tensor, Tensor]:
    rng = np.random.default_rng(size)
    return Tensor(rng.standard_normal((size, wide)).astype("f4")), Tensor(np.ones((size, 1), "f4"))


def parts(declared: bool = True) -> tuple[nn.Cell, nn.Cell, Any]:
    ms.set_seed(1)
    net, loss = nn.Dense(3, 1), nn.MSELoss()
    if declared:
        net.set_inputs(varying(None, 3))
        loss.set_inputs(varying(None, 1), varying(None, 1))
    return net, loss, nn.SGD(net.trainable_params(), 0.1)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["O0", "O2", "O3"])
def test_a_model_declares_its_step(level: str) -> None:
    net, loss, optimizer = parts()
    step = ms.Model(net, loss, optimizer, amp_level=level, loss_scale_manager=None).train_network
    assert list(made(lambda: [step(*batch(n)) for n in SIZES]).values()) == [1]
    other = parts(declared=False)
    plain = ms.Model(*other, amp_level=level, loss_scale_manager=None).train_network
    for n in SIZES:
        plain(*batch(n))
    np.testing.assert_array_equal(net.weight.asnumpy(), other[0].weight.asnumpy())
    with pytest.raises(ValueError, match="expected: 3, and input: 2"):
        step(*batch(4, wide=2))


@pytest.mark.slow
def test_a_model_trains_with_batches_of_several_sizes() -> None:
    x, y = (
        np.concatenate(c)
        for c in zip(*([t.asnumpy() for t in batch(n)] for n in SIZES), strict=True)
    )

    def model(declared: bool) -> ms.Model:
        return ms.Model(*parts(declared), metrics={"loss"})

    def run(model: ms.Model) -> dict[str, Any]:
        data = ds.NumpySlicesDataset((x, y), ["x", "y"], shuffle=False).batch(10)
        model.train(2, data, dataset_sink_mode=False)
        return model.eval(data, dataset_sink_mode=False)

    declared = model(True)
    assert list(made(lambda: run(declared)).values()) == [1, 1]
    assert run(model(True)) == run(model(False))


def test_inputs_by_name_and_by_place() -> None:
    net, loss, optimizer = parts(declared=False)
    net.set_inputs(x=varying(None, 4))
    with pytest.raises(ValueError, match="expected: 4, and input: 3"):
        ms.Model(net, loss, optimizer).train_network(*batch(4))
    net.set_inputs(varying(None, 3))
    loss.set_inputs(labels=varying(None, 2))
    with pytest.raises(ValueError, match="of input 2 must be .* expected: 2, and input: 1"):
        ms.Model(net, loss, optimizer).train_network(*batch(4))


def test_a_network_alone_is_too_few() -> None:
    net, loss, optimizer = parts(declared=False)
    net.set_inputs(varying(None, 3))
    with pytest.raises(ValueError, match="expected: 1 and input: 2"):
        ms.Model(net, loss, optimizer).train_network(*batch(4))
    with pytest.raises(TypeError, match="declared for 1"):
        ms.Model(net, loss, optimizer, metrics={"loss"})


def _whole(net: nn.Cell, optimizer: Any) -> Any:
    return nn.TrainOneStepCell(AutoParallel(net), optimizer)


def _accumulated(net: nn.Cell, optimizer: Any) -> Any:
    return nn.TrainOneStepCell(GradAccumulation(net, 2), optimizer)


def _outside(net: nn.Cell, optimizer: Any) -> Any:
    return AutoParallel(nn.TrainOneStepCell(net, optimizer))


@pytest.mark.parametrize("around", [_whole, _accumulated, _outside])
def test_steps_of_several_graphs(around: Any) -> None:
    net, loss, optimizer = parts(declared=False)
    step = around(nn.WithLossCell(net, loss), optimizer)
    step.set_inputs(varying(None, 3), varying(None, 1))
    found = made(lambda: [step(*batch(n)) for n in SIZES])
    assert set(found.values()) == {1}, found
    with pytest.raises(ValueError, match="expected: 3, and input: 2"):
        step(*batch(4, wide=2))


def test_an_accumulator_takes_what_its_network_was_declared() -> None:
    net, loss, optimizer = parts(declared=False)
    network = nn.WithLossCell(net, loss)
    network.set_inputs(varying(None, 3), varying(None, 1))
    block = GradAccumulator(network, optimizer)
    assert made(lambda: [block.accumulate(*batch(n)) for n in SIZES]) == {"MicroStep": 1}
    with pytest.raises(ValueError, match="expected: 3, and input: 2"):
        block.accumulate(*batch(4, wide=2))


def test_gradients_of_what_is_dynamic() -> None:
    ms.set_context(mode=ms.PYNATIVE_MODE)
    gradient = ms.grad(lambda x: (x * x * x).sum())
    compiled = ms.jit(lambda x: gradient(x), dynamic=1, jit_level="O0")
    assert list(made(lambda: [compiled(batch(n)[0]) for n in SIZES]).values()) == [1]
    x = batch(5)[0]
    np.testing.assert_allclose(compiled(x).asnumpy(), 3 * x.asnumpy() ** 2, rtol=1e-6)
