"""What plan(net) says of networks that are parallel in each way; CASES are functions of this file."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

import msacc as ms
from msacc import Tensor, nn
from msacc.communication import get_group_size, get_rank, init
from msacc.inspection import estimate, summary
from msacc.parallel import AutoParallel, plan
from msacc.parallel.nn import Pipeline
from msacc.parallel.sharding_report import Plan


class Net(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        ms.set_seed(3)
        self.first, self.relu, self.second = nn.Dense(64, 256), nn.ReLU(), nn.Dense(256, 8)

    def construct(self, x: Any) -> Any:
        return self.second(self.relu(self.first(x)))


FIRST, SECOND = 4 * (64 + 1) * 256, 4 * (256 + 1) * 8
WHOLE = FIRST + SECOND


def told(wrap: Any, cut: Any = lambda net: None) -> Plan:
    net = Net()
    cut(net)
    optimizer = nn.Adam(net.trainable_params(), 0.01)
    inner = nn.WithLossCell(net, nn.CrossEntropyLoss())
    step = nn.TrainOneStepCell(wrap(inner), optimizer).set_train()
    batch = Tensor(np.ones((8, 64), np.float32)), Tensor(np.arange(8, dtype=np.int32))
    before = plan(net)
    assert before.nbytes == WHOLE and not before.messages, before
    step(*batch)
    found = plan(net, step, *batch)
    assert [row.name for row in found.rows] == [p.name for p in net.get_parameters()]
    print(found)
    return found


def data() -> None:
    found = told(AutoParallel)
    assert found.nbytes == WHOLE and sum(row.state for row in found.rows) == 2 * WHOLE, found
    # What is small each process gets from each other: for two the gradients, in whole lines of memory, with the loss.
    together = get_group_size() == 2
    kinds = ["all_to_all"] if together else ["all_reduce", "all_to_all"]
    assert {kind: number for kind, (number, _) in found.messages.items()} == dict.fromkeys(kinds, 1), found
    size, whole = found.messages[kinds[0]][1], WHOLE * (2 if together else 1)
    assert whole <= size < whole + 1024, found
    assert f"{get_group_size()} (batch)" in str(found), found


def shards() -> None:
    """Parameters whole or not, their states in pieces."""
    world = get_group_size()
    for level in ("level1", "level2", "level3"):

        def wrap(net: Any, level: str = level) -> Any:
            wrapped = AutoParallel(net)
            wrapped.hsdp(threshold=0, optimizer_level=level)
            return wrapped

        found = told(wrap)
        held = WHOLE / world if level == "level3" else WHOLE
        # Pieces end with whole lines of memory.
        assert abs(found.nbytes - held) < 1024 * (level == "level3") + 1, (level, found)
        assert abs(sum(row.state for row in found.rows) - 2 * WHOLE / world) < 2048, (level, found)
        # gloo's gathers are broadcasts of pieces, where they are large enough.
        gathered = sum(found.messages.get(kind, (0, 0))[1] for kind in ("all_gather", "broadcast"))
        assert gathered >= WHOLE, (level, found)
        assert f"groups of {world} (shards)" in str(found), found


def estimates() -> None:
    """What msacc.inspection.estimate tells is what a step holds."""
    world = get_group_size()
    for level in ("none", "level1", "level2", "level3"):
        ms.set_seed(3)
        net = nn.SequentialCell(nn.Dense(64, 250), nn.ReLU(), nn.LayerNorm((250,)), nn.Dense(250, 8))
        net[2].gamma.requires_grad = False
        loss = nn.WithLossCell(net, nn.CrossEntropyLoss())
        wrapped = AutoParallel(loss)
        if level != "none":
            wrapped.hsdp(threshold=1, optimizer_level=level)
        optimizer = nn.Adam(net.trainable_params(), 0.01)
        step = nn.TrainOneStepCell(wrapped, optimizer).set_train()
        batch = Tensor(np.ones((8, 64), np.float32)), Tensor(np.arange(8, dtype=np.int32))
        (told,) = estimate(
            net, *batch, loss_fn=nn.CrossEntropyLoss(), optimizer=optimizer, level=level, processes=world, threshold=1
        ).levels
        step(*batch)
        runtime = step._msacc_step_of_plan().step_runtime()
        buckets, flat = runtime.store.buckets, runtime.store.flat
        values = [b.shard if b.full is None else b.full for b in buckets]
        frozen = sum(p._t.nbytes for p in net.get_parameters() if not p.requires_grad)
        assert told.parameters == sum(t.nbytes for t in values) + frozen, (level, told)
        states = [p for name in ("moment1", "moment2") for p in getattr(flat, name)]
        # Beside them the learning rate, the step count and the powers of Adam's betas.
        assert 0 < told.optimizer_state - sum(p._t.nbytes for p in states) < 64, (level, told)
        sums = {t.untyped_storage().data_ptr(): t.nbytes for t in _sums(runtime.accumulator)}
        assert told.gradient_sums == sum(sums.values()), (level, told, sums)
        largest = max(b.assignment.size * b.assignment.dtype.itemsize for b in buckets if b.assignment.sharded or level == "none")
        assert told.gathered == (largest if level == "level3" else 0), (level, told)
        print(level, told)
        _looked_at(net, batch[0], level)


def _looked_at(net: Any, x: Tensor, level: str) -> None:
    """A network that trains can be looked at by one process alone; not one whose layers all must gather."""
    if get_rank() == 0:
        try:
            found = summary(net, x)
        except RuntimeError as error:
            assert level == "level3" and "before its first step" in str(error), (level, error)
        else:
            assert level != "level3" and found.rows[0].outputs == (((8, 8), "Float32"),), (level, found)
            assert found.parameters == sum(p.size for p in net.get_parameters()), (level, found)


def _sums(accumulator: Any) -> list[Any]:
    buffers = [buffer.flat for buffer in getattr(accumulator, "buffers", ()) if buffer is not None]
    return [*buffers, *getattr(accumulator, "totals", ()), *accumulator.reduced]


def operators() -> None:
    world = get_group_size()

    def cut(net: Net) -> None:
        net.first.matmul.shard(((1, 1), (world, 1)))
        net.first.bias_add.shard(((1, world), (world,)))

    found = told(AutoParallel, cut)
    assert found.rows[0].cuts == (world, 1) and found.rows[0].nbytes == 4 * 64 * 256 // world, found
    assert found.nbytes == FIRST // world + SECOND, found
    assert sum(row.state for row in found.rows) == 2 * found.nbytes, found
    assert f"{world} (parameters)" in str(found), found


def stages() -> None:
    net = Net()
    net.first.pipeline_stage, net.second.pipeline_stage = 0, 1
    ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", pipeline_stages=2)
    inner = Pipeline(nn.WithLossCell(net, nn.CrossEntropyLoss()), 2)
    step = nn.TrainOneStepCell(inner, nn.Adam(net.trainable_params(), 0.01)).set_train()
    batch = Tensor(np.ones((8, 64), np.float32)), Tensor(np.arange(8, dtype=np.int32))
    step(*batch)
    found = plan(net, step, *batch)
    print(found)
    stage = get_rank() // (get_group_size() // 2)
    assert found.nbytes == (FIRST, SECOND)[stage], found
    assert [row.stages for row in found.rows] == [(0,), (0,), (1,), (1,)], found
    assert "2 stages" in str(found) and "stage" in str(found), found
    assert found.messages["send"][0] == 2, found
    ms.reset_auto_parallel_context()


def main(names: list[str]) -> None:
    init()
    for name in names:
        globals()[name]()
        if get_rank() == 0:
            print(f"{name}: right", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
