"""What a network does with its parameters: its products, convolutions and tables, in order.

Watches torch's functions while a network runs on tensors without values.
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
# Results lie as their inputs do, element by element.
_BY_ELEMENT = frozenset(
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
_FOLDS = frozenset(("reshape", "view", "flatten", "unsqueeze", "squeeze"))
_CASTS = frozenset(("to", "float", "half", "bfloat16", "type", "contiguous", "clone"))
Key = int


@dataclass
class Use:
    """A layer: the weight's place among the parameters, its axes of inputs and results, and its bias."""

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


class Recorder(TorchFunctionMode):
    """`uses`: the layers; `times`: how often each parameter goes into a function.

    `parameters`: torch tensors without values, as the network will meet them; `trained`: which of them are.
    """

    def __init__(self, parameters: Sequence[torch.Tensor], trained: Sequence[bool]):
        super().__init__()
        self.shapes = [tuple(t.shape) for t in parameters]
        self.trained = list(trained)
        self.uses: list[Use] = []
        self.times = [0] * len(parameters)
        self._places: dict[Key, int] = {_key(t): i for i, t in enumerate(parameters)}
        # By id of a tensor: the layers that it comes from, element by element; whether it has a gradient.
        self._origins: dict[int, frozenset[int]] = {}
        self._graded: set[int] = set()
        self._kept: list[Any] = list(parameters)

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        kwargs = kwargs or {}
        out = func(*args, **kwargs)
        if isinstance(out, torch.Tensor):
            self._note(func, args, kwargs, out)
        elif any(isinstance(t, torch.Tensor) for t in tree_leaves(out)):
            self._other(_tensors(args, kwargs), list(tree_leaves(out)))
        return out

    def _note(self, func: Any, args: Any, kwargs: Any, out: torch.Tensor) -> None:
        self._kept.append(out)
        given = _tensors(args, kwargs)
        name = getattr(func, "__name__", "")
        if len(given) == 1 and self._place(given[0]) is not None:
            if self._place(out) is not None:
                return  # a view
            if name in _CASTS:
                self._places[_key(out)] = self._places[_key(given[0])]
                return
        graded = any(id(t) in self._graded or self._is_trained(t) for t in given)
        if graded and out.is_floating_point():
            self._graded.add(id(out))
        for t in given:
            place = self._place(t)
            if place is not None:
                self.times[place] += 1
        use = self._layer(func, args, kwargs, out)
        if use is not None:
            self._add(use, given, out)
        elif name in _BY_ELEMENT or (name in _FOLDS and _same_last(given[0], out)):
            self._by_element(given, out)
        else:
            self._other(given, [out])

    # -- layers --------------------------------------------------------------------------------
    def _layer(self, func: Any, args: Any, kwargs: Any, out: torch.Tensor) -> Use | None:
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
            return self._table(args[0], args[1], out)
        elif func is torch.index_select and len(args) == 3 and args[1] == 0:
            return self._table(args[2], args[0], out)
        else:
            return None
        place = self._whole(weight)
        if place is None or weight.ndim != 2 or x.ndim < 2 or self._place(x) is not None:
            return None
        if tuple(weight.shape) != self.shapes[place] or weight.stride(1) != 1:
            inner, outer = outer, inner
        use = Use(place, inner, outer, x.nbytes, out.nbytes, x.shape[0])
        use.bias = None if bias is None else self._place(bias)
        return use

    def _convolution(
        self, transposed: bool, args: Any, kwargs: Any, out: torch.Tensor
    ) -> Use | None:
        groups = kwargs.get("groups", args[6] if len(args) > 6 else 1)
        place = self._whole(args[1])
        if place is None or groups != 1 or tuple(args[1].shape) != self.shapes[place]:
            return None
        inner, outer = (0, 1) if transposed else (1, 0)
        use = Use(place, inner, outer, args[0].nbytes, out.nbytes, args[0].shape[0])
        bias = args[2] if len(args) > 2 else kwargs.get("bias")
        use.bias = None if bias is None else self._place(bias)
        return use

    def _table(self, ids: torch.Tensor, table: torch.Tensor, out: torch.Tensor) -> Use | None:
        place = self._whole(table)
        if place is None or table.ndim != 2 or tuple(table.shape) != self.shapes[place]:
            return None
        return Use(place, 0, 1, ids.nbytes, out.nbytes, ids.shape[0], looks_up=True)

    def _add(self, use: Use, given: list[torch.Tensor], out: torch.Tensor) -> None:
        number = len(self.uses)
        taken = [t for t in given if self._place(t) is None]
        sources = [self._origins.get(id(t), frozenset()) for t in taken]
        use.first = not any(id(t) in self._graded for t in taken)
        use.sources = frozenset().union(*sources)
        for source in use.sources:
            self.uses[source].feeds.add(number)
        self.uses.append(use)
        self._origins[id(out)] = frozenset((number,))

    # -- what lies between them ----------------------------------------------------------------
    def _by_element(self, given: list[torch.Tensor], out: torch.Tensor) -> None:
        whole = [t for t in given if t.numel() == out.numel() and self._place(t) is None]
        small = [t for t in given if t.numel() != out.numel() and self._place(t) is None]
        origins = [self._origins.get(id(t), frozenset()) for t in whole]
        if not origins or not all(origins) or any(t.ndim for t in small):
            return self._other(given, [out])
        found = frozenset[int]().union(*origins)
        self._origins[id(out)] = found
        if len(found) == 1 and len(given) == 2:
            self._take_bias(self.uses[next(iter(found))], given, out)
        return None

    def _take_bias(self, use: Use, given: list[torch.Tensor], out: torch.Tensor) -> None:
        for t in given:
            place = self._place(t)
            if place is None or use.bias is not None or use.looks_up:
                continue
            if self.shapes[place] == (out.shape[-1],) and t.shape[-1] == out.shape[-1]:
                use.bias = place

    def _other(self, given: list[torch.Tensor], out: Sequence[Any]) -> None:
        """Something else took these: a block ends."""
        for t in given:
            for origin in self._origins.get(id(t), ()):
                self.uses[origin].feeds.add(-1)
        self._kept.extend(out)
        graded = any(id(t) in self._graded or self._is_trained(t) for t in given)
        self._graded |= {id(t) for t in out if graded and isinstance(t, torch.Tensor)}

    # -- parameters ----------------------------------------------------------------------------
    def _place(self, t: torch.Tensor) -> int | None:
        return self._places.get(_key(t)) if self._places else None

    def _whole(self, t: Any) -> int | None:
        """A parameter's place, where `t` is all of it."""
        place = self._place(t) if isinstance(t, torch.Tensor) else None
        if place is None or sorted(t.shape) != sorted(self.shapes[place]):
            return None
        return place

    def _is_trained(self, t: torch.Tensor) -> bool:
        place = self._place(t)
        return place is not None and self.trained[place]


def is_plain(args: Any, kwargs: Any) -> bool:
    """Whether a call of F.embedding has no option that looks at the whole table."""
    names = (
        "input",
        "weight",
        "padding_idx",
        "max_norm",
        "norm_type",
        "scale_grad_by_freq",
        "sparse",
    )
    given = {**dict(zip(names, args, strict=False)), **kwargs}
    return given.get("padding_idx") is None and not any(
        given.get(name) for name in ("max_norm", "scale_grad_by_freq", "sparse")
    )


def _key(t: torch.Tensor) -> Key:
    return storage_key(t.untyped_storage())


def _tensors(args: Any, kwargs: Any) -> list[torch.Tensor]:
    return [t for t in tree_leaves((args, kwargs)) if isinstance(t, torch.Tensor)]


def _same_last(before: torch.Tensor, after: torch.Tensor) -> bool:
    return bool(before.ndim and after.ndim and before.shape[-1] == after.shape[-1])
