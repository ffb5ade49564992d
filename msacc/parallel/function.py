"""`mindspore.shard`: layouts for a function or Cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msacc.common.notice import no_effect, no_effects


def shard(
    fn: Callable[..., Any], in_strategy: Any, out_strategy: Any = None, parameter_plan: Any = None
) -> Callable[..., Any]:
    """Accepted; returns `fn`, which runs whole on each process's part of the batch.

    Raises TypeError for a strategy that is no tuple.
    """
    if not isinstance(in_strategy, tuple):
        raise TypeError(
            f"For 'shard', the 'in_strategy' should be a tuple, but got {in_strategy!r}."
        )
    no_effect(
        "shard", "in_strategy", in_strategy, "operators are not split; the result is the same"
    )
    no_effects(
        "shard",
        "operators are not split; the result is the same",
        out_strategy=(out_strategy, None),
        parameter_plan=(parameter_plan, None),
    )
    return fn
