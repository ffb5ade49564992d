"""The runtime of several processes is asked at a Cell's call, at a gradient, when a step begins and at a save."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from msacc.common import distributed_runtime
from msacc.common.distributed_runtime import Runtime, install, runtime
from msacc.parallel import GradAccumulator
from msacc.parallel.runtime import MultiProcess
from msacc.train.serialization.save import values_here

X = ms.Tensor(np.ones((4, 3), np.float32))
Y = ms.Tensor(np.zeros((4, 2), np.float32))


class Recording(Runtime):
    """One process, which notes what it is asked, with the arguments that tell calls apart."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    def take(self) -> list[tuple[Any, ...]]:
        """What was asked since the last call."""
        asked, self.asked = self.asked, []
        return asked

    def runs_over_stages(self, cell: Any) -> bool:
        self.asked.append(("runs_over_stages", cell))
        return False

    def call_outermost(self, call: Any, fn: Any, args: Any, kwargs: Any) -> Any:
        self.asked.append(("call_outermost", fn))
        return call(*args, **kwargs)

    def before_recorded_forward(self, cell: Any, args: Any) -> None:
        self.asked.append(("before_recorded_forward", cell))

    def align_gradients(self, inputs: Any, gradients: Any) -> Any:
        self.asked.append(("align_gradients", len(inputs)))
        return gradients

    def reduce_gradients(self, value: Any, gradients: Any, has_aux: bool, weights: Any) -> Any:
        self.asked.append(("reduce_gradients", has_aux, [w.name for w in weights]))
        return value, gradients

    def wrapper_made(self, cell: Any, network: Any) -> None:
        self.asked.append(("wrapper_made", cell, network))

    def step_began(self, step: Any) -> None:
        self.asked.append(("step_began", step))

    def gather_parameters(self, cell: Any, integrated_save: bool, by: str = "first") -> Any:
        self.asked.append(("gather_parameters", cell, integrated_save, by))
        return super().gather_parameters(cell, integrated_save, by)


@contextmanager
def _installed(implementation: Runtime) -> Iterator[Any]:
    before = install(implementation)
    try:
        yield implementation
    finally:
        install(before)


@pytest.fixture
def recording() -> Iterator[Recording]:
    with _installed(Recording()) as implementation:
        yield implementation


def _network() -> Any:
    return nn.Dense(3, 2)


def test_the_package_installs_its_own() -> None:
    assert isinstance(runtime(), MultiProcess)
    interface = {name for name in vars(Runtime) if not name.startswith("_")}
    assert len(interface) == 10
    assert interface <= set(vars(MultiProcess))


def test_a_cell_around_a_network_is_announced(recording: Recording) -> None:
    class Around(nn.Cell):
        def __init__(self, network: Any):
            super().__init__()
            self._get_attr_from_cell(network)

    network = _network()
    cell = Around(network)
    assert recording.take() == [("wrapper_made", cell, network)]


def test_a_call_op_by_op_asks_nothing(recording: Recording) -> None:
    network = _network()
    network(X)
    network.set_train()(X)
    assert recording.take() == []


def test_a_forward_pass_that_is_recorded_is_announced(recording: Recording) -> None:
    network = _network().set_train()
    network.set_grad()
    network(X)
    assert recording.take() == [("before_recorded_forward", network)]


def test_a_call_of_a_graph_asks_for_stages(recording: Recording) -> None:
    ms.set_context(mode=ms.GRAPH_MODE)
    network = nn.SequentialCell([_network()])
    network(X)
    # The outermost Cell alone, and not the Dense inside.
    assert recording.take() == [("runs_over_stages", network)]


def test_a_cell_that_runs_over_stages_is_called_so() -> None:
    class OverStages(Runtime):
        def runs_over_stages(self, cell: Any) -> bool:
            return True

        def call_over_stages(self, cell: Any, args: Any, kwargs: Any) -> Any:
            return "over stages", cell, args, kwargs

    ms.set_context(mode=ms.GRAPH_MODE)
    network = _network()
    with _installed(OverStages()):
        assert network(X) == ("over stages", network, (X,), {})
        assert network._msacc_compiled is None


