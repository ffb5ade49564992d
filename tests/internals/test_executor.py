"""`_pynative_executor` as libraries with gradient functions of their own call it, and Tensors that
pass for Parameters.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msacc.common.api import _pynative_executor as executor

import msacc as ms
from msacc import Tensor, ops
from msacc.common.param_info import ParamInfo
from msacc.internals.pynative_executor import StubTensor


class Weight(Tensor):
    """A Parameter of a library that derives its own from Tensor."""

    def __init__(self, values: Any):
        super().__init__(values)
        self.param_info = ParamInfo()


def _taken(fn: Any, gradient: Any, weights: Any, position: Any, *inputs: Tensor) -> tuple[Any, Any]:
    executor.set_grad_flag(True)
    assert executor.check_run(fn, *inputs) == (False, None)
    executor.new_graph(fn, *inputs)
    value = fn(*inputs)
    executor.end_graph(fn, value, *inputs)
    return value, executor.grad(fn, gradient, weights, position, False, *inputs)


def test_a_gradient_after_the_pass_that_went_before_it() -> None:
    weight, x = Weight([2.0, 3.0]), Tensor([1.0, 2.0])
    by_weight = ops.GradOperation(False, True, False)
    value, (grad,) = _taken(lambda x: (x * weight).sum(), by_weight, (weight,), None, x)
    assert (value.asnumpy(), grad.asnumpy().tolist()) == (8, [1, 2])
    _, grad = _taken(lambda x: x * x, ops.GradOperation(), None, None, x)
    assert grad.asnumpy().tolist() == [2, 4]
    _, grads = _taken(lambda x: x * weight, ms.grad, (weight,), 0, x)
    assert [g.asnumpy().tolist() for g in (grads[0], grads[1][0])] == [[2, 3], [1, 2]]


def test_its_second_run_draws_what_the_first_drew() -> None:
    weight = Weight(np.ones(64, np.float32))
    by_weight = ops.GradOperation(False, True, False)
    value, (grad,) = _taken(lambda: ops.dropout(weight, 0.5), by_weight, (weight,), None)
    assert grad.asnumpy().tolist() == value.asnumpy().tolist()
    assert ops.dropout(weight, 0.5).asnumpy().tolist() != value.asnumpy().tolist()


def test_gradients_are_switched_off() -> None:
    weight = Weight([2.0])

    def unseen() -> Tensor:
        before = executor.enable_grad()
        executor.set_enable_grad(False)
        hidden = weight * 3
        executor.set_enable_grad(before)
        return hidden + weight

    assert ms.value_and_grad(unseen, None, weight)()[1].asnumpy().tolist() == [1]


def test_what_passes_for_a_parameter() -> None:
    weight, x = Weight([2.0]), Tensor([4.0])
    assert ms.grad(lambda x: x * weight, None, [weight])(x)[0].asnumpy().tolist() == [4]
    with pytest.raises(TypeError, match="should hold Parameters only"):
        ms.grad(lambda x: x * weight, None, [Tensor([2.0])])(x)
    assert not isinstance(weight, StubTensor)


def test_what_passes_for_a_parameter_has_no_hooks() -> None:
    hooked, weight, x = ms.Parameter(Tensor([1.0])), Weight([2.0]), Tensor([4.0])
    handle = hooked.register_hook(lambda grad: grad)
    assert ms.grad(lambda x: x * weight, None, [weight])(x)[0].asnumpy().tolist() == [4]
    handle.remove()


def test_a_home_below_a_home_needs_no_import_of_its_own() -> None:
    below = ms.ops.operations.manually_defined.ops_def
    assert below.infer_value_for_BroadcastTo
    assert below.Add is ops.Add
