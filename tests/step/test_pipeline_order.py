"""Which chunk an op belongs to, on graphs written by hand; no processes."""

from __future__ import annotations

import pytest
import torch
from torch.fx import Graph, GraphModule, Node

from msacc.common.torch_private import region_marks
from msacc.step.pipeline_runtime.capture import Captured
from msacc.step.pipeline_runtime.graph_split import GraphSplitter
from msacc.step.pipeline_runtime.stage_assignment import StageAssignment


class Writer:
    """Writes a graph whose ops note the stage of the Cell they are in."""

    def __init__(self) -> None:
        self.graph = Graph()

    def given(self, name: str) -> Node:
        return self.graph.placeholder(name)

    def op(self, stage: int | None, *inputs: Node) -> Node:
        node = self.graph.call_function(torch.add, (inputs[0], inputs[-1]))
        node.meta["example_value"] = torch.empty(2, device="meta")
        if stage is not None:
            node.meta["custom"] = {"stage": stage, "cell": f"cell{stage}"}
        return node

    def end(self, *nodes: Node) -> Graph:
        self.graph.output(nodes)
        return self.graph


def test_an_op_without_a_stage_is_where_its_inputs_are() -> None:
    w = Writer()
    x = w.given("x")
    early = w.op(None, x)
    a = w.op(0, early)
    between = w.op(None, a)
    b = w.op(1, between)
    late = w.op(None, b, a)
    mask = w.op(None, x)
    c = w.op(2, late, mask)
    order = StageAssignment(w.end(c), 3, interleave=False)
    found = [order.of[n] for n in (early, a, between, b, late, mask, c)]
    assert found == [0, 0, 0, 1, 1, 2, 2]
    assert order.chunks == 3


def test_a_stage_that_comes_again_is_its_next_chunk() -> None:
    w = Writer()
    h = w.given("x")
    nodes = []
    for stage in (0, 0, 1, 0, 1):
        h = w.op(stage, h)
        nodes.append(h)
    order = StageAssignment(w.end(h), 2, interleave=True)
    assert [order.of[n] for n in nodes] == [0, 0, 1, 2, 3]


@pytest.mark.parametrize(
    ("stages", "count", "interleave", "texts"),
    [
        ((1, 0), 2, False, ("'cell0'", "'cell1'", "stage 0", "stage 1")),
        ((0, 2), 2, False, ("'cell2'", "2 stages")),
        ((0, 0), 2, False, ("no Cell runs on stage 1",)),
        ((0, 1, 0), 2, True, ("3 chunks", "'cell0'")),
        ((1, 2), 3, False, ("no Cell runs on stage 0",)),
    ],
)
def test_orders_that_cannot_run(
    stages: tuple[int, ...], count: int, interleave: bool, texts: tuple[str, ...]
) -> None:
    w = Writer()
    h = w.given("x")
    for stage in stages:
        h = w.op(stage, h)
    with pytest.raises(RuntimeError) as error:
        StageAssignment(w.end(h), count, interleave)
    assert all(text in str(error.value) for text in texts), error.value


def test_what_travels() -> None:
    """A value that skips a stage goes through it; inputs and Parameters' values do not travel."""
    w = Writer()
    x, weight = w.given("x"), w.given("weight")
    a = w.op(0, x)
    b = w.op(1, a, weight)
    c = w.op(2, b, weight)
    d = w.op(2, c, a)
    graph = w.end(d)
    held = torch.zeros(2)
    captured = Captured(GraphModule(torch.nn.Module(), graph), {"x": 0, "weight": held}, None, [d])
    cut = GraphSplitter(captured, StageAssignment(graph, 3, interleave=False)).split()
    first, second, third = cut.chunks
    assert (first.receives, first.local) == ([], {"x": 0})
    assert len(first.sends) == 1
    assert second.receives == first.sends
    assert list(second.local) == list(third.local) == ["weight"]
    assert set(second.sends) == set(third.receives) == {*first.sends, *second.results}
    assert len(third.sends) == 1
    assert third.sends == third.results


def cut_of(w: Writer, end: Node) -> list[GraphModule]:
    graph = w.end(end)
    captured = Captured(GraphModule(torch.nn.Module(), graph), {"x": 0}, None, [end])
    chunks = GraphSplitter(captured, StageAssignment(graph, 2, interleave=False)).split().chunks
    return [chunk.graph for chunk in chunks if chunk.graph is not None]


def test_each_chunk_of_an_autocast_block_opens_it() -> None:
    """The ops of the block need not be written in the order of the stages."""
    w = Writer()
    x = w.given("x")
    enter, leave, _ = region_marks()
    block = w.graph.call_function(enter, ("cpu", torch.float16, True, None))
    late = w.op(1, x)
    early = w.op(0, x)
    end = w.op(1, late, early)
    w.graph.call_function(leave, (block,))
    for part in cut_of(w, end):
        marks = [n.target for n in part.graph.nodes if n.target in (enter, leave)]
        assert marks == [enter, leave]
        assert sum(n.target is torch.add for n in part.graph.nodes) in (1, 2)


def test_a_block_that_ends_before_an_earlier_stage_is_refused() -> None:
    w = Writer()
    x = w.given("x")
    block = w.graph.call_function(region_marks()[0], ("cpu", torch.float16, True, None))
    late = w.op(1, x)
    w.graph.call_function(region_marks()[1], (block,))
    end = w.op(1, late, w.op(0, x))
    with pytest.raises(RuntimeError, match="on stage 0: a block of autocast"):
        cut_of(w, end)