def test_a_gradient_is_aligned_and_reduced(recording: Recording) -> None:
    network = _network()
    weights = network.trainable_params()

    def loss(x: Any) -> Any:
        return network(x).sum()

    ms.value_and_grad(loss, 0, weights)(X)
    names = [w.name for w in weights]
    expected = [("call_outermost",), ("align_gradients", 3), ("reduce_gradients", False, names)]
    asked = recording.take()
    assert [asked[0][:1], *asked[1:]] == expected
    assert callable(asked[0][1])


def test_reduced_gradients_are_what_the_script_gets() -> None:
    class Doubling(Runtime):
        def reduce_gradients(self, value: Any, gradients: Any, has_aux: bool, weights: Any) -> Any:
            return value, [g * 2 for g in gradients]

    network = _network()
    step = ms.value_and_grad(lambda x: network(x).sum(), None, network.trainable_params())
    _, once = step(X)
    with _installed(Doubling()):
        _, twice = step(X)
    for one, two in zip(once, twice, strict=True):
        assert np.array_equal(one.asnumpy() * 2, two.asnumpy())


def test_aligned_gradients_are_what_the_script_gets() -> None:
    class Halving(Runtime):
        def align_gradients(self, inputs: Any, gradients: Any) -> Any:
            return [g / 2 for g in gradients]

    with _installed(Halving()):
        assert ms.grad(lambda x: (3 * x).sum())(X).asnumpy().max() == 1.5


def test_a_gradient_inside_another_is_one_call(recording: Recording) -> None:
    ms.grad(lambda x: ms.grad(lambda y: (y * y * y).sum())(x).sum())(X)
    asked = [name for name, *_ in recording.take()]
    assert asked.count("call_outermost") == 1
    assert asked.count("align_gradients") == 2


def test_a_jit_function_is_an_outermost_call(recording: Recording) -> None:
    def double(x: Any) -> Any:
        return x * 2

    compiled = ms.jit(double)
    compiled(X)
    assert recording.take() == [("call_outermost", double)]


def test_a_step_begins_once(recording: Recording) -> None:
    network = nn.WithLossCell(_network(), nn.MSELoss())
    step = GradAccumulator(network, nn.SGD(network.trainable_params()))
    step.accumulate(X, Y)
    begun = [asked for asked in recording.take() if asked[0] == "step_began"]
    assert len(begun) == 1
    assert [p.shape for p in begun[0][1].optimizer.parameters] == [(2, 3), (2,)]
    step.accumulate(X, Y)
    step.step()
    assert "step_began" not in [name for name, *_ in recording.take()]


@pytest.mark.parametrize("integrated", [True, False])
def test_a_save_gathers(recording: Recording, tmp_path: Path, integrated: bool) -> None:
    network = _network()
    ms.save_checkpoint(network, str(tmp_path / "a.ckpt"), integrated_save=integrated)
    assert recording.take() == [("gather_parameters", network, integrated, "first")]
    assert list(ms.load_checkpoint(str(tmp_path / "a.ckpt"))) == ["weight", "bias"]


def test_a_process_that_gathers_nothing_writes_no_file(tmp_path: Path) -> None:
    class Silent(Runtime):
        def gather_parameters(self, cell: Any, integrated_save: bool, by: str = "first") -> None:
            return None

    with _installed(Silent()):
        ms.save_checkpoint(_network(), str(tmp_path / "a.ckpt"))
    assert not list(tmp_path.iterdir())


def test_a_snapshot_says_who_saves(recording: Recording) -> None:
    network = _network()
    pairs = values_here(network, "share")
    assert recording.take() == [("gather_parameters", network, True, "share")]
    assert [pair["name"] for pair in pairs] == ["weight", "bias"]


def test_install_gives_the_one_before() -> None:
    before = runtime()
    other = Runtime()
    assert install(other) is before
    assert runtime() is other is distributed_runtime.runtime()
    assert install(before) is other
