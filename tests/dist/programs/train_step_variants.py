"""Doors to one step on several processes: CASES are functions of this file; rank 0 compares with one big batch."""

from __future__ import annotations

import copy
import pickle
import sys
from typing import Any

import numpy as np
import torch.distributed as dist

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.communication import get_group_size, get_rank, init
from msacc.nn.utils import no_init_parameters
from msacc.parallel import AutoParallel, GradAccumulation, GradAccumulator
from msacc.train.accumulation import GradientAccumulation
from tests.dist.programs.gradient_accumulation import check, own, whole
from tests.parallel.oracle import Net, batches, build, optimizer, reference, tensors, values


def hsdp(network: Any, level: str = "level1", threshold: int = 0) -> AutoParallel:
    wrapped = AutoParallel(network)
    wrapped.hsdp(threshold=threshold, optimizer_level=level)
    return wrapped


def same(name: str, value: Any, wanted: bool = True) -> None:
    """Whether a value is the same on all processes."""
    everyone: list[Any] = [None] * get_group_size()
    dist.all_gather_object(everyone, np.asarray(value).tolist())
    assert all(v == everyone[0] for v in everyone) == wanted, f"{name}: {everyone}"


def two_models() -> None:
    """A second Model and a GradAccumulator with the same optimizer go on with its values and state."""
    data = batches(4 * get_group_size(), 12)
    for level in ("level1", "level2", "level3"):
        net, loss = build()
        start, opt = values(net), optimizer(net)
        first = ms.Model(hsdp(GradAccumulation(loss, 3), level), optimizer=opt).train_network
        second = ms.Model(hsdp(GradAccumulation(loss, 2), level), optimizer=opt).train_network
        block = GradAccumulator(hsdp(loss, level), opt, window=1)
        for call, batch in zip((first, second, block, first), own(data)):
            call(*tensors(batch))
        check(f"two_models {level}", first.whole_parameters(), reference(start, whole(data))[0])


def taken_over() -> None:
    """Another optimizer takes the parameters over as they are, and gives them back."""
    data = batches(3 * get_group_size(), 12)
    levels = ("level1", "level3")
    for level, other in [(a, b) for a in levels for b in levels]:
        net, loss = build()
        start = values(net)
        plain = nn.SGD(net.trainable_params(), 0.1)
        first = ms.Model(hsdp(GradAccumulation(loss, 3), level), optimizer=plain)
        first.train_network(*tensors(own(data)[0]))
        second = ms.Model(hsdp(GradAccumulation(loss, 3), other), optimizer=optimizer(net))
        second.train_network(*tensors(own(data)[1]))
        steps = whole(data)
        # One step of Momentum is one of SGD; without its momentum each is a step from where the last one ended.
        places = [start]
        for batch in steps:
            places.append(reference(places[-1], [batch])[0])
        wanted, back = places[2], places[3]
        check(f"taken_over {level} by {other}", second.train_network.whole_parameters(), wanted)
        first.train_network(*tensors(own(data)[2]))
        check(
            f"taken_over {level} by {other} and back", first.train_network.whole_parameters(), back
        )


def fed_whole() -> None:
    """dataset_strategy("full_batch"): every process is fed everything and computes its part; micro_size="auto" too."""
    data = batches(3, 12)
    for micro, memory in ((3, None), ("auto", "1MB")):
        net, loss = build()
        start = values(net)
        wrapped = hsdp(GradAccumulation(loss, micro, memory=memory))
        wrapped.dataset_strategy("full_batch")
        step = ms.Model(wrapped, optimizer=optimizer(net)).train_network
        seen: list[int] = []
        net.register_forward_pre_hook(lambda cell, args, seen=seen: seen.append(args[0].shape[0]))
        for batch in data:
            step(*tensors(batch))
        assert max(seen) <= 12 // get_group_size(), seen
        check(f"fed_whole {micro}", step.whole_parameters(), reference(start, data)[0])


def sharded_by_context() -> None:
    """DATA_PARALLEL with enable_parallel_optimizer shards the optimizer."""
    data = batches(3 * get_group_size(), 12)
    ms.set_auto_parallel_context(
        parallel_mode="data_parallel",
        gradients_mean=True,
        enable_parallel_optimizer=True,
        parallel_optimizer_config={"parallel_optimizer_threshold": 0},
    )
    net, loss = build()
    start = values(net)
    cell = nn.TrainOneStepCell(loss, optimizer(net)).set_train()
    for batch in own(data):
        cell(*tensors(batch))
    assert cell._msacc_planned_step.step_runtime().store.buckets[0].num_shards == get_group_size()
    wanted = reference(start, whole(data))[0]
    check("sharded_by_context", cell._msacc_planned_step.whole_parameters(), wanted)
    ms.reset_auto_parallel_context()


class OwnStep(nn.TrainOneStepCell):
    """A step that a script writes."""

    def construct(self, *inputs: Any) -> Any:
        loss = self.network(*inputs)
        self.optimizer(self.grad(self.network, self.weights)(*inputs, ops.ones_like(loss)))
        return loss


