"""What scripts map over gradient sums of their own (mindspore.boost.grad_accumulation)."""

from __future__ import annotations

import numpy as np

import msacc as ms
from msacc import ops
from msacc.boost.grad_accumulation import gradient_accumulation_op, gradient_clear_op


def test_adding_and_clearing() -> None:
    """As MindSpore 2.10 on a CPU, also of a sum that is not finite."""
    held = ms.Parameter(ms.Tensor([1.0, 2.0]), name="held")
    grad = ms.Tensor([4.0, np.inf])
    ops.HyperMap()(ops.partial(gradient_accumulation_op, 2), (held,), (grad,))
    assert held.asnumpy().tolist() == [3.0, np.inf]
    ops.HyperMap()(ops.partial(gradient_clear_op), (held,))
    assert held.asnumpy().tolist() == [0.0, 0.0]
