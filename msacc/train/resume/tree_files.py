"""Nested dicts and lists with arrays in them, as JSON and tensors: what a safetensors file holds, and nothing runs."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import torch

from msacc.common import safe_parsing
from msacc.common.tensor import Tensor, wrap

# Marks a leaf whose value is among the tensors; with it stands what it was.
_MARK = "$tensor"
_KINDS = ("array", "scalar", "torch", "Tensor")


def packed(tree: Any) -> tuple[str, dict[str, torch.Tensor]]:
    """(JSON, tensors by name); TypeError names what is of another kind."""
    tensors: dict[str, torch.Tensor] = {}
    return json.dumps(_packed(tree, "", tensors)), tensors


def unpacked(text: str, tensors: dict[str, torch.Tensor]) -> Any:
    """What `packed` was given; tuples have become lists. ValueError or KeyError for what it did not give."""
    return _unpacked(safe_parsing.from_json(text), tensors)


def _packed(value: Any, path: str, tensors: dict[str, torch.Tensor]) -> Any:
    if value is None or isinstance(value, (bool, int, float, str)) and type(value) in _PLAIN:
        return value
    if isinstance(value, dict):
        if any(not isinstance(key, str) or key == _MARK for key in value):
            raise TypeError(f"{path or 'it'} has keys that are no str: {list(value)}")
        return {key: _packed(item, f"{path}/{key}", tensors) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_packed(item, f"{path}/{i}", tensors) for i, item in enumerate(value)]
    kind, tensor = _as_tensor(value, path)
    tensors[path] = tensor
    return {_MARK: path, "kind": kind}


_PLAIN = (bool, int, float, str)


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


def _unpacked(value: Any, tensors: dict[str, torch.Tensor]) -> Any:
    if isinstance(value, list):
        return [_unpacked(item, tensors) for item in value]
    if not isinstance(value, dict):
        return value
    if _MARK not in value:
        return {key: _unpacked(item, tensors) for key, item in value.items()}
    tensor, kind = tensors[value[_MARK]], value["kind"]
    if kind not in _KINDS:
        raise ValueError(f"a value of kind {kind!r}")
    if kind == "torch":
        return tensor
    if kind == "Tensor":
        return wrap(tensor)
    return tensor.numpy()[()] if kind == "scalar" else tensor.numpy()
