"""Nested dicts and lists with arrays as JSON and tensors, to be stored in a safetensors file: reading runs no code."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import torch

from msacc.common import safe_parsing
from msacc.common.tensor import Tensor, wrap

# Marks a leaf whose value is among the tensors; with it stands what it was.
_TENSOR_KEY = "$tensor"
_KINDS = ("array", "scalar", "torch", "Tensor")


def pack(tree: dict[str, Any]) -> tuple[str, dict[str, torch.Tensor]]:
    """Returns (JSON, tensors by name); TypeError names a value of another kind."""
    tensors: dict[str, torch.Tensor] = {}
    return json.dumps(_pack_value(tree, "", tensors)), tensors


def unpack(text: str, tensors: dict[str, torch.Tensor]) -> Any:
    """The tree of `pack`, with lists for tuples. ValueError or KeyError for other content."""
    return _unpack_value(safe_parsing.from_json(text), tensors)


def _pack_value(value: Any, path: str, tensors: dict[str, torch.Tensor]) -> Any:
    if value is None or isinstance(value, (bool, int, float, str)) and type(value) in _JSON_TYPES:
        return value
    if isinstance(value, dict):
        if any(not isinstance(key, str) or key == _TENSOR_KEY for key in value):
            raise TypeError(f"{path or 'it'} has keys that are no str: {list(value)}")
        return {key: _pack_value(item, f"{path}/{key}", tensors) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_pack_value(item, f"{path}/{i}", tensors) for i, item in enumerate(value)]
    kind, tensor = _as_tensor(value, path)
    tensors[path] = tensor
    return {_TENSOR_KEY: path, "kind": kind}


_JSON_TYPES = (bool, int, float, str)


def _as_tensor(value: Any, path: str) -> tuple[str, torch.Tensor]:
    if isinstance(value, Tensor):
        return "Tensor", value.init_data()._t.detach()
    if isinstance(value, torch.Tensor):
        return "torch", value.detach()
    if isinstance(value, np.generic):
        return "scalar", torch.from_numpy(np.array(value))
    if isinstance(value, np.ndarray) and value.dtype.kind in "biufc":
        return "array", torch.from_numpy(np.ascontiguousarray(value))
    raise TypeError(
        f"{path or 'it'} is of type {type(value).__name__}; numbers, str, lists, dicts, arrays and Tensors can be kept"
    )


def _unpack_value(value: Any, tensors: dict[str, torch.Tensor]) -> Any:
    if isinstance(value, list):
        return [_unpack_value(item, tensors) for item in value]
    if not isinstance(value, dict):
        return value
    if _TENSOR_KEY not in value:
        return {key: _unpack_value(item, tensors) for key, item in value.items()}
    tensor, kind = tensors[value[_TENSOR_KEY]], value["kind"]
    if kind not in _KINDS:
        raise ValueError(f"a value of kind {kind!r}")
    if kind == "torch":
        return tensor
    if kind == "Tensor":
        return wrap(tensor)
    return tensor.numpy()[()] if kind == "scalar" else tensor.numpy()
