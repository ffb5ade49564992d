"""What large_networks.py uses of MindSpore's API, by torch alone: put into `sys.modules` as "mindspore".

So that torch's own figures are of the same code, without msacc.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from torch.nn import functional as F

float32 = torch.float32


def Tensor(value: np.ndarray) -> torch.Tensor:
    """On torch's default device. Integers are int64, which torch's losses and embeddings are used with."""
    tensor = torch.from_numpy(value).to(torch.get_default_device())
    return tensor.long() if value.dtype == np.int32 else tensor


class Cell(torch.nn.Module):
    """A module whose forward pass is called `construct`."""

    def __init__(self, auto_prefix: bool = True):
        super().__init__()

    def forward(self, *inputs: Any) -> Any:
        return self.construct(*inputs)


def _conv(i: int, o: int, size: int, stride: int = 1, has_bias: bool = False) -> torch.nn.Conv2d:
    return torch.nn.Conv2d(i, o, size, stride, size // 2, bias=has_bias)


nn = SimpleNamespace(
    Cell=Cell,
    CellList=torch.nn.ModuleList,
    Dense=torch.nn.Linear,
    Conv2d=_conv,
    CrossEntropyLoss=torch.nn.CrossEntropyLoss,
    Embedding=torch.nn.Embedding,
    GroupNorm=torch.nn.GroupNorm,
    Identity=torch.nn.Identity,
    LayerNorm=torch.nn.LayerNorm,
    SiLU=torch.nn.SiLU,
    Transformer=torch.nn.Transformer,
)
ops = SimpleNamespace(
    broadcast_to=torch.broadcast_to,
    cast=torch.Tensor.to,
    concat=torch.cat,
    cos=torch.cos,
    cross_entropy=F.cross_entropy,
    gelu=F.gelu,
    matmul=torch.matmul,
    sin=torch.sin,
    softmax=torch.softmax,
    transpose=torch.permute,
)
