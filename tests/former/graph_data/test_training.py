"""Small networks on graphs, with data from GraphData: training steps are those of the formulas, in both modes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.former.graph_data import GraphData
from tests.former.graph_data.graph_files import write

# Two cliques of four, joined by an edge: which one a node is of is to be told.
CLIQUES = [(a + s, b + s) for s in (0, 4) for a in range(4) for b in range(4) if a != b]
ENDS = [*CLIQUES, (3, 4), (4, 3)]


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[GraphData]:
    seed = ms.dataset.config.get_seed()
    ms.dataset.config.set_seed(4)
    noise = np.random.RandomState(0).randn(8, 5).astype(np.float32)
    nodes = [(i, 0, {1: noise[i], 2: [i // 4]}) for i in range(8)]
    edges = [(i, s, t, 0, 1.0, {}) for i, (s, t) in enumerate(ENDS)]
    path = write(ms, str(tmp_path / "cliques"), nodes, edges, {1: "float32", 2: "int32"})
    yield GraphData(path)
    ms.dataset.config.set_seed(seed)


@pytest.fixture(params=["PYNATIVE_MODE", "GRAPH_MODE"])
def mode(request: Any) -> Iterator[str]:
    ms.set_context(mode=getattr(ms, request.param))
    yield request.param
    ms.set_context(mode=ms.PYNATIVE_MODE)


class _Mean(nn.Cell):
    """GraphSAGE with the mean of samples of neighbors: of nodes (n, 1 + k, features) scores (n, 2)."""

    def __init__(self) -> None:
        super().__init__()
        start = np.random.RandomState(1).randn(2, 10).astype(np.float32) * 0.3
        self.dense = nn.Dense(10, 2, weight_init=Tensor(start), bias_init="zeros")

    def construct(self, features: Tensor) -> Tensor:
        mean = ops.ReduceMean()(features[:, 1:], 1)
        return self.dense(ops.Concat(1)((features[:, 0], mean)))


class _Samples:
    def __init__(self, graph: GraphData) -> None:
        self.graph, self.nodes = graph, graph.get_all_nodes(0)

    def __len__(self) -> int:
        return len(self.nodes)

    def __getitem__(self, index: int) -> tuple[np.ndarray, np.ndarray]:
        found = self.graph.get_sampled_neighbors([int(self.nodes[index])], [3], [0])
        values, label = self.graph.get_node_feature(found.tolist(), [1, 2])
        return values, label[0]


def _step(weight: np.ndarray, bias: np.ndarray, x: np.ndarray, label: np.ndarray) -> Any:
    """The loss and the weights after a step of gradient descent, by the formulas."""
    inputs = np.concatenate([x[:, 0], x[:, 1:].mean(1)], 1)
    scores = inputs @ weight.T + bias
    powers = np.exp(scores - scores.max(1, keepdims=True))
    shares = powers / powers.sum(1, keepdims=True)
    loss = -np.log(shares[np.arange(len(label)), label]).mean()
    slope = (shares - np.eye(2)[label]) / len(label)
    return loss, weight - 0.5 * slope.T @ inputs, bias - 0.5 * slope.sum(0)


def test_steps_are_those_of_the_formulas(graph: GraphData, mode: str) -> None:
    rows = ms.dataset.GeneratorDataset(_Samples(graph), ["x", "label"], shuffle=False).batch(8)
    net = _Mean()
    weight, bias = (p.asnumpy().copy() for p in (net.dense.weight, net.dense.bias))
    loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    optimizer = nn.SGD(net.trainable_params(), 0.5)
    step = nn.TrainOneStepCell(nn.WithLossCell(net, loss), optimizer).set_train()
    losses = []
    epochs = rows.create_dict_iterator(num_epochs=6)
    for row in (row for _ in range(6) for row in epochs):
        found = step(row["x"], row["label"])
        expected, weight, bias = _step(weight, bias, row["x"].asnumpy(), row["label"].asnumpy())
        np.testing.assert_allclose(found.asnumpy(), expected, rtol=1e-5)
        np.testing.assert_allclose(net.dense.weight.asnumpy(), weight, atol=1e-6)
        np.testing.assert_allclose(net.dense.bias.asnumpy(), bias, atol=1e-6)
        losses.append(expected)
    assert len(losses) == 6
    assert losses[-1] < losses[0]


class _Convolution(nn.Cell):
    """A layer of GCN: adjacency @ (x @ weight)."""

    def __init__(self, adjacency: np.ndarray) -> None:
        super().__init__()
        self.adjacency = Tensor(adjacency)
        start = np.random.RandomState(2).randn(5, 2).astype(np.float32)
        self.weight = ms.Parameter(Tensor(start), name="weight")

    def construct(self, x: Tensor) -> Tensor:
        return ops.matmul(self.adjacency, ops.matmul(x, self.weight))


def test_the_adjacency_of_all_neighbors(graph: GraphData, mode: str) -> None:
    """As GCN's and GAT's scripts make it, from rows of neighbors filled up with -1."""
    nodes = graph.get_all_nodes(0).tolist()
    features, labels = graph.get_node_feature(nodes, [1, 2])
    adjacency = np.eye(8, dtype=np.float32)
    for (row, column), value in np.ndenumerate(graph.get_all_neighbors(nodes, 0)):
        if value >= 0 and column > 0:
            adjacency[row, value] = 1
    assert {(s, t) for s, t in np.argwhere(adjacency) if s != t} == set(ENDS)
    degrees = adjacency.sum(1) ** -0.5
    adjacency = adjacency * degrees * degrees[:, None]
    net = _Convolution(adjacency)
    weight = net.weight.asnumpy().copy()

    def loss(x: Tensor) -> Tensor:
        return ops.ReduceSum()(net(x) * Tensor(np.eye(2, dtype=np.float32)[labels]))

    value, slope = ms.value_and_grad(loss, None, net.trainable_params())(Tensor(features))
    wanted = np.eye(2, dtype=np.float32)[labels]
    np.testing.assert_allclose(
        value.asnumpy(), (adjacency @ features @ weight * wanted).sum(), rtol=1e-5
    )
    np.testing.assert_allclose(slope[0].asnumpy(), features.T @ adjacency.T @ wanted, atol=1e-5)
