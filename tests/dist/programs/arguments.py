"""Two workers: arguments that mean something only where there are two, each with another value than its default.

The group "back" has rank 1 before rank 0, "own" this process alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import msacc as ms
from msacc import Tensor
from msacc import communication as c
from msacc.communication import comm_func as cf
from msacc.mint import distributed as d
from msacc.mint import nn

c.init()
RANK = c.get_rank()
OTHER = 1 - RANK
X = [np.arange(6, dtype=np.float32).reshape(2, 3) * (1 - 2 * r) + r for r in range(2)]
BOTH, TOTAL = np.stack(X), X[0] + X[1]
BACK = np.concatenate(X[::-1])
c.create_group("back", [1, 0])
c.create_group(f"own{RANK}", [RANK])
OWN = f"own{RANK}"
PLACE = OTHER  # this process's rank in "back"
# Rows that rank 0 cuts into 1 and 2 for "back", rank 1 into 3 and 1; what then comes, rank 1's first.
OWNS = ([1, 2], [3, 1])[RANK]
ROWS = Tensor(np.arange(sum(OWNS), dtype=np.float32)[:, None] + 10 * RANK)
THEIRS = ([3, 1], [1, 2])[PLACE]
SWAPPED = (np.array([10.0, 11, 12, 0]), np.array([13.0, 1, 2]))[PLACE]


def mine() -> Tensor:
    return Tensor(X[RANK])


def zeros(*shape: int) -> Tensor:
    return Tensor(np.zeros(shape, np.float32))


def same(got: Any, expected: Any) -> None:
    np.testing.assert_allclose(got.asnumpy(), expected, rtol=1e-6)
    assert got.shape == np.shape(expected)


def written(call: Callable[..., Any], out: Tensor, expected: Any, **given: Any) -> None:
    """mint.distributed: what an asynchronous call leaves in `out`."""
    call(out, async_op=True, **given).wait()
    same(out, expected)


def given(result: tuple[Any, Any], *expected: Any) -> None:
    """comm_func: what an asynchronous call gives."""
    result[1].wait()
    for got, want in zip(result[0] if len(expected) > 1 else result[:1], expected):
        same(got, want)


def refused(call: Callable[[], Any], word: str) -> None:
    try:
        call()
    except (TypeError, ValueError, RuntimeError) as error:
        assert word in str(error), error
    else:
        raise AssertionError(f"nothing was said of {word}")


def groups() -> None:
    assert (c.get_local_rank("back"), c.get_local_rank(OWN)) == (RANK, 0)
    assert (c.get_local_rank_size("back"), c.get_local_rank_size(OWN)) == (2, 1)
    assert c.get_world_rank_from_group_rank("back", 0) == 1
    assert c.get_group_rank_from_world_rank(0, "back") == 1
    assert c.get_process_group_ranks("back") == [1, 0]
    assert c.get_comm_name("back") != c.get_comm_name(OWN)
    assert (d.get_rank("back"), d.get_world_size(OWN)) == (PLACE, 1)
    assert (d.get_global_rank("back", 0), d.get_group_rank("back", 0)) == (1, 1)
    assert d.get_process_group_ranks("back") == [1, 0]
    only = d.new_group([0], backend="mccl")
    assert d.get_rank(only) == (0 if RANK == 0 else -1) and d.get_backend(only) == "mccl"


def functions() -> None:
    given(cf.all_reduce(mine(), "max", "back", True), BOTH.max(0))
    given(cf.all_reduce(mine(), group=OWN, async_op=True), X[RANK])
    given(cf.all_gather_into_tensor(mine(), "back", True), BACK)
    given(
        cf.reduce_scatter_tensor(mine(), "min", "back", True), BOTH.min(0)[PLACE : PLACE + 1]
    )
    same(cf.reduce(mine(), 1, "prod", "back"), BOTH.prod(0) if RANK == 1 else X[0])
    same(cf.reduce(mine(), RANK, group=OWN), X[RANK])
    same(cf.broadcast(mine(), 1, "back"), X[1])
    same(cf.broadcast(mine(), RANK, OWN), X[RANK])
    same(cf.scatter_tensor(mine(), 1, "back"), X[1][PLACE : PLACE + 1])
    same(cf.gather_into_tensor(mine(), 1, "back"), BACK * (RANK == 1))
    cf.barrier("back")
    if RANK == 0:
        cf.barrier(OWN)
    pieces = [Tensor(np.full(i + 1, 10.0 * RANK + i, np.float32)) for i in range(2)]
    came = [np.full(PLACE + 1, 10.0 * rank + PLACE) for rank in (1, 0)]
    shapes = [(PLACE + 1,)] * 2
    given(cf.all_to_all_with_output_shape(shapes, pieces, "back", True), *came)
    given(
        cf.all_to_all_single_with_output_shape((len(SWAPPED), 1), ROWS, THEIRS, OWNS, "back", True),
        SWAPPED[:, None],
    )


def written_into() -> None:
    both = {"group": "back"}
    written(d.all_reduce, mine(), BOTH.max(0), op="max", **both)
    written(d.all_reduce, mine(), X[RANK], group=OWN)
    written(d.reduce, mine(), BOTH.prod(0) if RANK else X[0], dst=1, op="prod", **both)
    written(d.broadcast, mine(), X[1], src=1, **both)
    written(d.all_gather_into_tensor, zeros(4, 3), BACK, input_tensor=mine(), **both)
    uneven = {"input": Tensor(X[RANK][: PLACE + 1]), "output_split_sizes": [1, 2]}
    joined = np.concatenate([X[1][:1], X[0]])
    written(d.all_gather_into_tensor_uneven, zeros(3, 3), joined, **uneven, **both)
    outs = [zeros(2, 3), zeros(2, 3)]
    d.all_gather(outs, mine(), "back", True).wait()
    for out, want in zip(outs, X[::-1]):
        same(out, want)
    outs = [zeros(2, 3), zeros(2, 3)]
    d.gather(mine(), outs, 1, "back", True).wait()
    for out, want in zip(outs, X[::-1]):
        same(out, want * (RANK == 1))
    pair = [mine(), mine() * 2]
    written(d.scatter, zeros(2, 3), X[1] * (PLACE + 1), scatter_list=pair, src=1, **both)
    least = np.minimum(*X) * (PLACE + 1)
    written(d.reduce_scatter, zeros(2, 3), least, input_list=pair, op="min", **both)
    half = BOTH.mean(0)[PLACE : PLACE + 1]
    written(d.reduce_scatter_tensor, zeros(1, 3), half, input=mine(), op="avg", **both)
    three = {"input": Tensor(np.repeat(X[RANK], [1, 2], 0)), "input_split_sizes": [1, 2]}
    most = BOTH.max(0)[[0]] if PLACE == 0 else BOTH.max(0)[[1, 1]]
    written(d.reduce_scatter_tensor_uneven, zeros(PLACE + 1, 3), most, op="max", **three, **both)
    swapped = [zeros(2, 3), zeros(2, 3)]
    d.all_to_all(swapped, pair, "back", True).wait()
    for out, want in zip(swapped, X[::-1]):
        same(out, want * (PLACE + 1))
    sizes = {"output_split_sizes": THEIRS, "input_split_sizes": OWNS}
    out = zeros(len(SWAPPED), 1)
    written(d.all_to_all_single, out, SWAPPED[:, None], input=ROWS, **sizes, **both)
    written(d.reduce_scatter_tensor, zeros(2, 3), X[RANK], input=mine(), group=OWN)
    d.barrier("back", True).wait()
    if RANK == 0:
        d.barrier(OWN)
    # The ranks of sources and destinations are the world's: a group shows in whom it does not hold.
    for outside in (
        lambda: d.broadcast(mine(), OTHER, OWN),
        lambda: d.reduce(mine(), OTHER, group=OWN),
        lambda: d.broadcast_object_list([1], OTHER, OWN),
        lambda: d.batch_isend_irecv([d.P2POp("isend", mine(), OTHER, OWN)]),
        lambda: cf.batch_isend_irecv([cf.P2POp("isend", mine(), OTHER, OWN)]),
    ):
        refused(outside, str(OTHER))


def messages(module: Any, copies: bool) -> None:
    """Two letters with tags, opened the other way round; `copies`: what comes is not written into the tensor."""
    first, second = mine(), mine() + 100
    sent = [module.isend(first, OTHER, "back", 5), module.isend(second, OTHER, "back", 6)]
    boxes = [zeros(2, 3), zeros(2, 3)]
    came = [
        module.irecv(box, src=OTHER, group="back", tag=tag) for box, tag in zip(boxes, (6, 5))
    ]
    for handle in sent + [one[1] if copies else one for one in came]:
        handle.wait()
    for got, want in zip([one[0] for one in came] if copies else boxes, (100, 0)):
        same(got, X[OTHER] + want)
    for turn in (0, 1):
        box = zeros(2, 3)
        if turn == RANK:
            module.send(tensor=mine(), dst=OTHER, group="back", tag=7)
        else:
            found = module.recv(tensor=box, src=OTHER, group="back", tag=7)
            same(found if copies else box, X[OTHER])
    for call in (module.send, module.recv, module.isend, module.irecv):
        for tag, group, word in (("a", "back", "'tag'"), (0, OWN, f"={OTHER}")):
            refused(lambda: call(mine(), OTHER, group, tag), word)


def batches() -> None:
    box = zeros(2, 3)
    moves = [d.P2POp("isend", mine(), OTHER, "back"), d.P2POp("irecv", box, OTHER, "back")]
    for handle in d.batch_isend_irecv(moves):
        assert handle is not None
        handle.wait()
    same(box, X[OTHER])
    half = mine().astype(ms.float16)
    came = cf.batch_isend_irecv(
        [
            cf.P2POp("isend", half, OTHER, "back"),
            cf.P2POp("irecv", (2, 3), OTHER, "back", recv_dtype=ms.float16),
        ]
    )
    assert came[1].dtype == ms.float16
    same(came[1], X[OTHER])


def objects() -> None:
    found: list[Any] = [None, None]
    d.all_gather_object(found, RANK, "back")
    assert found == [1, 0]
    found = [RANK, {"r": RANK}]
    d.broadcast_object_list(found, 1, "back")
    assert found == [1, {"r": 1}]
    found = [None, None]
    d.gather_object(f"r{RANK}", found, 1, "back")
    assert found == (["r1", "r0"] if RANK == 1 else [None, None])
    found = [None]
    d.scatter_object_list(found, [f"a{RANK}", f"b{RANK}"], 1, "back")
    assert found == [("a1", "b1")[PLACE]]
    if RANK == 1:
        d.send_object_list([1, "a"], 0, "back")
    else:
        found = [None, None]
        assert d.recv_object_list(found, 1, "back") == 0
        assert found == [1, "a"]


def shared_statistics() -> None:
    """SyncBatchNorm over "back" normalises by both batches, over "own" by this one's, with weights or without."""
    batch = [np.random.RandomState(r).normal(r, 1 + r, (3, 2, 4)).astype(np.float32) for r in (0, 1)]
    whole = np.concatenate(batch)
    for group, seen in (("back", whole), (OWN, batch[RANK])):
        for options in ({}, {"affine": False}, {"track_running_stats": False}):
            net = nn.SyncBatchNorm(2, eps=0.1, momentum=0.5, process_group=group, **options)
            net.set_train()
            centre, spread = seen.mean((0, 2))[:, None], seen.var((0, 2))[:, None]
            out = net(Tensor(batch[RANK])).asnumpy()
            want = (batch[RANK] - centre) / np.sqrt(spread + 0.1)
            np.testing.assert_allclose(out, want, rtol=1e-4, atol=1e-5)
            if "track_running_stats" not in options:
                kept = 0.5 + 0.5 * seen.var((0, 2), ddof=1)
                np.testing.assert_allclose(net.running_var.asnumpy(), kept, rtol=1e-5)
    refused(lambda: nn.SyncBatchNorm(2, process_group="absent"), "'absent' does not exist")


for part in (groups, functions, written_into, batches, objects, shared_statistics):
    part()
messages(d, False)
messages(cf, True)
c.destroy_group("back")
assert d.get_rank("back") == -1 and d.get_rank(OWN) == 0
d.destroy_process_group(OWN)
assert d.get_rank(OWN) == -1
c.release()
print("all good")
