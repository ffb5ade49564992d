"""Which axes of an operator's inputs are cut together.

Each axis gets a letter, as in an einsum: axes with one letter are cut by the same processes. The letters in the
order in which they appear are the axes of MindSpore's device matrix.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Letters = list[tuple[str, ...]]

_CONVOLUTIONS = {"Conv2D": ("n c h w", "o c y x"), "Conv3D": ("n c d h w", "o c z y x"),
                 "Conv2DTranspose": ("n c h w", "c o y x"), "Conv2DBackpropInput": ("n c h w", "c o y x"),
                 "DepthwiseConv2dNative": ("n c h w", "m c y x")}  # fmt: skip
_BY_CHANNEL = frozenset(("BiasAdd", "PReLU", "BatchNorm", "InstanceNorm", "GroupNorm"))
_FROM_LEFT = frozenset(("SparseSoftmaxCrossEntropyWithLogits", "NLLLoss", "CrossEntropy"))
_LOOKUPS = frozenset(("Gather", "GatherV2", "SparseGatherV2", "EmbeddingLookup", "Embedding"))
_PRODUCTS = frozenset(
    ("MatMul", "BatchMatMul", "matmul", "bmm", "mm", "MatMulExt", "BatchMatMulExt")
)
_DENSE = frozenset(("Dense", "dense", "linear"))


def letters(name: str, ranks: Sequence[int], settings: dict[str, Any]) -> Letters:
    """The letters of inputs with so many axes each; `settings` are the operator's own."""
    if name in _PRODUCTS and len(ranks) == 2 and min(ranks) > 1:
        return _product(ranks, settings)
    if name in _DENSE and len(ranks) > 1:
        first = (*_batch(ranks[0] - 1), "k")
        return [first, ("j", "k"), *[("j",)] * (len(ranks) - 2)]
    if name in _CONVOLUTIONS:
        return [tuple(text.split()) for text in _CONVOLUTIONS[name]] + [("o",)] * (len(ranks) - 2)
    if name in _LOOKUPS:
        # Rows that are looked up and rows of the table have nothing in common.
        return [
            tuple(f"{place}{i}" for i in range(rank))
            for place, rank in zip("pqrs", ranks, strict=False)
        ]
    if name in _BY_CHANNEL:
        return [_batch(ranks[0]), *[_batch(ranks[0])[1:2]] * (len(ranks) - 1)]
    if name in _FROM_LEFT:
        return [_from_left(i, rank) for i, rank in enumerate(ranks)]
    widest = max(ranks, default=0)
    return [_batch(widest)[widest - rank :] for rank in ranks]


def result(name: str, inputs: Letters, rank: int) -> tuple[str, ...]:
    """The letters of a result with so many axes; those without an input's letter get one of their own."""
    own = tuple(f"out{i}" for i in range(rank))
    if name in _PRODUCTS or name in _DENSE:
        found = (*inputs[0][:-1], "j") if inputs[0][-1] == "k" else (*inputs[0][:-2], "i", "j")
    elif name in _CONVOLUTIONS:
        found = ("n", "o", *inputs[0][2:])
    elif name in _LOOKUPS:
        found = (*inputs[1], *inputs[0][1:]) if len(inputs) > 1 else own
    else:
        found = max(inputs, key=len, default=())
    return found if len(found) == rank else own


def _batch(rank: int) -> tuple[str, ...]:
    return tuple(f"a{i}" for i in range(rank))


def _product(ranks: Sequence[int], settings: dict[str, Any]) -> Letters:
    batch = _batch(max(ranks) - 2)
    first = ("k", "i") if settings.get("transpose_a") else ("i", "k")
    second = ("j", "k") if settings.get("transpose_b") else ("k", "j")
    return [
        (*batch[len(batch) - ranks[0] + 2 :], *first),
        (*batch[len(batch) - ranks[1] + 2 :], *second),
    ]


def _from_left(place: int, rank: int) -> tuple[str, ...]:
    """Logits (n, classes, ...), labels without the axis of classes, weights with it alone."""
    if place == 0:
        return _batch(rank)
    return ("a1",) if place > 1 else ("a0", *_batch(rank + 1)[2:])
