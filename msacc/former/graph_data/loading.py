"""Graphs from MindRecord files and from arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from msacc.common.warn_once import once
from msacc.dataset.errors import pipeline_error, read_errors
from msacc.former.graph_data.members import FeatureTable, Members
from msacc.former.graph_data.store import GraphStore
from msacc.mindrecord import FileReader

_NEEDED = (
    "first_id", "second_id", "third_id", "attribute", "type", "node_feature_index", "edge_feature_index",
)  # fmt: skip
_KINDS = {"n": "node", "e": "edge"}


class _Rows:
    """The rows of nodes, or of edges, as they come."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.numbers: list[
            tuple[int, int, int, int]
        ] = []  # its own, its type, and those of an edge's ends
        self.weights: list[float] = []
        self.features: dict[int, tuple[list[int], list[np.ndarray]]] = {}

    def add(self, row: Mapping[str, Any]) -> None:
        for feature in np.atleast_1d(row[f"{self.kind}_feature_index"]).tolist():
            if feature >= 0:
                places, values = self.features.setdefault(feature, ([], []))
                places.append(len(self.numbers))
                values.append(_values(row, f"{self.kind}_feature_{feature}"))
        numbers = (row["first_id"], row["type"], row["second_id"], row["third_id"])
        self.numbers.append(numbers)
        self.weights.append(row.get("weight", 1.0))

    def members(self) -> tuple[Members, np.ndarray]:
        """What they make, and the numbers of the ends."""
        table = np.array(self.numbers, np.int64).reshape(-1, 4)
        features = {k: _table(*f, len(table)) for k, f in self.features.items()}
        return Members(self.kind, table[:, 0], table[:, 1], features), table[:, 2:].T


def _table(places: list[int], rows: list[np.ndarray], count: int) -> FeatureTable:
    """The first row says how many values the feature has."""
    fits = np.array([row.size == rows[0].size for row in rows])
    places_of = np.array(places)
    matrix = np.stack([row for row, fit in zip(rows, fits, strict=True) if fit])
    return FeatureTable(matrix, places_of[fits], count, places_of[~fits])


def _values(row: Mapping[str, Any], name: str) -> np.ndarray:
    value = row.get(name)
    if isinstance(value, bytes):
        return np.frombuffer(value, np.uint8)
    if value is None or isinstance(value, str):
        raise pipeline_error(
            f"Field {name} of {'node' if row['attribute'] == 'n' else 'edge'} {row['first_id']} should be an array of "
            f"numbers, but is {value!r}. Write it with a type and a shape."
        )
    return np.asarray(value).reshape(-1)


def from_file(path: str) -> GraphStore:
    """The graph in a MindRecord file, and in those that were written together with it: RuntimeError for others."""
    nodes, edges = rows = [_Rows("node"), _Rows("edge")]
    with read_errors(f"graph {path}"):
        reader = FileReader(path)
        try:
            _check_schema(path, list(reader.schema()))
            for row in reader.get_next():
                if row["attribute"] in _KINDS:
                    rows[row["attribute"] == "e"].add(row)
                else:
                    once(
                        f"graph_data.attribute.{path}",
                        f"{path}: a row's attribute is {row['attribute']!r}, neither 'n' nor 'e'; it is left out.",
                    )
        finally:
            reader.close()
    (node_members, _), (edge_members, ends) = nodes.members(), edges.members()
    return GraphStore(node_members, edge_members, ends, np.array(edges.weights))


def _check_schema(path: str, fields: list[str]) -> None:
    for name in _NEEDED:
        if name not in fields:
            raise pipeline_error(
                f"{name}:doesn't exist in schema: {path} has {fields}. A graph's file has {_NEEDED}, and weight."
            )


def from_arrays(
    ends: np.ndarray,
    types: tuple[np.ndarray, np.ndarray],
    features: tuple[list[np.ndarray], list[np.ndarray], list[np.ndarray]],
) -> GraphStore:
    """A graph of nodes 0, 1, … and of edges (2, edges) between them.

    `types`: those of the nodes, those of the edges. `features`: those of the nodes, of the edges, (members, values),
      and of the graph.
    """

    def members(kind: str, types: np.ndarray, arrays: list[np.ndarray]) -> Members:
        places = np.arange(len(types))
        tables = {i: FeatureTable(array, places, len(types)) for i, array in enumerate(arrays)}
        return Members(kind, places, types, tables)

    nodes, edges = members("node", types[0], features[0]), members("edge", types[1], features[1])
    return GraphStore(nodes, edges, ends, np.ones(ends.shape[1]), dict(enumerate(features[2])))
