"""Pictures of a run say what it is: `run_pictures.py CASE...`; each CASE is a function of this file."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import msacc as ms
from msacc import Tensor, nn
from msacc.communication import get_group_size, get_rank, init
from msacc.parallel import AutoParallel, GradAccumulation, layout_picture, plan
from msacc.parallel.layout_picture import LayoutPicture
from msacc.profiler import StepTimeline, Timeline, timeline
from msacc.step.local_shard import local_tensor
from tests.dist.programs.pipelined import Net as Staged
from tests.dist.programs.pipelined import batches, semi_auto, tensors
from tests.dist.programs.plans import Net

BATCH = np.ones((8, 64), np.float32), np.arange(8, dtype=np.int32)


def trained(net: nn.Cell, wrap: Callable[[nn.Cell], nn.Cell], batch: Any) -> Any:
    """A step over `net` that has trained once."""
    optimizer = nn.Adam(net.trainable_params(), 0.01)
    step = nn.TrainOneStepCell(wrap(nn.WithLossCell(net, nn.CrossEntropyLoss())), optimizer)
    step.set_train()
    step(*tensors(batch))
    return step


def tensors_held(step: Any) -> Iterator[tuple[str, str, Any, Any]]:
    """(parameter, state, what this process has of it, its whole value), of tensors that it has anything of."""
    optimizer, planned = step.optimizer, step._msacc_step_of_plan()
    whole = {"": planned.whole_parameters(), **planned.whole_states()}
    for state, values in whole.items():
        held = getattr(optimizer, state) if state else optimizer.parameters
        for parameter, tensor, value in zip(optimizer.parameters, held, values):
            pending: Any = tensor._msacc_init
            own = None
            if pending is None:
                own = local_tensor(tensor).detach().numpy()
            elif hasattr(pending, "local_elements"):
                own = pending.local_elements().numpy()
            if own is not None and own.size:
                yield parameter.name, state, own, value.asnumpy()


def right(picture: LayoutPicture, step: Any) -> None:
    """What the picture says this process holds is what it has, value by value; it says nothing else."""
    rank, said = get_rank(), 0
    for name, state, own, whole in tensors_held(step):
        part = picture.held(rank, name, state)
        assert part is not None and part.nbytes == own.nbytes and part.shape == whole.shape, (part, own.shape)
        of_it = whole[tuple(slice(*axis) for axis in part.bounds)].reshape(-1)
        assert np.array_equal(of_it[slice(*(part.elements or (0, None)))], own.reshape(-1)), part
        said += 1
    assert said == sum(part.rank == rank for part in picture.parts), (said, picture)


def shown(picture: LayoutPicture) -> None:
    """Text and drawing have every part."""
    drawing = picture.svg()
    for part in picture.parts:
        name = f"{part.parameter} {part.state}".strip()
        assert f"<title>process {part.rank}: {name} {part.place}, " in drawing, part
        assert part.place in str(picture) and part.parameter in str(picture), part
    assert drawing.count("<title>process ") == len(picture.parts) + len(picture.names) * get_group_size()


def copies_of(picture: LayoutPicture, name: str, state: str = "") -> float:
    """How often the job has a parameter, or a state of it."""
    held = [part for part in picture.parts if (part.parameter, part.state) == (name, state)]
    return sum(part.nbytes for part in held) / (4 * np.prod(held[0].shape))


def shards() -> None:
    """hsdp: states in pieces at level1 and level2, parameters too at level3."""
    for level in ("level1", "level3"):

        def wrap(net: Any, level: str = level) -> Any:
            wrapped = AutoParallel(net)
            wrapped.hsdp(threshold=2, optimizer_level=level)
            return wrapped

        net, world = Net(), get_group_size()
        before = layout_picture(net)
        assert all(part.place == "all" for part in before.parts if not part.state), before
        step = trained(net, wrap, BATCH)
        picture = layout_picture(net)
        right(picture, step)
        shown(picture)
        # Biases are below the threshold.
        wanted = 1 if level == "level3" else world
        assert copies_of(picture, "first.weight") == wanted, picture
        assert copies_of(picture, "first.weight", "moment1") == 1, picture
        assert copies_of(picture, "second.bias", "moment1") == world, picture


def cut() -> None:
    """Operators: pieces along an axis on neighbouring processes, and two copies where there are four."""
    net, world = Net(), get_group_size()
    net.first.matmul.shard(((1, 1), (2, 1)))
    net.first.bias_add.shard(((1, 2), (2,)))
    step = trained(net, AutoParallel, BATCH)
    picture = layout_picture(net)
    right(picture, step)
    shown(picture)
    low = picture.held(0, "first.weight")
    assert low is not None and low.bounds == ((0, 128), (0, 64)) and low.place == "[0:128, :]", low
    assert copies_of(picture, "first.weight") == world / 2, picture
    assert layout_picture(net.second).names == ["second.weight", "second.bias"]


def stages() -> None:
    """A pipeline: each process holds its stage's parameters, and hsdp spreads their states over its copies."""
    net, world = Net(), get_group_size()
    net.first.pipeline_stage, net.second.pipeline_stage = 0, 1

    def wrap(loss: Any) -> Any:
        wrapped = AutoParallel(nn.PipelineCell(loss, 2))
        wrapped.pipeline(2)
        wrapped.hsdp(threshold=0, optimizer_level="level1")
        return wrapped

    step = trained(net, wrap, BATCH)
    picture = layout_picture(net)
    right(picture, step)
    shown(picture)
    assert picture.stages == [rank // (world // 2) for rank in range(world)], picture
    for part in picture.parts:
        stage = 0 if part.parameter.startswith("first") else 1
        assert picture.stages[part.rank] == stage, part
    assert copies_of(picture, "first.weight") == world / 2, picture
    assert copies_of(picture, "second.weight", "moment2") == 1, picture
    ms.reset_auto_parallel_context()


def counted(seen: Timeline, messages: dict[str, tuple[int, int]]) -> None:
    """The messages of a timeline are those that were counted of an equal step, op by op, without a profiler."""
    found = seen.messages(get_rank())
    received = found.pop("recv", (0, 0))
    assert {kind: number for kind, (number, _) in found.items()} == {
        kind: number for kind, (number, _) in messages.items()
    }, (found, messages)
    for kind, (_, nbytes) in found.items():
        assert kind == "all_gather" or nbytes == messages[kind][1], (kind, found, messages)
    sent = {rank: seen.messages(rank).get("send", (0, 0)) for rank in seen.lanes}
    if get_group_size() == 2:
        assert received == sent[1 - get_rank()], (received, sent)


def sound(seen: Timeline) -> None:
    """Phases are in order and within the step, every lane is there, shares add up, and all that is drawn is told."""
    assert sorted(seen.lanes) == list(range(get_group_size()))
    for rank, lane in seen.lanes.items():
        phases = [event for event in lane.events if event.kind != "message"]
        ends = [lane.start, *(at for event in phases for at in (event.start, event.stop)), lane.stop]
        assert ends == sorted(ends), (rank, ends)
        assert abs(sum(seen.shares(rank).values()) - 1) < 1e-9, seen.shares(rank)
    boxes = sum(len(lane.events) for lane in seen.lanes.values())
    assert seen.svg().count("<title>") == boxes
    Path(f"trace_{get_rank()}.json").write_text("")
    seen.chrome_trace(f"trace_{get_rank()}.json")
    events = json.loads(Path(f"trace_{get_rank()}.json").read_text())["traceEvents"]
    assert sum(event["ph"] == "X" for event in events) == boxes


def micro_batches() -> None:
    """Accumulation with hsdp: a forward and a backward pass for each micro-batch, one update."""
    for level in ("level1", "level2", "level3"):
        net = Net()

        def wrap(loss: Any, level: str = level) -> Any:
            wrapped = AutoParallel(GradAccumulation(loss, 2))
            wrapped.hsdp(threshold=0, optimizer_level=level)
            return wrapped

        step = trained(net, wrap, BATCH)
        messages = plan(net, step, *tensors(BATCH)).messages
        with timeline() as seen:
            step(*tensors(BATCH))
        sound(seen)
        counted(seen, messages)
        for lane in seen.lanes.values():
            order = [(e.kind, e.name) for e in lane.events if e.kind in ("forward", "backward", "optimizer")]
            wanted = [(kind, f"micro-batch {i}") for i in range(2) for kind in ("forward", "backward")]
            assert list(dict.fromkeys(order)) == [*wanted, ("optimizer", "")], (level, order)


def pipelined() -> None:
    """A pipeline: the passes of each stage's chunk, micro-batch by micro-batch."""
    size, micro = get_group_size(), 4
    semi_auto(size)
    net = Staged(size)
    batch = batches(1, 16)[0]
    step = trained(net, lambda loss: nn.PipelineCell(loss, micro), batch)
    messages = plan(net, step, *tensors(batch)).messages
    with timeline() as seen:
        step(*tensors(batch))
    sound(seen)
    counted(seen, messages)
    for rank, lane in seen.lanes.items():
        passes = {(e.kind, e.name) for e in lane.events if e.kind in ("forward", "backward")}
        wanted = {(k, f"micro-batch {i} chunk {rank}") for i in range(micro) for k in ("forward", "backward")}
        assert passes == wanted, passes
    ms.reset_auto_parallel_context()


def graph() -> None:
    """A compiled micro-batch is one stretch, with the messages of an equal step."""
    ms.set_context(mode=ms.GRAPH_MODE, jit_level="O1")
    net = Net()
    step = trained(net, lambda loss: AutoParallel(GradAccumulation(loss, 2)), BATCH)
    with timeline() as seen:
        step(*tensors(BATCH))
    ms.set_context(mode=ms.PYNATIVE_MODE)
    counted(seen, plan(net, step, *tensors(BATCH)).messages)
    sound(seen)
    names = [e.name for e in seen.lanes[get_rank()].events if e.kind == "graph"]
    assert list(dict.fromkeys(names)) == ["micro-batch 0", "micro-batch 1"], names


def by_model() -> None:
    """StepTimeline in Model.train: the step asked for, with the wait for its batch; the files of the first process."""
    net = Net()
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    rows = [np.concatenate([column] * 3) for column in BATCH]
    data = ms.dataset.NumpySlicesDataset(tuple(rows), ["x", "y"], shuffle=False).batch(8)
    model = ms.Model(AutoParallel(net), nn.CrossEntropyLoss(), optimizer)
    for step in (2, 4):
        folder = Path(f"step_of_{get_rank()}_{step}")
        callback = StepTimeline(step, folder)
        model.train(2, data, callbacks=[callback], dataset_sink_mode=False)
        seen = callback.timeline
        assert seen is not None
        sound(seen)
        assert seen.shares(get_rank())["data"] > 0 and seen.shares(get_rank())["optimizer"] > 0
        counted(seen, plan(net, model.train_network, *tensors(BATCH)).messages)
        written = sorted(path.name for path in folder.glob("*"))
        assert written == [f"step_{step}.{kind}" for kind in ("json", "svg", "txt") if get_rank() == 0]
    late = StepTimeline(7, "late")
    model.train(2, data, callbacks=[late], dataset_sink_mode=False)
    assert late.timeline is None and not Path("late").exists()


def main(names: list[str]) -> None:
    init()
    for name in names:
        ms.set_seed(1)
        globals()[name]()
        if get_rank() == 0:
            print(f"{name}: right", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
