"""`mindspore.dataset.GraphData` for MindSpore 2.10: what the models ask of a graph in a MindRecord file."""

from __future__ import annotations

from typing import Any

import numpy as np
from mindspore.mindrecord import FileReader


class GraphData:
    """Nodes, edges and features, as the rows of the file say them."""

    def __init__(self, dataset_file: str, num_parallel_workers: int | None = None) -> None:
        self.rows: dict[str, list[dict[str, Any]]] = {"n": [], "e": []}
        reader = FileReader(dataset_file)
        for row in reader.get_next():
            self.rows[row["attribute"]].append(row)
        reader.close()
        self.kinds = {int(row["first_id"]): int(row["type"]) for row in self.rows["n"]}
        self.own = {int(row["first_id"]): row for row in self.rows["n"]}
        self.ends = [(int(r["second_id"]), int(r["third_id"])) for r in self.rows["e"]]
        self.near: dict[int, list[int]] = {node: [] for node in self.kinds}
        for start, end in self.ends:
            self.near[start].append(end)
        self.draws = np.random.RandomState(0)

    def graph_info(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for side, name in (("n", "node"), ("e", "edge")):
            kinds, counts = np.unique([int(r["type"]) for r in self.rows[side]], return_counts=True)
            found[f"{name}_type"] = kinds.tolist()
            found[f"{name}_num"] = dict(zip(kinds.tolist(), counts.tolist(), strict=True))
        return found

    def get_all_nodes(self, node_type: int) -> np.ndarray:
        return np.array([n for n, kind in self.kinds.items() if kind == node_type], np.int32)

    def get_node_feature(self, node_list: Any, feature_types: list[int]) -> list[np.ndarray]:
        def rows(kind: int) -> list[Any]:
            return [self.own[int(n)][f"node_feature_{kind}"] for n in node_list]

        return [np.squeeze(np.array(rows(kind))) for kind in feature_types]

    def get_nodes_from_edges(self, edge_list: Any) -> np.ndarray:
        numbers = {int(row["first_id"]): at for at, row in enumerate(self.rows["e"])}
        return np.array([self.ends[numbers[int(e)]] for e in edge_list], np.int32)

    def _neighbors(self, node: int, kind: int) -> list[int]:
        return [other for other in self.near[int(node)] if self.kinds[other] == kind]

    def get_all_neighbors(self, node_list: Any, neighbor_type: int) -> np.ndarray:
        found = [self._neighbors(node, neighbor_type) for node in node_list]
        table = np.full((len(found), 1 + max(map(len, found))), -1, np.int32)
        for row, node, near in zip(table, node_list, found, strict=True):
            row[: 1 + len(near)] = [node, *near]
        return table

    def get_sampled_neighbors(
        self, node_list: Any, neighbor_nums: list[int], neighbor_types: list[int]
    ) -> np.ndarray:
        (count,), (kind,) = neighbor_nums, neighbor_types
        return self._table(node_list, [self._neighbors(n, kind) for n in node_list], count)

    def get_neg_sampled_neighbors(
        self, node_list: Any, neg_neighbor_num: int, neg_neighbor_type: int
    ) -> np.ndarray:
        every = self.get_all_nodes(neg_neighbor_type).tolist()
        found = [[n for n in every if n not in self.near[int(node)]] for node in node_list]
        return self._table(node_list, found, neg_neighbor_num)

    def _table(self, nodes: Any, found: list[list[int]], count: int) -> np.ndarray:
        """Each row's nodes in an order by chance, all of them before any comes again."""
        rows = []
        for node, near in zip(nodes, found, strict=True):
            row: list[int] = []
            while near and len(row) < count:
                row += self.draws.permutation(near).tolist()
            rows.append([int(node), *(row[:count] or [-1] * count)])
        return np.array(rows, np.int32)
