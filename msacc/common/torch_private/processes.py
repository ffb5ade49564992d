"""Tensors that lie on several processes, and groups of processes."""

from __future__ import annotations

import functools
import logging
from collections.abc import Sequence
from typing import Any

import torch
import torch.distributed as dist

# Collectives that autograd and graphs can hold.
collectives = torch.ops._c10d_functional


def spread_of(t: Any) -> Any:
    """How a tensor lies on several processes; None for one that does not."""
    return getattr(t, "_spec", None) if hasattr(t, "placements") else None


def local_of(t: torch.Tensor) -> Any:
    """What this process has of a tensor."""
    return getattr(t, "_local_tensor", t)


def spread(local: torch.Tensor, how: Any) -> torch.Tensor:
    """The tensor of which this process has `local`, lying as `spread_of` says; `local` itself for None."""
    if how is None:
        return local
    from torch.distributed.tensor import DTensor

    return DTensor(local, how, requires_grad=False)  # type: ignore[call-arg,abstract]


@functools.cache
def silence_all_to_all_notice() -> None:
    """Torch warns once that DTensor's all-to-all is a gather on gloo, which nobody can change."""
    logger = logging.getLogger("torch.distributed.tensor._collective_utils")
    logger.addFilter(_is_not_about_all_to_all)


def _is_not_about_all_to_all(record: logging.LogRecord) -> bool:
    return "does not support alltoall yet" not in record.getMessage()


def default_store() -> dist.Store:
    """The store through which the processes of a job found each other."""
    return dist.distributed_c10d._get_default_store()


def process_group(name: str) -> dist.ProcessGroup:
    """The group that torch knows by `name`."""
    return dist.distributed_c10d._resolve_process_group(name)  # type: ignore[arg-type]


def flatten_mesh(mesh: Any, names: Sequence[str]) -> dist.ProcessGroup:
    """Make one group of several axes of a DeviceMesh: DTensor then sends one message over all of them."""
    return mesh[tuple(names)]._flatten().get_group()  # type: ignore[no-any-return]
