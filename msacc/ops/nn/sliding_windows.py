"""Window geometry over padded dimensions, shared by convolutions, pools and patches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc.common import checks as check

if TYPE_CHECKING:
    from msacc.common.argument_types import Ints


def same_pads(size: int, kernel: int, stride: int, dilation: int = 1) -> tuple[int, int]:
    """Zeros before and after a dimension under pad_mode 'same': the odd one comes after."""
    total = max(0, (-(-size // stride) - 1) * stride + (kernel - 1) * dilation + 1 - size)
    return total // 2, total - total // 2


def split_padding(where: str, padding: Ints, n: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """An int, `n` ints or 2n ints (before, after per dimension) as two tuples of `n`."""
    if isinstance(padding, (tuple, list)) and len(padding) == 2 * n and n > 0:
        flat = check.ints(where, "padding", padding, 2 * n)
    elif isinstance(padding, (tuple, list)) and len(padding) not in (1, n):
        raise ValueError(
            f"For '{where}', the 'padding' must hold 1, {n} or {2 * n} ints, but got {padding!r}."
        )
    else:
        flat = tuple(v for v in check.ints(where, "padding", padding, n) for _ in range(2))
    for item in flat:
        check.non_negative_int(where, "padding item", item)
    return flat[::2], flat[1::2]


def by_hand(before: tuple[int, ...], after: tuple[int, ...]) -> list[int]:
    """What `F.pad` takes for so much before and after each dimension: the last one first."""
    return [v for pair in zip(before[::-1], after[::-1], strict=True) for v in pair]
