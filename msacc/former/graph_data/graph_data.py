"""GraphData: a graph that is read from a MindRecord file, for networks on graphs."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc._checkparam import check_value_type
from msacc.common.warn_once import no_effect
from msacc.former.graph_data import argument_checks as check
from msacc.former.graph_data import loading
from msacc.former.graph_data.enums import OutputFormat, SamplingStrategy
from msacc.former.graph_data.service import opened


class GraphData:
    """A graph in memory, read from a file in MindRecord's form for graphs: a row for each node and each edge.

    `dataset_file`: one of the files that were written together.
    `num_parallel_workers`: has no effect; the file is read by the caller's thread.
    `working_mode`: 'local'; 'server' to serve the graph to other processes, which does not return before they are
      done; 'client' to ask a server.
    `hostname`, `port`: where the server listens, or is asked.
    `num_client`: how many clients a server waits for.
    `auto_shutdown`: whether a server ends once so many came and all have left.

    The fields of a row are `attribute` ('n': node, 'e': edge), `type`, `first_id` (its number), `second_id` and
    `third_id` (the nodes that an edge leaves and reaches), `weight` if edges have some, `node_feature_index` and
    `edge_feature_index` (which features the row has; -1: none), and the features, `node_feature_1`,
    `edge_feature_1`, ….

    Results are NumPy arrays, int32 for numbers of nodes and edges, without dimensions of 1. With a seed
    (`dataset.config.set_seed`) samples of neighbors are those of MindSpore. Walks repeat with a seed, and have
    node2vec's probabilities; MindSpore's walks never repeat, and with p or q other than 1 its probabilities differ, as
    it adds weights up in whole numbers.

    Raises TypeError and ValueError for wrong arguments, RuntimeError for a file that holds no graph, and for numbers of
    nodes, edges, types and features that the graph does not have.
    """

    def __init__(
        self,
        dataset_file: str,
        num_parallel_workers: int | None = None,
        working_mode: str = "local",
        hostname: str = "127.0.0.1",
        port: int = 50051,
        num_client: int = 1,
        auto_shutdown: bool = True,
    ) -> None:
        path = check.data_file(dataset_file)
        self._dataset_file = dataset_file
        self.data_format = "mindrecord"
        service = (working_mode, hostname, port, num_client, auto_shutdown)
        self._msacc_open(lambda: loading.from_file(path), num_parallel_workers, *service)

    def _msacc_open(self, load: Any, workers: int | None, working_mode: str, *service: Any) -> None:
        """Load the graph, serve it, or connect to its server."""
        check.service_settings(workers, working_mode, *service)
        if workers is not None and workers > 1:
            why = "a graph is loaded by the caller's thread"
            no_effect(type(self).__name__, "num_parallel_workers", workers, why)
        self._working_mode = working_mode
        self._msacc_graph = opened(load, working_mode, *service)

    def _msacc_call(self, name: str, *args: Any) -> Any:
        if self._msacc_graph is None:
            raise Exception(
                "This method is not supported when working mode is server."
            )  # MindSpore's class
        return self._msacc_graph.call(name, *args)

    def _msacc_kind(self, value: Any, name: str, of: str) -> int:
        """The number of a type of `of`: "node", "edge", "node_feature", "edge_feature", "graph_feature"."""
        return check_value_type(name, value, [int])  # type: ignore[no-any-return]

    def _msacc_kinds(self, values: Any, name: str, of: str) -> list[int]:
        """Those of several types."""
        return check.numbers(values, name).tolist()  # type: ignore[no-any-return]

    def get_all_nodes(self, node_type: Any) -> np.ndarray:
        """The nodes of a type, in the order of the file."""
        kind = self._msacc_kind(node_type, "node_type", "node")
        return self._msacc_call("all_nodes", kind)  # type: ignore[no-any-return]

    def get_all_edges(self, edge_type: Any) -> np.ndarray:
        """The edges of a type, in the order of the file."""
        kind = self._msacc_kind(edge_type, "edge_type", "edge")
        return self._msacc_call("all_edges", kind)  # type: ignore[no-any-return]

    def get_nodes_from_edges(self, edge_list: Any) -> np.ndarray:
        """(edges, 2): the nodes that each edge leaves and reaches."""
        return self._msacc_call("nodes_from_edges", check.numbers(edge_list, "edge_list"))  # type: ignore[no-any-return]

    def get_edges_from_nodes(self, node_list: Any) -> np.ndarray:
        """(pairs,): the first edge from one node to the other, -1 where there is none.

        `node_list`: a list of pairs (tuples), or an int32 array (pairs, 2).
        """
        return self._msacc_call("edges_from_nodes", check.pairs(node_list, "node_list"))  # type: ignore[no-any-return]

    def get_all_neighbors(
        self, node_list: Any, neighbor_type: Any, output_format: OutputFormat = OutputFormat.NORMAL
    ) -> Any:
        """The neighbors of a type that edges from these nodes reach, see `OutputFormat`; for CSR two arrays."""
        nodes = check.numbers(node_list, "node_list")
        kind = self._msacc_kind(neighbor_type, "neighbor_type", "node")
        if output_format not in list(OutputFormat):
            raise KeyError(f"output_format={output_format!r}; give one of OutputFormat's.")
        found = self._msacc_call("all_neighbors", nodes, kind, int(output_format))
        return tuple(found) if output_format == OutputFormat.CSR else found

    def get_sampled_neighbors(
        self,
        node_list: Any,
        neighbor_nums: Any,
        neighbor_types: Any,
        strategy: SamplingStrategy = SamplingStrategy.RANDOM,
    ) -> np.ndarray:
        """A row for each node: itself, `neighbor_nums[0]` of its neighbors, `neighbor_nums[1]` of each one's, ….

        `neighbor_nums`, `neighbor_types`: for 1 to 6 hops; each number is at most that of all nodes. A node without
        such neighbors has -1 for them, and -1 has -1.
        """
        nodes = check.numbers(node_list, "node_list")
        kinds = self._msacc_kinds(neighbor_types, "neighbor_types", "node")
        counts = check.hops(neighbor_nums, kinds)
        if not isinstance(strategy, SamplingStrategy):
            raise TypeError(
                f"Wrong input type for strategy, should be enum of 'SamplingStrategy'. Got {strategy!r}."
            )
        return self._msacc_call("sampled_neighbors", nodes, counts.tolist(), kinds, int(strategy))  # type: ignore[no-any-return]

    def get_neg_sampled_neighbors(
        self, node_list: Any, neg_neighbor_num: int, neg_neighbor_type: Any
    ) -> np.ndarray:
        """A row for each node: itself and nodes of a type that are no neighbors; -1 where there are too few."""
        nodes = check.numbers(node_list, "node_list")
        count = check_value_type("neg_neighbor_num", neg_neighbor_num, [int])
        kind = self._msacc_kind(neg_neighbor_type, "neg_neighbor_type", "node")
        return self._msacc_call("neg_sampled_neighbors", nodes, count, kind)  # type: ignore[no-any-return]

    def get_node_feature(self, node_list: Any, feature_types: Any) -> list[np.ndarray]:
        """For each type (..., values) of nodes (...); zeros for nodes without it, for -1 and for numbers of no node."""
        nodes = check.nested_numbers(node_list, "node_list")
        kinds = self._msacc_kinds(feature_types, "feature_types", "node_feature")
        return self._msacc_call("node_feature", nodes, kinds)  # type: ignore[no-any-return]

    def get_edge_feature(self, edge_list: Any, feature_types: Any) -> list[np.ndarray]:
        """For each type (..., values) of edges (...), as `get_node_feature`."""
        edges = check.nested_numbers(edge_list, "edge_list")
        kinds = self._msacc_kinds(feature_types, "feature_types", "edge_feature")
        return self._msacc_call("edge_feature", edges, kinds)  # type: ignore[no-any-return]

    def graph_info(self) -> dict[str, Any]:
        """The types of nodes, edges and features, and how many nodes and edges have each type."""
        return self._msacc_call("info")  # type: ignore[no-any-return]

    def random_walk(
        self,
        target_nodes: Any,
        meta_path: Any,
        step_home_param: float = 1.0,
        step_away_param: float = 1.0,
        default_node: int = -1,
    ) -> np.ndarray:
        """A row for each node: itself and a neighbor at each step, of the types in `meta_path` (1 to 80).

        `step_home_param`, `step_away_param`: p and q of node2vec, floats: a large p returns seldom, a large q stays
        near.
        `default_node`: stands for the steps after a node that has no such neighbor.
        """
        nodes = check.numbers(target_nodes, "target_nodes")
        kinds = check.numbers(meta_path, "meta_path").tolist()
        home = check_value_type("step_home_param", step_home_param, [float])
        away = check_value_type("step_away_param", step_away_param, [float])
        check.check_range(default_node, -1, 2**31 - 1, "default_node")
        return self._msacc_call("random_walk", nodes, kinds, home, away, default_node)  # type: ignore[no-any-return]
