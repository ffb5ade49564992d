"""What users read from an optimizer and set on it."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn


def parameters(*names: str) -> list[Any]:
    return [ms.Parameter(ms.Tensor(np.ones((2, 2), np.float32)), name=n) for n in names]


def ones(count: int) -> tuple[Any, ...]:
    return tuple(ms.Tensor(np.ones((2, 2), np.float32)) for _ in range(count))


def test_rates_of_groups() -> None:
    a, b = parameters("a", "b")
    groups = [{"params": [a], "lr": 0.5}, {"params": [b]}]
    optimizer = nn.Momentum(groups, 0.1, 0.9)
    assert optimizer.is_group_lr
    assert [round(float(r), 4) for r in optimizer.get_lr()] == [0.5, 0.1]
    assert optimizer.get_lr_parameter(a).name == "learning_rate_group_0"
    assert [r.name for r in optimizer.get_lr_parameter([b, a])] == [
        "learning_rate",
        "learning_rate_group_0",
    ]
    with pytest.raises(ValueError, match="not in optimizer"):
        optimizer.get_lr_parameter(parameters("c")[0])
    with pytest.raises(TypeError, match="'Parameter' or 'list'"):
        optimizer.get_lr_parameter("a")


def test_the_rate_may_be_changed_between_steps() -> None:
    (a,) = parameters("a")
    optimizer = nn.SGD([a], 0.5)
    optimizer(ones(1))
    ms.ops.assign(optimizer.learning_rate, ms.Tensor(0.25, ms.float32))
    optimizer(ones(1))
    np.testing.assert_allclose(a.asnumpy(), np.full((2, 2), 0.25), rtol=1e-6)
    assert int(optimizer.global_step) == 2


def test_rate_list_gives_get_lr_of_the_coming_step() -> None:
    optimizer = nn.SGD(parameters("a"), [0.5, 0.25])
    assert float(optimizer.get_lr()) == 0.5
    optimizer(ones(1))
    assert float(optimizer.get_lr()) == 0.25
    optimizer(ones(1))
    with pytest.raises(RuntimeError, match="holds 2 values"):
        optimizer(ones(1))


def test_target_is_this_process_device() -> None:
    optimizer = nn.Adam(parameters("a"), 0.1)
    optimizer.target = optimizer.target
    with pytest.raises(ValueError, match="cannot be set to 'Ascend'"):
        optimizer.target = "Ascend"
    with pytest.raises(TypeError, match="'unique' must be bool"):
        optimizer.unique = 1


def test_one_gradient_per_parameter() -> None:
    with pytest.raises(ValueError, match=r"one gradient per parameter \(2\), but got 1"):
        nn.SGD(parameters("a", "b"), 0.1)(ones(1))


def test_kept_constructor_arguments() -> None:
    optimizer = nn.Momentum(parameters("a"), learning_rate=0.1, momentum=0.9)
    assert optimizer.init_learning_rate == 0.1
    assert optimizer.init_args["weight_decay"] == 0.0
    assert [p.name for p in optimizer.init_params["params"]] == ["a"]


def test_param_groups_of_experimental_optimizers() -> None:
    a, b = parameters("a", "b")
    optimizer = ms.experimental.optim.SGD([{"params": [a], "lr": 0.5}, {"params": [b]}], 0.25)
    optimizer(ones(2))
    optimizer.param_groups[1]["lr"] = 0.5
    optimizer(ones(2))
    np.testing.assert_allclose(a.asnumpy(), np.zeros((2, 2)), atol=1e-6)
    np.testing.assert_allclose(b.asnumpy(), np.full((2, 2), 0.25), rtol=1e-6)
    assert "lr: 0.5" in repr(optimizer)
    with pytest.raises(ValueError, match="more than one parameter group"):
        ms.experimental.optim.SGD([{"params": [a]}, {"params": [a]}], 0.1)


@pytest.mark.parametrize(
    "make",
    [
        lambda: nn.AdaSumByGradWrapCell(nn.SGD(parameters("a"), 0.1)),
    ],
)
def test_what_is_missing_says_so(make: Any) -> None:
    with pytest.raises(NotImplementedError, match="msacc has no"):
        make()


def test_an_optimizer_written_as_scripts_write_them() -> None:
    rule = ms.ops.MultitypeFuncGraph("rule")

    @rule.register("Tensor", "Tensor", "Tensor", "Tensor", "Tensor", "Tensor", "Bool")
    def _step(beta: Any, lr: Any, decay: Any, p: Any, m: Any, g: Any, decays: bool) -> bool:
        next_m = beta * m + (1 - beta) * g
        update = next_m + decay * p if decays else next_m
        ms.ops.assign(m, next_m)
        ms.ops.assign(p, p - lr * update)
        return True

    class Averaging(nn.Optimizer):
        @nn.optim.opt_init_args_register
        def __init__(
            self,
            params: Any,
            learning_rate: Any = 0.1,
            beta: float = 0.9,
            weight_decay: float = 0.0,
        ):
            super().__init__(learning_rate, params, weight_decay)
            self.beta = ms.Tensor(np.array([beta]).astype(np.float32))
            self.moments = self.parameters.clone(prefix="mean", init="zeros")

        @ms.jit
        def construct(self, gradients: Any) -> Any:
            lr = self.get_lr()
            self.assignadd(self.global_step, self.global_step_increase_tensor)
            if self.is_group and self.is_group_lr:
                start = ms.ops.partial(rule, self.beta)
                parts = (
                    lr,
                    self.weight_decay,
                    self._parameters,
                    self.moments,
                    gradients,
                    self.decay_flags,
                )
                return self.hyper_map(start, *parts)
            start = ms.ops.partial(rule, self.beta, lr, self.weight_decay)
            return self.hyper_map(
                start, self._parameters, self.moments, gradients, self.decay_flags
            )

        @nn.Optimizer.target.setter
        def target(self, value: str) -> None:
            self._set_base_target(value)

    (a,) = parameters("a")
    optimizer = Averaging([a], 0.5, weight_decay=0.1)
    optimizer.target = optimizer.target
    optimizer(ones(1))
    np.testing.assert_allclose(a.asnumpy(), np.full((2, 2), 1 - 0.5 * 0.2), rtol=1e-6)
    b, c = parameters("b", "c")
    groups = [{"params": [b], "lr": 1.0, "weight_decay": 0.0}, {"params": [c]}]
    Averaging(groups, 0.5, weight_decay=0.1)(ones(2))
    np.testing.assert_allclose(b.asnumpy(), np.full((2, 2), 0.9), rtol=1e-6)
    np.testing.assert_allclose(c.asnumpy(), np.full((2, 2), 0.9), rtol=1e-6)


def test_a_decorated_constructor_tells_no_names_and_its_class_does() -> None:
    """Libraries collect arguments by the names they find, and find none in MindSpore's."""

    class Own(nn.Optimizer):
        @nn.optim.opt_init_args_register
        def __init__(self, params: Any, learning_rate: float = 0.1, clip: bool = False) -> None:
            super().__init__(learning_rate, params)

    class Below(Own):
        def __init__(self, params: Any) -> None:
            super().__init__(params)

    assert list(inspect.signature(Own.__init__).parameters) == ["self", "args", "kwargs"]
    assert list(inspect.signature(Own).parameters) == ["params", "learning_rate", "clip"]
    assert list(inspect.signature(Below).parameters) == ["params"]
    assert Own(parameters("a"), clip=True).init_args == {"clip": True}


def test_a_list_of_rates_is_read_from_the_end_for_a_negative_step() -> None:
    optimizer = nn.SGD(parameters("a"), [0.1, 0.2, 0.3])
    assert float(optimizer.learning_rate(optimizer.global_step - 1)) == pytest.approx(0.3)
