"""What is asked of a graph in memory; numbers of nodes, edges and types are int32, as results are."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.dataset.errors import pipeline_error
from msacc.former.graph_data.draws import Draws
from msacc.former.graph_data.enums import OutputFormat, SamplingStrategy
from msacc.former.graph_data.store import GraphStore, Neighbors
from msacc.former.graph_data.strangers import NO_NODE, Strangers
from msacc.former.graph_data.walks import Walks


def _check_filled(ids: np.ndarray, name: str) -> None:
    if not len(ids):
        raise pipeline_error(f"Input {name} is empty.")


class LocalGraph:
    """A graph and its random generators. Results have no dimensions of 1, as in MindSpore."""

    OPERATIONS = frozenset(
        {
            "all_nodes",
            "all_edges",
            "nodes_from_edges",
            "edges_from_nodes",
            "all_neighbors",
            "sampled_neighbors",
            "neg_sampled_neighbors",
            "random_walk",
            "node_feature",
            "edge_feature",
            "graph_feature",
            "info",
        }
    )

    def __init__(self, store: GraphStore) -> None:
        self._store = store
        self._draws = Draws()

    def call(self, name: str, *args: Any) -> Any:
        """The result of a method below, one of OPERATIONS."""
        return getattr(self, name)(*args)

    def all_nodes(self, kind: int) -> np.ndarray:
        return self._store.nodes.of_type(kind).squeeze()

    def all_edges(self, kind: int) -> np.ndarray:
        return self._store.edges.of_type(kind).squeeze()

    def nodes_from_edges(self, edges: np.ndarray) -> np.ndarray:
        _check_filled(edges, "edge_list")
        return self._store.ends[:, self._store.edges.places(edges)].T.squeeze()

    def edges_from_nodes(self, pairs: np.ndarray) -> np.ndarray:
        _check_filled(pairs, "node_list")
        self._store.nodes.places(pairs[:, 0])
        found = [self._store.edge_between(*pair) for pair in pairs.tolist()]
        return np.array(found, np.int32).squeeze()

    def all_neighbors(self, nodes: np.ndarray, kind: int, form: int) -> Any:
        _check_filled(nodes, "node_list")
        neighbors = self._store.neighbors(kind)
        counts, found = neighbors.of_all(self._store.nodes.places(nodes))
        if form == OutputFormat.NORMAL:
            return _padded(nodes, counts, found).squeeze()
        if form == OutputFormat.CSR:
            return [(np.cumsum(counts) - counts).astype(np.int32), found]
        if not len(found):
            raise pipeline_error(
                "Input data is empty. None of these nodes has a neighbor of this type."
            )
        return np.stack([np.repeat(nodes, counts), found], axis=1).squeeze()

    def sampled_neighbors(
        self, nodes: np.ndarray, counts: list[int], kinds: list[int], strategy: int
    ) -> np.ndarray:
        _check_filled(nodes, "node_list")
        for count in counts:
            self._check_samples(count)
        tables = [self._store.neighbors(kind) for kind in kinds]
        self._store.nodes.places(nodes)
        rows = []
        for node in nodes.tolist():
            row, last = [node], [node]
            for neighbors, count in zip(tables, counts, strict=True):
                last = [n for i in last for n in self._sample(i, neighbors, count, strategy)]
                row += last
            rows.append(row)
        return np.array(rows, np.int32).squeeze()

    def _sample(self, node: int, neighbors: Neighbors, count: int, strategy: int) -> list[int]:
        place = self._store.nodes.place_of.get(node, -1)
        found = neighbors.of(place).tolist() if place >= 0 else []
        if not found:
            return [NO_NODE] * count
        if strategy == SamplingStrategy.EDGE_WEIGHT:
            chosen = self._draws.weighted(neighbors.weights_of(place), count)
            return [found[i] for i in chosen]
        chosen = []
        while len(chosen) < count:
            chosen += self._draws.order(len(found))[: count - len(chosen)]
        return [found[i] for i in chosen]

    def _check_samples(self, count: int) -> None:
        most = len(self._store.nodes.ids)
        if not 1 <= count <= most:
            raise pipeline_error(
                f"Wrong samples number, should be between 1 and {most}, the number of nodes, got {count}."
            )

    def neg_sampled_neighbors(self, nodes: np.ndarray, count: int, kind: int) -> np.ndarray:
        _check_filled(nodes, "node_list")
        self._check_samples(count)
        neighbors = self._store.neighbors(kind)
        strangers = Strangers(self._store.nodes.of_type(kind), self._draws)
        places = self._store.nodes.places(nodes).tolist()
        rows = []
        for node, place in zip(nodes.tolist(), places, strict=True):
            # As in MindSpore the node itself is known, whatever its type.
            known = {node, *neighbors.of(place).tolist()}
            rows.append([node, *strangers.beside(known, count)])
        return np.array(rows, np.int32).squeeze()

    def random_walk(
        self, nodes: np.ndarray, kinds: list[int], home: float, away: float, default: int
    ) -> np.ndarray:
        _check_filled(nodes, "node_list")
        walks = Walks(self._store, kinds, home, away, self._draws.walks)
        self._store.nodes.places(nodes)
        return np.array([walks.walk(n, default) for n in nodes.tolist()], np.int32).squeeze()

    def node_feature(self, nodes: np.ndarray, kinds: list[int]) -> list[np.ndarray]:
        return self._store.nodes.feature(nodes, kinds)

    def edge_feature(self, edges: np.ndarray, kinds: list[int]) -> list[np.ndarray]:
        return self._store.edges.feature(edges, kinds)

    def graph_feature(self, kinds: list[int]) -> list[np.ndarray]:
        if not kinds:
            raise pipeline_error("Input feature_types is empty.")
        return [self._store.features[kind].copy() for kind in kinds]

    def info(self) -> dict[str, Any]:
        return self._store.info()


def _padded(nodes: np.ndarray, counts: np.ndarray, found: np.ndarray) -> np.ndarray:
    """A row for each node: itself, its neighbors, and -1 up to the longest row."""
    table = np.full((len(nodes), 1 + counts.max()), NO_NODE, np.int32)
    table[:, 0] = nodes
    table[:, 1:][np.arange(counts.max()) < counts[:, None]] = found
    return table
