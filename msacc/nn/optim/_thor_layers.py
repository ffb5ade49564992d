"""Which layer a parameter that THOR updates belongs to, and the inverses of its Kronecker factors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from msacc.common import dtype as mstype
from msacc.common.initializer import initializer
from msacc.common.parameter import Parameter
from msacc.nn.cell import Cell
from msacc.nn.layer.normalization import LayerNorm
from msacc.nn.layer.thor import Conv2dThor, DenseThor
from msacc.nn.layer.thor_tables import EmbeddingLookupThor, EmbeddingThor
from msacc.ops.update import kronecker
from msacc.ops.update.tensor_lists import Tensors

_TABLES = (EmbeddingThor, EmbeddingLookupThor)


class FactoredWeight:
    """A weight with two Kronecker factors, and their inverses; `number` names these, as MindSpore counts them."""

    def __init__(self, layer: Any, weight: Parameter, number: int) -> None:
        self.is_conv, self.is_table = isinstance(layer, Conv2dThor), isinstance(layer, _TABLES)
        self.a = layer.matrix_a_cov if self.is_conv else layer.matrix_a
        self.g = layer.matrix_g_cov if self.is_conv else layer.matrix_g
        self.counts = [layer.a_normalizer, layer.g_normalizer] if self.is_conv else []
        a_shape, g_shape = self._shapes(tuple(weight.shape))
        self.a_inverse = _zeros(f"matrix_a_inv_{number}", a_shape)
        self.g_inverse = _zeros(f"matrix_g_inv_{number}", g_shape)

    def _shapes(self, shape: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Those of the inverses, as MindSpore keeps them: blocks of A are there for each block of G."""
        if self.is_table:
            return shape[:1], (shape[1], shape[1])
        (m, wide), (n, tall) = [
            kronecker.block_shape(size) for size in (torch.Size(shape[1:]).numel(), shape[0])
        ]
        return (n, m, wide, wide), (n, tall, tall)

    def inverses(self, damping: torch.Tensor, g_scale: float, batch_size: float) -> Tensors:
        """The inverses of A and of G times `g_scale`, both with sqrt(damping) on their diagonals."""
        factors = self.a._t, self.g._t
        if self.is_table:
            return kronecker.table_inverses(*factors, damping, g_scale, batch_size)
        if self.is_conv:
            counts = [count._t for count in self.counts]
            return kronecker.conv_inverses(*factors, damping, g_scale, counts)
        return kronecker.weight_inverses(*factors, damping, g_scale)

    def kept(self) -> Tensors:
        """The inverses of an earlier step, in the order of `inverses`."""
        return [self.a_inverse._t, self.g_inverse._t]

    def precondition(self, gradient: torch.Tensor) -> torch.Tensor:
        """The gradient times the inverses."""
        rule = kronecker.precondition_table if self.is_table else kronecker.precondition
        return rule(gradient, self.g_inverse._t, self.a_inverse._t)


def _zeros(name: str, shape: tuple[int, ...]) -> Parameter:
    return Parameter(initializer("zeros", shape, mstype.float32), name=name, requires_grad=False)


def factored_weights(net: Cell, parameters: Sequence[Parameter]) -> list[FactoredWeight | None]:
    """For each parameter its factors, None where its layer keeps none or it is a bias."""
    owners: dict[int, Any] = {}
    for _, cell in net.cells_and_names():
        if isinstance(cell, _TABLES):
            owners.setdefault(id(cell.embedding_table), cell)
        elif isinstance(cell, (DenseThor, Conv2dThor)):
            owners.setdefault(id(cell.weight), cell)
    found: list[FactoredWeight | None] = []
    for parameter in parameters:
        layer, number = owners.get(id(parameter)), sum(f is not None for f in found)
        found.append(None if layer is None else FactoredWeight(layer, parameter, number))
    return found


def of_layer_norms(net: Cell, parameters: Sequence[Parameter]) -> list[bool]:
    """For each parameter whether it is a layer normalisation's."""
    norms = [cell for _, cell in net.cells_and_names() if isinstance(cell, LayerNorm)]
    theirs = {id(p) for norm in norms for p in (norm.gamma, norm.beta)}
    return [id(p) in theirs for p in parameters]
