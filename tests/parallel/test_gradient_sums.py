"""Sums of gradients (`accu_grads`) that a step of a script's own reads, against one big batch in float64."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from msacc.nn.wrap.cell_wrapper import _MicroBatch

import msacc as ms
from msacc import nn, ops
from msacc.common.gradient_sums import sum_of
from msacc.common.settings import GRAPH_MODE, PYNATIVE_MODE, settings
from msacc.parallel import GradAccumulation
from msacc.parallel.pipeline_api.stage_config import PipelineScheme
from tests.dist.programs.summed import Summed
from tests.parallel.oracle import (
    assert_equal,
    batches,
    build,
    optimizer,
    reference,
    tensors,
    values,
)


class Unrolled(nn.Cell):
    """A network that cuts its batch itself, as large-model libraries do where a loss has two parts."""

    def __init__(self, network: nn.Cell, micros: int):
        super().__init__(auto_prefix=False)
        self.network, self.micros = network, micros
        self.cut = nn.CellList([_MicroBatch(micros) for _ in range(micros)])

    def construct(self, *inputs: Any) -> Any:
        return sum(self.network(*self.cut[i](i, *inputs)) for i in range(self.micros))


@pytest.mark.parametrize("mode", [PYNATIVE_MODE, GRAPH_MODE])
@pytest.mark.parametrize("wrapper", [GradAccumulation, Unrolled])
def test_the_sums_hold_what_micro_batches_give(mode: int, wrapper: Any) -> None:
    settings.mode = mode
    data = batches(4, 12)
    net, loss = build()
    start = values(net)
    step = Summed(wrapper(loss, 3), optimizer(net), 3, 0.1).set_train()
    losses = [float(step(*tensors(batch))) / 3 for batch in data]
    wanted, expected = reference(start, data, clip=0.1)
    assert_equal(net, wanted)
    np.testing.assert_allclose(losses, expected, rtol=1e-5)


def test_sums_that_a_script_fills_are_its_own() -> None:
    net, loss = build()
    sums = ms.ParameterTuple(net.trainable_params()).clone("accu_grads", "zeros")
    taken = ms.value_and_grad(loss.set_train(), None, net.trainable_params())
    _, grads = taken(*tensors(batches(1, 4)[0]))
    assert all(not total.asnumpy().any() for total in sums)
    assert any(grad.asnumpy().any() for grad in grads)


def test_a_copy_of_a_parameter_has_no_sum() -> None:
    net, loss = build()
    weights = ms.ParameterTuple(net.trainable_params())
    sums = weights.clone("accu_grads", "zeros")
    copied = [
        copy.deepcopy(weights[0]),
        pickle.loads(pickle.dumps(weights[0])),
        copy.copy(weights[0]),
    ]
    forward = GradAccumulation(loss.set_train(), 2)
    for other in copied:
        net.first.weight = other
        _, grads = ms.value_and_grad(forward, None, [other])(*tensors(batches(1, 4)[0]))
        assert grads[0].asnumpy().any()
    assert all(not total.asnumpy().any() for total in sums)


def test_a_step_that_is_gone_takes_its_sums_along() -> None:
    net, loss = build()
    weights = ms.ParameterTuple(net.trainable_params())
    sums = weights.clone("accu_grads", "zeros")
    assert all(sum_of(weight) is total for weight, total in zip(weights, sums, strict=True))
    del sums
    assert all(sum_of(weight) is None for weight in weights)
    taken = ms.value_and_grad(GradAccumulation(loss.set_train(), 2), None, weights)
    _, grads = taken(*tensors(batches(1, 4)[0]))
    assert ops.stack([ops.norm(g) for g in grads]).sum() > 0


def test_micro_batches_cut_by_a_network_do_not_run_over_stages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("msacc.internals.micro_batch.current_scheme", lambda: PipelineScheme(2))
    with pytest.raises(
        NotImplementedError, match="over 2 pipeline stages by itself: .* PipelineCell"
    ):
        _MicroBatch(2)(0, ms.Tensor(np.ones((4, 3), np.float32)))


def test_a_wrapper_takes_over_how_its_network_is_compiled() -> None:
    inner, outer = nn.Dense(2, 2), nn.Dense(2, 2)
    inner.set_jit_config(ms.JitConfig(jit_level="O0"))
    outer._get_attr_from_cell(inner)
    assert outer._msacc_jit_level == "O0"
    outer._get_attr_from_cell(nn.Dense(2, 2))
    assert outer._msacc_jit_level == "O0"


def test_another_level_is_another_graph() -> None:
    settings.mode = GRAPH_MODE
    net, x = nn.Dense(2, 2), ms.Tensor(np.ones((1, 2), np.float32))
    net.set_jit_config(ms.JitConfig(jit_level="O0"))
    net(x)
    assert net._msacc_compiled is not None
    net.set_jit_config(ms.JitConfig(jit_level="O1"))
    assert net._msacc_compiled is None
