"""cell_graph: what flows between the Cells and ops of a network."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msacc.common import checks as check
from msacc.inspection.described_inputs import described
from msacc.inspection.graph_picture import Box, svg
from msacc.inspection.op_trace import Node, Scope, Trace, op_trace
from msacc.nn.cell import Cell

_WHERE = "cell_graph"


@dataclass(frozen=True)
class GraphNode:
    """A call of a Cell, or an op that none of the Cells shown calls.

    `name`: the path of the Cell, with the number of the call from the second on, or the op's; `kind`: "input", "cell"
    or "op"; `label`: the class of a Cell. `sources`: the numbers of the nodes that it takes something from;
    `shape`, `dtype`: of what it gives last.
    """

    name: str
    kind: str
    label: str
    sources: tuple[int, ...]
    shape: tuple[int, ...]
    dtype: str


@dataclass
class CellGraph:
    """What `cell_graph` gives: `nodes`, each after its sources, and `outputs`, numbers of those that give the result.

    Printed it is a line for each node; notebooks show the picture that `svg()` is.
    """

    nodes: list[GraphNode] = field(default_factory=list)
    outputs: tuple[int, ...] = ()

    def __str__(self) -> str:
        return "\n".join(
            f"{_title(node)} {_given(node)}{_from(node, self.nodes)}{' -> result' if i in self.outputs else ''}"
            for i, node in enumerate(self.nodes)
        )

    __repr__ = __str__

    def svg(self, path: str | Path | None = None) -> str:
        """The picture as SVG; written to the file `path` too, if it is given."""
        boxes = [Box((_title(n), _given(n)), n.sources, n.kind) for n in self.nodes]
        text = svg([*boxes, Box(("result",), self.outputs, "output")])
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
        return text

    def _repr_svg_(self) -> str:
        return self.svg()


def cell_graph(net: Cell, *inputs: object, depth: int = 1) -> CellGraph:
    """The Cells of `net` and the ops between them, with what flows from one to the other: text, or a picture.

    `inputs` as in `summary`. `depth`: how far Cells are opened: at 1 a Cell that `net` calls is one node for each
    call, at 2 those that it calls, and so on; 0 shows every op. Parameters are not shown.

    The network runs forward once, without values where its code asks for none. Raises TypeError for a `net` that is no
    Cell and inputs of other kinds, ValueError for a `depth` below 0, and what `construct` raises on such inputs.
    MindSpore has no such function.
    """
    check.instance(_WHERE, "net", net, Cell)
    check.integer(_WHERE, "depth", depth, 0, check.INT32_MAX)
    read = tuple(described(_WHERE, value) for value in inputs)
    return grouped(op_trace(net, read), depth)


def grouped(trace: Trace, depth: int) -> CellGraph:
    """The ops of a call of a Cell become one node: `depth` levels deep, or where it calls no other Cell."""
    opened = {node.scope[:i] for node in trace.nodes for i in range(len(node.scope))}
    members: dict[Any, list[int]] = {}
    for number, node in enumerate(trace.nodes):
        if node.kind in ("op", "input"):
            members.setdefault(_group(node, number, depth, opened), []).append(number)
    # In the order of their last ops, so that every node comes after its sources.
    groups = sorted(members, key=lambda key: members[key][-1])
    place = {number: i for i, key in enumerate(groups) for number in members[key]}
    read_elsewhere = {
        s for n, node in enumerate(trace.nodes) for s in node.inputs if place.get(s) != place.get(n)
    }
    names: Counter[str] = Counter()
    nodes = []
    for i, key in enumerate(groups):
        taken = [place[s] for n in members[key] for s in trace.nodes[n].inputs if s in place]
        sources = tuple(dict.fromkeys(s for s in taken if s != i))
        results = [n for n in members[key] if n in read_elsewhere or n in trace.outputs]
        last = trace.nodes[(results or members[key])[-1]]
        name, kind, label = _described(key, last, trace, names)
        nodes.append(GraphNode(name, kind, label, sources, last.shape, last.dtype))
    outputs = tuple(dict.fromkeys(place[n] for n in trace.outputs if n in place))
    return CellGraph(nodes, outputs)


def _group(node: Node, number: int, depth: int, opened: set[Scope]) -> Any:
    """A scope for what is one node with others of it; its own number for what stands alone."""
    scope = node.scope[:depth]
    alone = node.kind != "op" or not scope or (len(scope) < depth and scope in opened)
    return number if alone else scope


def _described(key: Any, last: Node, trace: Trace, names: Counter[str]) -> tuple[str, str, str]:
    """(name, kind, label) of a node; equal ops of one Cell are numbered as calls of Cells are."""
    if isinstance(key, tuple):
        return scope_name(key), "cell", trace.classes[tuple(name for name, _ in key)]
    name = ".".join(filter(None, (scope_name(last.scope), last.name)))
    names[name] += 1
    return (name if names[name] == 1 else f"{name}#{names[name]}"), last.kind, ""


def scope_name(scope: Scope, separator: str = ".") -> str:
    """'blocks.0.attention'; from a second call on its number follows a name: 'relu#2'."""
    return separator.join(f"{name}#{call}" if call > 1 else name for name, call in scope)


def _title(node: GraphNode) -> str:
    return f"{node.name}: {node.label}" if node.label else node.name


def _given(node: GraphNode) -> str:
    return f"{node.shape}" if node.dtype == "Float32" else f"{node.shape} {node.dtype}"


def _from(node: GraphNode, nodes: list[GraphNode]) -> str:
    return f" <- {', '.join(nodes[s].name for s in node.sources)}" if node.sources else ""
