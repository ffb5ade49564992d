"""Strategies of primitives that define themselves how they are cut: lists, and layouts of several grids."""

from __future__ import annotations

import pytest

from msacc import ops
from msacc.parallel import Layout
from msacc.sharding.strategy import read

_TOKENS = Layout((2, 2), ("dp", "mp"))("dp", "None")
_EXPERTS = Layout((1, 4), ("outer", "ep"))("ep", "None")
_UNEVEN = Layout((2, 3), ("a", "b"))("a", "b")
_OWN = {"self_define_shard": True}


def test_layouts_of_several_grids_lie_on_a_finer_one() -> None:
    strategy = read("Morph", (_TOKENS, _EXPERTS), (_TOKENS,), _OWN)
    assert strategy.sizes == (2, 2)
    assert strategy.axes == (((0,), ()), ((0, 1), ()))
    assert strategy.outputs == (((0,), ()),)
    with pytest.raises(ValueError, match="a finer one holds"):
        read("Morph", (_UNEVEN, Layout((3, 2), ("a", "b"))("a", "b")), None, _OWN)
    with pytest.raises(ValueError, match=r"of one grid, but got"):
        read("MatMul", (_TOKENS, _EXPERTS), None, {})


def test_strategies_of_a_list_may_stand_in_a_tuple() -> None:
    both = ((_TOKENS, _TOKENS),)
    with pytest.raises(TypeError, match="hold ints"):
        ops.Concat().shard(both)  # as in MindSpore
    own = ops.Concat().add_prim_attr("self_define_shard", True)
    assert len(own.shard(both).attrs["in_layout"]) == 2
    grouped = ops.auto_generate.GroupedMatmul(3, 0).shard((((2, 1),), ((2, 1, 1),)))
    assert grouped.attrs["in_strategy"] == ((2, 1), (2, 1, 1))


def test_a_strategy_of_onehotext_is_that_of_its_result() -> None:
    assert read("OneHotExt", ((2, 1), (), ()), None, {}).axes[0] == ((0,),)
