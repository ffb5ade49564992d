"""Strategies of FlashAttentionScore: one grid for all of its inputs, and keys that lie as the queries do."""

from __future__ import annotations

from typing import Any

import pytest

from msacc.sharding.attention_strategy import attention_placements
from msacc.sharding.process_grid import build_grid, placement_of
from msacc.sharding.strategy import read

NAME = "FlashAttentionScore"
QUERY = {
    "BSH": (2, 4, 3),
    "SBH": (4, 2, 3),
    "BNSD": (2, 3, 4, 1),
    "BSND": (2, 4, 3, 1),
}  # 2 of samples, 4 of positions, 3 of heads


def _keys(layout: str) -> tuple[int, ...]:
    return tuple(1 if axis == "S" else n for axis, n in zip(layout, QUERY[layout], strict=True))


def _placed(layout: str, strategy: Any, **settings: Any) -> Any:
    read_strategy = read(NAME, strategy, None, {"input_layout": layout})
    grid = build_grid([read_strategy], 24)
    placed = tuple(placement_of(read_strategy, grid, i) for i in range(len(strategy)))
    return attention_placements(placed, read_strategy, {"input_layout": layout, **settings})


@pytest.mark.parametrize("layout", QUERY)
def test_masks_share_the_grid_of_the_query(layout: str) -> None:
    """MindSpore's device matrix has the query's axes in order, whatever the mask's shape."""
    keys = _keys(layout)
    masks = ((2, 1, 4, 1), (2, 3, 4, 1), (4, 1), (1, 1))
    for mask in masks:
        strategy = read(NAME, (QUERY[layout], keys, keys, mask), None, {"input_layout": layout})
        assert strategy.sizes == tuple(n for n in QUERY[layout] if n > 1)


@pytest.mark.parametrize("layout", QUERY)
def test_keys_are_cut_as_the_query(layout: str) -> None:
    keys = _keys(layout)
    (query, key, value, mask), ring = _placed(layout, (QUERY[layout], keys, keys, (2, 1, 4, 1)))
    assert query == key == value
    assert {axis for axis in query if axis is not None} == {
        i for i, n in enumerate(QUERY[layout]) if n > 1
    }
    assert {axis for axis in mask if axis is not None} == {0, 2}
    assert not ring


def test_one_head_of_keys_stays_whole() -> None:
    (query, key, _), _ = _placed("BNSD", ((1, 3, 4, 1), (1, 1, 1, 1), (1, 1, 1, 1)))
    assert {1, 2} <= set(query)
    assert 1 not in key
    assert 2 in key


def test_a_ring_is_asked_for_by_mindspores_attributes() -> None:
    strategy = (QUERY["BSH"],) * 3
    for name in ("enable_ring_attention", "enable_flash_sp"):
        assert _placed("BSH", strategy, **{name: True})[1]
        assert not _placed("BSH", strategy, **{name: False})[1]
    whole = ((2, 1, 3),) * 3
    assert not _placed("BSH", whole, enable_ring_attention=True)[1]


def test_a_strategy_of_another_rank_is_not_read_as_the_layout() -> None:
    """Its last numbers are not dropped: the call refuses it by its number of axes."""
    strategy = read(NAME, ((2, 4, 3, 1),) * 3, None, {"input_layout": "BSH"})
    with pytest.raises(ValueError, match="its strategy .* has 4 axes"):
        strategy.check(0, (4, 8, 12))