def own_gradients() -> None:
    """Gradients that a script takes itself through an AutoParallel are those of the global batch."""

    def by_function(cell: Any, opt: Any) -> Any:
        taken = ms.value_and_grad(cell.set_train(), None, opt.parameters)

        def step(*inputs: Any) -> None:
            opt(taken(*inputs)[1])

        return step

    ways = {
        "inside": lambda loss, opt: OwnStep(AutoParallel(loss), opt).set_train(),
        "around": lambda loss, opt: AutoParallel(OwnStep(loss, opt)).set_train(),
        "function": lambda loss, opt: by_function(AutoParallel(loss), opt),
    }
    data = batches(2 * get_group_size(), 12)
    for name, make in ways.items():
        net, loss = build()
        start = values(net)
        step = make(loss, optimizer(net))
        for batch in own(data):
            step(*tensors(batch))
        check(f"own_gradients {name}", net.trainable_params(), reference(start, whole(data))[0])


def small_at_level3() -> None:
    """Parameters below the threshold stay whole: read anywhere, also by an evaluation; settings are followed."""
    data = batches(3 * get_group_size(), 12)
    found = []
    for level in ("level2", "level3"):
        net, loss = build()
        opt = optimizer(net)
        step = ms.Model(hsdp(GradAccumulation(loss, 3), level, 1), optimizer=opt).train_network
        for number, batch in enumerate(own(data)):
            if number == 1:
                opt.momentum = ms.Parameter(Tensor(np.float32(0.5)), name="momentum")
            step(*tensors(batch))
            loss(*tensors(batch))
        assert net.first.bias.asnumpy().shape == (16,)
        found.append([v.asnumpy() for v in step.whole_parameters()])
    check("small_at_level3", [Tensor(v) for v in found[1]], found[0])
    net, loss = build()
    step = ms.Model(hsdp(GradAccumulation(loss, 3)), optimizer=optimizer(net)).train_network
    for batch in own(data):
        step(*tensors(batch))
    assert (
        max(np.abs(a.asnumpy() - b).max() for a, b in zip(step.whole_parameters(), found[0])) > 1e-3
    )


class Drops(nn.Cell):
    """Keeps its last mask."""

    def __init__(self) -> None:
        super().__init__()
        self.dense, self.drop = nn.Dense(6, 4), nn.Dropout(p=0.5)
        self.__dict__["mask"] = None

    def construct(self, x: Any, y: Any) -> Any:
        self.__dict__["mask"] = self.drop(ops.ones_like(x))
        return ops.square(self.dense(x * self.mask)).mean() + y.mean() * 0.0


def random_numbers() -> None:
    """Seeds that differ by rank: initial values agree all the same. Seeds that agree: masks differ."""
    ms.set_seed(11 + get_rank())
    with no_init_parameters():
        net = Drops()
        opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    # Above the size of every parameter: all stay whole.
    step = ms.Model(hsdp(GradAccumulation(net, 2), threshold=64), optimizer=opt).train_network
    x = Tensor(np.ones((4, 6), np.float32)), Tensor(np.ones(4, np.float32))
    step.set_train()
    step(*x)
    same("weights", net.dense.weight.asnumpy())
    ms.set_seed(5)
    step(*x)
    same("mask", net.mask.asnumpy(), wanted=False)
    ms.set_seed(5)
    same("values drawn by initializers", Net().first.weight.asnumpy())
    if get_rank() == 0:
        print("random_numbers: equal")


def late_context() -> None:
    """A Model is built before the context says how the job is parallel, which it reads when it begins."""
    data = batches(2, 12)
    net, loss = build()
    start = values(net)
    step = ms.Model(GradAccumulation(loss, 3), optimizer=optimizer(net)).train_network
    assert step.plan.standalone
    ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", full_batch=True)
    for batch in data:
        step(*tensors(batch))
    assert not [p for p in step.get_parameters() if p.name.startswith("accu_grads")]
    ms.reset_auto_parallel_context()
    check("late_context", step.whole_parameters(), reference(start, data)[0])


def refused(kind: type[Exception], text: str, call: Any) -> None:
    try:
        call()
    except kind as error:
        assert text in str(error), error
    else:
        raise AssertionError(f"not refused: {text}")


def copied() -> None:
    """Copies after training began: whole and apart where a process holds all values, refused where it does not."""
    data = batches(2 * get_group_size(), 12)
    for level, threshold in (("level1", 1 << 20), ("level1", 0), ("level3", 0)):
        net, loss = build()
        start, opt = values(net), optimizer(net)
        cell = GradAccumulation(loss, 3)
        step = ms.Model(hsdp(cell, level, threshold), optimizer=opt).train_network
        first, second = own(data)
        step(*tensors(first))
        if threshold:
            other = pickle.loads(pickle.dumps(copy.deepcopy(step)))
            step(*tensors(second))
            middle = reference(start, whole(data)[:1])[0]
            assert all(np.allclose(v, m, atol=2e-6) for v, m in zip(values(other.network), middle))
            other(*tensors(second))
            found = other.whole_parameters()
        else:
            refused(
                RuntimeError, "is sharded over the processes", lambda opt=opt: copy.deepcopy(opt)
            )
            if level == "level3":
                refused(RuntimeError, "is sharded over", lambda net=net: pickle.dumps(net))
                continue
            after = copy.deepcopy(net)
            step(*tensors(second))
            middle = reference(start, whole(data)[:1])[0]
            assert all(np.allclose(v, m, atol=2e-6) for v, m in zip(values(after), middle))
            found = step.whole_parameters()
        check(f"copied {level} {threshold}", found, reference(start, whole(data))[0])


