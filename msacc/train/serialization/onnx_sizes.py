"""Inputs of an ONNX model whose sizes vary: which, and values to try the network on."""

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
_TRIED = (8, 32, 64, 224)
_BATCH = 2


class Sizes:
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
                    f"For 'export', input {i + 1} has no shape; an ONNX model needs the rank: write "
                    "Tensor(shape=[None, 3], dtype=...)."
                )

    def _check(self, number: int, dims: Any) -> None:
        shape = self.inputs[number].shape
        fits = tuple(dims) == UNKNOWN_RANK or (
            len(dims) == len(shape)
            and all(_varies(d) or d == size for d, size in zip(dims, shape, strict=False))
        )
        if not fits:
            raise ValueError(
                f"For 'export', input {number + 1} has the shape {shape}, but set_inputs declared {list(dims)}."
            )

    def varying(self) -> list[tuple[int, int, Any]]:
        """(input, axis, what was declared) of every size that varies."""
        found = []
        for i, dims in enumerate(self.dims):
            found += [(i, axis, dim) for axis, dim in enumerate(dims) if _varies(dim)]
        return found

    def dynamic(self) -> Any:
        """`dynamic_shapes` of torch.export, or None."""
        if not self.varying():
            return None
        axes: list[dict[int, Any]] = [{} for _ in self.inputs]
        for i, axis, _ in self.varying():
            axes[i][axis] = torch.export.Dim.DYNAMIC
        return _in_signature(self.net, axes)

    def samples(self) -> list[Tensor]:
        """The inputs, with zeros for those that have no values: of sizes on which the network runs."""
        if not any(map(is_described, self.inputs)):
            return [self._sample(i, 0) for i in range(len(self.inputs))]
        failure: Exception | None = None
        for tried in _TRIED:
            given = [self._sample(i, tried) for i in range(len(self.inputs))]
            try:
                self.net(*given)
            except Exception as error:
                failure = failure or error
                continue
            return given
        raise ValueError(
            f"For 'export', the network ran for none of the sizes {_TRIED} in the place of those that vary. Declare "
            "them by net.set_inputs(Tensor(shape=[None, ...], dtype=...)), and give export a Tensor with values."
        ) from failure

    def _sample(self, number: int, tried: int) -> Tensor:
        given = self.inputs[number]
        dims = self.dims[number]
        if not is_described(given):
            return _above_one(given, dims)
        shape = [_size(dim, _BATCH if axis == 0 else tried) for axis, dim in enumerate(dims)]
        return wrap(torch.zeros(shape, dtype=mstype.to_torch(given.dtype)))


def _above_one(given: Tensor, dims: Any) -> Tensor:
    """The values, twice where a size that varies is one: of sizes below two torch makes a model of their own."""
    sizes = [
        _BATCH if _varies(dim) and size < _BATCH else size
        for dim, size in zip(dims, given.shape, strict=False)
    ]
    if tuple(sizes) == given.shape:
        return given
    t = given._t
    return wrap(t.expand(sizes).contiguous() if t.numel() else t.new_zeros(sizes))


def _declared(net: Cell, count: int) -> dict[int, Tensor]:
    """What `set_inputs` declared, by the input's number."""
    said = net.__dict__.get("_declared")
    if said is None:
        return {}
    names = argument_names(net.construct)
    found = dict(enumerate(said.given))
    found.update({names.index(k) if isinstance(k, str) else k: v for k, v in said.named.items()})
    return {i: t for i, t in found.items() if i < count and isinstance(t, Tensor)}


def _varies(dim: Any) -> bool:
    return dim is None or isinstance(dim, Symbol) or dim == -1


def _size(dim: Any, wanted: int) -> int:
    """A size that fits the rule of a Symbol, near the wanted one."""
    if not _varies(dim):
        return int(dim)
    if not isinstance(dim, Symbol):
        return wanted
    low = max(dim.min, wanted if not dim.max else min(wanted, dim.max), 2)
    step = -(-(low - dim.remainder) // dim.divisor) * dim.divisor + dim.remainder
    return step if not dim.max or step <= dim.max else step - dim.divisor


def _in_signature(net: Cell, axes: list[dict[int, Any]]) -> Any:
    """One entry for each argument of construct; one tuple for those of *args."""
    found: list[Any] = []
    for p in inspect.signature(net.construct).parameters.values():
        if len(found) == len(axes):
            break
        if p.kind is p.VAR_POSITIONAL:
            return (*found, tuple(axes[len(found) :]))
        found.append(axes[len(found)])
    return tuple(found)


def named_sizes(proto: Any, sizes: Sizes) -> None:
    """Name the sizes that vary after their input and axis, where the exporter numbered them."""
    names: dict[str, str] = {}
    for i, axis, _ in sizes.varying():
        held = proto.graph.input[i]
        own = held.type.tensor_type.shape.dim[axis].dim_param
        names.setdefault(own, f"{held.name}_{axis}")
    for value in (*proto.graph.input, *proto.graph.output, *proto.graph.value_info):
        for dim in value.type.tensor_type.shape.dim:
            if dim.dim_param in names:
                dim.dim_param = names[dim.dim_param]
