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
_UNLIMITED = 7 * 86400.0


def limit(env: Mapping[str, str] = os.environ) -> timedelta:
    """The limit that the environment sets, a negative number for none; RuntimeError for what is no whole number."""
    for name in VARIABLES:
        text = env.get(name)
        if text:
            return timedelta(seconds=_seconds(name, text))
    return timedelta(seconds=_DEFAULT)


def _seconds(name: str, text: str) -> float:
    try:
        seconds = int(text)
    except ValueError:
        raise RuntimeError(
            f"For 'init', {name} must be a whole number of seconds, but it is {text!r}."
        ) from None
    if seconds == 0:
        raise RuntimeError(f"For 'init', {name} must not be 0; a negative number waits for ever.")
    return float(seconds) if seconds > 0 else _UNLIMITED


class _Job:
    """The limit of this job's collectives; None before `init()`."""

    limit: timedelta | None = None


def set_limit(timeout: timedelta | None) -> timedelta:
    """Sets the limit of this job: the script's `timeout`, else the environment's."""
    _Job.limit = limit() if timeout is None else timeout
    return _Job.limit


def current_limit() -> timedelta:
    """The limit of this job's collectives."""
    return _Job.limit or limit()


def new_group(ranks: Sequence[int], **options: Any) -> Any:
    """torch.distributed.new_group with this job's timeout instead of torch's default."""
    return dist.new_group(list(ranks), timeout=current_limit(), **options)
