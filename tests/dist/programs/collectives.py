"""Two workers: every collective and its gradient against numpy. Fails by assertion."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, ops
from msacc import communication as c
from msacc.communication import comm_func as cf
from msacc.nn import DistributedGradReducer

c.init()
RANK, SIZE = c.get_rank(), c.get_group_size()
assert SIZE == 2
X = [np.arange(4, dtype=np.float32).reshape(2, 2) + 10 * r + 1 for r in range(SIZE)]
WEIGHT = RANK + 1.0


def mine() -> Tensor:
    return Tensor(X[RANK])


def same(got: Tensor, expected: np.ndarray) -> None:
    np.testing.assert_allclose(got.asnumpy(), expected, rtol=1e-6)
    assert got.asnumpy().shape == expected.shape


def raises(kind: type[Exception], text: str, call: Callable[[], object]) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert text in str(caught.value), caught.value


def values() -> None:
    both = np.stack(X)
    same(ops.AllReduce()(mine()), both.sum(0))
    same(ops.AllReduce(ops.ReduceOp.MAX)(mine()), both.max(0))
    same(ops.AllReduce(ops.ReduceOp.MIN)(mine()), both.min(0))
    same(ops.AllReduce(ops.ReduceOp.PROD)(mine()), both.prod(0))
    same(ops.AllReduce()(Tensor(1.5)), np.float32(3.0) * np.ones(()))
    same(ops.AllReduce()(Tensor([RANK, 2], ms.int32)), np.array([1, 4]))
    same(ops.AllGather()(mine()), np.concatenate(X))
    same(ops.ReduceScatter()(mine()), both.sum(0)[RANK : RANK + 1])
    same(ops.Broadcast(1)((mine(),))[0], X[1])
    swapped = np.concatenate([X[0][RANK : RANK + 1], X[1][RANK : RANK + 1]], 1)
    same(ops.AlltoAll(2, 0, 1)(mine()), swapped)
    same(ops.Reduce(0)(mine()), both.sum(0) if RANK == 0 else X[1])
    same(ops.CollectiveScatter(1)(mine()), X[1][RANK : RANK + 1])
    same(ops.CollectiveGather(0)(mine()), np.concatenate(X) * (RANK == 0))
    ops.Barrier()()
    if RANK == 0:
        same(ops.Send(0, 1)(mine()), X[0])
    else:
        same(ops.Receive(0, 0, [2, 2], ms.float32)(mine()), X[0])


def gradients() -> None:
    def check(collective: object, expected: np.ndarray) -> None:
        same(ms.grad(lambda x: (collective(x) * WEIGHT).sum())(mine()), expected)  # type: ignore[operator]

    ones, both = np.ones((2, 2), np.float32), np.stack(X)
    check(ops.AllReduce(), 3 * ones)
    check(ops.AllReduce("max"), 3 * (X[RANK] == both.max(0)))
    check(ops.AllReduce("min"), 3 * (X[RANK] == both.min(0)))
    check(ops.AllReduce("prod"), 3 * both.prod(0) / X[RANK])
    check(ops.AllGather(), 3 * ones)
    check(ops.ReduceScatter(), np.array([[1.0, 1.0], [2.0, 2.0]]))
    broadcast = ops.Broadcast(1)
    check(lambda x: broadcast((x,))[0], WEIGHT * ones)
    check(ops.AlltoAll(2, 0, 1), np.array([[1.0, 1.0], [2.0, 2.0]]))
    if RANK == 0:
        sender = ops.Send(7, 1)
        same(ms.grad(lambda x: sender(x).sum())(mine()), 5 * ones)
    else:
        receiver = ops.Receive(7, 0, [2, 2], ms.float32)
        same(ms.grad(lambda x: (receiver(x) * 5).sum())(mine()), 0 * ones)


def groups() -> None:
    c.create_group("back", [1, 0])
    assert c.get_rank("back") == 1 - RANK
    assert c.get_process_group_ranks("back") == [1, 0]
    assert c.get_world_rank_from_group_rank("back", 0) == 1
    assert c.get_group_rank_from_world_rank(1, "back") == 0
    same(ops.AllGather("back")(mine()), np.concatenate(X[::-1]))
    same(ops.Broadcast(0, "back")((mine(),))[0], X[1])
    raises(ValueError, "rank_list is [1, 0]", lambda: c.create_group("back", [0]))
    raises(TypeError, "type of list", lambda: c.create_group("t", (0, 1)))  # type: ignore[arg-type]
    raises(ValueError, "duplicate", lambda: c.create_group("d", [0, 0]))
    raises(RuntimeError, "ranks 0 to 1", lambda: c.create_group("r", [0, 5]))
    raises(RuntimeError, f"global rank {RANK}", lambda: c.create_group("o", [1 - RANK]))
    c.create_group(f"alone{RANK}", [RANK])
    assert c.get_group_size(f"alone{RANK}") == 1
    same(ops.AllReduce(group=f"alone{RANK}")(mine()), X[RANK])
    c.destroy_group("back")
    raises(RuntimeError, "'back' does not exist", lambda: c.get_rank("back"))
    raises(KeyError, "back", lambda: c.destroy_group("back"))
    raises(ValueError, "world_group", lambda: c.destroy_group(c.GlobalComm.WORLD_COMM_GROUP))


def refusals() -> None:
    raises(
        ValueError, "divisible", lambda: ops.ReduceScatter()(Tensor(np.ones((3, 2), np.float32)))
    )
    raises(ValueError, "scalar", lambda: ops.AllGather()(Tensor(1.0)))
    raises(ValueError, "'split_count' must be", lambda: ops.AlltoAll(3, 0, 1)(mine()))
    raises(ValueError, "root_rank", lambda: ops.Broadcast(9)((mine(),)))
    raises(RuntimeError, "'zzz' does not exist", lambda: ops.AllGather("zzz"))


def functions() -> None:
    total = np.stack(X).sum(0)
    result, handle = cf.all_reduce(mine(), async_op=True)
    handle.wait()  # type: ignore[union-attr]
    same(result, total)
    assert cf.all_reduce(mine())[1] is None
    for async_op in (False, True):
        for out, expected in (
            (cf.all_gather_into_tensor(mine(), async_op=async_op), np.concatenate(X)),
            (cf.reduce_scatter_tensor(mine(), async_op=async_op), total[RANK : RANK + 1]),
        ):
            if out[1] is not None:
                out[1].wait()
            same(out[0], expected)
    same(cf.broadcast(mine(), 1), X[1])
    same(cf.scatter_tensor(mine(), 1), X[1][RANK : RANK + 1])
    same(cf.gather_into_tensor(mine(), 0), np.concatenate(X) * (RANK == 0))
    pieces = [Tensor(np.full(i + 1 + RANK, 10.0 * RANK + i, np.float32)) for i in range(2)]
    came, _ = cf.all_to_all_with_output_shape([(RANK + 1,), (RANK + 2,)], pieces)
    same(came[0], np.full(RANK + 1, float(RANK)))
    same(came[1], np.full(RANK + 2, 10.0 + RANK))
    same(
        cf.all_to_all_single_with_output_shape((2, 2), mine())[0],
        np.stack([X[0][RANK], X[1][RANK]]),
    )
    moves = [
        cf.P2POp("isend", mine(), 1 - RANK),
        cf.P2POp(cf.irecv, (2, 2), 1 - RANK, recv_dtype=ms.float32),
    ]
    same(cf.batch_isend_irecv(moves)[1], X[1 - RANK])
    cf.barrier()


def reducer() -> None:
    names = ("a", "half", "local")
    parameters = [ms.Parameter(mine(), name=name) for name in names]
    parameters[2].layerwise_parallel = True
    grads = (mine(), Tensor(X[RANK].astype(np.float16)), mine())
    total = np.stack(X).sum(0)
    for mean, degree, factor in ((None, None, 1.0), (True, None, 0.5), (True, 4, 0.25)):
        out = DistributedGradReducer(parameters, mean, degree)(grads)
        same(out[0], total * factor)
        assert out[1].dtype == ms.float16
        same(out[1], (total * factor).astype(np.float16))
        same(out[2], X[RANK])
    raises(ValueError, "'degree'", lambda: DistributedGradReducer(parameters, True, 0))
    raises(ValueError, "3 parameters", lambda: DistributedGradReducer(parameters)(grads[:1]))


for part in (values, gradients, groups, refusals, functions, reducer):
    part()
c.release()
assert c.get_rank() == RANK, "RANK_ID stays"
c.init()
values()
print("all good")
