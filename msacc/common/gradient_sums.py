"""Sums of gradients that a step of a script's own reads: Parameters that `ParameterTuple.clone("accu_grads", ...)`
made.

MindSpore's compiler knows them by that prefix, and what the micro-batches of a PipelineCell or GradAccumulationCell
give is added to them; the step sets them back. Here it is added when the gradient is handed over.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from msacc.common.parameter import Parameter
    from msacc.common.tensor import Tensor

PREFIX = "accu_grads"
# Of a Parameter: its sum. Weak, so that a step that is gone takes its sums along.
KEY = "_gradient_sum"


class Sums:
    """Whether any step here reads sums, and whether micro-batches ran since gradients were handed over last."""

    anywhere = False
    due = False


sums = Sums()


def register_sum(parameter: Parameter, total: Parameter) -> None:
    """Registers `total` as the accumulated gradient of `parameter`."""
    parameter.__dict__[KEY] = weakref.ref(total)
    sums.anywhere = True


def sum_of(parameter: Parameter) -> Parameter | None:
    """Where its gradients gather; None where no step reads them."""
    reference = parameter.__dict__.get(KEY)
    return None if reference is None else reference()


def mark_sums_due() -> None:
    """A network cuts its batch: its gradients are wanted in the sums."""
    if sums.anywhere:
        sums.due = True


def add(weights: Sequence[Parameter], grads: Sequence[Tensor]) -> None:
    """Add gradients that are handed over to the sums, where micro-batches gave them."""
    if not (sums.anywhere and sums.due):
        return
    sums.due = False
    with torch.no_grad():
        for weight, grad in zip(weights, grads, strict=True):
            total = sum_of(weight)
            if total is not None:
                total._t.add_(grad._t.to(total._t.dtype))
