"""Networks as trees of statements: names, kinds, arguments, providers, and results after edits.

The networks are written into a module: both sides read their source.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

X = np.linspace(-1, 1, 8, dtype=np.float32).reshape(2, 4)
_NETS = Path(__file__).with_name("rewrite_nets.txt").read_text()


@contextlib.contextmanager
def _nets(ms: Any) -> Iterator[Any]:
    """A module of networks, in a folder that is the working directory too: MindSpore writes into it."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        name = f"nets_of_{ms.__name__}_{Path(folder).name}"
        Path(folder, f"{name}.py").write_text(_NETS.replace("mindspore", ms.__name__))
        sys.path.insert(0, folder)
        os.chdir(folder)
        try:
            yield importlib.import_module(name)
        finally:
            os.chdir(before)
            sys.path.remove(folder)


def _told(node: Any, edited: bool = False) -> str:
    inputs = [n.get_name() for n in node.get_inputs()]
    users = [n.get_name() for n in node.get_users()]
    if edited:  # MindSpore's follow the order of the edits
        users.sort()
    kind, given = node.get_node_type().name, f"{node.get_args()} {node.get_kwargs()}"
    shown = getattr(node.get_instance_type(), "__name__", "")
    return f"{node.get_name()} {kind} {given} {node.get_targets()} {inputs} {users} {shown}"


def _seen(ms: Any, net: str) -> Arrays:
    with _nets(ms) as nets:
        tree = ms.rewrite.SymbolTree.create(getattr(nets, net)())
        lines = np.array([_told(node) for node in tree.nodes()])
        return {"nodes": lines, "all": np.array([n.get_name() for n in tree.nodes(True)])}


for _net in [
    "Plain",
    "Expressions",
    "Returns",
    "Branches",
    "Loops",
    "Cells",
    "Methods",
    "Misc",
    "Arguments",
]:

    def _read(ms: Any, run: Any, _net: str = _net) -> Arrays:
        return _seen(ms, _net)

    case(name=f"nodes_of_{_net.lower()}", jit=False)(_read)


def _edit(ms: Any, net: str, change: Callable[..., Any]) -> Arrays:
    """Names and the result of the network after an edit, and of the gradients' sizes."""
    with _nets(ms) as nets:
        ms.set_seed(0)
        first = getattr(nets, net)()
        for p in first.get_parameters():
            p.set_data(ms.Tensor(np.cos(np.arange(p.size, dtype=np.float32)).reshape(p.shape)))
        tree = ms.rewrite.SymbolTree.create(first)
        change(tree, nets, ms.rewrite)
        told = np.array([_told(node, edited=True) for node in tree.nodes()])
        made = tree.get_network()
        params = made.trainable_params()
        out, grads = ms.value_and_grad(made, None, params)(ms.Tensor(X))
        sizes = np.array([np.abs(g.asnumpy()).sum() for g in grads] or [0.0], np.float32)
        names = np.array([p.name for p in made.get_parameters()] or [""])
        return {"told": told, "out": out.asnumpy(), "grads": sizes, "names": names}


def _call(rewrite: Any, cell: Any, to: str, of: str, name: str = "", **options: Any) -> Any:
    args = [rewrite.ScopedValue.create_naming_value(of)]
    return rewrite.Node.create_call_cell(cell, [to], args, name=name, **options)


@case(jit=False)
def insert_a_cell(ms: Any, run: Any) -> Arrays:
    def change(tree: Any, nets: Any, rewrite: Any) -> None:
        new = _call(rewrite, ms.nn.Sigmoid(), tree.unique_name("a"), "a", "new")
        tree.insert(tree.after("dense"), new)
        tree.get_node("relu").set_arg(0, new.get_targets()[0])
        tree.insert(tree.before("return"), _call(rewrite, ms.nn.Tanh(), "c", "c"))

    return _edit(ms, "Plain", change)


@case(jit=False)
def insert_functions(ms: Any, run: Any) -> Arrays:
    def change(tree: Any, nets: Any, rewrite: Any) -> None:
        names = rewrite.ScopedValue.create_name_values(["a"])
        twice = rewrite.Node.create_call_function(nets.twice, ["a"], names)
        tree.insert(tree.after("dense"), twice)
        length = rewrite.Node.create_call_function(ms.ops.abs, ["a"], names)
        tree.insert(tree.after(twice), length)

    return _edit(ms, "Plain", change)


@case(jit=False)
def erase_and_replace(ms: Any, run: Any) -> Arrays:
    def change(tree: Any, nets: Any, rewrite: Any) -> None:
        relu = tree.get_node("relu")
        for user in relu.get_users():
            user.set_arg(0, relu.get_args()[0])
        tree.erase(relu)
        steps = [
            _call(rewrite, ms.nn.Tanh(), "t", "a"),
            _call(rewrite, ms.nn.ReLU(), "c", "t", "r"),
        ]
        tree.replace(tree.get_node("binop_add"), steps)

    return _edit(ms, "Plain", change)


