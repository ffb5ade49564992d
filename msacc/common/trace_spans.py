"""Names for what a process is at during a training step, which a timeline of the step records; free while none does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass

import torch

from msacc.common.settings import settings
from msacc.common.without_values import is_recorded

PREFIX = "msacc::"
_NOTHING: AbstractContextManager[None] = nullcontext()


@dataclass
class _State:
    recording: bool = False


_state = _State()


def span(name: str) -> AbstractContextManager[None]:
    """The time of a `with` block, as a range of torch's profiler; nothing within compiled code.

    On a GPU the block's work is waited for while a timeline is recorded, so that the host's time is the device's.
    """
    # Asked first: a graph must not depend on whether a timeline is recorded.
    if (torch.compiler.is_compiling() or is_recorded()) or not _state.recording:
        return _NOTHING
    return _range(name)


@contextmanager
def _range(name: str) -> Iterator[None]:
    with torch.profiler.record_function(PREFIX + name):
        yield
        if settings.device.type == "cuda":
            torch.cuda.synchronize()


def record_spans(on: bool) -> None:
    """Begin to record spans, or end it."""
    _state.recording = on
