"""Exact accumulation over processes: each CASE against one big batch in float64. `gradient_accumulation.py CASE... [graph]`

Rank 0 compares; a case that is not equal raises. The cases are functions of this file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

import msacc as ms
from msacc import nn
from msacc.communication import get_group_size, get_rank, init
from msacc.ops import AllReduce
from msacc.parallel import AutoParallel, GradAccumulation, GradAccumulator
from msacc.train import DynamicLossScaleManager
from tests.parallel.oracle import (
    FEATURES,
    Batch,
    batches,
    build,
    ignore,
    mean_loss,
    optimizer,
    reference,
    tensors,
    valid,
    values,
)

SIZE, MICRO, STEPS = 12, 3, 4
LEVELS = ("level1", "level2", "level3")


def whole(data: list[Batch]) -> list[Batch]:
    """This job's data: `data` holds the parts of the processes, one step after the other."""
    world = get_group_size()
    steps = [data[i : i + world] for i in range(0, len(data), world)]
    return [tuple(np.concatenate(c) for c in zip(*parts)) for parts in steps]  # type: ignore[misc]


def own(data: list[Batch]) -> list[Batch]:
    return data[get_rank() :: get_group_size()]


def check(name: str, found: list[Any], wanted: list[np.ndarray]) -> None:
    if get_rank() == 0:
        apart = max(np.abs(f.asnumpy() - w).max() for f, w in zip(found, wanted))
        assert apart < 2e-6, f"{name}: parameters differ by {apart}"
        print(f"{name}: equal, {apart:.1e}")


def train(
    data: list[Batch], hsdp: dict[str, Any] | None, manager: Any = None, **options: Any
) -> tuple[Any, list[np.ndarray], list[Any]]:
    """(the step, initial values, what each call gave)."""
    net, loss = build()
    start = values(net)
    wrapped = AutoParallel(GradAccumulation(loss, MICRO, **options))
    if hsdp is not None:
        wrapped.hsdp(threshold=0, **hsdp)
    step = ms.Model(wrapped, optimizer=optimizer(net), loss_scale_manager=manager).train_network
    outs = []
    for batch in own(data):
        out = step(*tensors(batch))
        outs.append(out)
        if manager is not None:
            manager.update_loss_scale(bool(out[1]))
    return step, start, outs


def ways() -> Iterator[tuple[str, dict[str, Any] | None]]:
    yield "data_parallel", None
    for level in LEVELS:
        yield level, {"optimizer_level": level}
    if get_group_size() > 2:
        for level in LEVELS:
            yield f"half_{level}", {"optimizer_level": level, "shard_size": 2}


def flavours() -> None:
    """All ways to communicate give the same."""
    data = batches(STEPS * get_group_size(), SIZE)
    for way, hsdp in ways():
        kinds = ["reduce_once", "scatter_each", "sync_always"]
        for kind in kinds if "level3" not in way else ["scatter_each"]:
            step, start, losses = train(data, hsdp, communication=kind)
            wanted, expected = reference(start, whole(data))
            np.testing.assert_allclose([float(x) / MICRO for x in losses], expected, rtol=1e-5)
            check(f"flavours {way} {kind}", step.whole_parameters(), wanted)


def counted() -> None:
    """Valid targets differ between micro-batches and processes; one has none at all."""
    data = batches(STEPS * get_group_size(), SIZE)
    for i in range(0, len(data), get_group_size()):
        data[i] = ignore(data[i], 0, 1, 2, 3, 5)
        data[i + 1] = ignore(data[i + 1], *range(3, 12))
    for way, hsdp in ways():
        step, start, losses = train(data, hsdp, count=valid, clip_norm=0.4)
        wanted, expected = reference(start, whole(data), clip=0.4)
        np.testing.assert_allclose([float(x) / MICRO for x in losses], expected, rtol=1e-5)
        check(f"counted {way}", step.whole_parameters(), wanted)


