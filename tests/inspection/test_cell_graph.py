"""cell_graph: which Cells and ops feed which, as text and as a picture."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.inspection import CellGraph, cell_graph
from msacc.inspection.graph_picture import Box, svg
from msacc.nn.utils import no_init_parameters


class Inner(nn.Cell):
    """A residual block."""

    def __init__(self) -> None:
        super().__init__()
        self.norm, self.dense = nn.LayerNorm((8,)), nn.Dense(8, 8)

    def construct(self, x: Tensor) -> Tensor:
        return x + ops.gelu(self.dense(self.norm(x)))


class Outer(nn.Cell):
    """Two blocks in a list, a Cell that is called twice, two results."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks = nn.CellList([Inner(), Inner()])
        self.relu, self.scale = nn.ReLU(), ms.Parameter(Tensor(2.0), name="scale")

    def construct(self, x: Tensor, y: Tensor) -> Any:
        for block in self.blocks:
            x = self.relu(block(x))
        return x * self.scale, y + 1


SHAPES = ((4, 8), ((3,), ms.int32))


def lines(depth: int = 1) -> list[str]:
    return str(cell_graph(Outer(), *SHAPES, depth=depth)).splitlines()


def test_cells_and_the_ops_between_them() -> None:
    assert lines() == [
        "input0 (4, 8)",
        "input1 (3,) Int32",
        "blocks.0: Inner (4, 8) <- input0",
        "relu: ReLU (4, 8) <- blocks.0",
        "blocks.1: Inner (4, 8) <- relu",
        "relu#2: ReLU (4, 8) <- blocks.1",
        "mul (4, 8) <- relu#2 -> result",
        "add (3,) Int32 <- input1 -> result",
    ]


def test_deeper_levels_open_cells() -> None:
    assert lines(2)[2:7] == [
        "blocks.0.norm: LayerNorm (4, 8) <- input0",
        "blocks.0.dense: Dense (4, 8) <- blocks.0.norm",
        "blocks.0.gelu (4, 8) <- blocks.0.dense",
        "blocks.0.add (4, 8) <- input0, blocks.0.gelu",
        "relu: ReLU (4, 8) <- blocks.0.add",
    ]
    assert lines(3) == lines(2)


def test_at_no_depth_every_op_stands_alone() -> None:
    graph = cell_graph(Outer(), *SHAPES, depth=0)
    names = [node.name for node in graph.nodes]
    assert {node.kind for node in graph.nodes} == {"input", "op"}
    assert len(set(names)) == len(names)
    assert "blocks.0.dense.addmm" in names
    assert all(source < i for i, node in enumerate(graph.nodes) for source in node.sources)


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_unfilled_parameters_and_any_mode(mode: int) -> None:
    ms.set_context(mode=mode)
    with no_init_parameters():
        net = Outer()
    before = net.blocks[0].dense.weight
    assert str(cell_graph(net, *SHAPES)).splitlines() == lines()
    assert net.blocks[0].dense.weight is before
    assert before.has_init
    assert not net.relu._msacc_hooks.get("post")


def test_code_that_asks_for_values() -> None:
    class Asks(nn.Cell):
        def construct(self, x: Tensor) -> Tensor:
            return ops.relu(x) if float(x.sum()) > 1 else ops.gelu(x)

    ones = Tensor(np.ones(3, np.float32))
    assert "relu (3,) <- input0 -> result" in str(cell_graph(Asks(), ones))
    assert "gelu (3,) <- input0 -> result" in str(cell_graph(Asks(), (3,)))


def test_the_picture_has_every_box_and_curve(tmp_path: Path) -> None:
    graph = cell_graph(Outer(), *SHAPES, depth=2)
    text = graph.svg(tmp_path / "graph.svg")
    assert (tmp_path / "graph.svg").read_text() == text == graph._repr_svg_()
    root = ElementTree.fromstring(text)
    boxes = [e for e in root.iter() if e.tag.endswith("rect")]
    curves = [e for e in root.iter() if e.tag.endswith("path")]
    assert len(boxes) == len(graph.nodes) + 1
    assert len(curves) == sum(len(n.sources) for n in graph.nodes) + len(graph.outputs)
    corners = [tuple(float(b.get(k, "")) for k in ("x", "y", "width", "height")) for b in boxes]
    for i, (x, y, w, h) in enumerate(corners):
        for x2, y2, w2, h2 in corners[:i]:
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y
        assert x >= 0
        assert x + w <= float(root.get("width", ""))
        assert y + h <= float(root.get("height", ""))


def test_curves_pass_beside_boxes() -> None:
    boxes = [Box(("a",), ()), *(Box(("wide" * 6,), (i,)) for i in range(3)), Box(("b",), (3, 0))]
    text = svg(boxes)
    (long,) = [p for p in re.findall(r'd="([^"]*)"', text) if p.count("C") == 4]
    middle = boxes[2]
    at = [float(x) for x, _ in re.findall(r"L([\d.]+),([\d.]+)", long)][:3]
    assert all(x < middle.x or x > middle.x + middle.width for x in at)


def test_what_stands_in_a_box_is_escaped() -> None:
    assert "&lt;a&gt;&amp;" in svg([Box(("<a>&",), ())])
    assert ElementTree.fromstring(CellGraph().svg()) is not None


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="'net'"):
        cell_graph(ops.relu, (2,))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'depth'"):
        cell_graph(Outer(), *SHAPES, depth=-1)
    with pytest.raises(ValueError, match="unknown dimensions"):
        cell_graph(Outer(), (-1, 8), (3,))


def test_a_value_written_in_place_comes_from_the_op_that_wrote_it() -> None:
    class Writes(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.sum = ms.Parameter(
                Tensor(np.zeros(3, np.float32)), name="sum", requires_grad=False
            )

        def construct(self, x: Tensor) -> Tensor:
            ops.assign_add(self.sum, x)
            return self.sum * 2

    net = Writes()
    last = str(cell_graph(net, (3,))).splitlines()[-1]
    assert last.startswith("mul (3,) <- ")
    assert "input0" not in last
    assert not net.sum.asnumpy().any()
