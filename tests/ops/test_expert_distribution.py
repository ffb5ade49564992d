"""moe_distribute_dispatch and moe_distribute_combine on one process; tests/dist/test_experts.py has several."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, ops
from msacc.parallel import expert_load

_X = np.random.RandomState(0).randn(4, 3).astype(np.float32)
_IDS = np.array([[0, 2], [2, 1], [0, 1], [2, 0]], np.int32)
_WEIGHTS = np.array([[0.5, 0.25], [1, 2], [3, 4], [0.125, 1]], np.float32)
_ALONE = (1, 0, 3)


def _dispatch(x: Any = _X, ids: Any = _IDS, *where: Any, **more: Any) -> tuple[Tensor, ...]:
    sent: tuple[Tensor, ...] = ops.moe_distribute_dispatch(
        Tensor(x), Tensor(ids), *(where or _ALONE), **more
    )
    return sent


def _combine(rows: Tensor, sent: tuple[Tensor, ...], **more: Any) -> Tensor:
    return ops.moe_distribute_combine(
        rows, Tensor(_IDS), sent[2], sent[4], Tensor(_WEIGHTS), *_ALONE, **more
    )


def test_rows_lie_by_expert() -> None:
    sent = _dispatch(expert_scales=Tensor(_WEIGHTS), expert_token_nums_type=1)
    order = [0, 2, 3, 1, 2, 0, 1, 3]  # tokens of experts 0, 1 and 2
    np.testing.assert_array_equal(sent[0].asnumpy(), _X[order])
    assert sent[3].asnumpy().tolist() == [3, 2, 3]
    assert _dispatch()[3].asnumpy().tolist() == [3, 5, 8]
    np.testing.assert_array_equal(sent[6].asnumpy(), [0.5, 3, 1, 2, 4, 0.25, 1, 0.125])
    assert [t.dtype for t in sent[2:]] == [ms.int32, ms.int64, ms.int32, ms.int32, ms.float32]
    padded = _dispatch(global_bs=6)[0].asnumpy()
    assert padded.shape == (12, 3)
    assert not padded[8:].any()


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_it_is_the_weighted_sum_and_so_is_its_gradient(mode: int) -> None:
    before = ms.get_context("mode")
    ms.set_context(mode=mode)
    factors = np.arange(1, 4, dtype=np.float32)

    def through(x: Tensor, by: Tensor, weights: Tensor) -> Tensor:
        sent = ops.moe_distribute_dispatch(x, Tensor(_IDS), *_ALONE)
        each = ops.repeat_interleave(by, Tensor([3, 2, 3]), 0)
        rows = sent[0] * each.expand_dims(1)
        out = ops.moe_distribute_combine(
            rows, Tensor(_IDS), sent[2], sent[4], weights, *_ALONE, expand_scales=sent[6]
        )
        return (out**2).sum()

    def plain(x: Tensor, by: Tensor, weights: Tensor) -> Tensor:
        return ((x * (by[Tensor(_IDS)] * weights).sum(1, keepdims=True)) ** 2).sum()

    inputs = (Tensor(_X), Tensor(factors), Tensor(_WEIGHTS))
    np.testing.assert_allclose(through(*inputs).asnumpy(), plain(*inputs).asnumpy(), rtol=1e-6)
    for found, wanted in zip(
        ms.grad(through, (0, 1, 2))(*inputs), ms.grad(plain, (0, 1, 2))(*inputs), strict=True
    ):
        np.testing.assert_allclose(found.asnumpy(), wanted.asnumpy(), rtol=1e-5)
    ms.set_context(mode=before)


@pytest.mark.parametrize("dtype", [ms.float16, ms.bfloat16, ms.float64])
def test_other_floats(dtype: Any) -> None:
    sent = ops.moe_distribute_dispatch(Tensor(_X, dtype), Tensor(_IDS), *_ALONE)
    out = _combine(sent[0], sent)
    assert sent[0].dtype == out.dtype == dtype
    wanted = Tensor(_X, dtype).astype(ms.float32).asnumpy() * _WEIGHTS.sum(1, keepdims=True)
    np.testing.assert_allclose(out.astype(ms.float32).asnumpy(), wanted, rtol=1e-2)


@pytest.mark.parametrize(
    ("kind", "text", "call"),
    [
        (TypeError, "'x'", lambda: _dispatch(_X.astype(np.int32))),
        (TypeError, "'expert_ids'", lambda: _dispatch(_X, _IDS.astype(np.int64))),
        (TypeError, "'expert_scales'", lambda: _dispatch(expert_scales=Tensor(_WEIGHTS, ms.float16))),
        (ValueError, "'x'", lambda: _dispatch(_X[:3])),
        (ValueError, "from 0 to 2", lambda: _dispatch(_X, _IDS, 1, 0, 2)),
        (ValueError, "'ep_world_size'", lambda: _dispatch(_X, _IDS, 2, 0, 4, group_ep="hccl_world_group")),
        (ValueError, "'group_ep'", lambda: _dispatch(_X, _IDS, 2, 0, 4)),
        (ValueError, "'ep_rank_id'", lambda: _dispatch(_X, _IDS, 1, 1, 3)),
        (ValueError, "'shared_expert_rank_num'", lambda: _dispatch(shared_expert_num=1, shared_expert_rank_num=1)),
        (ValueError, "'shared_expert_num'", lambda: _dispatch(shared_expert_num=2)),
        (ValueError, "'global_bs'", lambda: _dispatch(global_bs=3)),
        (ValueError, "'expert_token_nums_type'", lambda: _dispatch(expert_token_nums_type=2)),
        (ValueError, "'expand_x'", lambda: _combine(Tensor(_X), _dispatch())),
        (ValueError, "'expand_scales'", lambda: _combine(_dispatch()[0], _dispatch(), expand_scales=Tensor([1.0]))),
        (ValueError, "'tp_send_counts'", lambda: _combine(_dispatch()[0], _dispatch(), tp_send_counts=Tensor([1, 2]))),
        (ValueError, "'moe_expert_num'", lambda: expert_load(Tensor(_IDS), 2)),
        (TypeError, "'expert_ids'", lambda: expert_load(Tensor(_X), 3)),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_named(kind: type[Exception], text: str, call: Any) -> None:
    with pytest.raises(kind, match=text):
        call()


def test_the_load_of_experts() -> None:
    load = expert_load(Tensor(_IDS), 3)
    assert load.by_expert.tolist() == [3, 2, 3]
    assert load.by_process.tolist() == [8]
    assert "0 to 2" in str(load)
    assert "3 2 3" in str(load)
    assert "3 2 3" in load._repr_html_()
