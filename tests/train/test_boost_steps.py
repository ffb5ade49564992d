"""BoostTrainOneStepCell with what a network and an optimizer ask of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import boost, nn, ops
from msacc.parallel import GradAccumulation

X = np.linspace(-1, 1, 24, dtype=np.float32).reshape(8, 3)
Y = np.linspace(0, 1, 16, dtype=np.float32).reshape(8, 2)


def network() -> Any:
    return nn.WithLossCell(nn.Dense(3, 2, weight_init="ones", bias_init="ones"), nn.MSELoss())


def trained(kind: Any, micro: int, cast: bool = False) -> np.ndarray:
    core = network()
    if cast:
        core.to_float(ms.float16)
    optimizer = nn.Momentum(core.trainable_params(), 0.1, 0.9)
    net = GradAccumulation(core, micro) if micro > 1 else core
    step = kind(net, optimizer, 2.0).set_train()
    losses = [float(step(ms.Tensor(X), ms.Tensor(Y)).asnumpy()) for _ in range(3)]
    return np.array([*losses, *core.trainable_params()[0].asnumpy().ravel()])


@pytest.mark.parametrize(("micro", "cast"), [(1, False), (4, False), (2, True)])
def test_it_does_what_the_plain_step_does(micro: int, cast: bool) -> None:
    plain = trained(nn.TrainOneStepCell, micro, cast)
    assert np.array_equal(trained(boost.BoostTrainOneStepCell, micro, cast), plain)


def test_accumulation_is_at_work() -> None:
    """The loss of a step is the sum of its micro-batches' losses, the gradient their mean."""
    whole, parts = trained(nn.TrainOneStepCell, 1), trained(boost.BoostTrainOneStepCell, 4)
    np.testing.assert_allclose(parts[:3], 4 * whole[:3], 1e-6)
    np.testing.assert_allclose(parts[3:], whole[3:], 1e-6)


def freezing(net: Any) -> Any:
    p = net.trainable_params()
    return boost.FreezeOpt(nn.SGD(p, 0.1), [p, p[1:]])


def test_one_optimizer_alone_is_accumulated() -> None:
    net = network()
    with pytest.raises(NotImplementedError, match="FreezeOpt"):
        boost.BoostTrainOneStepCell(GradAccumulation(net, 2), freezing(net), 1.0)
    with pytest.raises(NotImplementedError, match="freeze_cell"):
        boost.freeze_cell(
            False, GradAccumulation(net, 2), freezing(net), 1.0, ops.GradOperation(), False
        )
    with pytest.raises(NotImplementedError, match="use_grad_accumulation"):
        boost.freeze_cell(
            False, net, freezing(net), 1.0, None, True, mean=True, degree=1, max_accumulation_step=2
        )


def test_an_optimizer_put_in_later_is_heard() -> None:
    net = network()
    step = boost.BoostTrainOneStepCell(net, nn.SGD(net.trainable_params(), 0.1), 1.0)
    step.optimizer = freezing(net)
    before = net.trainable_params()[0].asnumpy().copy()
    step(ms.Tensor(X), ms.Tensor(Y))
    after = net.trainable_params()[0].asnumpy().copy()
    assert not np.array_equal(before, after)
    step(ms.Tensor(X), ms.Tensor(Y))
    assert np.array_equal(net.trainable_params()[0].asnumpy(), after)


def test_lars_is_made_again() -> None:
    net = network()
    p = net.trainable_params()
    lars = nn.LARS(nn.Momentum([{"params": p}], 0.1, 0.9), coefficient=0.02)
    process = boost.OptimizerProcess(lars)
    process.add_grad_centralization(net)
    new = process.generate_new_optimizer()
    assert isinstance(new, nn.LARS)
    assert new is not lars
    assert new._msacc_coefficient == 0.02
    assert new.opt.grad_centralization_flags == (True, False)
    frozen = boost.FreezeOpt(nn.LARS(nn.SGD(p, 0.1)), [p, p[1:]])
    assert [len(opt.parameters) for opt in frozen.opts] == [2, 1]


def test_what_is_ascends_refuses_by_name() -> None:
    net = network()
    step = boost.BoostTrainOneStepCell(net, nn.SGD(net.trainable_params(), 0.1), 1.0)
    x = ms.Tensor(X)
    with pytest.raises(NotImplementedError, match="gradient_accumulation_process"):
        step.gradient_accumulation_process(loss=x, grads=(x,), sens=x)
    with pytest.raises(NotImplementedError, match="adasum_process"):
        step.adasum_process(loss=x, grads=(x,))
    step.optimizer.dim_reduce = True
    with pytest.raises(NotImplementedError, match="subspace"):
        boost.BoostTrainOneStepCell(net, step.optimizer, 1.0)
    with pytest.raises(NotImplementedError, match="GroupLossScaleManager"):
        boost.GroupLossScaleManager(4096, [])(x, 0, 1)
