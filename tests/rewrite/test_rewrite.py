"""Networks made from their trees: they compute, train, are saved and compiled; the first one stays as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.rewrite import Node, NodeType, ScopedValue, SymbolTree
from tests.rewrite import nets

X = Tensor(np.linspace(-1, 1, 8, dtype=np.float32).reshape(2, 4))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _cell(cell: Any, name: str = "", **options: Any) -> Node:
    return Node.create_call_cell(
        cell, ["x"], [ScopedValue.create_naming_value("x")], name=name, **options
    )


def _same(one: Tensor, other: Tensor) -> None:
    np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), rtol=1e-6)


def test_unchanged_network_computes_the_same(folder: Path) -> None:
    net = nets.Net()
    want, names = net(X), [p.name for p in net.get_parameters()]
    made = SymbolTree.create(net).get_network()
    _same(made(X), want)
    assert [p.name for p in made.get_parameters()] == names
    assert isinstance(made, nets.Net)
    assert len(list((folder / "rewritten_network").glob("*.py"))) == 1
    assert type(net.half) is nets.Half  # the first network keeps its own cells
    _same(net(X), want)


def test_code_is_a_module_that_runs() -> None:
    net = nets.Net()
    space: dict[str, Any] = {}
    exec(compile(SymbolTree.create(net).get_code(), "written", "exec"), space)
    _same(space["NetOpt"](net)(X), net(X))


def test_an_edit_of_one_call_leaves_the_other() -> None:
    net = nets.Net()
    tree = SymbolTree.create(net)
    inner = tree.get_node("half_1").get_sub_tree()
    inner.insert(inner.before("dense"), _cell(nn.Tanh(), "tanh"))
    own = tree.get_node("own_1").get_handler()
    tree.erase(Node(next(s for s in own.nodes() if s.kind is NodeType.CallCell)))
    made = tree.get_network()
    at = nets.Base.construct(net, X)
    at = net.half(nn.Tanh()(net.half(at)))
    at = net.relu(at) - 1 - 1
    _same(made(X), net.seq(at) * 0.25)
    # Both calls hold the same Parameters, under the names that they had.
    names = [p.name for p in net.get_parameters()]
    assert [p.name for p in made.get_parameters()] == names


def test_container_is_changed_in_the_new_network_alone() -> None:
    net = nets.Net()
    tree = SymbolTree.create(net)
    tree.insert(tree.after(tree.get_node("Dense")), _cell(nn.Tanh(), "tanh"))
    tree.erase(tree.get_node("ReLU"))
    for _ in range(2):
        made = tree.get_network()
        kinds = [type(cell).__name__ for cell in made.seq]
        assert kinds == ["Dense", "Tanh", "HalfOpt"]
    assert [type(cell).__name__ for cell in net.seq] == ["Dense", "Half", "ReLU"]


def test_inserted_network_is_a_tree_of_its_own() -> None:
    tree = SymbolTree.create(nets.Half())
    node = tree.insert(tree.after("dense"), _cell(nets.Half(), "more", is_sub_net=True))
    assert node.get_node_type() is NodeType.Tree
    inner = node.get_sub_tree()
    inner.insert(inner.before("dense"), _cell(nn.Tanh()))
    made = tree.get_network()
    dense = made.dense(X)
    _same(
        made(X),
        nets.scaled(ops.relu(nets.scaled(ops.relu(made.more.dense(ops.tanh(dense)))))),
    )
    assert "more.dense.weight" in [p.name for p in made.get_parameters()]


def test_inserted_function_is_the_one_that_was_given() -> None:
    tree = SymbolTree.create(nets.Half())
    args = [ScopedValue.create_naming_value("x")]
    tree.insert(tree.after("dense"), Node.create_call_function(nets.tanh, ["x"], args))
    tree.insert(tree.after("dense"), Node.create_call_function(ops.abs, ["x"], args))
    made = tree.get_network()
    _same(made(X), nets.scaled(ops.relu(ops.tanh(ops.abs(made.dense(X))))))


def test_input_is_added_with_its_default() -> None:
    tree = SymbolTree.create(nets.Base())
    default = ScopedValue.create_variable_value(2.0)
    tree.insert(tree.after("input_x"), Node.create_input("k", default))
    tree.get_node("binop_add").set_arg(1, "k")
    made = tree.get_network()
    _same(made(X), X + 2)
    _same(made(X, 5), X + 5)


@pytest.mark.parametrize("mode", [ms.GRAPH_MODE, ms.PYNATIVE_MODE])
def test_made_network_trains_and_is_saved(mode: int) -> None:
    before = ms.get_context("mode")
    ms.set_context(mode=mode)
    ms.set_seed(1)  # some draws leave no ReLU open
    try:
        tree = SymbolTree.create(nets.Half())
        tree.insert(tree.after("dense"), _cell(nn.Dense(4, 4), "extra"))
        made = tree.get_network()
        step = nn.TrainOneStepCell(
            nn.WithLossCell(made, nn.MSELoss()), nn.SGD(made.trainable_params(), 0.01)
        )
        losses = [float(step(X, X)) for _ in range(3)]
        assert losses[2] < losses[0]
    finally:
        ms.set_context(mode=before)
    ms.save_checkpoint(made, "made.ckpt")
    assert set(ms.load_checkpoint("made.ckpt")) == {p.name for p in made.get_parameters()}


def test_made_network_has_a_tree_too() -> None:
    first = SymbolTree.create(nets.Half())
    first.insert(first.after("dense"), _cell(nn.Tanh(), "tanh"))
    made = first.get_network()
    second = SymbolTree.create(made)
    second.erase("dense")
    again = second.get_network()
    _same(again(X), nets.scaled(ops.relu(ops.tanh(X))))


def test_class_in_a_class_and_class_in_a_function() -> None:
    _same(SymbolTree.create(nets.Wrapped.Inner()).get_network()(X), X * 2)

    class Local(nn.Cell):
        def construct(self, x: Any) -> Any:
            return x

    with pytest.raises(NameError, match="outermost level"):
        SymbolTree.create(Local()).get_network()


def test_table_of_nodes(capsys: pytest.CaptureFixture[str]) -> None:
    SymbolTree.create(nets.Half()).print_node_tabulate()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "[HalfOpt]"
    assert lines[1].split("  ")[0] == "node type"
    assert "[[0, ('input_x', 0)]]" in lines[4]
    assert lines[4].startswith("NodeType.CallCell")
