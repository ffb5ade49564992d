"""Labels for the axes of an operator's inputs, as the letters of an einsum.

Axes with the same label are sharded over the same processes. The labels in order of appearance are the axes of
MindSpore's device matrix.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Labels = list[tuple[str, ...]]

_CONVOLUTIONS = {"Conv2D": ("n c h w", "o c y x"), "Conv3D": ("n c d h w", "o c z y x"),
                 "Conv2DTranspose": ("n c h w", "c o y x"), "Conv2DBackpropInput": ("n c h w", "c o y x"),
                 "DepthwiseConv2dNative": ("n c h w", "m c y x")}  # fmt: skip
_BY_CHANNEL = frozenset(("BiasAdd", "PReLU", "BatchNorm", "InstanceNorm", "GroupNorm"))
_CLASS_LOSSES = frozenset(("SparseSoftmaxCrossEntropyWithLogits", "NLLLoss", "CrossEntropy"))
_LOOKUPS = frozenset(("Gather", "GatherV2", "SparseGatherV2", "EmbeddingLookup", "Embedding"))
_PRODUCTS = frozenset(
    ("MatMul", "BatchMatMul", "matmul", "bmm", "mm", "MatMulExt", "BatchMatMulExt")
)
_DENSE = frozenset(("Dense", "dense", "linear"))
ATTENTION = "FlashAttentionScore"
# Samples, positions, heads (with their width, where a layout has H), the width of a head.
ATTENTION_AXES = {
    "BSH": "bsn",
    "SBH": "sbn",
    "BNSD": "bnsd",
    "BSND": "bsnd",
    "TND": "snd",
    "TH": "sn",
}


def axis_labels(name: str, ranks: Sequence[int], settings: dict[str, Any]) -> Labels:
    """The labels of inputs with these numbers of axes; `settings` are the operator's own attributes."""
    if name in _PRODUCTS and len(ranks) == 2 and min(ranks) > 1:
        return _product_labels(ranks, settings)
    if name in _DENSE and len(ranks) > 1:
        first = (*_batch_labels(ranks[0] - 1), "k")
        return [first, ("j", "k"), *[("j",)] * (len(ranks) - 2)]
    if name in _CONVOLUTIONS:
        return [tuple(text.split()) for text in _CONVOLUTIONS[name]] + [("o",)] * (len(ranks) - 2)
    if name in _LOOKUPS:
        # The axes of the indices and those of the table are independent, behind the `batch_dims` of both.
        together = settings.get("batch_dims", 0) % max(ranks[0], 1)
        return [
            tuple(f"{'b' if i < together else prefix}{i}" for i in range(rank))
            for prefix, rank in zip("pqrs", ranks, strict=False)
        ]
    if name in _BY_CHANNEL:
        return [_batch_labels(ranks[0]), *[_batch_labels(ranks[0])[1:2]] * (len(ranks) - 1)]
    if name in _CLASS_LOSSES:
        return [_class_loss_labels(i, rank) for i, rank in enumerate(ranks)]
    if name == ATTENTION:
        return [_attention_labels(i, rank, settings) for i, rank in enumerate(ranks)]
    widest = max(ranks, default=0)
    return [_batch_labels(widest)[widest - rank :] for rank in ranks]


def result_labels(name: str, inputs: Labels, rank: int) -> tuple[str, ...]:
    """The labels of a result with `rank` axes; axes that match no input axis get labels of their own."""
    new_labels = tuple(f"out{i}" for i in range(rank))
    if name in _PRODUCTS or name in _DENSE:
        labels = (*inputs[0][:-1], "j") if inputs[0][-1] == "k" else (*inputs[0][:-2], "i", "j")
    elif name in _CONVOLUTIONS:
        labels = ("n", "o", *inputs[0][2:])
    elif name in _LOOKUPS:
        table = [label for label in inputs[0] if label not in inputs[-1]]
        labels = (*inputs[1], *table[1:]) if len(inputs) > 1 else new_labels
    else:
        labels = max(inputs, key=len, default=())
    return labels if len(labels) == rank else new_labels


def _batch_labels(rank: int) -> tuple[str, ...]:
    return tuple(f"a{i}" for i in range(rank))


def _product_labels(ranks: Sequence[int], settings: dict[str, Any]) -> Labels:
    batch = _batch_labels(max(ranks) - 2)
    first = ("k", "i") if settings.get("transpose_a") else ("i", "k")
    second = ("j", "k") if settings.get("transpose_b") else ("k", "j")
    return [
        (*batch[len(batch) - ranks[0] + 2 :], *first),
        (*batch[len(batch) - ranks[1] + 2 :], *second),
    ]


def _attention_labels(position: int, rank: int, settings: dict[str, Any]) -> tuple[str, ...]:
    """Query, key and value, then shifts and masks, and the ends of sequences."""
    axes = attention_axes(settings)
    if position < 3 and rank == len(axes):
        return tuple(axes)
    others = {4: tuple("bnsx"), 2: tuple("sx"), 1: (axes[0],)}
    return others.get(rank, tuple(f"{position}.{i}" for i in range(rank)))


def attention_axes(settings: dict[str, Any]) -> str:
    """The labels of a query's axes."""
    return ATTENTION_AXES.get(settings.get("input_layout", "BSH"), "bsn")


def _class_loss_labels(position: int, rank: int) -> tuple[str, ...]:
    """Logits (n, classes, ...), labels without the class axis, weights with the class axis alone."""
    if position == 0:
        return _batch_labels(rank)
    return ("a1",) if position > 1 else ("a0", *_batch_labels(rank + 1)[2:])
