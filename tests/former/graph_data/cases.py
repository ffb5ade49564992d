"""Cases that MindSpore 2.0 and msacc run alike: functions of (ms, package, folder) that give a list of values.

`package`: `mindspore.dataset.engine.graphdata`. `folder`: an empty one. They run on Python 3.9.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

try:
    from tests.former.graph_data.graph_files import two_sided, undirected, write
except ImportError:  # recorded without the package `tests`
    from graph_files import two_sided, undirected, write  # type: ignore[no-redef]

CASES: dict[str, Callable[[Any, Any, str], list[Any]]] = {}


def case(function: Callable[[Any, Any, str], list[Any]]) -> Callable[[Any, Any, str], list[Any]]:
    CASES[function.__name__] = function
    return function


def _outcome(call: Callable[[], Any]) -> str:
    try:
        call()
    except Exception as error:
        return type(error).__name__
    return "no error"


def _outcomes(*calls: Callable[[], Any]) -> list[str]:
    return [f"{i} {_outcome(call)}" for i, call in enumerate(calls)]


def _int32(values: Any) -> np.ndarray:
    return np.array(values, np.int32)


@case
def nodes_and_edges(ms: Any, p: Any, folder: str) -> list[Any]:
    g = p.GraphData(two_sided(ms, folder))
    return [
        g.graph_info(),
        *(g.get_all_nodes(i) for i in (1, 2)),
        *(g.get_all_edges(i) for i in (0, 1)),
        g.get_nodes_from_edges([100, 103]),
        g.get_nodes_from_edges(_int32([104])),
        g.get_edges_from_nodes([(10, 20), (20, 10), (20, 21), (10, 11), (11, 99)]),
        g.get_edges_from_nodes([(10, 20)]),
        g.get_edges_from_nodes(_int32([[10, 20], [11, 22]])),
    ]


@case
def neighbors(ms: Any, p: Any, folder: str) -> list[Any]:
    g = p.GraphData(two_sided(ms, folder), 2)
    normal, coo, csr = p.OutputFormat
    return [
        g.get_all_neighbors([10, 11, 13, 12], 2),
        g.get_all_neighbors(_int32([10, 20, 10]), 1, normal),
        g.get_all_neighbors([13], 2),
        g.get_all_neighbors([13, 12], 1),
        g.get_all_neighbors([10, 11, 13, 12], 2, coo),
        g.get_all_neighbors([12], 2, coo),
        *g.get_all_neighbors([10, 11, 13, 12], 2, csr),
        *g.get_all_neighbors([12], 2, csr),
    ]


@case
def features(ms: Any, p: Any, folder: str) -> list[Any]:
    g = p.GraphData(two_sided(ms, folder))
    return [
        *g.get_node_feature([10, 20, -1, 21], [1, 2, 3]),
        *g.get_node_feature([[10, 20], [-1, 21]], [3, 1]),
        *g.get_node_feature(_int32([[[11]], [[12]]]), [1]),
        *g.get_node_feature([13], [1, 2]),
        *g.get_node_feature([10, 99], [1]),
        *g.get_edge_feature([100, 101, 102], [1]),
        *g.get_edge_feature([[101], [-1]], [1]),
        *g.get_edge_feature([104], [1]),
    ]


@case
def sampled(ms: Any, p: Any, folder: str) -> list[Any]:
    """With a seed: the very samples."""
    path, weight = two_sided(ms, folder), p.SamplingStrategy.EDGE_WEIGHT
    found: list[Any] = []
    for seed in (7, 2**31 - 1):
        ms.dataset.config.set_seed(seed)
        g = p.GraphData(path)
        found += [g.get_sampled_neighbors([10, 11, 13], [3, 2], [2, 1]) for _ in range(2)]
        found += [
            g.get_sampled_neighbors([10], [1], [2]),
            g.get_sampled_neighbors([10] * 3, [9], [2]),
        ]
        found += [g.get_sampled_neighbors([10, 11, 13], _int32([9]), _int32([2]), weight)]
        found += [g.get_sampled_neighbors([10, 10], [2] * 6, [2, 1] * 3, weight)]
        found += [g.get_neg_sampled_neighbors([10, 11, 13], 4, 2) for _ in range(3)]
        found += [g.get_neg_sampled_neighbors([10], 1, 2)]
        found += [g.get_neg_sampled_neighbors([10, 20, 11], 9, 1)]
    return found


@case
def sampled_from_many(ms: Any, p: Any, folder: str) -> list[Any]:
    """A star: the order of 50 neighbors; and one with as many known nodes as there are of a type."""
    ms.dataset.config.set_seed(11)
    g = p.GraphData(undirected(ms, folder, [(0, i) for i in range(1, 51)]))
    found = [g.get_sampled_neighbors([0] * 3, [51], [0]) for _ in range(2)]
    found += [g.get_sampled_neighbors([5, 6], [3, 5], [0, 0])]
    found += [g.get_neg_sampled_neighbors([0, 1, 2], 30, 0) for _ in range(2)]
    return found


@case
def walks(ms: Any, p: Any, folder: str) -> list[Any]:
    """Where one way is left."""
    g = p.GraphData(two_sided(ms, folder))
    return [
        g.random_walk([11, 13], [2, 1, 2]),
        g.random_walk([12, 13], [2, 1], 2.0, 0.5, 77),
        g.random_walk([20], [1] * 80),
        g.random_walk(_int32([24]), _int32([1])),
    ]


@case
def uncommon_files(ms: Any, p: Any, folder: str) -> list[Any]:
    """Without weights, without edges, numbers given twice, weights of 0, all but one known."""
    ms.dataset.config.set_seed(5)

    def graph(name: str, *args: Any, **kwargs: Any) -> Any:
        return p.GraphData(write(ms, os.path.join(folder, name), *args, **kwargs))

    plain = [(0, 0, {}), (1, 0, {})]
    g = graph("plain", plain, [(0, 0, 1, 0, 1.0, {})], without=("weight",))
    found = [g.get_all_neighbors([0, 1], 0)]
    g = graph(
        "nodes", [(0, 0, {1: [1, 2], 2: [3]}), (1, 0, {1: [4, 5]})], [], {1: "float64", 2: "int64"}
    )
    found += [g.graph_info(), *g.get_node_feature([0, 1], [1, 2]), g.get_all_neighbors([0, 1], 0)]
    twice = [(0, 0, {1: [1]}), (0, 0, {1: [2]}), (1, 0, {1: [3]})]
    g = graph("twice", twice, [(0, 0, 1, 0, 1.0, {}), (0, 1, 0, 0, 1.0, {})], {1: "int32"})
    found += [g.graph_info(), g.get_all_nodes(0), *g.get_node_feature([0, 0], [1])]
    found += [g.get_all_edges(0), g.get_nodes_from_edges([0]), g.get_all_neighbors([0, 1], 0)]
    four = [(0, 0, {}), (1, 1, {}), (2, 1, {}), (3, 1, {})]
    g = graph("four", four, [(0, 0, 1, 0, 0.0, {}), (1, 0, 2, 0, 0.0, {})])
    weight = p.SamplingStrategy.EDGE_WEIGHT
    found += [
        g.get_neg_sampled_neighbors([0], 2, 1),
        g.get_sampled_neighbors([0], [3], [1], weight),
    ]
    found += [g.get_sampled_neighbors([0], [4], [1])]
    return found


@case
def several_files(ms: Any, p: Any, folder: str) -> list[Any]:
    g = p.GraphData(two_sided(ms, folder, files=3))
    return [
        g.graph_info(),
        g.get_all_nodes(2),
        g.get_all_edges(1),
        *g.get_node_feature([13, 24], [1]),
    ]


_ENDS = np.array([[0, 1, 2, 0, 3, 1], [1, 2, 0, 3, 0, 0]])


@case
def arrays(ms: Any, p: Any, folder: str) -> list[Any]:
    ms.dataset.config.set_seed(3)
    features = {"a": np.arange(8.0).reshape(4, 2), "b": np.arange(4).reshape(4, 1)}
    weights = {"weight": np.arange(6, dtype=np.float32).reshape(6, 1)}
    whole = {"g": np.arange(3.0), "h": np.array(5)}
    g = p.Graph(_ENDS, features, weights, whole, ["x", "y", "x", "z"], np.array(list("010011")))
    one = p.Graph([[0, 1], [1, 0]])
    found: list[Any] = [g.graph_info(), one.graph_info(), one.get_all_edges("0")]
    for kind in "xyz":
        found += [g.get_all_nodes(kind), g.get_all_neighbors([0, 1, 2, 3], kind)]
        found += [*g.get_all_neighbors([0, 1, 2, 3], kind, p.OutputFormat.CSR)]
    return [
        *found,
        g.get_nodes_from_edges([0, 5]),
        g.get_edges_from_nodes([(0, 1), (3, 0)]),
        g.get_sampled_neighbors([0, 1], [2, 3], ["x", "y"]),
        g.get_sampled_neighbors([0], [4], ["z"], p.SamplingStrategy.EDGE_WEIGHT),
        g.get_neg_sampled_neighbors([0, 1], 2, "x"),
        *g.get_node_feature([0, 3], ["b", "a"]),
        *g.get_edge_feature([1, 5], ["weight"]),
        *g.get_graph_feature(["g", "h"]),
        g.random_walk([2, 3], [0, 2]),
    ]


@case
def wrong_files(ms: Any, p: Any, folder: str) -> list[Any]:
    junk = os.path.join(folder, "junk")
    with open(junk, "wb") as file:
        file.write(b"x" * 100)

    def graph(name: str, *args: Any, **kwargs: Any) -> Any:
        return p.GraphData(write(ms, os.path.join(folder, name), *args, **kwargs))

    plain, edge = [(0, 0, {}), (1, 0, {})], [(0, 0, 1, 0, 1.0, {})]
    uneven = [(0, 0, {1: [1]}), (1, 0, {1: [3, 4]})]
    return _outcomes(
        lambda: p.GraphData(junk),
        lambda: p.GraphData(os.path.join(folder, "none")),
        lambda: p.GraphData(folder),
        lambda: p.GraphData(3),
        lambda: graph("third", plain, edge, without=("third_id",)),
        lambda: graph("index", plain, edge, without=("edge_feature_index",)),
        lambda: graph("missing", plain, [(0, 0, 5, 0, 1.0, {})]),
        lambda: graph("uneven", uneven, edge, {1: "int32"}).get_node_feature([1], [1]),
    )


@case
def wrong_settings(ms: Any, p: Any, folder: str) -> list[Any]:
    path = two_sided(ms, folder)
    return _outcomes(
        lambda: p.GraphData(path, 0),
        lambda: p.GraphData(path, True),
        lambda: p.GraphData(path, 1000),
        lambda: p.GraphData(path, 1, "x"),
        lambda: p.GraphData(path, 1, 3),
        lambda: p.GraphData(path, hostname="a b"),
        lambda: p.GraphData(path, hostname="-a"),
        lambda: p.GraphData(path, hostname=""),
        lambda: p.GraphData(path, hostname=3),
        lambda: p.GraphData(path, port=1),
        lambda: p.GraphData(path, port="x"),
        lambda: p.GraphData(path, num_client=0),
        lambda: p.GraphData(path, auto_shutdown=1),
        lambda: p.GraphData(path, hostname="localhost."),
    )


@case
def wrong_calls(ms: Any, p: Any, folder: str) -> list[Any]:
    g = p.GraphData(two_sided(ms, folder))
    csr = p.OutputFormat.CSR
    return _outcomes(
        lambda: g.get_all_nodes(9),
        lambda: g.get_all_nodes(True),
        lambda: g.get_all_nodes(np.int32(1)),
        lambda: g.get_all_nodes("1"),
        lambda: g.get_all_edges(9),
        lambda: g.get_all_edges(None),
        lambda: g.get_nodes_from_edges([1]),
        lambda: g.get_nodes_from_edges([]),
        lambda: g.get_nodes_from_edges((100,)),
        lambda: g.get_edges_from_nodes([(1, 20)]),
        lambda: g.get_edges_from_nodes([]),
        lambda: g.get_edges_from_nodes([[10, 20]]),
        lambda: g.get_edges_from_nodes([(10, 20, 30)]),
        lambda: g.get_edges_from_nodes([(10, 2.0)]),
        lambda: g.get_edges_from_nodes(_int32([10, 20])),
        lambda: g.get_edges_from_nodes(_int32([[10, 20, 30]])),
        lambda: g.get_edges_from_nodes(np.array([[10, 20]])),
        lambda: g.get_all_neighbors([1], 2),
        lambda: g.get_all_neighbors([10], 9),
        lambda: g.get_all_neighbors([], 2),
        lambda: g.get_all_neighbors((10,), 2),
        lambda: g.get_all_neighbors([10.0], 2),
        lambda: g.get_all_neighbors([True], 2),
        lambda: g.get_all_neighbors([np.int32(10)], 2),
        lambda: g.get_all_neighbors([2**40], 2),
        lambda: g.get_all_neighbors([[10, 11]], 2),
        lambda: g.get_all_neighbors(np.array([10]), 2),
        lambda: g.get_all_neighbors(_int32([[10, 11]]), 2),
        lambda: g.get_all_neighbors(_int32(10), 2),
        lambda: g.get_all_neighbors([13], 2, p.OutputFormat.COO),
        lambda: g.get_all_neighbors([10], 2, 3),
        lambda: g.get_all_neighbors([10], 2, "NORMAL"),
        lambda: g.get_all_neighbors([10], 2, 1),
        lambda: g.get_all_neighbors([1], 2, csr),
        lambda: g.get_sampled_neighbors([10], [10], [2]),
        lambda: g.get_sampled_neighbors([10], [0], [2]),
        lambda: g.get_sampled_neighbors([1], [1], [2]),
        lambda: g.get_sampled_neighbors([-1], [1], [2]),
        lambda: g.get_sampled_neighbors([10], [1], [5]),
        lambda: g.get_sampled_neighbors([], [1], [2]),
        lambda: g.get_sampled_neighbors([10], [1], [2], 1),
        lambda: g.get_sampled_neighbors([10], [1] * 7, [2] * 7),
        lambda: g.get_sampled_neighbors([10], [1], [2, 2]),
        lambda: g.get_sampled_neighbors([10], [], []),
        lambda: g.get_sampled_neighbors([10], 1, [2]),
        lambda: g.get_neg_sampled_neighbors([10], 10, 2),
        lambda: g.get_neg_sampled_neighbors([10], 0, 2),
        lambda: g.get_neg_sampled_neighbors([10], 1.0, 2),
        lambda: g.get_neg_sampled_neighbors([10], 1, 9),
        lambda: g.get_neg_sampled_neighbors([1], 1, 2),
        lambda: g.get_node_feature([10], [9]),
        lambda: g.get_node_feature([10], []),
        lambda: g.get_node_feature([], [1]),
        lambda: g.get_node_feature(_int32([]), [1]),
        lambda: g.get_node_feature([1, [1, 1]], [1]),
        lambda: g.get_node_feature([[1, 1], [1, 1, 1]], [1]),
        lambda: g.get_node_feature([[1, 1], [1, [1, 1]]], [1]),
        lambda: g.get_node_feature([[1, 0.1], [1, 1]], [1]),
        lambda: g.get_node_feature(np.array([1.0]), [1]),
        lambda: g.get_node_feature("x", [1]),
        lambda: g.get_node_feature([10], 1),
        lambda: g.get_node_feature([10], ["a"]),
        lambda: g.get_edge_feature([100], [2]),
        lambda: g.get_edge_feature([], [1]),
        lambda: g.random_walk([10], [2], 0.0),
        lambda: g.random_walk([10], [2], 1.0, -1.0),
        lambda: g.random_walk([10], [2], 1),
        lambda: g.random_walk([10], [2], 1.0, 1.0, -2),
        lambda: g.random_walk([10], [2], 1.0, 1.0, 0.0),
        lambda: g.random_walk([10], [7]),
        lambda: g.random_walk([1], [2]),
        lambda: g.random_walk([], [2]),
        lambda: g.random_walk([10], []),
        lambda: g.random_walk([10], [2] * 81),
        lambda: g.get_all_nodes(),
        lambda: g.get_all_nodes(0, 1),
        lambda: g.get_all_nodes(node_type=1, edge_type=0),
    )


@case
def wrong_arrays(ms: Any, p: Any, folder: str) -> list[Any]:
    g = p.Graph(_ENDS, {"a": np.zeros((4, 1))})
    ones = np.ones((3, 1))
    return _outcomes(
        lambda: p.Graph(np.zeros((3, 2), int)),
        lambda: p.Graph([0, 1]),
        lambda: p.Graph([[0.0], [1.0]]),
        lambda: p.Graph("x"),
        lambda: p.Graph(((0,), (1,))),
        lambda: p.Graph([[], []]),
        lambda: p.Graph([[0], [-1]]),
        lambda: p.Graph(_ENDS, [1]),
        lambda: p.Graph(_ENDS, {1: ones}),
        lambda: p.Graph(_ENDS, {"a": [1]}),
        lambda: p.Graph(_ENDS, {"a": ones}),
        lambda: p.Graph(_ENDS, {"a": np.zeros(4)}),
        lambda: p.Graph(_ENDS, None, {"a": ones}),
        lambda: p.Graph(_ENDS, graph_feat=[1]),
        lambda: p.Graph(_ENDS, node_type=["a"]),
        lambda: p.Graph(_ENDS, node_type=("a",) * 4),
        lambda: p.Graph(_ENDS, node_type=[1, 2, 3, 4]),
        lambda: p.Graph(_ENDS, edge_type=["a"]),
        lambda: p.Graph(_ENDS, edge_type=[1] * 6),
        lambda: p.Graph(_ENDS, working_mode="x"),
        lambda: g.get_all_nodes("q"),
        lambda: g.get_all_nodes(0),
        lambda: g.get_all_edges("q"),
        lambda: g.get_all_neighbors([0], 1),
        lambda: g.get_all_neighbors([0], "q"),
        lambda: g.get_sampled_neighbors([0], [2], ["q"]),
        lambda: g.get_sampled_neighbors([0], [2], [1]),
        lambda: g.get_neg_sampled_neighbors([0], 1, "q"),
        lambda: g.get_node_feature([0], ["q"]),
        lambda: g.get_node_feature([0], [1]),
        lambda: g.get_node_feature([0], "a"),
        lambda: g.get_edge_feature([0], ["a"]),
        lambda: g.get_graph_feature(["q"]),
        lambda: g.get_graph_feature([]),
        lambda: g.get_graph_feature("g"),
        lambda: g.random_walk([0], [4]),
    )
