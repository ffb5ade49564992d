"""Graphs in what scripts do with them besides the recorded calls."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc.former import graph_data
from tests.former.graph_data.graph_files import two_sided, write

NAMES = [
    "ArgoverseDataset",
    "Graph",
    "GraphData",
    "InMemoryGraphDataset",
    "OutputFormat",
    "SamplingStrategy",
]
ENDS = np.array([[0, 1, 2, 0], [1, 2, 0, 3]])


def test_each_module_has_the_names_and_loads_them_with_first_use() -> None:
    program = f"""
import sys
import msacc.dataset.engine as engine
assert not any(name.startswith("msacc.former.") for name in sys.modules)
import msacc.dataset as dataset
import msacc.dataset.engine.graphdata as graphdata
from msacc.former import graph_data
for module in (dataset, engine, graphdata):
    assert all(getattr(module, name) is getattr(graph_data, name) for name in {NAMES})
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_names_beside_those_of_mindspore_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"Invalid node id:1\. No node has this number"):
        graph_data.GraphData(two_sided(ms, str(tmp_path))).get_all_neighbors([1], 2)
    graph = graph_data.Graph(ENDS, node_type=["a", "b", "b", "a"])
    with pytest.raises(
        ValueError, match="node type c is not exist in graph, existed is: \\['a', 'b'\\]"
    ):
        graph.get_all_nodes("c")


def test_csr_of_a_single_node_without_neighbors(tmp_path: Path) -> None:
    """MindSpore fails with an IndexError."""
    g = graph_data.GraphData(two_sided(ms, str(tmp_path)))
    start, found = g.get_all_neighbors([13], 2, graph_data.OutputFormat.CSR)
    assert (start.tolist(), found.tolist()) == ([0], [])


def test_edges_are_found_by_their_own_types() -> None:
    """MindSpore looks for them among those of the nodes."""
    graph = graph_data.Graph(ENDS, edge_type=["p", "q", "p", "p"])
    assert graph.get_all_edges("p").tolist() == [0, 2, 3]
    assert graph.get_all_edges("q").tolist() == 1


def test_walks_take_names_and_numbers() -> None:
    graph = graph_data.Graph(ENDS, node_type=["a", "b", "b", "c"])
    assert graph.random_walk([0], ["b", "b", "a"]).tolist() == [0, 1, 2, 0]
    assert graph.random_walk([0], [1, 1, 0]).tolist() == [0, 1, 2, 0]


def test_arrays_of_the_caller_are_not_shared() -> None:
    feature, types = np.ones((4, 1)), np.array(["b", "a", "b", "a"])
    graph = graph_data.Graph(ENDS, {"f": feature}, graph_feat={"g": np.ones(2)}, node_type=types)
    feature[:] = 5
    graph.get_node_feature([0], ["f"])[0][...] = 7
    graph.get_graph_feature(["g"])[0][:] = 7
    assert types.tolist() == ["b", "a", "b", "a"]
    assert graph.get_node_feature([0, 1], ["f"])[0].tolist() == [1, 1]
    assert graph.get_graph_feature(["g"])[0].tolist() == [1, 1]


def test_fields_of_other_kinds(tmp_path: Path, caplog: Any) -> None:
    """Features as bytes; a row that is neither node nor edge is left out, which is said."""
    schema = {name: {"type": "int64"} for name in ("first_id", "second_id", "third_id", "type")}
    schema |= {"attribute": {"type": "string"}, "node_feature_1": {"type": "bytes"}}
    schema |= {f"{of}_feature_index": {"type": "int64", "shape": [-1]} for of in ("node", "edge")}
    writer = ms.mindrecord.FileWriter(str(tmp_path / "bytes"), 1)
    writer.add_schema(schema, "graph")
    row = {"second_id": 0, "third_id": 0, "type": 0, "edge_feature_index": np.array([-1])}
    row["node_feature_index"] = np.array([1])
    values = [(3, "n", b"\x01\x02"), (4, "n", b"\xff\x00"), (5, "x", b"")]
    writer.write_raw_data(
        [{**row, "first_id": i, "attribute": a, "node_feature_1": v} for i, a, v in values]
    )
    writer.commit()
    g = graph_data.GraphData(str(tmp_path / "bytes"))
    assert g.get_all_nodes(0).tolist() == [3, 4]
    assert g.get_node_feature([3, 4], [1])[0].tolist() == [[1, 2], [255, 0]]
    assert "neither 'n' nor 'e'" in caplog.text


def test_workers_are_said_to_have_no_effect(tmp_path: Path, caplog: Any) -> None:
    from msacc.common.warn_once import forget

    forget()
    graph_data.GraphData(two_sided(ms, str(tmp_path)), num_parallel_workers=4)
    assert "num_parallel_workers=4 has no effect" in caplog.text


class _Samples:
    """As the sampler and the data set of BGCF: rows of neighbors of the ends of some edges."""

    def __init__(self, graph: Any) -> None:
        self.graph = graph

    def __len__(self) -> int:
        return self.graph.graph_info()["edge_num"][0]  # type: ignore[no-any-return]

    def __getitem__(self, index: Any) -> tuple[np.ndarray, ...]:
        ends = self.graph.get_nodes_from_edges(index.astype(np.int32))
        found = self.graph.get_sampled_neighbors(ends[:, 0], [2, 2], [1, 0])
        strangers = self.graph.get_neg_sampled_neighbors(ends[:, 0], 3, 1)
        return found, strangers[:, 1:], self.graph.get_node_feature(found, [1])[0]


class _Batches(ms.dataset.Sampler):
    def __iter__(self) -> Any:
        yield from ([0, 1], [2, 3], [4, 5])


@pytest.mark.parametrize("workers", [1, 2])
def test_in_a_generator_dataset(tmp_path: Path, workers: int) -> None:
    nodes = [(i, i % 2, {1: [i, i]}) for i in range(6)]
    edges = [(i, i, (i + 1) % 6, 0, 1.0, {}) for i in range(6)]
    g = graph_data.GraphData(write(ms, str(tmp_path / "ring"), nodes, edges, {1: "float32"}))
    columns = ["neighbors", "strangers", "features"]
    rows = ms.dataset.GeneratorDataset(
        _Samples(g), columns, sampler=_Batches(), num_parallel_workers=workers
    ).repeat(2)
    seen = 0
    for row in rows.create_dict_iterator(num_epochs=1, output_numpy=True):
        found = row["neighbors"]
        assert found.shape == (2, 7)
        # Only every second node has a neighbor of type 1.
        known = {n: {(n + 1) % 6} if n % 2 == 0 else set() for n in range(6)}
        for first, one, two, *rest in found.tolist():
            assert {one, two} == (known[first] or {-1})
            assert set(rest) == ({(one + 1) % 6} if one >= 0 else {-1})
        for first, strangers in zip(found[:, 0].tolist(), row["strangers"].tolist(), strict=True):
            assert not set(strangers) & known[first]
        assert np.array_equal(row["features"][..., 0], np.maximum(found, 0))
        seen += 1
    assert seen == 6
