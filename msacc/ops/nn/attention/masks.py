"""Attention masks, dense or by a sparse mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import torch

from msacc.common import checks as check
from msacc.common.warn_once import no_effects
from msacc.sharding.strategy_state import sharding

if TYPE_CHECKING:
    from collections.abc import Sequence

ALL = 2147483647
MODES = (0, 1, 2, 3, 4, 5)


class Window(NamedTuple):
    """A sparse mode with the tokens that are seen before and after a query's place."""

    mode: int = 0
    before: int = ALL
    after: int = ALL


def check_window(where: str, window: Window, mask: torch.Tensor | None) -> None:
    """Modes 2 to 4 compress the mask; MindSpore documents modes 6 to 8 and does not implement them."""
    check.integer(where, "sparse_mode", window.mode)
    if window.mode in (6, 7, 8):
        raise NotImplementedError(
            f"For '{where}', 'sparse_mode' {window.mode} is only named by MindSpore; give modes 0 to 5."
        )
    if window.mode not in MODES:
        raise RuntimeError(
            f"For '{where}', 'sparse_mode' should be one of {MODES}, but got {window.mode}."
        )
    if mask is None and window.mode in (2, 3, 4):
        raise ValueError(f"For '{where}', 'sparse_mode' {window.mode} needs an 'attn_mask'.")
    if mask is not None and mask.dtype.is_complex:
        raise TypeError(
            f"For '{where}', the mask should be of bool or uint8, but got {mask.dtype}."
        )


def positions(
    queries: int, keys: int, device: torch.device, cut_as: tuple[torch.Tensor, int] | None = None
) -> torch.Tensor:
    """(queries, keys): the position of each key minus that of each query.

    `cut_as`: a tensor and its axis of queries; where that is cut over processes, the rows are.
    """
    rows = torch.arange(queries, device=device)
    if cut_as is not None:
        rows = rows_cut_as(rows, *cut_as)
    return torch.arange(keys, device=device) - rows[:, None]


def rows_cut_as(rows: torch.Tensor, t: torch.Tensor, axis: int) -> torch.Tensor:
    """What is said of each query, cut over processes as axis `axis` of `t` is: no process makes a whole mask."""
    return sharding.engine.cut_like(rows, t, axis) if sharding.active else rows


def hidden_keys(
    where: str,
    ahead: torch.Tensor,
    beyond: torch.Tensor | int,
    mask: torch.Tensor | None,
    window: Window,
    prefix: torch.Tensor | None = None,
) -> torch.Tensor | None:
    """True where a key is not seen; None where all are.

    `ahead` is key minus query place, `beyond` how many more keys than queries a sequence has: modes 3 to 5 count
    from its end. `prefix` (mode 5) is True for the keys that all queries see.
    """
    mode, before, after = window
    if mode == 2:
        return ahead > 0
    if mode == 3:
        return ahead > beyond
    if mode == 4:
        return _outside(ahead - beyond, before, after)
    if mode == 5 and prefix is not None:
        hidden = (ahead > beyond) & ~prefix
        return hidden if mask is None else hidden | mask.bool()
    if mask is None:
        tokens = {"pre_tokens": (before, ALL), "next_tokens": (after, ALL)}
        if mode == 0 and _bounded(window, ahead):
            no_effects(where, "without 'attn_mask' all keys are seen", **tokens)
        return None
    hidden = mask.bool()
    if mode == 0 and _bounded(window, ahead):
        hidden = hidden | _outside(ahead, before, after)
    return hidden


def _bounded(window: Window, ahead: torch.Tensor) -> bool:
    return window.before < ahead.shape[-2] or window.after < ahead.shape[-1]


def _outside(ahead: torch.Tensor, before: int, after: int) -> torch.Tensor:
    # Counts beyond every length would overflow when negated.
    return (ahead > min(after, ALL)) | (-ahead > min(before, ALL))


def prefix_keys(
    where: str,
    prefix: torch.Tensor | Sequence[int] | None,
    batch: int,
    keys: int,
    device: torch.device,
) -> torch.Tensor:
    """(batch, 1, 1, keys): True for the first `prefix[b]` keys of each sequence."""
    if prefix is None:
        raise ValueError(f"For '{where}', 'sparse_mode' 5 needs 'prefix', a number for each batch.")
    counts = torch.as_tensor(prefix, device=device).reshape(-1)
    if counts.shape[0] != batch:
        raise ValueError(
            f"For '{where}', 'prefix' should have a number for each of {batch} batches, but got {prefix!r}."
        )
    return torch.arange(keys, device=device) < counts.reshape(-1, 1, 1, 1)


def full_shift(shift: torch.Tensor, queries: int, keys: int) -> torch.Tensor:
    """(…, queries, keys) of a shift passed for the last 1024 queries only.

    Such a shift depends on the relative position (ALiBi), so its last row determines it.
    """
    if shift.shape[-2] == queries or shift.shape[-2] == 1:
        return shift
    position = positions(queries, keys, shift.device) + queries - 1
    return shift[..., -1, :][..., position.clamp(0, keys - 1)]
