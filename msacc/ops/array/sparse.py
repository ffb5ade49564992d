"""Matrices as sparse tensors."""

from __future__ import annotations

import torch

from msacc.common.sparse import COOTensor, CSRTensor
from msacc.common.tensor import Tensor, wrap


def to_coo(self: Tensor) -> COOTensor:
    """The elements that are not 0, as a COOTensor with Int32 indices; ValueError unless this is a matrix."""
    if self.ndim != 2:
        raise ValueError(f"to_coo() supports 2-D Tensors only, but got shape {self.shape}.")
    places = torch.nonzero(self._t)
    values = self._t[places[:, 0], places[:, 1]]
    return COOTensor(wrap(places.to(torch.int32)), wrap(values), self.shape)


def to_csr(self: Tensor) -> CSRTensor:
    """The elements that are not 0, as a CSRTensor with Int32 indices; ValueError unless this is a matrix."""
    if self.ndim != 2:
        raise ValueError(f"to_csr() supports 2-D Tensors only, but got shape {self.shape}.")
    coo = to_coo(self)
    counts = torch.bincount(coo.indices._t[:, 0], minlength=self.shape[0])
    starts = torch.cat((counts.new_zeros(1), counts.cumsum(0))).to(torch.int32)
    return CSRTensor(wrap(starts), wrap(coo.indices._t[:, 1].clone()), coo.values, self.shape)
