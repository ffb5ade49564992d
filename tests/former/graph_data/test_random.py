"""Samples and walks: their probabilities, and that they repeat with a seed alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc.former import graph_data
from tests.former.graph_data.graph_files import two_sided, undirected

# 0 and 1 are neighbors, 2 is one of both, 3 and 4 are neighbors of 1 alone.
PAIRS = [(0, 1), (1, 2), (1, 3), (0, 2), (1, 4)]
COUNT = 6000


@pytest.fixture(autouse=True)
def _seed() -> Iterator[None]:
    seed = ms.dataset.config.get_seed()
    ms.dataset.config.set_seed(20)
    yield
    ms.dataset.config.set_seed(seed)


def _near(found: Any, expected: dict[int, float]) -> None:
    """Counts lie within 5 standard deviations."""
    counts, total = Counter(np.asarray(found).ravel().tolist()), np.asarray(found).size
    assert set(counts) <= {n for n, p in expected.items() if p > 0}
    for node, probability in expected.items():
        deviation = (probability * (1 - probability) / total) ** 0.5
        assert abs(counts[node] / total - probability) <= 5 * deviation, (node, counts)


@pytest.mark.parametrize(
    ("home", "away"), [(1.0, 1.0), (2.0, 0.5), (0.5, 2.0), (0.3, 0.7), (4.0, 1.0)]
)
def test_walks_are_those_of_node2vec(tmp_path: Path, home: float, away: float) -> None:
    g = graph_data.GraphData(undirected(ms, str(tmp_path), PAIRS))
    walks = g.random_walk([0] * COUNT, [0, 0], home, away)
    _near(walks[:, 1], {1: 0.5, 2: 0.5})
    weights = {0: 1 / home, 2: 1.0, 3: 1 / away, 4: 1 / away}
    total = sum(weights.values())
    _near(walks[walks[:, 1] == 1][:, 2], {node: w / total for node, w in weights.items()})


def test_weights_of_edges_are_probabilities(tmp_path: Path) -> None:
    g = graph_data.GraphData(two_sided(ms, str(tmp_path)))
    strategy = graph_data.SamplingStrategy.EDGE_WEIGHT
    found = g.get_sampled_neighbors([10] * (COUNT // 9), [9], [2], strategy)[:, 1:]
    _near(found, {20: 6 / 9, 21: 3 / 9, 22: 0})


def test_each_neighbor_comes_before_one_comes_again(tmp_path: Path) -> None:
    g = graph_data.GraphData(undirected(ms, str(tmp_path), PAIRS))
    found = g.get_sampled_neighbors([1] * (COUNT // 5), [5], [0])[:, 1:]
    assert all(sorted(row[:4]) == [0, 2, 3, 4] for row in found)
    for step in range(5):
        _near(found[:, step], dict.fromkeys((0, 2, 3, 4), 0.25))


def test_who_is_no_neighbor_is_equally_likely(tmp_path: Path) -> None:
    g = graph_data.GraphData(two_sided(ms, str(tmp_path)))
    found = [g.get_neg_sampled_neighbors([11], 1, 2)[1] for _ in range(COUNT // 6)]
    _near(found, dict.fromkeys((20, 21, 23, 24), 0.25))


def _all_samples(path: str) -> list[Any]:
    g = graph_data.GraphData(path)
    nodes = [0, 1, 2] * 10
    return [
        g.get_sampled_neighbors(nodes, [2, 3], [0, 0]).tolist(),
        g.get_neg_sampled_neighbors(nodes, 3, 0).tolist(),
        g.random_walk(nodes, [0] * 10, 2.0, 0.5).tolist(),
    ]


def test_they_repeat_with_a_seed_alone(tmp_path: Path) -> None:
    path = undirected(ms, str(tmp_path), PAIRS)
    first = _all_samples(path)
    assert _all_samples(path) == first
    for seed in (21, 5489):  # 5489: none is set
        ms.dataset.config.set_seed(seed)
        assert all(a != b for a, b in zip(_all_samples(path), first, strict=True))
    assert all(a != b for a, b in zip(_all_samples(path), _all_samples(path), strict=True))
    ms.set_seed(20)
    assert _all_samples(path) == first
