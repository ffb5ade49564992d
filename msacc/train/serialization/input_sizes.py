"""The sizes of an exported network's inputs, those that vary among them, and sample values for the export."""

from __future__ import annotations

import inspect
from typing import Any

import torch

from msacc.common import dtype as mstype
from msacc.common.mutable_ import Symbol
from msacc.common.tensor import Tensor, declared_dims, is_described, wrap
from msacc.graph.dynamic_inputs import UNKNOWN_RANK, argument_names
from msacc.nn.cell import Cell

# Sizes to try in the place of one that varies: what a network of images or of words may take.
_SAMPLE_SIZES = (8, 32, 64, 224)
_BATCH = 2


class InputSizes:
    """The sizes of the inputs of `net`: fixed, or varying where a Tensor says so."""

    def __init__(self, net: Cell, inputs: tuple[Tensor, ...]):
        self.net, self.inputs = net, inputs
        self.dims = [declared_dims(t) for t in inputs]
        declared = _declared(net, len(inputs))
        for i, other in declared.items():
            if not is_described(inputs[i]) and is_described(other):
                self._check(i, declared_dims(other))
                self.dims[i] = declared_dims(other)
        for i, dims in enumerate(self.dims):
            if tuple(dims) == UNKNOWN_RANK:
                raise ValueError(
                    f"For 'export', input {i + 1} has no shape; a file needs the rank: write "
                    "Tensor(shape=[None, 3], dtype=...)."
                )

    def _check(self, number: int, dims: Any) -> None:
        shape = self.inputs[number].shape
        fits = tuple(dims) == UNKNOWN_RANK or (
            len(dims) == len(shape)
            and all(_is_dynamic(d) or d == size for d, size in zip(dims, shape, strict=True))
        )
        if not fits:
            raise ValueError(
                f"For 'export', input {number + 1} has the shape {shape}, but set_inputs declared {list(dims)}."
            )

    def varying(self) -> list[tuple[int, int, Any]]:
        """(input, axis, declared size) of every dynamic size."""
        varying = []
        for i, dims in enumerate(self.dims):
            varying += [(i, axis, dim) for axis, dim in enumerate(dims) if _is_dynamic(dim)]
        return varying

    def dynamic(self) -> Any:
        """`dynamic_shapes` of torch.export, or None."""
        if not self.varying():
            return None
        axes: list[dict[int, Any]] = [{} for _ in self.inputs]
        for i, axis, _ in self.varying():
            axes[i][axis] = torch.export.Dim.DYNAMIC
        return _in_signature(self.net, axes)

    def samples(self) -> list[Tensor]:
        """The inputs, with zeros for those without values, of sizes on which the network runs."""
        if not any(map(is_described, self.inputs)):
            return [self._sample(i, 0) for i in range(len(self.inputs))]
        failure: Exception | None = None
        for size in _SAMPLE_SIZES:
            samples = [self._sample(i, size) for i in range(len(self.inputs))]
            try:
                self.net(*samples)
            except Exception as error:
                failure = failure or error
                continue
            return samples
        raise ValueError(
            f"For 'export', the network ran for none of the sizes {_SAMPLE_SIZES} in the place of those that vary. "
            "Declare them by net.set_inputs(Tensor(shape=[None, ...], dtype=...)), or give export a Tensor with values."
        ) from failure

    def _sample(self, number: int, size: int) -> Tensor:
        tensor = self.inputs[number]
        dims = self.dims[number]
        if not is_described(tensor):
            return _avoid_size_one(tensor, dims)
        shape = [_valid_size(dim, _BATCH if axis == 0 else size) for axis, dim in enumerate(dims)]
        return wrap(torch.zeros(shape, dtype=mstype.to_torch(tensor.dtype)))


def _avoid_size_one(tensor: Tensor, dims: Any) -> Tensor:
    """The tensor with dynamic sizes of 1 expanded to 2: torch would specialize on sizes below two."""
    sizes = [
        _BATCH if _is_dynamic(dim) and size < _BATCH else size
        for dim, size in zip(dims, tensor.shape, strict=False)
    ]
    if tuple(sizes) == tensor.shape:
        return tensor
    t = tensor._t
    return wrap(t.expand(sizes).contiguous() if t.numel() else t.new_zeros(sizes))


def _declared(net: Cell, count: int) -> dict[int, Tensor]:
    """The inputs that `set_inputs` declared, by their number."""
    declaration = net.__dict__.get("_msacc_declared")
    if declaration is None:
        return {}
    names = argument_names(net.construct)
    inputs = dict(enumerate(declaration.positional))
    inputs.update(
        {names.index(k) if isinstance(k, str) else k: v for k, v in declaration.named.items()}
    )
    return {i: t for i, t in inputs.items() if i < count and isinstance(t, Tensor)}


def _is_dynamic(dim: Symbol | int | None) -> bool:
    return dim is None or isinstance(dim, Symbol) or dim == -1


def _valid_size(dim: Any, near: int) -> int:
    """A size that satisfies a Symbol's constraints, close to `near`."""
    if not _is_dynamic(dim):
        return int(dim)
    if not isinstance(dim, Symbol):
        return near
    low = max(dim.min, near if not dim.max else min(near, dim.max), 2)
    step = -(-(low - dim.remainder) // dim.divisor) * dim.divisor + dim.remainder
    return step if not dim.max or step <= dim.max else step - dim.divisor


def _in_signature(net: Cell, axes: list[dict[int, Any]]) -> Any:
    """One entry per argument of construct; one tuple for those of *args."""
    entries: list[Any] = []
    for p in inspect.signature(net.construct).parameters.values():
        if len(entries) == len(axes):
            break
        if p.kind is p.VAR_POSITIONAL:
            return (*entries, tuple(axes[len(entries) :]))
        entries.append(axes[len(entries)])
    return tuple(entries)
