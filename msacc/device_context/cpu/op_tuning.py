"""Tuning of the CPU's ops."""

from __future__ import annotations

import torch


def threads_num(num: int) -> None:
    """The threads of one op: `num`, an int above 0; ValueError for another."""
    if not isinstance(num, int) or isinstance(num, bool) or num < 1:
        raise ValueError(
            f"The 'num' must be int and must > 0, but got {num!r} with type {type(num)}."
        )
    torch.set_num_threads(num)
