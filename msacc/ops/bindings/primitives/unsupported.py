"""Primitives of MindSpore's runtime, or without a documented formula: calling them raises."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable
from typing import Any

from msacc.common.copy_code import copy_code
from msacc.ops.bindings.primitives.without_kernel import signature_of, without_kernel
from msacc.ops.core.primitive import primitive_names

_GRAPHS = "it is an instruction of MindSpore's graph compiler; write the branch or loop in Python"
_QUEUES = "it reads a queue of an Ascend device; iterate over the dataset"
_SERVERS = "it speaks to a parameter server; train with data parallelism"
_CACHES = "it steers the cache of an embedding server"

# Primitives and functions, refused when they are called.
_REASONS: dict[str, str] = {
    "GeSwitch": _GRAPHS,
    "Merge": _GRAPHS,
    "UpdateState": _GRAPHS,
    "PyExecute": _GRAPHS,
    "GetNext": _QUEUES,
    "Pull": _SERVERS,
    "Push": _SERVERS,
    "MapCacheIdx": _CACHES,
    "DumpGradient": "it writes gradients from Ascend kernels; use ops.InsertGradientOf with ops.tensordump",
    "RNNTLoss": "its scores are not documented well enough to be computed alike; use a loss of your own",
    "BasicLSTMCell": "its weights are laid out for Ascend kernels; use nn.LSTMCell",
    "FusedAdaFactor": "its scratch Tensors are laid out for MindSpore's CPU kernel; use nn.AdaFactor",
    "FusedAdaFactorWithGlobalNorm": "its scratch Tensors are laid out for MindSpore's kernels; use nn.AdaFactor",
}
_ASCEND = "it is a kernel of Ascend's, and MindSpore's CPU build refuses it too"
_FUNCTIONS: dict[str, str] = {
    "J": "it is an instruction of MindSpore's graph compiler; mindspore.grad and value_and_grad derive a function",
    "kernel": "it marks a kernel for MindSpore's own compiler; write the op in Python, or with ops.Custom",
    "ms_kernel": "it marks a kernel for MindSpore's own compiler; write the op in Python, or with ops.Custom",
    "recompute_block": "it is an instruction of MindSpore's graph compiler; use mindspore.recompute",
    "is_dynamic_sequence_element_unknown": _GRAPHS,
    "lightning_indexer": _ASCEND,
    "sparse_flash_attention": _ASCEND,
    "rotated_iou": f"{_ASCEND}; ops.iou compares boxes along the axes",
    "geswitch": _GRAPHS,
    "merge": _GRAPHS,
    "switch": _GRAPHS,
    "switch_layer": _GRAPHS,
    "env_get": "it reads gradients kept in a graph's environment; mindspore.grad returns them",
    "environ_add": "it adds gradients kept in a graph's environment; mindspore.grad returns them",
    "environ_create": "it makes a graph's environment of gradients; mindspore.grad returns them",
    "environ_get": "it reads gradients kept in a graph's environment; mindspore.grad returns them",
    "environ_set": "it keeps gradients in a graph's environment; mindspore.grad returns them",
    "embed": "it is a key into a graph's environment of gradients; mindspore.grad returns them",
    "ref_to_embed": "it is a key into a graph's environment of gradients; mindspore.grad returns them",
    "array_reduce": "it is an instruction of MindSpore's graph compiler; use ops.reduce_sum and its like",
    "array_to_scalar": "it is an instruction of MindSpore's graph compiler; use Tensor.item()",
    "broadcast_gradient_args": "it serves MindSpore's own gradients; mindspore.grad computes them",
    "reduced_shape": "it serves MindSpore's own gradients; mindspore.grad computes them",
    "distribute": "it serves MindSpore's own gradients; mindspore.grad computes them",
    "make_map_parameter": "msacc has no MapParameter: hash tables of embeddings need a parameter server",
}


# What MindSpore's signatures take; the other primitives take nothing, the other functions anything.
_TAKE: dict[str, str] = {
    "geswitch": "data, pred",
    "kernel": "fn=None, reg_info=None, compile_attrs=None",
    "ms_kernel": "fn=None, reg_info=None, compile_attrs=None",
    "rotated_iou": "boxes, query_boxes, trans=False, mode=0, is_cross=True, v_threshold=0.0, e_threshold=0.0",
    "BasicLSTMCell": "keep_prob=1.0, forget_bias=1.0, state_is_tuple=True, activation='tanh'",
    "GetNext": "types, shapes, output_num, shared_name",
    "Push": "optim_type='ApplyMomentum', only_shape_indices=None",
    "RNNTLoss": "blank_label=0",
    **dict.fromkeys(
        ("FusedAdaFactor", "FusedAdaFactorWithGlobalNorm"),
        "enable_scale_parameter=False, enable_first_moment=False, enable_weight_decay=False",
    ),
}


def _unread(signature: inspect.Signature) -> str:
    names = ", ".join(f"`{name}`" for name in signature.parameters)
    return textwrap.fill(f"Not looked at: {names}.", 110) + "\n" if names else ""


def _function(name: str, why: str) -> Callable[..., Any]:
    @copy_code
    def refused(*args: object, **kwargs: object) -> Any:
        raise NotImplementedError(f"msacc does not run mindspore.ops.{name}: {why}.")

    refused.refusal = why  # type: ignore[attr-defined]
    refused.__name__ = refused.__qualname__ = name
    refused.__doc__ = (
        f"Refused: {why}. Raises NotImplementedError, which says so, when it is called.\n"
    )
    if name in _TAKE:
        refused.__signature__ = signature = signature_of(_TAKE[name])  # type: ignore[attr-defined]
        refused.__doc__ += _unread(signature)
    return refused


for _name, _why in _REASONS.items():
    globals()[_name] = without_kernel(_name, _TAKE.get(_name, ""), _why)
for _name, _why in _FUNCTIONS.items():
    globals()[_name] = _function(_name, _why)

__all__ = [*primitive_names(globals()), *_FUNCTIONS]
