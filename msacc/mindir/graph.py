"""The graphs of a MindIR file, read and checked: nodes that refer to each other by name."""

from __future__ import annotations

import dataclasses
from typing import Any

import torch


@dataclasses.dataclass(frozen=True)
class Op:
    """A primitive as the file tells it: its name and its attributes, or a `function` with all of them as inputs."""

    name: str
    attributes: dict[str, Any]
    function: bool


@dataclasses.dataclass(frozen=True)
class Node:
    """One step: `op` is a primitive, or the name of a graph or of a value that is called."""

    output: str
    op: Op | str
    inputs: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Graph:
    """One graph: constants by name, the names of its inputs, those of them that order effects only, its nodes."""

    name: str
    constants: dict[str, Any]
    inputs: tuple[str, ...]
    monads: frozenset[str]
    nodes: tuple[Node, ...]
    outputs: tuple[str, ...]


class FuncGraph:
    """What `load` gives for a MindIR file: graphs and parameters, for `nn.GraphCell`.

    `name` is the main graph's; `parameters` the values by the names that the network's Cell had; `graphs` all graphs
    by name, the main one first. `parameter_names` maps a name in the graphs to its parameter's.
    """

    def __init__(
        self,
        graphs: dict[str, Graph],
        parameters: dict[str, torch.Tensor],
        parameter_names: dict[str, str],
    ):
        self.name = next(iter(graphs))
        self.graphs, self.parameters, self.parameter_names = graphs, parameters, parameter_names

    def __repr__(self) -> str:
        nodes = sum(len(graph.nodes) for graph in self.graphs.values())
        return (
            f"FuncGraph({self.name}: {nodes} nodes in {len(self.graphs)} graphs, "
            f"{len(self.parameters)} parameters)"
        )
