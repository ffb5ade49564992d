"""Experts on several processes against one process that holds all, on the whole batch: losses and parameters.

Written as a MindSpore script: a top-k gate, experts as parameters of their process, a shared expert, an auxiliary loss.
Arguments: ways to send tokens (the keys of WAYS).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

import msacc as ms
from msacc import Parameter, Tensor, mint, nn, ops
from msacc.communication import create_group, get_group_size, get_rank, init
from msacc.parallel import Layout, expert_load
from msacc.sharding import layouts
from tests.dist.programs import operators as base

init()
RANK, SIZE = get_rank(), get_group_size()
WORLD = "mccl_world_group"
EXPERTS, CHOSEN, WIDTH, INNER, TOKENS, STEPS = 12, 2, 8, 16, 12 * SIZE, 10
COPIES = 2 if SIZE == 4 else 1  # processes with the shared expert, where it has its own
ALONE, SHARED = "alone", "shared"
create_group(ALONE, [RANK])
if RANK < COPIES:
    create_group(SHARED, list(range(COPIES)))


def drawn(seed: int, *shape: int) -> np.ndarray:
    return (0.5 * np.random.RandomState(seed).randn(*shape)).astype(np.float32)


class Net(nn.Cell):
    """A layer of experts: `size` processes of `group` hold them; `own` of them hold the shared one instead."""

    def __init__(self, send: Callable[..., Any], group: str, size: int, rank: int, own: int, skew: bool) -> None:
        super().__init__()
        self.send, self.group, self.size, self.rank, self.own = send, group, size, rank, own
        self.gate = Parameter(Tensor(drawn(0, EXPERTS, WIDTH)), name="gate")
        # Nearly all tokens to the first two experts, so that most processes get none.
        self.bias = Tensor((np.arange(EXPERTS) < 2) * (30.0 if skew else 0.0), ms.float32)
        w1, w2 = drawn(1, EXPERTS, WIDTH, INNER), drawn(2, EXPERTS, INNER, WIDTH)
        s1, s2 = drawn(3, 1, WIDTH, INNER), drawn(4, 1, INNER, WIDTH)
        self.local = EXPERTS // (size - own)
        first = (rank - own) * self.local
        if rank < own:
            w1, w2 = s1, s2
        else:
            w1, w2 = w1[first : first + self.local], w2[first : first + self.local]
        self.w1 = Parameter(Tensor(w1), name="w1", layerwise_parallel=True)
        self.w2 = Parameter(Tensor(w2), name="w2", layerwise_parallel=True)
        self.s1, self.s2 = (Parameter(Tensor(s), name=n) for s, n in ((s1, "s1"), (s2, "s2")))
        self.total = ops.AllReduce(group=group)

    def construct(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        score = ops.softmax(ops.matmul(x, self.gate.T), -1)
        _, ids = ops.topk(score + self.bias, CHOSEN)
        ids = ids.astype(ms.int32)
        weights = ops.gather_d(score, 1, ids)
        weights = weights / weights.sum(-1, keepdims=True)
        out = self.send(self, x, ids, weights)
        if not self.own:
            out = out + ops.matmul(ops.relu(ops.matmul(x, self.s1[0])), self.s2[0])
        # The share of tokens of each expert is counted over all processes.
        chosen = ops.one_hot(ids, EXPERTS, Tensor(1.0), Tensor(0.0)).sum((0, 1))
        share = self.total(chosen) / (ids.size * self.size)
        return out, EXPERTS * (share * score.mean(0)).sum(), ids

    def experts(self, rows: Tensor, ends: Tensor) -> Tensor:
        """Rows in the order of experts, of which each ends at its entry of `ends`."""
        def product(x: Tensor, w: Tensor) -> Tensor:
            return ops.auto_generate.GroupedMatmul(3, 0)([x], [w], None, None, None, None, None, ends)[0]

        return product(ops.relu(product(rows, self.w1)), self.w2)


# -- ways to send tokens to experts --------------------------------------------------------------
def distributed(net: Net, x: Tensor, ids: Tensor, weights: Tensor) -> Tensor:
    own = {"group_ep": net.group, "shared_expert_num": 1 if net.own else 0}
    where = (net.size, net.rank, EXPERTS)
    sent = ops.moe_distribute_dispatch(x, ids, *where, weights, shared_expert_rank_num=net.own, **own)
    rows, _, places, ends, counts, _, _ = sent
    return ops.moe_distribute_combine(
        net.experts(rows, ends), ids, places, counts, weights, *where, shared_export_rank_num=net.own, **own
    )


def by_exchange(exchange: Callable[..., Tensor], net: Net, x: Tensor, ids: Tensor, weights: Tensor) -> Tensor:
    flat = ids.reshape(-1)
    _, order = ops.sort(flat.astype(ms.float32))
    counts = ops.bincount(flat, minlength=EXPERTS).astype(ms.int64)
    come = counts
    if net.size > 1:
        come = ops.AlltoAll(net.size, 0, 0, net.group)(counts.astype(ms.float32)).astype(ms.int64)
    sent = counts.reshape(net.size, -1).sum(1).asnumpy().tolist()
    come = come.reshape(net.size, -1)
    got = come.sum(1).asnumpy().tolist()
    rows = exchange(net, ops.gather(x, order // CHOSEN, 0), sent, got)
    expert = np.repeat(np.tile(np.arange(net.local), net.size), come.asnumpy().reshape(-1))
    sort = np.argsort(expert, kind="stable")
    done = net.experts(ops.gather(rows, Tensor(sort), 0), ops.cumsum(come.sum(0), 0))
    back = exchange(net, ops.gather(done, Tensor(np.argsort(sort)), 0), got, sent)
    back = ops.gather(back, Tensor(np.argsort(order.asnumpy())), 0)
    return (back.reshape(-1, CHOSEN, WIDTH) * weights.expand_dims(-1)).sum(1)


def all_to_all_v(net: Net, rows: Tensor, sent: list[int], got: list[int]) -> Tensor:
    return ops.AlltoAllV(net.group, WIDTH)(rows.reshape(-1), sent, got).reshape(-1, WIDTH)


def single(net: Net, rows: Tensor, sent: list[int], got: list[int]) -> Tensor:
    out = ops.zeros((sum(got), WIDTH))
    mint.distributed.all_to_all_single(out, rows, got, sent, net.group)
    return out


def with_capacity(net: Net, x: Tensor, ids: Tensor, weights: Tensor) -> Tensor:
    """At most TOKENS / SIZE * CHOSEN / EXPERTS tokens of each process to an expert; the rest are dropped."""
    groups, room = SIZE // net.size, TOKENS // SIZE * CHOSEN // EXPERTS
    out = []
    for one, to, by in zip(*(ops.split(t, t.shape[0] // groups) for t in (x, ids, weights))):
        rows, places = ops.moe_init_routing_v2(one, to, 0, room, EXPERTS, 1, 0, False)
        if net.size > 1:
            rows = ops.AlltoAll(net.size, 0, 1, net.group)(rows)
        rows = ops.bmm(ops.relu(ops.bmm(rows, net.w1)), net.w2)
        if net.size > 1:
            rows = ops.AlltoAll(net.size, 1, 0, net.group)(rows)
        places = places.reshape(-1, CHOSEN)
        kept = (places >= 0).astype(ms.float32) * by
        found = ops.gather(rows.reshape(-1, WIDTH), ops.maximum(places, 0), 0)
        out.append((found * kept.expand_dims(-1)).sum(1))
        DROPPED.append(float((places < 0).sum().asnumpy()))
    return ops.concat(out)


DROPPED: list[float] = []
WAYS: dict[str, tuple[Callable[..., Any], int, bool]] = {
    "distributed": (distributed, 0, False),
    "skewed": (distributed, 0, True),
    "shared": (distributed, COPIES, False),
    "all_to_all_v": (lambda *a: by_exchange(all_to_all_v, *a), 0, False),
    "all_to_all_single": (lambda *a: by_exchange(single, *a), 0, False),
    "capacity": (with_capacity, 0, False),
}


# -- training --------------------------------------------------------------------------------------
def trained(net: Net) -> tuple[list[float], list[Tensor]]:
    """Losses of ten steps; the part of each batch that is this process's. The losses' sum is that of the batch."""
    weights = net.trainable_params()
    optimizer = nn.Momentum(weights, 0.1, 0.9)
    add_up = nn.DistributedGradReducer(weights, mean=False, group=net.group)
    total = ops.AllReduce(group=net.group)
    rows = slice(net.rank * TOKENS // net.size, (net.rank + 1) * TOKENS // net.size)

    def loss_of(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        out, balance, ids = net(x)
        return (((out - y) ** 2).mean() + 0.1 * balance) / net.size, ids

    taken = ms.value_and_grad(loss_of, None, weights, has_aux=True)
    losses, chosen = [], []
    for step in range(STEPS):
        x, y = (Tensor(drawn(100 * step + k, TOKENS, WIDTH)[rows]) for k in (10, 11))
        (loss, ids), grads = taken(x, y)
        grads = list(add_up(grads))
        if net.own and net.size > 1 and net.rank < net.own:  # copies of the shared expert
            grads[1:3] = [ops.AllReduce(group=SHARED)(g) for g in grads[1:3]]
        optimizer(tuple(grads))
        losses.append(float(total(loss).asnumpy()))
        chosen.append(ids)
    return losses, chosen


def check(way: str) -> None:
    send, own, skew = WAYS[way]
    mine, whole = Net(send, WORLD, SIZE, RANK, own, skew), Net(send, ALONE, 1, 0, 0, skew)
    losses, chosen = trained(mine)
    wanted, whole_chosen = trained(whole)
    np.testing.assert_allclose(losses, wanted, rtol=1e-5)
    assert wanted[-1] < wanted[0]
    first = (RANK - own) * mine.local
    held = slice(first, first + mine.local)
    names = ("gate", "s1", "s2", "w1", "w2")
    expected = {n: getattr(whole, n).asnumpy() for n in names}
    if own:
        # The shared expert is a parameter of its processes.
        expected |= {"s1": drawn(3, 1, WIDTH, INNER), "s2": drawn(4, 1, INNER, WIDTH)}
    for name in ("w1", "w2"):
        shared = getattr(whole, name.replace("w", "s")).asnumpy()
        expected[name] = shared if RANK < own else expected[name][held]
        assert getattr(mine, name).shape == expected[name].shape
    for name in names:
        np.testing.assert_allclose(getattr(mine, name).asnumpy(), expected[name], rtol=1e-5, atol=1e-5, err_msg=name)
    load = expert_load(chosen[-1], EXPERTS, WORLD)
    counted = np.bincount(whole_chosen[-1].asnumpy().reshape(-1), minlength=EXPERTS)
    np.testing.assert_array_equal(load.by_expert, counted)
    assert load.by_process.sum() == TOKENS * CHOSEN
    assert not skew or load.by_process[1:].sum() == 0
    assert way != "capacity" or sum(DROPPED) > 0
    if RANK == 0:
        print(f"{way}: equal\n{load}", flush=True)


# -- experts within Morph, cut by layouts, as MindFormers has them -----------------------------------
class Morphed(nn.Cell):
    """Weights of two grids reach the experts in another dtype."""

    def __init__(self, cut: bool) -> None:
        super().__init__()
        self.where = (SIZE, RANK, EXPERTS) if cut else (1, 0, EXPERTS)
        self.group = WORLD if cut else None
        self.gate = Parameter(Tensor(drawn(0, WIDTH, EXPERTS)), name="gate")
        self.w1 = Parameter(Tensor(drawn(1, EXPERTS, WIDTH, INNER).astype(np.float64)), name="w1")
        self.w2 = Parameter(Tensor(drawn(2, EXPERTS, INNER, WIDTH).astype(np.float64)), name="w2")
        self.experts = ops.Morph(self.on_pieces, lambda *shapes: shapes[0], lambda *dtypes: dtypes[0])
        self.experts.add_prim_attr("self_define_shard", True)
        if cut:
            tokens = Layout((SIZE, 1), ("dp", "mp"))("dp", "None")
            weights = Layout((1, 1, SIZE), ("outer", "mp", "ep"))("ep", "None", "None")
            self.experts.shard((tokens, tokens, tokens, weights, weights), (tokens,))

    def construct(self, x: Tensor) -> Tensor:
        score = ops.softmax(ops.matmul(x, self.gate), -1)
        weights, ids = ops.topk(score, CHOSEN)
        w1, w2 = (ops.cast(w, ms.float32) for w in (self.w1, self.w2))
        return self.experts(x, ids.astype(ms.int32), weights, w1, w2)

    def on_pieces(self, x: Tensor, ids: Tensor, by: Tensor, w1: Tensor, w2: Tensor) -> Tensor:
        assert w1.shape[0] == EXPERTS // self.where[0]
        sent = ops.moe_distribute_dispatch(x, ids, *self.where, group_ep=self.group)
        rows, _, places, ends, counts, _, _ = sent
        for w in (w1, w2):
            rows = ops.auto_generate.GroupedMatmul(3, 0)([ops.relu(rows)], [w], None, None, None, None, None, ends)[0]
        return ops.moe_distribute_combine(rows, ids, places, counts, by, *self.where, group_ep=self.group)


def morph() -> None:
    data = base.batches(STEPS, lambda: base.rand(TOKENS, WIDTH), lambda: base.rand(TOKENS, WIDTH))
    net = base.compare("morph", Morphed, data, nn.MSELoss())
    held = {name: layout.slice_shape[0] for name, layout in layouts(net).items()}
    assert held["w1"] == held["w2"] == EXPERTS // SIZE, held


for name in sys.argv[1:]:
    if name == "morph":
        morph()
    else:
        check(name)
print("all equal", flush=True)
