"""Whether torch's autocast, which amp level "auto" uses, is at work for a tensor."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import torch

# torch refuses the question for other devices, that of tensors without values among them.
DEVICES = frozenset(("cpu", "cuda"))


def autocast_kinds() -> list[str]:
    """The kinds of devices whose ops run under autocast."""
    return [kind for kind in DEVICES if torch.is_autocast_enabled(kind)]


@contextmanager
def without_autocast(kinds: list[str]) -> Iterator[None]:
    """Runs ops on these kinds of devices in the types of their inputs."""
    with ExitStack() as contexts:
        for kind in kinds:
            contexts.enter_context(torch.autocast(kind, enabled=False))
        yield


def under_autocast(t: torch.Tensor) -> bool:
    """Whether ops on `t` run under autocast."""
    kind = t.device.type
    return kind in DEVICES and torch.is_autocast_enabled(kind)
