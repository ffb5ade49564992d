"""Ops that look at values: float status, hooks, custom Python functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from msacc.common.tensor import Tensor, wrap
from msacc.ops.core.op import exported, op
from msacc.ops.core.primitive import Primitive


@op
def float_status(x: torch.Tensor) -> torch.Tensor:
    """[1] if some element is infinite or NaN, else [0], in the dtype of `x`."""
    return (~torch.isfinite(x)).any().to(x.dtype).reshape(1)


@op
def all_finite(tensors: Any) -> torch.Tensor:
    """Whether every element of every tensor is finite: Bool."""
    items = [tensors] if isinstance(tensors, torch.Tensor) else list(tensors)
    return torch.stack([torch.isfinite(t).all() for t in items]).all()


class _NpuStatus(Primitive):
    """An Ascend register that no other device has; calling it is refused."""

    def construct(self, *args: Any) -> Any:
        raise NotImplementedError(
            f"ops.{type(self).__name__} reads a register of Ascend NPUs. On this device ask "
            "ops.FloatStatus(), or mindspore.amp.all_finite(grads)."
        )


class NPUAllocFloatStatus(_NpuStatus):
    """Ascend only: can be made, but not called."""


class NPUGetFloatStatus(_NpuStatus):
    """Ascend only: can be made, but not called."""


class NPUClearFloatStatus(_NpuStatus):
    """Ascend only: can be made, but not called."""


class HookBackward(Primitive):
    """The identity; on the way back `hook_fn((gradient,))` is called, and may return another one."""

    def __init__(self, hook_fn: Callable[..., Any], cell_id: str = ""):
        super().__init__("HookBackward")
        if not callable(hook_fn):
            raise TypeError(
                f"For 'HookBackward', 'hook_fn' should be a function, but got {hook_fn!r}."
            )
        if not isinstance(cell_id, str):
            raise TypeError(f"For 'HookBackward', 'cell_id' should be a str, but got {cell_id!r}.")
        self.hook_fn, self.cell_id = hook_fn, cell_id

    def construct(self, *inputs: Any) -> Any:
        outs = tuple(self._watched(x) if isinstance(x, Tensor) else x for x in inputs)
        return outs[0] if len(outs) == 1 else outs

    def _watched(self, x: Tensor) -> Tensor:
        if not x._t.requires_grad:
            return x
        alias = x._t.view_as(x._t)
        alias.register_hook(self._call)
        return wrap(alias)

    def _call(self, gradient: torch.Tensor) -> torch.Tensor | None:
        found = self.hook_fn((wrap(gradient),))
        found = found[0] if isinstance(found, tuple) else found
        return found._t if isinstance(found, Tensor) else None


class Custom(Primitive):
    """A user's op: `func_type='pyfunc'` calls a Python function on numpy arrays.

    Other kinds (aot, hybrid, akg, tbe, aicpu, julia) name MindSpore kernels and are refused.
    """

    def __init__(
        self,
        func: Any,
        out_shape: Any = None,
        out_dtype: Any = None,
        func_type: str = "pyfunc",
        bprop: Any = None,
        reg_info: Any = None,
    ):
        super().__init__("Custom")
        if func_type != "pyfunc" or not callable(func):
            raise NotImplementedError(
                f"msacc runs ops.Custom with func_type='pyfunc' and a Python function only, but got "
                f"func_type={func_type!r}; write other kernels as ordinary ops or as torch extensions."
            )
        self.func, self.bprop = func, bprop

    def construct(self, *inputs: Any) -> Any:
        arrays = [x.asnumpy() if isinstance(x, Tensor) else x for x in inputs]
        found = self.func(*arrays)
        return tuple(Tensor(v) for v in found) if isinstance(found, tuple) else Tensor(found)


def tensordump(file_name: str, tensor: Tensor, mode: str = "out") -> None:
    """Write a tensor to `<file_name>.npy`; `mode` concerns sharded tensors and changes nothing."""
    np.save(file_name if file_name.endswith(".npy") else f"{file_name}.npy", tensor.asnumpy())


__all__ = exported(globals())
