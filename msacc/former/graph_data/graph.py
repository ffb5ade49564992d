"""Graph: a graph from arrays, whose types and features have names."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc._checkparam import check_element_type_of_dict, check_value_type
from msacc.former.graph_data import argument_checks as check
from msacc.former.graph_data import loading
from msacc.former.graph_data.graph_data import GraphData

_COUNTED = ("node", "edge")


class Graph(GraphData):
    """A graph of nodes 0, 1, … from arrays; the methods of `GraphData` take names for types and features.

    `edges`: (2, edges) of int, the nodes that each edge leaves and those that it reaches.
    `node_feat`, `edge_feat`: name -> array (nodes or edges, values).
    `graph_feat`: name -> array of any shape.
    `node_type`, `edge_type`: a name for each node and each edge, "0" by default.
    The others are as in `GraphData`.

    Raises TypeError for values of other types, ValueError for other shapes and unknown names. `get_all_edges` finds
    edges by their own types; MindSpore looks them up among those of the nodes.
    """

    def __init__(
        self,
        edges: Any,
        node_feat: dict[str, np.ndarray] | None = None,
        edge_feat: dict[str, np.ndarray] | None = None,
        graph_feat: dict[str, np.ndarray] | None = None,
        node_type: Any = None,
        edge_type: Any = None,
        num_parallel_workers: int | None = None,
        working_mode: str = "local",
        hostname: str = "127.0.0.1",
        port: int = 50051,
        num_client: int = 1,
        auto_shutdown: bool = True,
    ) -> None:
        ends = _ends(edges)
        nodes = int(ends.max()) + 1
        node_names, node_kinds = _kinds(node_type, nodes, "node_type")
        edge_names, edge_kinds = _kinds(edge_type, ends.shape[1], "edge_type")
        features = (
            _features(node_feat, "node_feat", nodes),
            _features(edge_feat, "edge_feat", ends.shape[1]),
            _features(graph_feat, "graph_feat", None),
        )
        self.data_format = "array"
        self._msacc_names = {
            "node": node_names,
            "edge": edge_names,
            "node_feature": list(features[0]),
            "edge_feature": list(features[1]),
            "graph_feature": list(features[2]),
        }
        arrays = tuple(list(each.values()) for each in features)
        service = (working_mode, hostname, port, num_client, auto_shutdown)
        self._msacc_open(
            lambda: loading.from_arrays(ends, (node_kinds, edge_kinds), arrays),  # type: ignore[arg-type]
            num_parallel_workers,
            *service,
        )

    def _msacc_kind(self, value: Any, name: str, of: str) -> int:
        check_value_type(name, value, [str])
        names = self._msacc_names[of]
        if value not in names:
            raise ValueError(
                f"Given {of.replace('_', ' ')} type {value} is not exist in graph, existed is: {names}."
            )
        return names.index(value)

    def _msacc_kinds(self, values: Any, name: str, of: str) -> list[int]:
        return [self._msacc_kind(value, name, of) for value in check.names(values, name)]

    def random_walk(
        self,
        target_nodes: Any,
        meta_path: Any,
        step_home_param: float = 1.0,
        step_away_param: float = 1.0,
        default_node: int = -1,
    ) -> np.ndarray:
        """As `GraphData.random_walk`. `meta_path`: names, or, as in MindSpore, numbers of types in alphabetic order."""
        if isinstance(meta_path, list) and any(isinstance(each, str) for each in meta_path):
            meta_path = self._msacc_kinds(meta_path, "meta_path", "node")
        return super().random_walk(
            target_nodes, meta_path, step_home_param, step_away_param, default_node
        )

    def get_graph_feature(self, feature_types: Any) -> list[np.ndarray]:
        """The arrays of these features of the graph."""
        kinds = self._msacc_kinds(feature_types, "feature_types", "graph_feature")
        return self._msacc_call("graph_feature", kinds)  # type: ignore[no-any-return]

    def graph_info(self) -> dict[str, Any]:
        """As `GraphData.graph_info`, with names, and the names of the features of the graph."""
        info = super().graph_info()
        names = self._msacc_names
        found: dict[str, Any] = {
            f"{of}_type": [names[of][i] for i in info[f"{of}_type"]] for of in names
        }
        for of in _COUNTED:
            found[f"{of}_num"] = {names[of][i]: n for i, n in info[f"{of}_num"].items()}
        return found

    def _msacc_arrays(self) -> dict[str, np.ndarray]:
        """What makes this graph again, by the names of the arguments."""
        info = super().graph_info()
        everything = {
            of: np.arange(sum(info[f"{of}_num"].values()), dtype=np.int32) for of in _COUNTED
        }
        ends = self._msacc_call("nodes_from_edges", everything["edge"])
        arrays = {"edges": ends.reshape(-1, 2).T}
        for of, ids in everything.items():
            names = self._msacc_names[f"{of}_feature"]
            found = self._msacc_call(f"{of}_feature", ids, list(range(len(names)))) if names else []
            for name, array in zip(names, found, strict=True):
                arrays[f"{of}_feat_{name}"] = array.reshape(len(ids), -1)
            arrays[f"{of}_type"] = self._msacc_type_of_each(of, len(ids))
        names = self._msacc_names["graph_feature"]
        found = self.get_graph_feature(names) if names else []
        return arrays | {
            f"graph_feat_{name}": array for name, array in zip(names, found, strict=True)
        }

    def _msacc_type_of_each(self, of: str, count: int) -> np.ndarray:
        names = np.array(self._msacc_names[of])
        types = np.zeros(count, np.int64)
        for kind in range(1, len(names)):
            types[self._msacc_call(f"all_{of}s", kind)] = kind
        return names[types]


def _ends(edges: Any) -> np.ndarray:
    array = np.asarray(check_value_type("edges", edges, [list, np.ndarray]))
    if array.ndim != 2 or len(array) != 2:
        raise ValueError(f"Input 'edges' should have the shape (2, edges), but got {array.shape}.")
    if not np.issubdtype(array.dtype, np.integer):
        raise TypeError(f"Each element in input 'edges' should be int, but got {array.dtype}.")
    if not array.size or array.max() >= 2**31 - 1:
        raise ValueError(
            f"Input 'edges' should hold numbers of nodes, int32, but got {array}. A graph has an edge at least."
        )
    return array.astype(np.int32)


def _kinds(names: Any, count: int, name: str) -> tuple[list[str], np.ndarray]:
    """The different names, sorted, and the number of each one's."""
    if names is None:
        return ["0"], np.zeros(count, np.int64)
    given = check.names(names, name)
    if len(given) != count:
        raise ValueError(f"Input '{name}' should have {count} members, but got {len(given)}.")
    different, kinds = np.unique(given, return_inverse=True)
    return different.tolist(), kinds


def _features(arrays: Any, name: str, count: int | None) -> dict[str, np.ndarray]:
    """Checked; `count`: how many rows an array of two dimensions must have."""
    if arrays is None:
        return {}
    check_element_type_of_dict(name, arrays, [str], [np.ndarray])
    for key, array in arrays.items():
        if count is not None and (array.ndim != 2 or len(array) != count):
            raise ValueError(
                f"'{key}' in '{name}' should have the shape ({count}, values), but got {array.shape}."
            )
    return dict(arrays)
