"""Two workers: mindspore.ops.communication in and out of place, rows by a matrix, and a store."""

from __future__ import annotations

import os

import numpy as np
import pytest
from msacc.ops import communication as oc

from msacc import Tensor, grad, ops
from msacc.communication import comm_func

oc.init_process_group()
RANK = oc.get_rank()
X = np.arange(4, dtype=np.float32).reshape(2, 2) + 10 * RANK
BOTH = np.stack([np.arange(4, dtype=np.float32).reshape(2, 2) + 10 * r for r in range(2)])


def in_place() -> None:
    x = Tensor(X)
    assert oc.all_reduce(x) is None
    np.testing.assert_array_equal(x.asnumpy(), BOTH.sum(0))


def out_of_place() -> None:
    oc.set_comm_ops_inplace(False, ["all_reduce", "all_gather_into_tensor", "all_to_all_single"])
    x = Tensor(X)
    total, handle = oc.all_reduce(x)
    assert handle is None
    np.testing.assert_array_equal(x.asnumpy(), X)
    np.testing.assert_array_equal(total.asnumpy(), BOTH.sum(0))
    np.testing.assert_array_equal(oc.all_reduce(x, "avg")[0].asnumpy(), BOTH.mean(0))
    gathered, handle = ops.all_gather_into_tensor(None, x, async_op=True)
    handle.wait()
    np.testing.assert_array_equal(gathered.asnumpy(), BOTH.reshape(4, 2))
    swapped, _ = oc.all_to_all_single(None, x)
    np.testing.assert_array_equal(swapped.asnumpy(), BOTH[:, RANK])
    slope = grad(lambda t: oc.all_reduce(t * t)[0].sum())(x)
    np.testing.assert_array_equal(slope.asnumpy(), 4 * X)
    oc.set_comm_ops_inplace(False)
    with pytest.raises(ValueError, match="broadcast"):
        oc.broadcast(x, 0)
    oc.set_comm_ops_inplace(True)
    assert oc.broadcast(x, 0) is None
    np.testing.assert_array_equal(x.asnumpy(), BOTH[0])


def rows_by_a_matrix() -> None:
    # Process 0 keeps one row and sends two; process 1 sends none and keeps three.
    sent = [[1, 2], [0, 3]]
    x = Tensor(np.arange(3, dtype=np.float32).reshape(3, 1) + 10 * RANK)
    out = Tensor(np.zeros((1 if RANK == 0 else 5, 1), np.float32))
    assert comm_func.all_to_all_v_c(out, x, sum(sent, [])) is None
    np.testing.assert_array_equal(out.asnumpy()[:, 0], [[0], [1, 2, 10, 11, 12]][RANK])
    with pytest.raises(TypeError, match="send_count_matrix"):
        oc.all_to_all_v_c(out, x, [1, 2, 3])
    with pytest.raises(ValueError, match="rows of 'input'"):
        oc.all_to_all_v_c(out, x, [1, 1, 1, 1])


def a_store() -> None:
    port = int(os.environ["STORE_PORT"])
    store = oc.TCPStore("127.0.0.1", port, 2, RANK == 0)
    if RANK == 0:
        store.set("text", b"one\xff")
    assert store.get("text") == b"one\xff"
    oc.barrier()
    store.add("count", 2 + RANK)
    oc.barrier()
    assert store.get("count") == b"5"
    with pytest.raises(RuntimeError, match="no number"):
        store.add("text", 1)
    with pytest.raises(TypeError, match="amount"):
        store.add("count", "1")
    oc.barrier()


in_place()
out_of_place()
rows_by_a_matrix()
a_store()
print("all good")