def own_values() -> None:
    """Parameters of which each process has values of its own: every door refuses them."""
    x, y = tensors(batches(1, 12)[0])
    doors = {
        "Model": lambda loss, opt: ms.Model(AutoParallel(loss), optimizer=opt).train_network,
        "accumulated": lambda loss, opt: (
            ms.Model(AutoParallel(GradAccumulation(loss, 3)), optimizer=opt).train_network
        ),
        "level3": lambda loss, opt: ms.Model(hsdp(loss, "level3"), optimizer=opt).train_network,
        "around": lambda loss, opt: AutoParallel(nn.TrainOneStepCell(loss, opt)),
        "inside": lambda loss, opt: nn.TrainOneStepCell(AutoParallel(loss), opt),
        "accumulator": lambda loss, opt: GradAccumulator(AutoParallel(loss), opt, window=1),
        "tutorial": lambda loss, opt: (
            GradientAccumulation(AutoParallel(loss._backbone), loss._loss_fn, opt).step
        ),
    }
    for make in doors.values():
        net, loss = build()
        net.first.weight.layerwise_parallel = True
        door = make(loss, optimizer(net))
        refused(NotImplementedError, "'first.weight' is layerwise_parallel", lambda d=door: d(x, y))
    net, loss = build()
    net.first.weight.layerwise_parallel = True
    step = ms.Model(GradAccumulation(loss, 3), optimizer=optimizer(net)).train_network
    step(*tensors(batches(1, 12, seed=get_rank())[0]))
    same("own_values alone", net.first.weight.asnumpy(), wanted=False)
    taken = ms.value_and_grad(AutoParallel(loss).set_train(), None, net.trainable_params())
    grads = taken(*tensors(batches(1, 12, seed=get_rank())[0]))[1]
    same("own_values: a gradient of its own", grads[0].asnumpy(), wanted=False)
    same("own_values: a gradient of all", grads[3].asnumpy())
    if get_rank() == 0:
        print("own_values: refused")


def function_sharded() -> None:
    """hsdp() of an AutoParallel around a function shards in a GradAccumulator."""
    data = batches(2 * get_group_size(), 12)
    for level in ("level1", "level2", "level3"):
        net, loss = build()
        start = values(net)
        wrapped = hsdp(lambda x, y, loss=loss: loss(x, y), level)
        block = GradAccumulator(wrapped, optimizer(net), window=1)
        for batch in own(data):
            block(*tensors(batch))
        step = block.train_step
        assert step.step_runtime().store.buckets[0].num_shards == get_group_size()
        check(
            f"function_sharded {level}", step.whole_parameters(), reference(start, whole(data))[0]
        )


def uneven_rows() -> None:
    """A whole batch that the processes cannot share evenly."""
    net, loss = build()
    wrapped = AutoParallel(loss)
    wrapped.dataset_strategy("full_batch")
    step = ms.Model(wrapped, optimizer=optimizer(net)).train_network
    count = get_group_size()
    text = f"'full_batch': {count} processes cannot share a batch of 13 rows evenly"
    refused(ValueError, text, lambda: step(*tensors(batches(1, 13)[0])))
    if get_rank() == 0:
        print("uneven_rows: refused")


def own_masks(mode: int = ms.PYNATIVE_MODE) -> None:
    """A step that a script writes: masks differ from its first step on, parameters stay equal."""
    ms.set_context(mode=mode)
    ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel")
    ms.set_seed(5)
    net, drop = nn.Dense(6, 4), nn.Dropout(p=0.5)
    drop.set_train()
    opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)

    def forward(x: Any) -> Any:
        mask = drop(ops.ones_like(x))
        return ops.square(net(x * mask)).mean(), mask

    taken = ms.value_and_grad(forward, None, net.trainable_params(), has_aux=True)
    masks = []
    for _ in range(3):
        (_, mask), grads = taken(Tensor(np.ones((4, 6), np.float32)))
        opt(grads)
        same("mask", mask.asnumpy(), wanted=False)
        masks.append(mask.asnumpy())
    assert not np.array_equal(masks[0], masks[1])
    same("weights", net.weight.asnumpy())
    ms.reset_auto_parallel_context()
    if get_rank() == 0:
        print(f"own_masks: mode {mode}")


def own_masks_in_a_graph() -> None:
    """The same, compiled."""
    own_masks(ms.GRAPH_MODE)
    if get_rank() == 0:
        print("own_masks_in_a_graph: equal")


def main(names: list[str]) -> None:
    init()
    for name in names:
        globals()[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
