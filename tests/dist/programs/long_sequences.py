"""Attention whose sequence is cut over processes, trained against one process: CASES by name.

`training LAYOUT...`: 20 steps with each kind of mask; `memory`: bytes saved for the gradient; `messages`: bytes sent.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import torch

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel, plan
from tests.dist.programs import operators as base

HEADS, WIDTH, LENGTH, WORDS, ROWS = 4, 4, 32, 16, 2
TRIANGLE = np.triu(np.ones((LENGTH, LENGTH), np.uint8), 1)
RNG = np.random.default_rng(4)
HIDDEN = RNG.random((ROWS, 1, LENGTH, LENGTH)) < 0.4
HIDDEN[:, :, 5] = True  # a query that sees nothing
# By name: settings of the primitive, its mask, and the strategy of the mask for n processes.
MASKS: dict[str, Any] = {
    "none": ({}, None, ()),
    "causal": ({"sparse_mode": 2}, TRIANGLE, ((1, 1),)),
    "window": ({"sparse_mode": 4, "pre_tokens": 7, "next_tokens": 0}, TRIANGLE, ((1, 1),)),
    "dense": ({"sparse_mode": 1}, HIDDEN, ((1, 1, "n", 1),)),
}
AXES = {"BSH": "bsn", "SBH": "sbn", "BNSD": "bnsd", "BSND": "bsnd", "TND": "snd"}


class Attention(nn.Cell):
    """A residual attention of FlashAttentionScore between a table of words and logits.

    `cut`: pieces of (samples, positions, heads). `groups`: heads of the keys. `ring`: MindSpore's attribute.
    """

    def __init__(
        self, cut: tuple[int, int, int] | None, layout: str, mask: str, groups: int = HEADS, ring: bool = False
    ):
        super().__init__()
        rng = np.random.default_rng(5)
        make = lambda *shape: Parameter(  # noqa: E731
            (0.5 * rng.standard_normal(shape)).astype(np.float32)
        )
        size = HEADS * WIDTH
        self.table, self.q, self.out = make(WORDS, size), make(size, size), make(size, WORDS)
        self.k, self.v = make(size, groups * WIDTH), make(size, groups * WIDTH)
        settings, hidden, strategy = MASKS[mask]
        self.layout, self.hidden = layout, None if hidden is None else Tensor(hidden)
        self.gather = ops.Gather()
        self.attend = ops.FlashAttentionScore(
            HEADS, scale_value=WIDTH**-0.5, input_layout=layout, **settings
        )
        if cut:
            samples, n, heads = cut
            pieces = {"b": samples, "s": n, "n": heads, "d": 1}
            query = tuple(pieces[axis] for axis in AXES[layout])
            keys = tuple(pieces[axis] if axis != "s" or ring else 1 for axis in AXES[layout])
            of_mask = tuple(tuple(n if i == "n" else i for i in each) for each in strategy)
            self.gather.shard(((1, 1), (samples, n)))
            of_ends = ((1,), (1,)) if layout == "TND" else ()
            self.attend.shard((query, keys, keys, *of_mask, *of_ends))
        if ring:
            self.attend.add_prim_attr("enable_ring_attention", True)
        self.ends = Tensor(np.array([12, LENGTH], np.int64))

    def lay(self, x: Any) -> Any:
        """(B, S, H) in the layout."""
        rows, length, size = x.shape
        if self.layout == "TND":
            return x.reshape(length, size // WIDTH, WIDTH)
        if "N" in self.layout:
            x = x.reshape(rows, length, size // WIDTH, WIDTH)
            return x.transpose(0, 2, 1, 3) if self.layout == "BNSD" else x
        return x.transpose(1, 0, 2) if self.layout == "SBH" else x

    def back(self, x: Any, rows: int) -> Any:
        if self.layout == "BNSD":
            x = x.transpose(0, 2, 1, 3)
        x = x.transpose(1, 0, 2) if self.layout == "SBH" else x
        return x.reshape(rows, -1, HEADS * WIDTH)

    def construct(self, words: Any) -> Any:
        x = self.gather(self.table, words, 0)
        q, k, v = (self.lay(ops.matmul(x, w)) for w in (self.q, self.k, self.v))
        ends = (self.ends, self.ends) if self.layout == "TND" else (None, None)
        mixed = self.attend(q, k, v, None, None, None, self.hidden, None, *ends)[3]
        return ops.matmul(x + self.back(mixed, words.shape[0]), self.out).reshape(-1, WORDS)


def words(rows: int = ROWS, count: int = base.STEPS) -> list[tuple[np.ndarray, ...]]:
    make = lambda: RNG.integers(0, WORDS, (rows, LENGTH)).astype(np.int32)  # noqa: E731
    return base.batches(count, make, make)


def compared(name: str, cut: tuple[int, int, int], layout: str, mask: str, **how: Any) -> None:
    base.compare(
        name,
        lambda on: Attention(cut if on else None, layout, mask, **how),
        words(1 if layout == "TND" else ROWS),
        base.WordLoss(),
        feed=lambda batch: tuple(map(Tensor, batch)),
        wrap=full_batch,
    )


def full_batch(step: Any) -> Any:
    step = AutoParallel(step)
    step.dataset_strategy("full_batch")
    return step


def training(*names: str) -> None:
    n = get_group_size()
    for layout in names:
        for mask in MASKS:
            if layout == "TND" and mask == "dense":
                continue
            compared(f"{layout} {mask}", (1, n, 1), layout, mask)


def ring() -> None:
    """By MindSpore's attribute; keys of fewer heads than processes; and heads cut beside the sequence."""
    n = get_group_size()
    for mask in MASKS:
        compared(f"ring {mask}", (1, n, 1), "BSH", mask, ring=mask != "none")
        compared(f"ring of one head {mask}", (1, n, 1), "BNSD", mask, groups=1)
    if n == 4:
        for cut in ((1, 2, 2), (2, 2, 1)):
            for mask in ("causal", "dense"):
                compared(f"{cut} {mask}", cut, "BSH", mask)
                compared(f"ring {cut} {mask}", cut, "SBH", mask, ring=True)


def main(names: list[str]) -> None:
    init()
    case, *rest = names
    globals()[case](*rest)
    if get_rank() == 0:
        print(f"{case}: equal", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
