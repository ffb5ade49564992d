"""Data sets of graphs: made once and saved, and those of Argoverse's files."""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from msacc.former import graph_data
from msacc.former.graph_data import Graph, InMemoryGraphDataset, load_graphs, save_graphs

ENDS = np.array([[0, 1], [1, 2]])


class _Base(InMemoryGraphDataset):
    calls = 0

    def __init__(self, data_dir: str, **settings: Any) -> None:
        super().__init__(data_dir, column_names="values", shuffle=False, **settings)

    def values(self, index: int) -> np.ndarray:
        (found,) = self.graphs[index].get_node_feature([0, 1, 2], ["a"])
        return found


class _Three(_Base):
    def process(self) -> None:
        type(self).calls += 1
        self.graphs = [
            Graph(ENDS, {"a": np.full((3, 2), i, np.float32)}, node_type=["p", "q", "p"])
            for i in range(3)
        ]

    def __getitem__(self, index: int) -> np.ndarray:
        return self.values(index)

    def __len__(self) -> int:
        return len(self.graphs)


@pytest.mark.parametrize("workers", [1, 2])
def test_graphs_are_made_once(tmp_path: Path, workers: int) -> None:
    _Three.calls = 0
    for again in (False, True):
        rows = _Three(str(tmp_path), num_parallel_workers=workers)
        assert (rows.processed, _Three.calls, rows.get_dataset_size()) == (again, 1, 3)
        found = [row[0].asnumpy() for row in rows.create_tuple_iterator(num_epochs=1)]
        assert [values.tolist() for values in found] == [[[i, i]] * 3 for i in range(3)]
        assert rows.graphs[0].graph_info()["node_num"] == {"p": 2, "q": 1}
    assert sorted(p.name for p in (tmp_path / "processed").iterdir()) == [
        f"graph_{i}_{i}.npz" for i in range(3)
    ]


def test_what_a_class_may_leave_out(tmp_path: Path) -> None:
    with pytest.raises(NotImplementedError, match="process"):
        InMemoryGraphDataset(str(tmp_path / "a"))

    class NoRows(InMemoryGraphDataset):
        def process(self) -> None:
            self.graphs = [Graph(ENDS)]

    class Own(InMemoryGraphDataset):
        def __getitem__(self, index: int) -> int:
            return 10 * index

        def __len__(self) -> int:
            return 4

    with pytest.raises(RuntimeError, match="__getitem__"):
        next(NoRows(str(tmp_path / "b")).create_tuple_iterator())
    rows = Own(str(tmp_path / "c"), num_shards=2, shard_id=1, shuffle=False)
    assert [int(row[0]) for row in rows.create_tuple_iterator(num_epochs=1)] == [10, 30]
    assert not (tmp_path / "c").exists()
    with pytest.raises(TypeError, match="data_dir"):
        Own(3)  # type: ignore[arg-type]


def test_saved_graphs_are_whole(tmp_path: Path) -> None:
    """With all types of nodes and edges, one edge, in the order of their numbers."""
    graphs = [
        Graph(
            [[0], [i + 1]],
            {"x": np.full((i + 2, 1), i)},
            {"weight": np.ones((1, 3))},
            {"g": np.zeros((2, 0)), "node_feat_": np.array(i)},
            edge_type=["road"],
        )
        for i in range(12)
    ]
    save_graphs(str(tmp_path), graphs, 5)
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "graph_0_4.npz",
        "graph_10_11.npz",
        "graph_5_9.npz",
    ]
    for i, graph in enumerate(load_graphs(str(tmp_path))):
        assert graph.graph_info() == graphs[i].graph_info()
        assert graph.get_nodes_from_edges([0]).tolist() == [0, i + 1]
        assert graph.get_node_feature([i + 1], ["x"])[0] == i
        assert graph.get_edge_feature([0], ["weight"])[0].tolist() == [1, 1, 1]
        empty, number = graph.get_graph_feature(["g", "node_feat_"])
        assert (empty.shape, int(number)) == ((2, 0), i)
    with pytest.raises(ValueError, match="data_format should be 'numpy', but got 'x'"):
        load_graphs(str(tmp_path), "x")


