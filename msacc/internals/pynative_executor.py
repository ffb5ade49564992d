"""`_pynative_executor` and `StubTensor`: the PyNative interface of libraries with their own gradient functions."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import torch

from msacc.common.random_state import random_tree, restore_random_tree
from msacc.common.settings import settings
from msacc.common.tensor import Tensor
from msacc.graph.execution_state import execution
from msacc.graph.grad_operation import GradOperation
from msacc.graph.transforms import value_and_grad


class StubTensor(Tensor):
    """The class of results that are not computed yet: MindSpore 2.10 has the name alone, and nothing is one."""


class _PyNativeExecutor(threading.local):
    """MindSpore keeps what runs between `new_graph` and `end_graph` for `grad`; here `grad` runs the function again.

    The second run draws what the first one drew.
    """

    def __init__(self) -> None:
        self._forward_state: dict[str, Any] | None = None

    @staticmethod
    def sync() -> None:
        """Wait until the device has finished."""
        if settings.device.type == "cuda":
            torch.cuda.synchronize()

    @staticmethod
    def set_grad_flag(flag: bool) -> None:
        """Nothing to switch: gradients are recorded only inside a gradient function."""

    @staticmethod
    def set_async_for_graph(flag: bool) -> None:
        """Nothing to switch: on a device a graph is waited for where its values are read, on the CPU it has ended."""

    @staticmethod
    def clear_res() -> None:
        """Nothing to clear: what a gradient kept ends with it."""

    @staticmethod
    def grad_flag() -> bool:
        """Whether what runs now is to be differentiated."""
        return execution.now.gradient is not None

    @staticmethod
    def enable_grad() -> bool:
        """Whether gradients may be recorded: False inside `_no_grad`."""
        return torch.is_grad_enabled()

    @staticmethod
    def set_enable_grad(flag: bool) -> None:
        """Let gradients be recorded from here on, or not. A gradient function that begins later
        records all the same.
        """
        torch.set_grad_enabled(flag)

    @classmethod
    def requires_grad(cls) -> bool:
        """Whether gradients are recorded here and now."""
        return cls.grad_flag() and cls.enable_grad()

    @staticmethod
    def check_run(obj: object, *args: object, **kwargs: object) -> tuple[bool, Any]:
        """Whether a forward pass of `obj` with these inputs is kept, and its value: never."""
        return False, None

    def new_graph(self, obj: object, *args: object, **kwargs: object) -> None:
        """The forward pass of `obj` begins."""
        self._forward_state = random_tree()

    def end_graph(self, obj: object, output: object, *args: object, **kwargs: object) -> None:
        """The forward pass of `obj` has given `output`."""

    def grad(
        self,
        obj: Callable[..., Any],
        grad: object,
        weights: Any,
        grad_position: Any,
        has_aux: bool,
        *args: object,
    ) -> Any:
        """The gradients of `obj` at `args`: of `weights` and of the inputs that `grad` or `grad_position` name.

        `grad`: a GradOperation, which tells what is wanted, or with a `grad_position` anything. Raises what `grad`
        and `value_and_grad` raise. `obj` runs once more, with the draws that it had since `new_graph`.
        """
        forward_state, self._forward_state = self._forward_state, None
        now = random_tree()
        if forward_state is not None:
            restore_random_tree(forward_state)
        try:
            if isinstance(grad, GradOperation):
                return grad(obj, weights)(*args) if grad.get_by_list else grad(obj)(*args)
            return value_and_grad(obj, grad_position, weights, has_aux)(*args)[1]
        finally:
            restore_random_tree(now)


_pynative_executor = _PyNativeExecutor()
