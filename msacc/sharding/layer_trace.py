"""Records what a network does with its parameters: its matrix products, convolutions and table lookups, in order.

Intercepts torch's functions while a network runs on fake tensors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
import torch.nn.functional as F
from torch.overrides import TorchFunctionMode

from msacc.common.torch_private import storage_key, tree_leaves

_CONVOLUTIONS = (F.conv1d, F.conv2d, F.conv3d)
_TRANSPOSED = (F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d)
# Element-wise: results keep the sharding of their inputs.
_ELEMENT_WISE = frozenset(
    [
        "abs",
        "add",
        "clamp",
        "clip",
        "contiguous",
        "div",
        "dropout",
        "elu",
        "erf",
        "exp",
        "float",
        "gelu",
        "half",
        "hardsigmoid",
        "hardswish",
        "hardtanh",
        "leaky_relu",
        "log",
        "maximum",
        "minimum",
        "mish",
        "mul",
        "neg",
        "pow",
        "relu",
        "relu6",
        "rsub",
        "selu",
        "sigmoid",
        "silu",
        "softplus",
        "sqrt",
        "square",
        "sub",
        "tanh",
        "to",
        "true_divide",
        "type",
        "where",
        "__add__",
        "__radd__",
        "__iadd__",
        "__mul__",
        "__rmul__",
        "__imul__",
        "__sub__",
        "__rsub__",
        "__truediv__",
        "__neg__",
        "__pow__",
        "bfloat16",
        "clone",
        "add_",
        "mul_",
        "relu_",
        "dropout_",
    ]
)
_RESHAPES = frozenset(("reshape", "view", "flatten", "unsqueeze", "squeeze"))
_CASTS = frozenset(("to", "float", "half", "bfloat16", "type", "contiguous", "clone"))
Key = int


@dataclass
class LayerUse:
    """A layer: the weight's index among the parameters, its contracted and output axes, and its bias."""

    weight: int
    inner: int
    outer: int
    x: int
    y: int
    rows: int
    looks_up: bool = False
    first: bool = True
    bias: int | None = None
    sources: frozenset[int] = frozenset()
    feeds: set[int] = field(default_factory=set)


