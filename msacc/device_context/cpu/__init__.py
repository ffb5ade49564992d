"""The CPU: always there, one of it."""

from __future__ import annotations

import torch

from msacc.homes import refuse


def is_available() -> bool:
    """Always True."""
    return True


def device_count() -> int:
    """Always 1."""
    return 1


def threads_num(num: int) -> None:
    """The threads of one op; TypeError or ValueError unless an int above 0."""
    if not isinstance(num, int) or isinstance(num, bool):
        raise TypeError(f"For 'threads_num', the parameter should be int, but got {num!r}.")
    if num < 1:
        raise ValueError(f"For 'threads_num', the parameter should be above 0, but got {num}.")
    torch.set_num_threads(num)


__getattr__ = refuse("mindspore.device_context.cpu")
