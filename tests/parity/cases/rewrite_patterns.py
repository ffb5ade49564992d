"""Trees as tools change them: branches that are known, patterns and what replaces them, Cells that stay closed."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.cases.rewrite import X, _nets, _told
from tests.parity.harness import Arrays, case


def _lines(tree: Any) -> Any:
    return np.array([_told(node, edited=True) for node in tree.nodes()])


@case(jit=False)
def known_branches(ms: Any, run: Any) -> Arrays:
    with _nets(ms) as nets:
        net = nets.KnownBranches()
        net.missing = False
        closed = importlib.import_module(f"{ms.__name__}.rewrite").common.namespace
        closed._subtree_black_list.append(nets.LeftClosed)
        try:
            tree = ms.rewrite.SymbolTree.create(net)
        finally:
            closed._subtree_black_list.remove(nets.LeftClosed)
        before = _lines(tree)
        tree.flatten_static_if_control_flow()
        handlers = [node.get_handler() for node in tree.nodes()]
        own = tree.get_handler()
        made = tree.get_network()
        return {
            "before": before,
            "after": _lines(tree),
            "same": np.array([net(ms.Tensor(X)).asnumpy().tolist()]) - made(ms.Tensor(X)).asnumpy(),
            "names": np.array([type(handler).__name__ for handler in handlers[:2]]),
            "trees": np.array([handler.get_belong_symbol_tree() is own for handler in handlers]),
            "inputs": np.array(
                [str([giver.get_name() for giver in handler.get_inputs()]) for handler in handlers]
            ),
            "origin": np.array(tree.get_origin_network() is net),
        }


def _engine(ms: Any, pattern: Any, told: list[str], name: str = "fused") -> Any:
    rewrite = ms.rewrite

    class Fuse(rewrite.Replacement):  # type: ignore[name-defined, misc]
        def build(self, pattern: Any, is_chain_pattern: bool, matched: Any) -> list[Any]:
            nodes = list(matched.values())
            told.append(f"{is_chain_pattern} {[node.get_name() for node in nodes]}")
            args, targets = nodes[0].get_args(), nodes[-1].get_targets()
            return [rewrite.Node.create_call_cell(ms.nn.Tanh(), targets, args, name=name)]

    return rewrite.PatternEngine(pattern, Fuse())


@case(jit=False)
def chains(ms: Any, run: Any) -> Arrays:
    with _nets(ms) as nets:
        tree, told = ms.rewrite.SymbolTree.create(nets.Chains()), []
        engine = _engine(ms, [ms.nn.Conv2d, ms.nn.BatchNorm2d], told)
        changed = engine.apply(tree)
        made = tree.get_network()
        kinds = [type(cell).__name__ for cell in made.seq]
        inner = next(node for node in tree.nodes() if node.get_name() == "inner").get_sub_tree()
        return {
            "told": np.array(told),
            "nodes": _lines(tree),
            "inner": _lines(inner),
            "kinds": np.array(kinds),
            "changed": np.array([changed, engine.apply(tree)]),
            "all": np.array([node.get_name() for node in tree.all_nodes()]),
            "own": np.array([node.get_name() for node in tree.all_nodes(subtree_nodes=False)]),
            "shape": np.array(made(ms.Tensor(np.ones((1, 1, 4, 4), np.float32))).shape),
        }


@case(jit=False)
def trees_of_patterns(ms: Any, run: Any) -> Arrays:
    rewrite, nn = ms.rewrite, ms.nn
    with _nets(ms) as nets:
        tree, told = rewrite.SymbolTree.create(nets.Chains()), []
        conv = rewrite.PatternNode("conv", nn.Conv2d, [rewrite.VarNode()])
        norm = rewrite.PatternNode("norm", nn.BatchNorm2d)
        norm.add_input(conv)
        changed = _engine(ms, norm, told).apply(tree)
        chain = rewrite.PatternNode.create_pattern_from_list([nn.Dense, nn.ReLU])
        nothing = rewrite.PatternNode.create_pattern_from_list([])
        return {
            "told": np.array([*told, str(changed)]),
            "pattern": np.array([norm.name(), norm.type().__name__, norm.get_inputs()[0].name()]),
            "chain": np.array([chain.type().__name__, chain.get_inputs()[0].name()[:2]]),
            "none": np.array(nothing is None),
        }


@case(jit=False)
def refused(ms: Any, run: Any) -> Arrays:
    rewrite, nn = ms.rewrite, ms.nn
    engine, node = _engine(ms, [nn.Dense], []), rewrite.PatternNode("a")
    calls = {
        "pattern": lambda: _engine(ms, 3, []),
        "kind": lambda: _engine(ms, [int], []),
        "no_replacement": lambda: rewrite.PatternEngine([nn.Dense]),
        "replacement": lambda: rewrite.PatternEngine([nn.Dense], 3),
        "name": lambda: rewrite.PatternNode(3),
        "inputs": lambda: rewrite.PatternNode("a", nn.Dense, [3]),
        "tree": lambda: engine.apply(3),
        "list": lambda: rewrite.PatternNode.create_pattern_from_list(3),
        "abstract": lambda: rewrite.Replacement(),
        "input": lambda: node.add_input(3),
        "new_inputs": lambda: node.set_inputs(3),
        "match": lambda: node.match(3),
    }
    return {name: run.raises(call)["raises"] for name, call in calls.items()}
