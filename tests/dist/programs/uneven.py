"""Two workers: collectives of different amounts, a batch of messages, their gradients."""

from __future__ import annotations

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, grad, ops
from msacc.communication import get_rank, init

init()
RANK = get_rank()
ROWS = [np.arange(3, dtype=np.float32), 10 + np.arange(4, dtype=np.float32)]


def same(found: Tensor, wanted: list[float]) -> None:
    np.testing.assert_array_equal(found.asnumpy(), np.array(wanted, np.float32))


def gathered() -> None:
    op, x = ops.AllGatherV(), Tensor(ROWS[RANK])
    same(op(x, [3, 4]), [0, 1, 2, 10, 11, 12, 13])
    same(op(x, Tensor([3, 4])), [0, 1, 2, 10, 11, 12, 13])
    # Each process weighs what came by its number plus one: the gradients of both are added.
    same(grad(lambda t: (op(t, (3, 4)) * (RANK + 1)).sum())(x), [3] * (3 + RANK))
    with pytest.raises(ValueError, match="output_split_sizes"):
        op(x, [3])


def scattered() -> None:
    x = Tensor(np.arange(3, dtype=np.float32) * (RANK + 1))
    same(ops.ReduceScatterV()(x, [2, 1]), [[0, 3], [6]][RANK])
    same(ops.ReduceScatterV("max")(x, [2, 1]), [[0, 2], [4]][RANK])
    assert ops.ReduceScatterV()(x, [3, 0]).shape == ((3,), ())[RANK]
    slope = grad(lambda t: (ops.ReduceScatterV()(t, [2, 1]) * (RANK + 1)).sum())(x)
    same(slope, [1, 1, 2])


def swapped() -> None:
    x = Tensor(np.arange(3, dtype=np.float32) + 3 * RANK)
    send, come = ([1, 2], [1, 2]) if RANK == 0 else ([2, 1], [2, 1])
    same(ops.AlltoAllV()(x, send, come), [[0, 3, 4], [1, 2, 5]][RANK])
    for matrix in ([1, 2, 2, 1], Tensor([[1, 2], [2, 1]])):
        same(ops.AlltoAllVC()(x, matrix), [[0, 3, 4], [1, 2, 5]][RANK])
    pairs = Tensor(np.arange(6, dtype=np.float32) + 6 * RANK)
    same(
        ops.AlltoAllV(block_size=2)(pairs, send, come),
        [[0, 1, 6, 7, 8, 9], [2, 3, 4, 5, 10, 11]][RANK],
    )
    # The way back of a matrix that is no mirror of itself.
    there = ops.AlltoAllVC()(x, [0, 3, 1, 2])
    same(there, [[3], [0, 1, 2, 4, 5]][RANK])
    same(ops.AlltoAllVC(transpose=True)(there, [0, 3, 1, 2]), list(x.asnumpy()))
    same(
        grad(lambda t: (ops.AlltoAllVC()(t, [0, 3, 1, 2]) * (RANK + 1)).sum())(x),
        [[2, 2, 2], [1, 2, 2]][RANK],
    )


def messages() -> None:
    other = 1 - RANK
    op = ops.BatchISendIRecv(("isend", "irecv"), [other, other], [(2,)], [ms.float32])
    sent, came = op((Tensor(ROWS[RANK][:2]),))
    assert sent.shape == ()
    same(came, list(ROWS[other][:2]))
    with pytest.raises(RuntimeError, match="isend"):
        op(())
    with pytest.raises(ValueError, match="remote_ranks"):
        ops.BatchISendIRecv(("isend",), [other, other])


gathered()
scattered()
swapped()
messages()
print("all good")
