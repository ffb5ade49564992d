"""Rewrites of an exported program that torch's ONNX exporter would translate wrongly, or not at all."""

from __future__ import annotations

from typing import Any

import torch

_ATEN = torch.ops.aten
# Ops with lists of places, which ONNX wants as int64 and torch takes as int32 too.
_INDEXED = (
    _ATEN.index.Tensor,
    _ATEN.index_put.default,
    _ATEN.index_put_.default,
    _ATEN._unsafe_index.Tensor,
)
_STABLE = {
    _ATEN.sort.stable: _ATEN.sort.default,
    _ATEN.argsort.stable: _ATEN.argsort.default,
}


def fix_for_exporter(program: Any) -> Any:
    """Rewrites the program in place: int64 indexes, ONNX's sort, tensors instead of numbers as first operands."""
    for node in list(program.graph.nodes):
        if node.target in _INDEXED:
            node.update_arg(1, [_as_int64(program, node, position) for position in node.args[1]])
        elif _number_first(node, _ATEN.mul.Tensor):
            node.args = (node.args[1], node.args[0])
        elif _number_first(node, _ATEN.floor_divide.default):
            node.update_arg(0, _as_tensor(program, node))
        elif node.target in _STABLE:
            # ONNX's sort is always stable.
            node.target = _STABLE[node.target]
            node.kwargs = {name: v for name, v in node.kwargs.items() if name != "stable"}
    program.graph.lint()
    program.graph_module.recompile()
    return program


def _number_first(node: Any, target: Any) -> bool:
    return node.target is target and isinstance(node.args[0], (int, float))


def _as_int64(program: Any, node: Any, index: Any) -> Any:
    example = getattr(index, "meta", {}).get("val")
    if not isinstance(example, torch.Tensor) or example.dtype in (
        torch.int64,
        torch.bool,
        torch.uint8,
    ):
        return index
    with program.graph.inserting_before(node):
        cast = program.graph.call_function(_ATEN.to.dtype, (index, torch.int64))
    cast.meta["val"] = example.to(torch.int64)
    return cast


def _as_tensor(program: Any, node: Any) -> Any:
    """The number that is the first operand, as a 0-d tensor of the other operand's type."""
    number, example = node.args[0], node.args[1].meta["val"]
    dtype = example.dtype if example.is_floating_point() else node.meta["val"].dtype
    with program.graph.inserting_before(node):
        tensor = program.graph.call_function(
            _ATEN.scalar_tensor.default, (number,), {"dtype": dtype}
        )
    with example.fake_mode:
        tensor.meta["val"] = torch.scalar_tensor(number, dtype=dtype)
    return tensor
