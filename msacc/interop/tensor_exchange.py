"""Conversion of nested inputs and results between a torch module and the Cell in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from msacc.common.sparse import COOTensor, CSRTensor, Sparse
from msacc.common.tensor import Tensor, wrap
from msacc.common.tensor_tree import like


def from_torch(value: Any) -> Any:
    """The same structure with a Tensor around each torch tensor; mappings become dicts."""
    if isinstance(value, torch.Tensor):
        return wrap(value)
    if isinstance(value, (list, tuple)):
        return like(value, [from_torch(item) for item in value])
    if isinstance(value, Mapping):
        return {key: from_torch(item) for key, item in value.items()}
    return value


def to_torch(value: Any) -> Any:
    """The same structure with the torch tensor of each Tensor; sparse ones become torch's."""
    if isinstance(value, Tensor):
        return value._t
    if isinstance(value, (list, tuple)):
        return like(value, [to_torch(item) for item in value])
    if isinstance(value, Mapping):
        return {key: to_torch(item) for key, item in value.items()}
    if isinstance(value, COOTensor):
        positions = value.indices._t.t()
        return torch.sparse_coo_tensor(
            positions, value.values._t, value.shape, check_invariants=False
        )
    if isinstance(value, CSRTensor):
        rows, columns = value.indptr._t, value.indices._t
        return torch.sparse_csr_tensor(
            rows, columns, value.values._t, value.shape, check_invariants=False
        )
    if isinstance(value, Sparse):
        raise TypeError(f"torch has no counterpart of the result {value!r}.")
    return value
