"""GraphCell as a Cell: trained, saved, copied, exported; and graphs that must not run away."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn, ops
from msacc.mindir.graph import FuncGraph, Graph, Node, Op
from msacc.mindir.interpreter import run
from msacc.mindir.op_binding import bind
from msacc.mindir.program import programs
from tests.mindir.recorded import recorded
from tests.mindir.test_nets import assert_same, flat, graph_cell, of_net


@pytest.fixture
def lenet(tmp_path: Path) -> nn.GraphCell:
    return graph_cell(recorded("nets")["lenet.mindir"], tmp_path)


def _image() -> ms.Tensor:
    return ms.Tensor(of_net("lenet", "in")[0])


def _built(graph: nn.GraphCell) -> nn.Cell:
    """The same network in Python, with the file's parameters."""
    net = nn.SequentialCell(
        nn.Conv2d(1, 2, 3, pad_mode="valid"), nn.BatchNorm2d(2), nn.ReLU(), nn.MaxPool2d(2, 2), nn.Flatten(),
        nn.Dense(18, 3, activation="relu"),
    )  # fmt: skip
    for mine, theirs in zip(net.get_parameters(), _in_order(graph), strict=True):
        mine.set_data(theirs.value())
    return net.set_train(False)


def _in_order(graph: nn.GraphCell) -> list[ms.Parameter]:
    names = (
        "conv.weight norm.moving_mean norm.moving_variance norm.gamma norm.beta fc.weight fc.bias"
    )
    return [graph.parameters_dict()[name] for name in names.split()]