def test_files_of_mindspore_are_read(tmp_path: Path) -> None:
    """Which have no types, and features of one value in one dimension."""
    arrays = {"edges": ENDS, "node_feat_a": np.arange(3.0), "graph_feat_g": np.arange(2)}
    np.savez(tmp_path / "graph_0_0.npz", **{f"graph_0_{k}": v for k, v in arrays.items()})
    (graph,) = load_graphs(str(tmp_path))
    assert graph.get_node_feature([0, 1, 2], ["a"])[0].tolist() == [0, 1, 2]
    assert graph.get_graph_feature(["g"])[0].tolist() == [0, 1]
    assert graph.get_all_edges("0").tolist() == [0, 1]
    (tmp_path / "graph_1_1.npz").write_bytes(b"x")
    with pytest.raises(RuntimeError, match=r"graph_1_1\.npz cannot be read"):
        load_graphs(str(tmp_path))


def _scene(paths: list[int], lanes: list[int], start: float) -> dict[str, Any]:
    """A table of one row, as pandas gives it: for each column what `values` has."""
    lengths = paths + lanes
    points = np.full((sum(lengths), 3), start, np.float32)
    points[:, -1] = np.repeat(np.arange(len(lengths)), lengths)

    def spans(counts: list[int]) -> dict[int, tuple[int, int]]:
        ends = np.cumsum([0, *counts]).tolist()
        return dict(enumerate(zip(ends[:-1], ends[1:], strict=True)))

    row = {
        "POLYLINE_FEATURES": points,
        "TARJ_LEN": sum(paths),
        "GT": np.array([[start, 1], [2, 3]]),
        "TRAJ_ID_TO_MASK": spans(paths),
        "LANE_ID_TO_MASK": spans(lanes),
    }
    return {name: types.SimpleNamespace(values=[value]) for name, value in row.items()}


def test_argoverse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    scenes = {"a.pkl": _scene([3], [2], 5.0), "b.pkl": _scene([2, 1], [2, 1], 6.0)}
    for name in (*scenes, "other.txt"):
        (tmp_path / name).write_bytes(b"")
    pandas = types.SimpleNamespace(read_pickle=lambda path: scenes[Path(path).name])
    monkeypatch.setitem(sys.modules, "pandas", pandas)
    columns = ["edge_index", "x", "y", "cluster", "valid_len", "time_step_len"]
    rows = graph_data.ArgoverseDataset(str(tmp_path), columns, shuffle=False, perf_mode=False)
    assert "perf_mode=False has no effect" in caplog.text
    first, second = rows.create_dict_iterator(num_epochs=1, output_numpy=True)
    assert first["edge_index"].tolist() == [[0, 0, 1, 1, 2, 2, 3, 4], [1, 2, 0, 2, 0, 1, 4, 3]]
    assert first["cluster"].tolist() == [0, 0, 0, 1, 1, 2, 3]
    assert first["x"].tolist() == [[5, 5, i] for i in (0, 0, 0, 1, 1)] + [[0, 0, 0]] * 2
    assert (first["valid_len"].tolist(), first["time_step_len"].tolist()) == ([1], [4])
    assert first["y"].tolist() == [5, 1, 2, 3]
    assert second["edge_index"].tolist() == [[0, 1, 3, 4], [1, 0, 4, 3]]
    assert second["x"].shape == (6, 3)
    assert {k: str(v.dtype) for k, v in first.items()} == {
        "edge_index": "int64", "x": "float32", "y": "float32", "cluster": "int64",
        "valid_len": "int32", "time_step_len": "int64",
    }  # fmt: skip


def test_argoverse_says_what_it_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RuntimeError, match=r"has no files \*\.pkl"):
        graph_data.ArgoverseDataset(str(tmp_path / "a"))
    (tmp_path / "s.pkl").write_bytes(b"")
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pandas with pip"):
        graph_data.ArgoverseDataset(str(tmp_path))
    with pytest.raises(TypeError, match="perf_mode"):
        graph_data.ArgoverseDataset(str(tmp_path), perf_mode=1)  # type: ignore[arg-type]
