"""Writes graphs as MindRecord files, in the form that GraphData reads."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

FIELDS = {
    "first_id": {"type": "int64"},
    "second_id": {"type": "int64"},
    "third_id": {"type": "int64"},
    "type": {"type": "int32"},
    "weight": {"type": "float32"},
    "attribute": {"type": "string"},
    "node_feature_index": {"type": "int32", "shape": [-1]},
    "edge_feature_index": {"type": "int32", "shape": [-1]},
}


def write(
    ms: Any,
    path: str,
    nodes: list[Any],
    edges: list[Any],
    node_features: dict[int, str] | None = None,
    edge_features: dict[int, str] | None = None,
    without: tuple[str, ...] = (),
    files: int = 1,
) -> str:
    """The path to read.

    `nodes`: (number, type, features). `edges`: (number, from, to, type, weight, features). Features of a row: number ->
      values; of the file: number -> type of field. `without`: fields to leave out.
    """
    kinds = {"node": node_features or {}, "edge": edge_features or {}}
    schema = {name: kind for name, kind in FIELDS.items() if name not in without}
    for side, features in kinds.items():
        for number, kind in features.items():
            schema[f"{side}_feature_{number}"] = {"type": kind, "shape": [-1]}
    rows = [_row("node", kinds, number, 0, 0, kind, 1.0, own) for number, kind, own in nodes]
    rows += [_row("edge", kinds, *edge) for edge in edges]
    writer = ms.mindrecord.FileWriter(path, files)
    writer.add_schema(schema, "graph")
    writer.write_raw_data([{name: row[name] for name in schema} for row in rows])
    writer.commit()
    return path if os.path.exists(path) else f"{path}0"


def _row(of: str, kinds: Any, *values: Any) -> dict[str, Any]:
    first, second, third, kind, weight, own = values
    row = {
        "first_id": first,
        "second_id": second,
        "third_id": third,
        "type": kind,
        "weight": weight,
        "attribute": of[0],
    }
    for side, features in kinds.items():
        mine = own if side == of else {}
        row[f"{side}_feature_index"] = np.array(sorted(mine) or [-1], np.int32)
        for number, dtype in features.items():
            row[f"{side}_feature_{number}"] = np.asarray(mine.get(number, [0]), dtype).ravel()
    return row


def two_sided(ms: Any, folder: str, files: int = 1) -> str:
    """Nodes 10 to 13 of type 1 and 20 to 24 of type 2, with edges of two types, weights and features."""
    nodes = [(10 + i, 1, {1: [i, i + 0.5], 2: [i]}) for i in range(4)]
    nodes += [(20 + i, 2, {1: [-i, -i - 0.5], 3: [i, i, i]}) for i in range(5)]
    ends = [
        (10, 20, 1.0),
        (10, 21, 3.0),
        (10, 22, 0.0),
        (11, 22, 1.0),
        (11, 10, 1.0),
        (20, 10, 1.0),
    ]
    ends += [(21, 10, 1.0), (22, 11, 2.0), (10, 11, 1.0), (12, 20, 0.5), (10, 20, 5.0)]
    edges = [(100 + i, *end, {1: [i]} if i % 3 else {}) for i, end in enumerate(ends)]
    edges = [(number, s, t, number % 2, w, own) for number, s, t, w, own in edges]
    features = {1: "float32", 2: "int32", 3: "int64"}
    return write(
        ms, os.path.join(folder, "graph"), nodes, edges, features, {1: "float64"}, files=files
    )


def undirected(ms: Any, folder: str, pairs: list[tuple[int, int]]) -> str:
    """Nodes of type 0 without features, each pair joined in both directions."""
    nodes = [(i, 0, {}) for i in range(max(max(pair) for pair in pairs) + 1)]
    ends = [end for a, b in pairs for end in ((a, b), (b, a))]
    edges = [(i, s, t, 0, 1.0, {}) for i, (s, t) in enumerate(ends)]
    return write(ms, os.path.join(folder, "undirected"), nodes, edges)