@case(jit=False)
def arguments_by_node(ms: Any, run: Any) -> Arrays:
    def change(tree: Any, nets: Any, rewrite: Any) -> None:
        tree.get_node("relu").set_arg_by_node(0, tree.get_node("input_x"))
        tree.get_node("binop_add").set_arg(1, rewrite.ScopedValue.create_variable_value(3.0))
        tree.get_node("binop_add").set_arg_by_node(0, tree.get_node("dense"), 0)

    return _edit(ms, "Plain", change)


@case(jit=False)
def edits_below(ms: Any, run: Any) -> Arrays:
    def change(tree: Any, nets: Any, rewrite: Any) -> None:
        inner = tree.get_node("sub").get_sub_tree()
        inner.insert(inner.after("relu"), _call(rewrite, ms.nn.Tanh(), "x", "x", "tanh"))
        tree.replace(tree.get_node("ReLU"), [_call(rewrite, ms.nn.Sigmoid(), "x", "x", "gate")])
        tree.erase(tree.get_node("Dense"))
        branch = tree.get_node("if_node").get_handler().nodes()
        new = _call(rewrite, ms.nn.Tanh(), "x", "x", "inside")
        tree.insert(tree.after(rewrite.Node(branch[0])), new)

    return _edit(ms, "Cells", change)


def _raised(call: Callable[[], Any]) -> str:
    try:
        call()
    except Exception as error:
        return type(error).__name__
    return "nothing"


@case(jit=False)
def what_is_refused(ms: Any, run: Any) -> Arrays:
    with _nets(ms) as nets:
        api, relu = ms.rewrite, ms.nn.ReLU()
        make, function = api.Node.create_call_cell, api.Node.create_call_function
        name = api.ScopedValue.create_naming_value("a")
        tree, other = (api.SymbolTree.create(nets.Plain()) for _ in range(2))
        last = other.get_node("relu")
        new, node = _call(api, relu, "a", "a", "new"), tree.get_node("relu")
        tree.insert(tree.after("dense"), new)
        calls = [
            lambda: api.SymbolTree.create(3), lambda: list(tree.nodes(1)), lambda: tree.get_node(3),
            lambda: tree.before(3), lambda: tree.after("none"), lambda: tree.insert(3, new),
            lambda: tree.insert(tree.after("dense"), 3), lambda: tree.insert(tree.after("dense"), new),
            lambda: tree.insert(tree.before("input_x"), _call(api, relu, "a", "a")),
            lambda: tree.insert(other.after("dense"), _call(api, relu, "a", "a")),
            lambda: tree.erase(3), lambda: tree.erase("none"), lambda: tree.erase("input_x"),
            lambda: tree.replace("relu", [new]), lambda: tree.replace(node, new),
            lambda: tree.replace(node, [3]), lambda: tree.replace(node, []),
            lambda: tree.unique_name(3), lambda: tree.print_node_tabulate(1),
            lambda: node.set_arg("0", "a"), lambda: node.set_arg(1, "a"), lambda: node.set_arg(0, 3),
            lambda: node.set_arg_by_node(0, "dense"), lambda: node.set_arg_by_node("0", new),
            lambda: last.set_arg_by_node(0, new, 1), lambda: node.set_arg_by_node(4, new),
            lambda: last.set_arg_by_node(0, other.get_node("return")), lambda: node.get_sub_tree(),
            lambda: make(3, ["a"]), lambda: make(relu, "a"), lambda: make(relu, [3]),
            lambda: make(relu, ["a"], ["a"]), lambda: make(relu, ["a"], [name] * 3),
            lambda: make(relu, ["a"], None, {"x": 3}), lambda: make(relu, ["a"], None, {3: name}),
            lambda: make(relu, ["a"], None, [3]), lambda: make(relu, ["a"], name=3),
            lambda: make(relu, ["a"], is_sub_net=3), lambda: function(relu, ["a"]),
            lambda: function(np.abs, ["a"]), lambda: function("abs", ["a"]),
            lambda: function(nets.twice, ["a"], [3]), lambda: api.Node.create_input(3),
        ]  # fmt: skip
        return {"errors": np.array([_raised(call) for call in calls])}


@case(jit=False)
def names_that_are_given(ms: Any, run: Any) -> Arrays:
    with _nets(ms) as nets:
        tree = ms.rewrite.SymbolTree.create(nets.Plain())
        asked = ["output", "output", "x", "x", "free", "a", "relu", "a_1"]
        given = [tree.unique_name(), *(tree.unique_name(name) for name in asked)]
        node = tree.get_node("relu")
        tree.set_output(0, "x")
        user, place = node.get_users()[0], node.get_target_users(0)
        kept = node.get_arg_providers()[0]
        return {
            "given": np.array(given),
            "none": np.array([tree.get_node("none") is None, user == place[0][0]]),
            "kept": np.array([kept[0].get_name(), str(kept[1]), str(place[0][1])]),
            "inputs": np.array([n.get_name() for n in tree.get_inputs()]),
            "output": np.array(str(tree.get_node("return").get_args())),
        }