def short() -> None:
    """Batches of different sizes on each process, divided by nothing."""
    parts = batches(STEPS * get_group_size(), 13)
    cut = [10, 13, 5, 12]
    data = [
        (x[: cut[i % get_group_size()]], y[: cut[i % get_group_size()]])
        for i, (x, y) in enumerate(parts)
    ]
    for way, hsdp in ways():
        step, start, _ = train(data, hsdp, remainder="short")
        wanted, _ = reference(start, whole(data))
        check(f"short {way}", step.whole_parameters(), wanted)


def overflow() -> None:
    """An overflow in one micro-batch of one process skips the update on all."""
    data = batches(STEPS * get_group_size(), SIZE)
    bad = [(x.copy(), y) for x, y in data]
    bad[get_group_size() + 1][0][7, 0] = np.inf
    for way, hsdp in ways():
        manager = DynamicLossScaleManager(1024.0, scale_factor=2, scale_window=100)
        step, start, outs = train(bad, hsdp, manager)
        assert [bool(o[1]) for o in outs] == [False, True, False, False], way
        assert manager.get_loss_scale() == 512.0
        good = whole(data)
        wanted, _ = reference(start, [good[0], good[2], good[3]])
        check(f"overflow {way}", step.whole_parameters(), wanted)


def statistics() -> None:
    """Running statistics of the whole batch of all processes."""
    data = batches(STEPS * get_group_size(), SIZE)
    net, loss = build(batch_norm=True)
    wrapped = AutoParallel(GradAccumulation(loss, MICRO, running_statistics="batch"))
    step = ms.Model(wrapped, optimizer=optimizer(net)).train_network
    mean, variance = np.zeros(FEATURES), np.ones(FEATURES)
    for mine, (x, _) in zip(own(data), whole(data)):
        step(*tensors(mine))
        mean = 0.9 * mean + 0.1 * x.astype(np.float64).mean(0)
        variance = 0.9 * variance + 0.1 * x.astype(np.float64).var(0, ddof=1)
    check("statistics", [net.norm.moving_mean, net.norm.moving_variance], [mean, variance])


def sync_batch_norm() -> None:
    """SyncBatchNorm over processes is BatchNorm over the batch of all."""
    data = batches(STEPS * get_group_size(), SIZE)

    def net_with(kind: Any) -> tuple[Any, Any]:
        ms.set_seed(3)
        net = nn.SequentialCell(
            nn.Dense(FEATURES, 8, weight_init="xavier_uniform"),
            kind(8),
            nn.ReLU(),
            nn.Dense(8, 4, weight_init="xavier_uniform"),
        )
        return net, nn.WithLossCell(net, nn.CrossEntropyLoss())

    net, loss = net_with(nn.SyncBatchNorm)
    step = ms.Model(AutoParallel(loss), optimizer=optimizer(net)).train_network
    for mine in own(data):
        step(*tensors(mine))
    alone, loss = net_with(nn.BatchNorm1d)
    cell = nn.TrainOneStepCell(loss, optimizer(alone)).set_train()
    for batch in whole(data):
        cell(*tensors(batch))
    found = [*step.whole_parameters(), net[1].moving_mean, net[1].moving_variance]
    wanted = [*alone.trainable_params(), alone[1].moving_mean, alone[1].moving_variance]
    check("sync_batch_norm", found, [p.asnumpy() for p in wanted])


def no_sync() -> None:
    """Calls inside no_sync() add up; the one after it updates with the whole window."""
    parts = batches(2 * MICRO * get_group_size(), 4)
    for way, hsdp in ways():
        for kind in [None] if way.endswith("level3") else [None, "sync_always"]:
            net, loss = build()
            start = values(net)
            wrapped = AutoParallel(GradAccumulation(loss, 1, communication=kind))
            if hsdp is not None:
                wrapped.hsdp(threshold=0, **hsdp)
            step = ms.Model(wrapped, optimizer=optimizer(net)).train_network
            for i, batch in enumerate(own(parts)):
                if (i + 1) % MICRO:
                    with wrapped.no_sync():
                        step(*tensors(batch))
                else:
                    step(*tensors(batch))
            data = whole(parts)
            windows = [data[:MICRO], data[MICRO:]]
            joined = [tuple(np.concatenate(c) for c in zip(*w)) for w in windows]
            wanted, _ = reference(start, joined)  # type: ignore[arg-type]
            check(f"no_sync {way} {kind}", step.whole_parameters(), wanted)


