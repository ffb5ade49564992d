"""Indices that lie on a CUDA device are checked without waiting for it: what is out of range is told at a later call.

A kernel that meets an index out of range ends all CUDA work of its process, with a message that names neither the index
nor the line. In PyNative mode each is moved into range instead; its smallest and largest value are on their way to the
host meanwhile, and the next check, or the next call that waits for the device anyway, raises IndexError for them.
Graphs check nothing. On the CPU torch's own kernels do.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch

from msacc.common.torch_private import lacks_values
from msacc.common.without_values import is_recorded

_PACKAGE, _TORCH = str(Path(__file__).parents[1]), str(Path(torch.__file__).parent)


@dataclass(frozen=True)
class _Check:
    """Indices that should be in [low, high): `extremes` hold the smallest and largest, once `arrived()`."""

    where: str
    name: str
    low: int
    high: int
    line: str
    extremes: torch.Tensor
    arrived: Callable[[], bool]


_pending: deque[_Check] = deque()


def in_range(
    where: str,
    name: str,
    indices: torch.Tensor,
    low: int,
    high: int,
    ignored: int | None = None,
) -> torch.Tensor:
    """`indices` of the op `where`, those on a device moved into [low, high), but for the value `ignored`.

    Raises IndexError for an earlier call's.
    """
    if _on_cpu(indices):
        return indices
    if torch.compiler.is_compiling() or is_recorded() or not _has_values(indices):
        return indices
    raise_found()
    kept = indices if ignored is None else torch.where(indices == ignored, low, indices)
    extremes = torch.stack(torch.aminmax(kept.detach().reshape(-1))).long()
    host, arrived = _to_host(extremes)
    _pending.append(_Check(where, name, low, high, _users_line(), host, arrived))
    safe = indices.clamp(low, max(low, high - 1))
    return safe if ignored is None else torch.where(indices == ignored, indices, safe)


def raise_found() -> None:
    """IndexError for the first indices out of range among those that have arrived; nothing is waited for."""
    while _pending and _pending[0].arrived():
        check = _pending.popleft()
        smallest, largest = check.extremes.tolist()
        if check.low <= smallest and largest < check.high:
            continue
        _pending.clear()
        found = smallest if smallest < check.low else largest
        raise IndexError(
            f"For '{check.where}'{check.line}, '{check.name}' should be in [{check.low}, {check.high}), but one is "
            f"{found}. This is told when the value arrives from the device; what was computed with it is wrong."
        )


def _on_cpu(t: torch.Tensor) -> bool:
    return t.device.type == "cpu"


def _has_values(t: torch.Tensor) -> bool:
    return t.numel() > 0 and not lacks_values(t) and not torch.cuda.is_current_stream_capturing()


def _to_host(t: torch.Tensor) -> tuple[torch.Tensor, Callable[[], bool]]:
    """A copy in the CPU's memory, and what tells whether it has arrived."""
    host = torch.empty(t.shape, dtype=t.dtype, pin_memory=True)
    host.copy_(t, non_blocking=True)
    event = torch.cuda.Event()
    event.record()
    return host, event.query


def _users_line() -> str:
    """Where the innermost code outside of msacc and torch called."""
    frame = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if not file.startswith((_PACKAGE, _TORCH)):
            return f" at {file}:{frame.f_lineno}"
        frame = frame.f_back  # type: ignore[assignment]
    return ""
