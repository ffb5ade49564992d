"""`mindspore.shard`: strategies for a function or a Cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc.ops.core.sharded_primitive import shard_function


def shard(
    fn: Callable[..., Any],
    in_strategy: tuple[Any, ...],
    out_strategy: tuple[Any, ...] | None = None,
    parameter_plan: dict[str, Any] | None = None,
) -> Callable[..., Any]:
    """`fn` with its inputs cut over the processes of a semi-auto or auto parallel job.

    `fn`: a Cell or a function; what is inside follows its inputs.
    `in_strategy`, `out_strategy`: a tuple with a tuple of ints (pieces per axis), or a `Layout`, for each
      tensor.
    `parameter_plan`: {name: tuple or Layout}, how parameters are cut; 'self.' before a name is passed over.

    One process computes the same without.

    Raises TypeError for strategies and plans of another kind, ValueError for a parameter that `fn` does not
    have; the call raises ValueError for an axis that cannot be cut so.

    Differs from MindSpore: it also runs on CPU and outside of any parallel mode, where it does nothing.
    """
    return shard_function("shard", fn, in_strategy, out_strategy, parameter_plan)
