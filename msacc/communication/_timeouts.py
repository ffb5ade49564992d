"""How long a collective waits for the other processes."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import torch.distributed as dist

# In MindSpore the first two limit a collective, on CPU and on Ascend; msrun sets the third.
VARIABLES = ("MS_CPU_COMM_OP_TIMEOUT", "HCCL_EXEC_TIMEOUT", "MS_TOPO_TIMEOUT")
# That of HCCL, and of torch.
_DEFAULT = 1800.0
_FOR_EVER = 7 * 86400.0


def limit(env: Mapping[str, str] = os.environ) -> timedelta:
    """The limit that the environment sets; RuntimeError for what is no whole number, below 0: none."""
    for name in VARIABLES:
        text = env.get(name)
        if text:
            return timedelta(seconds=_seconds(name, text))
    return timedelta(seconds=_DEFAULT)


def _seconds(name: str, text: str) -> float:
    try:
        given = int(text)
    except ValueError:
        raise RuntimeError(
            f"For 'init', {name} must be a whole number of seconds, but it is {text!r}."
        ) from None
    if given == 0:
        raise RuntimeError(f"For 'init', {name} must not be 0; a negative number waits for ever.")
    return float(given) if given > 0 else _FOR_EVER


class _Chosen:
    """The limit of this job's collectives; None before `init()`."""

    limit: timedelta | None = None


def choose(given: timedelta | None) -> timedelta:
    """Fix the limit of this job: what the script gave, else what the environment says."""
    _Chosen.limit = limit() if given is None else given
    return _Chosen.limit


def chosen() -> timedelta:
    """The limit of this job's collectives."""
    return _Chosen.limit or limit()


def new_group(ranks: Sequence[int], **options: Any) -> Any:
    """A group of torch.distributed's with this job's limit: torch would give it one of its own."""
    return dist.new_group(list(ranks), timeout=chosen(), **options)
