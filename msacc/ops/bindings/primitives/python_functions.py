"""Primitives that hold a user's Python function."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect
from msacc.ops import debug
from msacc.ops.compiled_kernels import CompiledKernel, check_kernel_name
from msacc.ops.core.primitive import Primitive, primitive_names

if TYPE_CHECKING:
    from msacc.common.argument_types import DTypeLike


class HookBackward(Primitive):
    """The identity; on the way back `hook_fn((gradient,))` is called, and may return another one.

    `cell_id`: a str that is kept.

    Called with Tensors of any shape and dtype, which it returns.

    Raises TypeError for a hook that is no function or a `cell_id` that is no str.
    """

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
        outs = tuple(
            debug.with_gradient_hook(x, self.hook_fn) if isinstance(x, Tensor) else x
            for x in inputs
        )
        return outs[0] if len(outs) == 1 else outs


_KINDS = ["hybrid", "akg", "tbe", "aicpu", "aot", "pyfunc"]


class Custom(Primitive):
    """A Python function or a compiled kernel as an op: `Custom(func, out_shape, out_dtype, func_type,
    bprop)(*inputs)`.

    'pyfunc': `func` takes a numpy array for each input and returns one, or a tuple of them.

    `out_shape` and `out_dtype`, which MindSpore needs to compile a graph, may be left out, and `reg_info` has
      no effect. 'aot': `func` is "file:function" of a shared library, or of C++ that g++ compiles at once,
      with the C signature `int f(int nparam, void **params, int *ndims, int64_t **shapes, const char
      **dtypes, void *stream, void *extra)`. It writes outputs of `out_shape` and `out_dtype`: one, or tuples
      of several, or functions of the inputs' shapes and dtypes.
    `reg_info` (`CustomRegOp`) names the target, else the process's device, and the dtypes allowed.
      `bprop(*inputs, out, dout)` takes Tensors and returns the gradient of each input; without it, asking for
      a gradient raises RuntimeError.

    The result has the shape and dtype that `func` gives it.

    Raises ValueError for an unknown `func_type`, TypeError for an `out_shape` that is no tuple, list or
    function and for a `func` that is not of its kind; the call RuntimeError where file or function are
    missing and where the kernel returns another number than 0.

    Differs from MindSpore: `extra` is null, and attributes of a kernel, its `Init` and `InferShape` raise
    NotImplementedError, as do calls of 'hybrid', 'akg', 'tbe' and 'aicpu', which are kernels of MindSpore's.
    """

    def __init__(
        self,
        func: Any,
        out_shape: Callable[..., Any] | list[Any] | tuple[Any, ...] | None = None,
        out_dtype: Callable[..., Any] | DTypeLike | list[Any] | tuple[Any, ...] | None = None,
        func_type: str = "pyfunc",
        bprop: Callable[..., Any] | None = None,
        reg_info: Any = None,
    ):
        super().__init__("Custom")
        check.choice(self.name, "func_type", func_type, _KINDS)
        if func_type == "aot":
            check_kernel_name(func, out_shape)
        if out_shape is not None:
            check.instance(self.name, "out_shape", out_shape, (tuple, list, types.FunctionType))
        self.func, self.bprop, self._msacc_kernel, self.func_type = func, bprop, None, func_type
        if func_type == "aot":
            self._msacc_kernel = CompiledKernel(func, out_shape, out_dtype, reg_info)
        elif reg_info is not None:
            no_effect("ops.Custom", "reg_info", reg_info, "it describes kernels of MindSpore's")

    def construct(self, *inputs: Any) -> Any:
        if self._msacc_kernel is not None:
            return debug.opaque(self._msacc_kernel, self.bprop, inputs)
        if self.func_type != "pyfunc" or not callable(self.func):
            raise NotImplementedError(
                f"msacc runs ops.Custom with func_type='pyfunc' and a Python function or func_type='aot', but got "
                f"func_type={self.func_type!r}; write other kernels as ordinary ops or as torch extensions."
            )
        return debug.on_arrays(self.func, self.bprop, inputs)


class Partial(Primitive):
    """`Partial()(fn, *args)`: a function with its first arguments given."""

    def __init__(self) -> None:
        super().__init__()

    def construct(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:  # type: ignore[override]
        return functools.partial(fn, *args, **kwargs)

    __call__ = construct  # type: ignore[assignment]


__all__ = primitive_names(globals())