@pytest.mark.parametrize(
    "mode", [ms.PYNATIVE_MODE, pytest.param(ms.GRAPH_MODE, marks=pytest.mark.slow)]
)
def test_gradients_are_those_of_the_network(lenet: nn.GraphCell, mode: int) -> None:
    ms.set_context(mode=mode, jit_level="O0")
    net, x = _built(lenet), _image()
    chosen = [p for p in _in_order(lenet) if "moving" not in p.name]
    own = [p for p in net.get_parameters() if "moving" not in p.name]
    mine = ms.value_and_grad(lambda x: lenet(x).sum(), 0, chosen)(x)
    theirs = ms.value_and_grad(lambda x: net(x).sum(), 0, own)(x)
    assert float(theirs[1][0].abs().sum()) > 0
    for a, b in zip(flat(mine), flat(theirs), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


def test_it_can_be_tuned_and_kept(lenet: nn.GraphCell, tmp_path: Path) -> None:
    label = ms.Tensor(np.zeros((1, 3), np.float32))
    step = nn.TrainOneStepCell(
        nn.WithLossCell(lenet, nn.MSELoss()), nn.SGD(lenet.trainable_params(), 0.05)
    )
    losses = [float(step(_image(), label)) for _ in range(4)]
    assert all(after < before for before, after in zip(losses, losses[1:], strict=False))
    ms.save_checkpoint(lenet, str(tmp_path / "tuned.ckpt"))
    again = graph_cell(recorded("nets")["lenet.mindir"], tmp_path)
    assert ms.load_param_into_net(again, ms.load_checkpoint(str(tmp_path / "tuned.ckpt"))) == (
        [],
        [],
    )
    np.testing.assert_array_equal(again(_image()).asnumpy(), lenet(_image()).asnumpy())


@pytest.mark.parametrize("optimizer", ["Momentum", "Adam"])
def test_a_whole_step_trains(optimizer: str, tmp_path: Path) -> None:
    """MindSpore exports a TrainOneStepCell with its gradients and its optimizer; calls change the parameters."""
    kept = recorded("training")
    step = graph_cell(kept[optimizer], tmp_path)
    x, y = ms.Tensor(kept["x"]), ms.Tensor(kept["y"])
    losses = [float(step(x, y)) for _ in range(4)]
    np.testing.assert_allclose(losses, kept[f"{optimizer}.losses"], rtol=1e-4)


def test_it_is_part_of_other_cells_and_of_a_model(lenet: nn.GraphCell) -> None:
    class Outer(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.inner = lenet

        def construct(self, x: ms.Tensor) -> ms.Tensor:
            return self.inner(x) * 2

    wanted = lenet(_image()).asnumpy()
    outer = Outer()
    assert [p.name for p in outer.get_parameters()][0] == "inner.conv.weight"
    np.testing.assert_allclose(outer(_image()).asnumpy(), wanted * 2, rtol=1e-6)
    np.testing.assert_array_equal(ms.Model(lenet).predict(_image()).asnumpy(), wanted)


def test_copies_run_by_themselves(lenet: nn.GraphCell) -> None:
    wanted = lenet(_image()).asnumpy()
    for twin in (copy.deepcopy(lenet), pickle.loads(pickle.dumps(lenet))):
        for parameter in twin.get_parameters():
            parameter.set_data(ops.zeros_like(parameter))
        assert not twin(_image()).asnumpy().any()
    np.testing.assert_array_equal(lenet(_image()).asnumpy(), wanted)


def test_a_call_changes_the_parameter_that_the_graph_changes(tmp_path: Path) -> None:
    net = graph_cell(recorded("nets")["state.mindir"], tmp_path)
    x = ms.Tensor(of_net("state", "in")[0])
    assert_same(flat(net(x)), of_net("state", "out"))
    assert float(net.parameters_dict()["n"]) == 2.0
    net(x)
    assert float(net.parameters_dict()["n"]) == 6.0


@pytest.mark.slow
def test_onnx(lenet: nn.GraphCell, tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxscript")
    ms.export(lenet, _image(), file_name=str(tmp_path / "net"), file_format="ONNX")
    session = pytest.importorskip("onnx.reference").ReferenceEvaluator(
        onnx.load(str(tmp_path / "net.onnx"))
    )
    name = session.input_names[0]
    found = session.run(None, {name: _image().asnumpy()})[0]
    np.testing.assert_allclose(found, lenet(_image()).asnumpy(), rtol=1e-4, atol=1e-5)


def _graph(name: str, nodes: list[Node], output: str, **more: Any) -> Graph:
    return Graph(name, {"one": 1, "yes": True}, ("x",), frozenset(), tuple(nodes), (output,))


def _run(*graphs: Graph) -> Any:
    whole = FuncGraph({graph.name: graph for graph in graphs}, {}, {})
    return run(programs(whole, bind), (0,), {})


def test_endless_calls_end() -> None:
    again = [Node("y", "main", ("x",)), Node("z", Op("ScalarAdd", {}, True), ("y", "one"))]
    with pytest.raises(RuntimeError, match="depth of more than 1000"):
        _run(_graph("main", again, "z"))


def test_long_loops_need_no_depth() -> None:
    """A graph that calls itself as its last step, 5000 times."""
    limit = Graph("limit", {}, ("x",), frozenset(), (), ("x",))
    body = Graph("main", {"one": 1, "end": 5000}, ("x",), frozenset(), (
        Node("more", Op("ScalarLt", {}, True), ("x", "end")),
        Node("next", Op("ScalarAdd", {}, True), ("x", "one")),
        Node("a", Op("Partial", {}, False), ("main", "next")),
        Node("b", Op("Partial", {}, False), ("limit", "x")),
        Node("which", Op("Switch", {}, False), ("more", "a", "b")),
        Node("out", "which", ()),
    ), ("out",))  # fmt: skip
    assert _run(body, limit) == 5000


def test_a_call_of_what_is_no_graph() -> None:
    with pytest.raises(RuntimeError, match="is no graph"):
        _run(_graph("main", [Node("y", "one", ("x",))], "y"))


def test_all_unknown_primitives_are_listed_at_once() -> None:
    nodes = [
        Node(name, Op(name, {}, True), ("x",))
        for name in ("Warp", "Custom", "PyFunc", "Abs", "Bend")
    ]
    graph = FuncGraph({"main": _graph("main", nodes, "Abs")}, {}, {})
    with pytest.raises(NotImplementedError, match="4 primitives .* Bend, Custom, PyFunc, Warp"):
        nn.GraphCell(graph)
