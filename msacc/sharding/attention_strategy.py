"""Strategies of FlashAttentionScore whose query's sequence is cut: keys and values lie as the queries do."""

from __future__ import annotations

from typing import Any

from msacc.sharding.axis_labels import ATTENTION, attention_axes
from msacc.sharding.process_grid import Placement
from msacc.sharding.strategy import Strategy

# MindSpore's attributes of the primitive for keys that go round the processes.
_RING = ("enable_ring_attention", "enable_flash_sp")


def attention_placements(
    placed: tuple[Placement, ...], strategy: Strategy, settings: dict[str, Any]
) -> tuple[tuple[Placement, ...], bool]:
    """The placements of an attention's inputs, others as they are; and whether keys are to go round.

    Where the query's sequence is cut, that of keys and values is too, whether their strategy says so or not: no
    process needs all of them at once.
    """
    if strategy.name != ATTENTION or len(placed) < 3:
        return placed, False
    sequence = attention_axes(settings).index("s")
    query, *keys = placed[:3]
    follow = [
        tuple(
            sequence if q == sequence and k is None else k for q, k in zip(query, key, strict=True)
        )
        for key in keys
    ]
    ring = sequence in query and any(settings.get(name) for name in _RING)
    return (query, *follow, *placed[3:]), ring
