"""Collectives over one tensor that holds all members' parts, under the names that this version of torch has."""

from __future__ import annotations

import torch.distributed as dist

# Since torch 2.14 the older names warn.
gather_into = getattr(dist, "all_gather_single", dist.all_gather_into_tensor)
reduce_scatter_into = getattr(dist, "reduce_scatter_single", dist.reduce_scatter_tensor)
