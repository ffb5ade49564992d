"""ArgoverseDataset: the paths of cars and lanes of Argoverse's motion forecasting as graphs."""

from __future__ import annotations

import os
from typing import NamedTuple

import numpy as np

from msacc._checkparam import check_value_type
from msacc.common.warn_once import no_effect
from msacc.former.graph_data.graph import Graph
from msacc.former.graph_data.in_memory import InMemoryGraphDataset

_COLUMNS = ["edge_index", "x", "y", "cluster", "valid_len", "time_step_len"]


class _Scene(NamedTuple):
    """A file: points with features, the path to foretell, which line each point is of, and edges within lines."""

    x: np.ndarray
    y: np.ndarray
    cluster: np.ndarray
    edges: np.ndarray


class ArgoverseDataset(InMemoryGraphDataset):
    """The scenes of a folder of pickled pandas tables, as github.com/xk-huang/yet-another-vectornet makes them.

    Rows: edge_index (2, edges), which joins the points of each line with each other; x (points, features); y, the path
    to foretell; cluster, the line of each point; valid_len, the number of the last line; time_step_len, how many lines
    the longest scene has. Scenes are filled up to it with points of zeros.

    `perf_mode`: False has no effect: all of it is kept as features of the graph. The others are as in
    `InMemoryGraphDataset`. pandas must be installed; read pickled files only from where you trust.

    Differs from MindSpore: scenes come in the order of their files' names.
    """

    def __init__(
        self,
        data_dir: str,
        column_names: str | list[str] = "graph",
        num_parallel_workers: int = 1,
        shuffle: bool | None = None,
        python_multiprocessing: bool = True,
        perf_mode: bool = True,
    ) -> None:
        check_value_type("perf_mode", perf_mode, [bool])
        if not perf_mode:
            no_effect(
                "ArgoverseDataset",
                "perf_mode",
                perf_mode,
                "rows are kept in the form that is read fastest",
            )
        self.perf_mode = perf_mode
        super().__init__(
            data_dir,
            column_names=column_names,
            num_parallel_workers=num_parallel_workers,
            shuffle=shuffle,
            python_multiprocessing=python_multiprocessing,
        )

    def __getitem__(self, index: int) -> tuple[np.ndarray, ...]:
        return tuple(self.graphs[index].get_graph_feature(_COLUMNS))

    def process(self) -> None:
        """Reads the scenes."""
        names = sorted(name for name in os.listdir(self.data_dir) if name.endswith("pkl"))
        scenes = [_scene(os.path.join(self.data_dir, name)) for name in names]
        if not scenes:
            raise RuntimeError(f"data_dir={self.data_dir!r} has no files *.pkl with scenes.")
        last = max(int(scene.cluster.max()) for scene in scenes)
        self.graphs = [_graph(scene, last) for scene in scenes]


def _graph(scene: _Scene, last: int) -> Graph:
    """Filled up to the number of the last line of all scenes."""
    own = scene.cluster.max()
    more = np.zeros((last - own, scene.x.shape[1]), scene.x.dtype)
    lines = np.hstack([scene.cluster, np.arange(own + 1, last + 1)])
    counts = [np.array([own]), np.array([last + 1])]
    values = [scene.edges, np.vstack([scene.x, more]), scene.y, lines, *counts]
    return Graph(scene.edges, graph_feat=dict(zip(_COLUMNS, values, strict=True)))


def _scene(path: str) -> _Scene:
    try:
        import pandas
    except ImportError:
        raise ImportError("Import pandas failed, recommend to install pandas with pip.") from None
    row = {name: column.values[0] for name, column in pandas.read_pickle(path).items()}
    points, paths = row["POLYLINE_FEATURES"], row["TARJ_LEN"]
    spans = [*row["TRAJ_ID_TO_MASK"].values()]
    spans += [(first + paths, end + paths) for first, end in row["LANE_ID_TO_MASK"].values()]
    lines = [points[first:end] for first, end in spans]
    begin = np.cumsum([0, *map(len, lines)])
    edges = [_complete(len(line)) + first for line, first in zip(lines, begin, strict=False)]
    cluster, y = (
        points[:, -1].reshape(-1).astype(np.int32),
        row["GT"].reshape(-1).astype(np.float32),
    )
    return _Scene(np.vstack(lines), y, cluster, np.hstack(edges))


def _complete(count: int) -> np.ndarray:
    """(2, edges): from each point of a line to each other one."""
    first, second = np.indices((count, count)).reshape(2, -1)
    return np.stack([first, second])[:, first != second]
