"""Lists of graphs in folders of NumPy's npz files."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from msacc.dataset.errors import read_errors
from msacc.former.graph_data.graph import Graph

_FILE = re.compile(r"graph_(\d+)_(\d+)\.npz")
_FEATURES = ("node_feat", "edge_feat", "graph_feat")


def _check_format(data_format: str) -> None:
    if data_format != "numpy":
        raise ValueError(f"data_format should be 'numpy', but got {data_format!r}.")


def save_graphs(
    path: str, graph_list: Sequence[Graph], num_graphs_per_file: int = 1, data_format: str = "numpy"
) -> None:
    """Write graphs into the files `graph_<first>_<last>.npz` of a folder.

    MindSpore leaves out types of nodes and edges, and edges that are not of the first type; here all are written.
    """
    _check_format(data_format)
    for first in range(0, len(graph_list), num_graphs_per_file):
        part = graph_list[first : first + num_graphs_per_file]
        arrays: dict[str, Any] = {}
        for i, graph in enumerate(part, first):
            arrays |= {f"graph_{i}_{name}": array for name, array in graph._msacc_arrays().items()}
        file = os.path.join(path, f"graph_{first}_{first + len(part) - 1}.npz")
        np.savez(file, **arrays)


def load_graphs(
    path: str, data_format: str = "numpy", num_parallel_workers: int = 1
) -> list[Graph]:
    """The graphs of a folder in the order in which they were saved; MindSpore's order is that of the file system."""
    _check_format(data_format)
    files = sorted(
        (int(match[1]), match[0]) for name in os.listdir(path) if (match := _FILE.fullmatch(name))
    )
    graphs = []
    for first, name in files:
        file = os.path.join(path, name)
        with read_errors(f"graphs {file}"), np.load(file, allow_pickle=False) as arrays:
            count = len({key.split("_")[1] for key in arrays.files})
            for i in range(first, first + count):
                graphs.append(_graph(arrays, f"graph_{i}_", num_parallel_workers))
    return graphs


def _graph(arrays: Mapping[str, np.ndarray], prefix: str, workers: int) -> Graph:
    mine = {key.removeprefix(prefix): arrays[key] for key in arrays if key.startswith(prefix)}
    features = [
        {
            key.removeprefix(f"{of}_"): array
            for key, array in mine.items()
            if key.startswith(f"{of}_")
        }
        for of in _FEATURES
    ]
    for table in features[:2]:
        for key, array in table.items():
            table[key] = array[:, None] if array.ndim == 1 else array
    nodes, edges, whole = features
    return Graph(
        mine["edges"].reshape(2, -1),
        nodes,
        edges,
        whole,
        mine.get("node_type"),
        mine.get("edge_type"),
        num_parallel_workers=workers,
    )
