"""Cells that cast between float types, as wrappers of parts of a network."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import torch

from msacc.common import dtype as mstype
from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import leaves, like
from msacc.common.torch_private import has_bfloat16_products
from msacc.graph.execution_state import within
from msacc.nn.cell import Cell
from msacc.ops.core import float16_products
from msacc.ops.core.primitive import Primitive
from msacc.step.wrapper import TransparentCell
from msacc.train._amp_lists import Float32Functions

if TYPE_CHECKING:
    from collections.abc import Callable


_NO_BFLOAT16 = not has_bfloat16_products()


def cast_floats(value: Any, dtype: torch.dtype) -> Any:
    """Float Tensors in a nested value, in another float type."""
    if isinstance(value, Tensor):
        return wrap(value._t.to(dtype)) if value._t.is_floating_point() else value
    if isinstance(value, (tuple, list)):
        return like(value, [cast_floats(item, dtype) for item in value])
    if isinstance(value, dict):
        return {key: cast_floats(item, dtype) for key, item in value.items()}
    return value


class CastOutput(TransparentCell):
    """Casts what `backbone` returns; adds nothing to parameter names."""

    def __init__(self, backbone: Cell, dtype: mstype.Type):
        super().__init__(auto_prefix=False)
        self._backbone = backbone
        self._msacc_output = mstype.to_torch(dtype)

    def rewrap(self, network: Cell) -> CastOutput:
        """The same cast around another network."""
        return CastOutput(network, mstype.from_torch(self._msacc_output))

    def construct(self, *args: Any, **kwargs: Any) -> Any:
        return cast_floats(self._backbone(*args, **kwargs), self._msacc_output)

    wraps = construct


class Autocast(TransparentCell):
    """Runs `backbone` under torch's autocast, which chooses the type op by op."""

    def __init__(self, backbone: Cell, dtype: mstype.Type):
        super().__init__(auto_prefix=False)
        self._backbone = backbone
        self._msacc_low = mstype.to_torch(dtype)

    def rewrap(self, network: Cell) -> Autocast:
        """The same wrapper around another network."""
        return Autocast(network, mstype.from_torch(self._msacc_low))

    def construct(self, *args: Any, **kwargs: Any) -> Any:
        return autocast_call(self._backbone, self._msacc_low, args, kwargs)

    wraps = construct


def autocast_call(
    fn: Callable[..., Any], low: torch.dtype, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Calls `fn` under autocast on the device of its inputs."""
    kind = next((a._t.device.type for a in leaves([args, kwargs])), "cpu")
    by_float32 = kind == "cpu" and low is torch.float16 and float16_products.BY_FLOAT32
    lstm = low if by_float32 or (kind == "cpu" and low is torch.bfloat16 and _NO_BFLOAT16) else None
    again = functools.partial(Float32Functions, by_float32, lstm)
    with torch.autocast(kind, dtype=low), again(), within(autocast=again):
        return fn(*args, **kwargs)


class CastPrimitive(Primitive):
    """A Primitive computed in a low float type, its results in float32."""

    def __init__(self, inner: Primitive, dtype: mstype.Type):
        super().__init__(inner.name)
        self._msacc_inner, self._msacc_low = inner, mstype.to_torch(dtype)

    def construct(self, *args: Any) -> Any:
        return cast_floats(self._msacc_inner(*cast_floats(args, self._msacc_low)), torch.float32)
