"""What convolutions, pools and patches share: how windows lie over a padded dimension."""

from __future__ import annotations


def same_pads(size: int, kernel: int, stride: int, dilation: int = 1) -> tuple[int, int]:
    """Zeros before and after a dimension under pad_mode 'same': the odd one comes after."""
    total = max(0, (-(-size // stride) - 1) * stride + (kernel - 1) * dilation + 1 - size)
    return total // 2, total - total // 2
