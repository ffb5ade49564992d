"""A graph in memory: who is whose neighbor, by the type of the neighbors."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.dataset.errors import pipeline_error
from msacc.former.graph_data.members import Members


class Neighbors:
    """Of one type, for all nodes: the edges' targets, node by node in the order of the edges.

    `start`: where each node's part begins. `ids`: the neighbors. `weights`: those of the edges.
    """

    def __init__(
        self, sources: np.ndarray, ids: np.ndarray, weights: np.ndarray, nodes: int
    ) -> None:
        order = np.argsort(sources, kind="stable")
        self.ids = ids[order]
        self.weights = weights[order]
        self.start = np.searchsorted(sources[order], np.arange(nodes + 1))

    def of(self, place: int) -> np.ndarray:
        """The neighbors of one node."""
        return self.ids[self.start[place] : self.start[place + 1]]

    def weights_of(self, place: int) -> np.ndarray:
        """The weights of the edges to them."""
        return self.weights[self.start[place] : self.start[place + 1]]

    def of_all(self, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How many neighbors each of these nodes has, and all of them, node by node."""
        first, counts = self.start[places], self.start[places + 1] - self.start[places]
        begin = np.cumsum(counts) - counts
        within = np.arange(counts.sum()) - np.repeat(begin, counts)
        return counts, self.ids[np.repeat(first, counts) + within]


class GraphStore:
    """Nodes, edges between them with weights, and features of the graph as a whole.

    `ends`: (2, edges) of the numbers of the nodes that each edge leaves and reaches.
    """

    def __init__(
        self,
        nodes: Members,
        edges: Members,
        ends: np.ndarray,
        weights: np.ndarray,
        features: dict[int, np.ndarray] | None = None,
    ) -> None:
        self.nodes, self.edges = nodes, edges
        self.ends = ends.astype(np.int32).reshape(2, -1)
        self.weights = weights.astype(np.float32)
        self.features = features or {}
        self._places = nodes.find(self.ends)
        if (self._places < 0).any():
            side, edge = np.argwhere(self._places < 0)[0]
            raise pipeline_error(
                f"{('src', 'dst')[side]} node with id '{self.ends[side, edge]}' has not been created yet. Edge "
                f"{edges.ids[edge]} needs it; write a row for each node."
            )
        self._neighbors: dict[int, Neighbors] = {}
        self._between: dict[tuple[int, int], int] | None = None

    def neighbors(self, kind: int) -> Neighbors:
        """Those of a type; RuntimeError if no node has it."""
        if kind not in self._neighbors:
            if not (self.nodes.types == kind).any():
                raise pipeline_error(
                    f"Invalid neighbor type:{kind}. The graph's nodes have {list(self.nodes.kinds())}."
                )
            chosen = self.nodes.types[self._places[1]] == kind
            self._neighbors[kind] = Neighbors(
                self._places[0, chosen], self.ends[1, chosen], self.weights[chosen], len(self.nodes.ids)
            )  # fmt: skip
        return self._neighbors[kind]

    def edge_between(self, source: int, target: int) -> int:
        """The first edge from one node to another, -1 if there is none."""
        if self._between is None:
            pairs = zip(self.ends[0].tolist(), self.ends[1].tolist(), strict=True)
            backwards = [*zip(pairs, self.edges.ids.tolist(), strict=True)][::-1]
            self._between = dict(backwards)
        return self._between.get((source, target), -1)

    def info(self) -> dict[str, Any]:
        """What `graph_info` tells."""
        nodes, edges = self.nodes.kinds(), self.edges.kinds()
        return {
            "node_type": list(nodes),
            "edge_type": list(edges),
            "node_num": nodes,
            "edge_num": edges,
            "node_feature_type": sorted(self.nodes.features),
            "edge_feature_type": sorted(self.edges.features),
            "graph_feature_type": sorted(self.features),
        }
