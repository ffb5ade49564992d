"""What MindNLP 0.4.1 asks of MindSpore 2.5 and 2.10 does otherwise, for both sides alike."""

from __future__ import annotations

from typing import Any

import mindspore
import mindspore.common._stub_tensor  # 2.10 has it, but no longer imports it
from mindspore import _c_expression as core
from mindspore.common.api import _pynative_executor as executor
from mindspore.common.initializer import Zero


def _empty(given: tuple[Any, ...]) -> mindspore.Tensor:
    """2.10's wants the primitive in front."""
    size, dtype, _ = given
    return mindspore.Tensor(shape=tuple(size), dtype=dtype, init=Zero()).init_data()


_grad = executor.grad


def _without_aux(fn: Any, grad: Any, weights: Any, position: Any, *args: Any) -> Any:
    """2.10's wants `has_aux` in front of the inputs."""
    return _grad(fn, grad, weights, position, False, *args)


_repeat = mindspore.Tensor.repeat


def _repeated(self: mindspore.Tensor, *repeats: int) -> mindspore.Tensor:
    """MindSpore's CPU build has no kernel for it."""
    try:
        return _repeat(self, *repeats)
    except RuntimeError:
        return self.tile(repeats)


def put_in_place() -> None:
    """Before mindnlp is imported."""
    core.pyboost_empty = _empty
    executor.grad = _without_aux
    mindspore.Tensor.repeat = _repeated
    mindspore.Tensor.grad = None  # every Tensor had it