def accumulator() -> None:
    """The building block; the processes give it different numbers of micro-batches."""
    parts = batches(2 * (MICRO + 1), 4)
    for way, hsdp in ways():
        if way.endswith(("level2", "level3")):
            continue  # they exchange messages in every micro-batch, so the numbers must agree
        net, loss = build()
        start = values(net)
        wrapped = AutoParallel(loss)
        if hsdp is not None:
            wrapped.hsdp(threshold=0, **hsdp)
        block = GradAccumulator(wrapped, optimizer(net))
        for window in (parts[: MICRO + 1], parts[MICRO + 1 :]):
            # Rank 1 takes one, rank 0 the others.
            for batch in window[:1] if get_rank() == 1 else window[1:]:
                block.accumulate(*tensors(batch))
            assert block.step()
        joined = [
            tuple(np.concatenate(c) for c in zip(*w))
            for w in (parts[: MICRO + 1], parts[MICRO + 1 :])
        ]
        wanted, _ = reference(start, joined, loss=mean_loss)  # type: ignore[arg-type]
        check(f"accumulator {way}", block.train_step.whole_parameters(), wanted)


def reducer() -> None:
    """DistributedGradReducer.no_sync(): local gradients, whose sum is reduced once."""
    net, _ = build()
    shared = nn.DistributedGradReducer(net.trainable_params(), mean=True)
    grads = [p * 0 + (get_rank() + 1.0) for p in net.trainable_params()]
    with shared.no_sync():
        local = shared(grads)
    mean = sum(range(1, get_group_size() + 1)) / get_group_size()
    for a, b in zip(local, shared(grads)):
        assert (a.asnumpy() == get_rank() + 1).all()
        np.testing.assert_allclose(b.asnumpy(), mean, rtol=1e-6)
    if get_rank() == 0:
        print("reducer: equal")


def mid_window() -> None:
    """Each process saves its slices and its part of a window; a fresh job goes on from there, bitwise."""
    data = own(batches(8 * get_group_size(), 4))
    for way, hsdp in ways():

        def fresh(seed: int, hsdp: Any = hsdp) -> GradAccumulator:
            net, loss = build(seed, dropout=0.3)
            wrapped = AutoParallel(loss)
            if hsdp is not None:
                wrapped.hsdp(threshold=0, **hsdp)
            return GradAccumulator(wrapped, optimizer(net), window=4)

        block = fresh(3)
        for batch in data[:6]:
            block(*tensors(batch))
        files = [f"middle_{way}_{rank}.ckpt" for rank in range(get_group_size())]
        mine = files[get_rank()]
        state = block.window_state()
        ms.save_checkpoint(block, mine, integrated_save=False, append_dict=state)
        for batch in data[6:]:
            block(*tensors(batch))
        AllReduce()(ms.Tensor([1.0]))  # all have written
        again = fresh(8)
        ms.load_distributed_checkpoint(again, files)
        again.load_window_state(ms.load_checkpoint(mine))
        assert again.micro_batches == 2
        assert [again(*tensors(batch))[1] for batch in data[6:]] == [False, True]
        found = again.train_step.whole_parameters()
        wanted = [p.asnumpy() for p in block.train_step.whole_parameters()]
        assert all(np.array_equal(f.asnumpy(), w) for f, w in zip(found, wanted)), way
        check(f"mid_window {way}", found, wanted)


CASES = [flavours, counted, short, overflow, statistics, sync_batch_norm, no_sync, reducer, mid_window]
ON_TWO = [accumulator]


def main(names: list[str]) -> None:
    init()
    ms.set_context(mode=ms.GRAPH_MODE if "graph" in names else ms.PYNATIVE_MODE)
    for case in [*CASES, *ON_TWO]:
        if case.__name__ in names:
            case()
    figures = ms.graph.stats()
    print(f"compiled {figures.by_name} not recorded {figures.not_recorded} fallbacks {figures.fallbacks}")


if __name__ == "__main__":
    main(sys.argv[1:])
