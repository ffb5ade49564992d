"""Two workers: every call of mint.distributed against numpy, and MindSpore's results where its CPU build runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor
from msacc.mint import distributed as d

assert not d.is_initialized() and d.is_available()
d.init_process_group(world_size=2)
RANK, SIZE = d.get_rank(), d.get_world_size()
assert d.is_initialized() and SIZE == 2
OTHER = 1 - RANK
X = [np.arange(4, dtype=np.float32).reshape(2, 2) + 10 * r + 1 for r in range(SIZE)]


def mine() -> Tensor:
    return Tensor(X[RANK])


def empty(*shape: int, dtype: Any = np.float32) -> Tensor:
    return Tensor(np.zeros(shape, dtype))


def same(got: Tensor, expected: Any) -> None:
    np.testing.assert_allclose(got.asnumpy(), expected, rtol=1e-6)
    assert got.shape == np.shape(expected)


def done(call: Callable[..., Any], make: Callable[[], Any], expected: Any) -> None:
    """What `call` leaves in the tensors of `make()`, synchronous and not."""
    for async_op in (False, True):
        out = make()
        handle = call(out, async_op=async_op)
        assert (handle is None) is not async_op
        if handle is not None:
            handle.wait()
            handle.wait()  # a second time does nothing
        for got, want in zip(out if isinstance(out, list) else [out], expected):
            same(got, want)


def raises(kind: type[Exception], text: str, call: Callable[[], object]) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert text in str(caught.value), caught.value


def reductions() -> None:
    both = np.stack(X)
    # The five of MindSpore's CPU run: [[12, 14], [16, 18]], [[11, 12], [13, 14]], [[6, 7], [8, 9]].
    for op, expected in (
        ("sum", [[12, 14], [16, 18]]),
        ("max", [[11, 12], [13, 14]]),
        ("avg", [[6, 7], [8, 9]]),
        ("min", both.min(0)),
        ("prod", both.prod(0)),
    ):
        done(lambda x, op=op, **k: d.all_reduce(x, op=op, **k), mine, [expected])
        kept = expected if RANK == 1 else X[0]
        done(lambda x, op=op, **k: d.reduce(x, 1, op, **k), mine, [kept])
    turned = Tensor(X[RANK].T.copy()).T  # not contiguous: written in place all the same
    d.all_reduce(turned)
    same(turned, both.sum(0))
    whole = Tensor(np.array([RANK, 4], np.int32))
    d.all_reduce(whole, "avg")
    same(whole, [0, 4])
    parameter = ms.Parameter(mine(), name="w")
    d.all_reduce(parameter)
    same(parameter, both.sum(0))
    total = both.sum(0)
    done(lambda o, **k: d.reduce_scatter_tensor(o, mine(), **k), lambda: empty(1, 2), [total[RANK : RANK + 1]])
    done(
        lambda o, **k: d.reduce_scatter_tensor_uneven(o, Tensor(np.repeat(X[RANK], [1, 2], 0)), [1, 2], **k),
        lambda: empty(1 + RANK, 2),
        [total[:1] if RANK == 0 else total[[1, 1]]],
    )
    done(
        lambda o, **k: d.reduce_scatter(o, [mine(), mine() * 2], "max", **k),
        lambda: empty(2, 2),
        [X[1] * (RANK + 1)],
    )
    done(
        lambda o, **k: d.reduce_scatter(o, [mine(), mine()[0]], "avg", **k),
        lambda: empty(*((2, 2), (2,))[RANK]),
        [total / 2 if RANK == 0 else total[0] / 2],
    )  # fmt: skip


def gathering() -> None:
    done(lambda o, **k: d.all_gather_into_tensor(o, mine(), **k), lambda: empty(4, 2), [np.concatenate(X)])
    done(lambda o, **k: d.all_gather(o, mine(), **k), lambda: [empty(2, 2), empty(2, 2)], X)
    part = X[RANK][: RANK + 1]
    done(
        lambda o, **k: d.all_gather(o, Tensor(part), **k),
        lambda: [empty(1, 2), empty(2, 2)],
        [X[0][:1], X[1]],
    )
    done(
        lambda o, **k: d.all_gather_into_tensor_uneven(o, Tensor(part), [1, 2], **k),
        lambda: empty(3, 2),
        [np.concatenate([X[0][:1], X[1]])],
    )
    there = RANK == 1
    done(
        lambda o, **k: d.gather(mine(), o, 1, **k),
        lambda: [empty(2, 2), empty(2, 2)],
        X if there else [0 * X[0], 0 * X[0]],
    )
    done(
        lambda o, **k: d.gather_into_tensor(o, mine(), 1, **k),
        lambda: empty(4, 2),
        [np.concatenate(X) * there],
    )


def spreading() -> None:
    done(lambda x, **k: d.broadcast(x, 1, **k), mine, [X[1]])
    done(
        lambda o, **k: d.scatter(o, [mine(), mine() * 2], 0, **k),
        lambda: empty(2, 2),
        [X[0] * (RANK + 1)],
    )
    done(
        lambda o, **k: d.scatter_tensor(o, mine(), 1, **k),
        lambda: empty(1, 2),
        [X[1][RANK : RANK + 1]],
    )
    pieces = [Tensor(np.full(k + 1 + RANK, 10.0 * RANK + k, np.float32)) for k in range(2)]
    done(
        lambda o, **k: d.all_to_all(o, pieces, **k),
        lambda: [empty(RANK + 1), empty(RANK + 2)],
        [np.full(RANK + 1, float(RANK)), np.full(RANK + 2, 10.0 + RANK)],
    )
    swapped = [np.stack([X[0][RANK], X[1][RANK]])]
    done(lambda o, **k: d.all_to_all_single(o, mine(), **k), lambda: empty(2, 2), swapped)
    uneven = Tensor(np.arange(3, dtype=np.float32) + 10 * RANK)
    done(
        lambda o, **k: d.all_to_all_single(o, uneven, [1 + RANK] * 2, [1, 2], **k),
        lambda: empty(2 + 2 * RANK),
        [[0, 10] if RANK == 0 else [1, 2, 11, 12]],
    )
    for async_op in (False, True):
        handle = d.barrier(async_op=async_op)
        if handle is not None:
            handle.wait()


def messages() -> None:
    out = empty(2, 2)
    if RANK == 0:
        d.send(mine(), 1)
        assert d.recv(out, 1) == 0
    else:
        assert d.recv(out, 0) == 0
        d.send(mine(), 0)
    same(out, X[OTHER])
    out = empty(2, 2)
    handles = [d.isend(mine(), OTHER), d.irecv(out, OTHER)]
    for handle in handles:
        handle.wait()
    same(out, X[OTHER])
    out = empty(2, 2)
    (handle,) = d.batch_isend_irecv(
        [d.P2POp("isend", mine(), OTHER), d.P2POp(d.irecv, out, OTHER)]
    )
    assert handle is not None
    handle.wait()
    same(out, X[OTHER])


def objects() -> None:
    found: list[Any] = [None, None]
    d.all_gather_object(found, {"r": RANK})
    assert found == [{"r": 0}, {"r": 1}]
    found = [{"r": RANK}, RANK]
    d.broadcast_object_list(found, 1)
    assert found == [{"r": 1}, 1]
    found = [None, None]
    d.gather_object(f"r{RANK}", found, 1)
    assert found == (["r0", "r1"] if RANK == 1 else [None, None])
    found = [None]
    d.scatter_object_list(found, ["a", "bb"], 0)
    assert found == [("a", "bb")[RANK]]
    if RANK == 0:
        d.send_object_list([1, "a"], 1)
    else:
        found = [None, None]
        assert d.recv_object_list(found, 0) == 0
        assert found == [1, "a"]


def groups() -> None:
    assert d.get_process_group_ranks() == [0, 1] and d.get_backend() == "hccl"
    assert (d.get_global_rank(None, 1), d.get_group_rank(None, 1)) == (1, 1)
    assert (d.get_rank("nope"), d.get_world_size("nope")) == (-1, -1)
    name = d.new_group([1, 0], backend="mccl")
    assert name == "mccl_2_30879612a0f2eb969a8b57e5bc857347e88fdf07"
    facts = (d.get_rank(name), d.get_world_size(name), d.get_backend(name), d.get_global_rank(name, 1))
    assert facts == (RANK, 2, "mccl", 1)
    x = mine()
    d.all_reduce(x, group=name)
    same(x, X[0] + X[1])
    others = d.new_group([OTHER], backend="mccl")
    assert others.startswith("mccl_1_") and d.get_rank(others) == -1
    alone = d.new_group([RANK])
    assert alone.startswith("hccl_1_")
    x = mine()
    d.all_reduce(x, group=alone)
    d.broadcast(x, RANK, group=alone)
    same(x, X[RANK])
    assert d.new_group() == ms.communication.GlobalComm.WORLD_COMM_GROUP
    assert d.new_group([0, 7]) == ""
    d.destroy_process_group(name)
    assert d.get_rank(name) == -1


def refusals() -> None:
    x = mine()
    for kind, text, call in (
        (TypeError, "'op' must be one of", lambda: d.all_reduce(x, "x")),
        (TypeError, "'op' must be one of", lambda: d.all_reduce(x, 3)),
        (TypeError, "must be a Tensor", lambda: d.all_reduce([1])),
        (TypeError, "'group' must be type of string", lambda: d.all_reduce(x, group=3)),
        (TypeError, "'async_op' must be a bool", lambda: d.all_reduce(x, async_op=1)),
        (TypeError, "src must be int", lambda: d.broadcast(x, "a")),
        (RuntimeError, "doesn't contain src=9", lambda: d.broadcast(x, 9)),
        (RuntimeError, "doesn't contain src=9", lambda: d.scatter(x, [x, x], 9)),
        (ValueError, "should have shape (4, 2)", lambda: d.all_gather_into_tensor(empty(8), x)),
        (ValueError, "float32", lambda: d.all_gather_into_tensor(empty(4, 2, dtype=np.int32), x)),
        (TypeError, "one item for each of the 2", lambda: d.all_gather([x], x)),
        (TypeError, "should have shape", lambda: d.all_gather([x, x], x[0])),
        (TypeError, "must be list or tuple", lambda: d.all_gather(3, x)),
        (TypeError, "dtype", lambda: d.all_gather([x, x], x.astype(ms.float16))),
        (TypeError, "one dtype", lambda: d.all_gather([x, x.astype(ms.float16)], x)),
        (TypeError, "one item for each", lambda: d.all_gather_object([None], 1)),
        (TypeError, "one dtype and shape", lambda: d.scatter(x, [x, x[0]], 0)),
        (ValueError, "divisible", lambda: d.all_to_all_single(empty(3), empty(3))),
        (ValueError, "this process itself", lambda: d.send(x, RANK)),
        (TypeError, "isend or irecv", lambda: d.P2POp("x", x, 1)),
        (TypeError, "peer must be int", lambda: d.P2POp("isend", x, "1")),
        (TypeError, "must be a Tensor", lambda: d.P2POp("isend", (2, 2), 1)),
        (NotImplementedError, "tag", lambda: d.P2POp("isend", x, 1, tag=2)),
        (TypeError, "can not be empty", lambda: d.batch_isend_irecv([])),
        (TypeError, "must hold P2POp", lambda: d.batch_isend_irecv([1])),
        (TypeError, "must be list", lambda: d.new_group((0, 1))),
        (TypeError, "'hccl' or 'mccl'", lambda: d.new_group([0, 1], backend="nccl")),
        (ValueError, "must not be empty", lambda: d.new_group([])),
        (TypeError, "must be integer", lambda: d.get_global_rank(None, "a")),
        (KeyError, "no world rank 9", lambda: d.get_group_rank(None, 9)),
        (KeyError, "does not exist", lambda: d.get_group_rank("no", 0)),
        (RuntimeError, "does not exist", lambda: d.get_process_group_ranks("no")),
        (TypeError, "'group' must be", lambda: d.get_rank(3)),
        (KeyError, "nope", lambda: d.destroy_process_group("nope")),
        (TypeError, "'group' must be", lambda: d.destroy_process_group(3)),
        (ValueError, "'world_size' must be -1 or 2", lambda: d.init_process_group(world_size=5)),
    ):
        raises(kind, text, call)


for part in (reductions, gathering, spreading, messages, objects, groups, refusals):
    part()
d.destroy_process_group()
assert not d.is_initialized()
print("all good")