class LayerTrace(TorchFunctionMode):
    """`uses`: the layers in order; `times`: how many functions take each parameter.

    `parameters`: fake torch tensors, as the network will meet them; `trained`: which of them are trained.
    """

    def __init__(self, parameters: Sequence[torch.Tensor], trained: Sequence[bool]):
        super().__init__()
        self.shapes = [tuple(t.shape) for t in parameters]
        self.trained = list(trained)
        self.uses: list[LayerUse] = []
        self.times = [0] * len(parameters)
        self._indices: dict[Key, int] = {_key(t): i for i, t in enumerate(parameters)}
        # By id of a tensor: the layers that it comes from, element by element; whether it has a gradient.
        self._origins: dict[int, frozenset[int]] = {}
        self._with_gradient: set[int] = set()
        self._alive: list[Any] = list(parameters)

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        kwargs = kwargs or {}
        out = func(*args, **kwargs)
        if isinstance(out, torch.Tensor):
            self._record(func, args, kwargs, out)
        elif any(isinstance(t, torch.Tensor) for t in tree_leaves(out)):
            self._record_other(_tensors(args, kwargs), list(tree_leaves(out)))
        return out

    def _record(
        self,
        func: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        out: torch.Tensor,
    ) -> None:
        self._alive.append(out)
        tensors = _tensors(args, kwargs)
        name = getattr(func, "__name__", "")
        if len(tensors) == 1 and self._index(tensors[0]) is not None:
            if self._index(out) is not None:
                return  # a view
            if name in _CASTS:
                self._indices[_key(out)] = self._indices[_key(tensors[0])]
                return
        needs_gradient = any(id(t) in self._with_gradient or self._is_trained(t) for t in tensors)
        if needs_gradient and out.is_floating_point():
            self._with_gradient.add(id(out))
        for t in tensors:
            index = self._index(t)
            if index is not None:
                self.times[index] += 1
        layer = self._layer(func, args, kwargs, out)
        if layer is not None:
            self._record_layer(layer, tensors, out)
        elif name in _ELEMENT_WISE or (name in _RESHAPES and _keeps_last_axis(tensors[0], out)):
            self._record_element_wise(tensors, out)
        else:
            self._record_other(tensors, [out])

    # -- layers --------------------------------------------------------------------------------
    def _layer(
        self,
        func: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        out: torch.Tensor,
    ) -> LayerUse | None:
        if func in (torch.matmul, torch.mm, torch.Tensor.matmul, torch.Tensor.__matmul__):
            x, weight, inner, outer, bias = args[0], args[1], 0, 1, None
        elif func is torch.addmm and len(args) > 2:
            bias, x, weight = args[0], args[1], args[2]
            inner, outer = 0, 1
        elif func is F.linear and len(args) > 1:
            x, weight, inner, outer = args[0], args[1], 1, 0
            bias = args[2] if len(args) > 2 else kwargs.get("bias")
        elif func in (*_CONVOLUTIONS, *_TRANSPOSED):
            return self._convolution(func in _TRANSPOSED, args, kwargs, out)
        elif func is F.embedding and is_plain(args, kwargs):
            return self._lookup(args[0], args[1], out)
        elif func is torch.index_select and len(args) == 3 and args[1] == 0:
            return self._lookup(args[2], args[0], out)
        else:
            return None
        index = self._parameter_index(weight)
        if index is None or weight.ndim != 2 or x.ndim < 2 or self._index(x) is not None:
            return None
        if tuple(weight.shape) != self.shapes[index] or weight.stride(1) != 1:
            inner, outer = outer, inner
        layer = LayerUse(index, inner, outer, x.nbytes, out.nbytes, x.shape[0])
        layer.bias = None if bias is None else self._index(bias)
        return layer

    def _convolution(
        self, transposed: bool, args: tuple[Any, ...], kwargs: dict[str, Any], out: torch.Tensor
    ) -> LayerUse | None:
        groups = kwargs.get("groups", args[6] if len(args) > 6 else 1)
        index = self._parameter_index(args[1])
        if index is None or groups != 1 or tuple(args[1].shape) != self.shapes[index]:
            return None
        inner, outer = (0, 1) if transposed else (1, 0)
        layer = LayerUse(index, inner, outer, args[0].nbytes, out.nbytes, args[0].shape[0])
        bias = args[2] if len(args) > 2 else kwargs.get("bias")
        layer.bias = None if bias is None else self._index(bias)
        return layer

    def _lookup(self, ids: torch.Tensor, table: torch.Tensor, out: torch.Tensor) -> LayerUse | None:
        index = self._parameter_index(table)
        if index is None or table.ndim != 2 or tuple(table.shape) != self.shapes[index]:
            return None
        return LayerUse(index, 0, 1, ids.nbytes, out.nbytes, ids.shape[0], looks_up=True)

    def _record_layer(self, layer: LayerUse, inputs: list[torch.Tensor], out: torch.Tensor) -> None:
        number = len(self.uses)
        activations = [t for t in inputs if self._index(t) is None]
        sources = [self._origins.get(id(t), frozenset()) for t in activations]
        layer.first = not any(id(t) in self._with_gradient for t in activations)
        layer.sources = frozenset().union(*sources)
        for source in layer.sources:
            self.uses[source].feeds.add(number)
        self.uses.append(layer)
        self._origins[id(out)] = frozenset((number,))

    # -- what lies between them ----------------------------------------------------------------
    def _record_element_wise(self, inputs: list[torch.Tensor], out: torch.Tensor) -> None:
        full_size = [t for t in inputs if t.numel() == out.numel() and self._index(t) is None]
        broadcast = [t for t in inputs if t.numel() != out.numel() and self._index(t) is None]
        origins = [self._origins.get(id(t), frozenset()) for t in full_size]
        if not origins or not all(origins) or any(t.ndim for t in broadcast):
            return self._record_other(inputs, [out])
        origin = frozenset[int]().union(*origins)
        self._origins[id(out)] = origin
        if len(origin) == 1 and len(inputs) == 2:
            self._assign_bias(self.uses[next(iter(origin))], inputs, out)
        return None

    def _assign_bias(self, layer: LayerUse, inputs: list[torch.Tensor], out: torch.Tensor) -> None:
        for t in inputs:
            index = self._index(t)
            if index is None or layer.bias is not None or layer.looks_up:
                continue
            if self.shapes[index] == (out.shape[-1],) and t.shape[-1] == out.shape[-1]:
                layer.bias = index

    def _record_other(self, inputs: list[torch.Tensor], out: Sequence[Any]) -> None:
        """Records that other functions take these tensors, which ends a block."""
        for t in inputs:
            for origin in self._origins.get(id(t), ()):
                self.uses[origin].feeds.add(-1)
        self._alive.extend(out)
        needs_gradient = any(id(t) in self._with_gradient or self._is_trained(t) for t in inputs)
        self._with_gradient |= {
            id(t) for t in out if needs_gradient and isinstance(t, torch.Tensor)
        }

    # -- parameters ----------------------------------------------------------------------------
    def _index(self, t: torch.Tensor) -> int | None:
        return self._indices.get(_key(t)) if self._indices else None

    def _parameter_index(self, t: torch.Tensor) -> int | None:
        """The index of the parameter that `t` is a view of all of; None for anything else."""
        index = self._index(t) if isinstance(t, torch.Tensor) else None
        if index is None or sorted(t.shape) != sorted(self.shapes[index]):
            return None
        return index

    def _is_trained(self, t: torch.Tensor) -> bool:
        index = self._index(t)
        return index is not None and self.trained[index]


def is_plain(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether a call of F.embedding has no option that needs the full table."""
    names = (
        "input",
        "weight",
        "padding_idx",
        "max_norm",
        "norm_type",
        "scale_grad_by_freq",
        "sparse",
    )
    options = {**dict(zip(names, args, strict=False)), **kwargs}
    return options.get("padding_idx") is None and not any(
        options.get(name) for name in ("max_norm", "scale_grad_by_freq", "sparse")
    )


def _key(t: torch.Tensor) -> Key:
    return storage_key(t.untyped_storage())


def _tensors(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[torch.Tensor]:
    return [t for t in tree_leaves((args, kwargs)) if isinstance(t, torch.Tensor)]


def _keeps_last_axis(before: torch.Tensor, after: torch.Tensor) -> bool:
    return bool(before.ndim and after.ndim and before.shape[-1] == after.shape[-1])
