"""Memory layouts of queries, keys and values: conversion to (B, N, S, D) and back.

B batch, N heads, S positions, D the width of a head, H = N * D, T the positions of all sequences one after another.
"""

from __future__ import annotations

import torch

BATCHED = ("BSH", "BNSD", "SBH", "BSND")
RAGGED = ("TND", "TH")
_RANKS = {"BSH": 3, "SBH": 3, "BNSD": 4, "BSND": 4, "TND": 3, "TH": 2}


def check_heads(where: str, heads: int, query: torch.Tensor, layout: str) -> None:
    """Checks that the query has `heads` heads, or a last dimension divisible by them."""
    if isinstance(heads, bool) or not isinstance(heads, int):
        raise TypeError(f"For '{where}', the head count should be an int, but got {heads!r}.")
    size = query.shape[layout.index("N" if "N" in layout else "H")]
    if heads <= 0 or (heads != size if "N" in layout else size % heads):
        raise RuntimeError(
            f"For '{where}', 'head_num' should fit the {size} of a query in the layout {layout}, "
            f"but got {heads}."
        )


def check_ranks(where: str, tensors: tuple[torch.Tensor, ...], layout: str) -> None:
    """All of the rank that the layout has: RuntimeError for two ranks, ValueError for another one."""
    ranks = [t.ndim for t in tensors]
    if len(set(ranks)) > 1:
        raise RuntimeError(
            f"For '{where}', query, key and value should be of one rank, but got {ranks}."
        )
    if ranks[0] != _RANKS[layout]:
        raise ValueError(
            f"For '{where}', the layout {layout} has {_RANKS[layout]} dimensions, but got a query of "
            f"{tuple(tensors[0].shape)}; give 'input_layout'."
        )


def check_dtypes(where: str, tensors: tuple[torch.Tensor, ...]) -> None:
    """Query, key and value of one dtype."""
    if len({t.dtype for t in tensors}) > 1:
        raise TypeError(
            f"For '{where}', query, key and value should have one dtype, but got {[t.dtype for t in tensors]}."
        )


def to_bnsd(t: torch.Tensor, layout: str, width: int) -> torch.Tensor:
    """A tensor of a batched layout as (B, N, S, D), `width` being D."""
    if layout == "BNSD":
        return t
    if layout == "BSND":
        return t.transpose(1, 2)
    t = t.transpose(0, 1) if layout == "SBH" else t
    return t.reshape(t.shape[0], t.shape[1], -1, width).transpose(1, 2)


def from_bnsd(t: torch.Tensor, layout: str) -> torch.Tensor:
    """(B, N, S, D) in a batched layout."""
    if layout == "BNSD":
        return t
    t = t.transpose(1, 2)
    if layout == "BSND":
        return t
    t = t.flatten(2)
    return t.transpose(0, 1) if layout == "SBH" else t


def check_groups(where: str, query_heads: int, key_heads: int) -> None:
    """Each head of the keys serves as many heads of the queries."""
    if key_heads <= 0 or query_heads % key_heads:
        raise RuntimeError(
            f"For '{where}', the {key_heads} heads of the keys should divide the {query_heads} of the queries."
        )
