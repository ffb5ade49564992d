"""Networks of the matrix, each with the same function over float64 torch tensors, written by hand.

A network maps (samples, FEATURES) to class scores; its twin takes the parameters by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

import msacc as ms
from msacc import Parameter, Tensor, nn, ops

FEATURES, HIDDEN, CLASSES = 6, 16, 4
Values = Mapping[str, torch.Tensor]


def dense(inputs: int, outputs: int) -> nn.Cell:
    return nn.Dense(inputs, outputs, weight_init="xavier_uniform", bias_init="zeros")


def _dense(x: torch.Tensor, p: Values, name: str) -> torch.Tensor:
    return x @ p[f"{name}.weight"].T + p[f"{name}.bias"]


class Mlp(nn.Cell):
    """Two layers."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = dense(FEATURES, HIDDEN), dense(HIDDEN, CLASSES)
        self.relu = nn.ReLU()

    def construct(self, x: Any) -> Any:
        return self.second(self.relu(self.first(x)))


def mlp(x: torch.Tensor, p: Values) -> torch.Tensor:
    return _dense(torch.relu(_dense(x, p, "first")), p, "second")


class Tied(Mlp):
    """The first layer's weight is read a second time, through its owner."""

    def construct(self, x: Any) -> Any:
        hidden = self.relu(self.first(x))
        back = ops.matmul(hidden, self.first.weight.astype(hidden.dtype))
        return self.second(self.relu(self.first(back)))


def tied(x: torch.Tensor, p: Values) -> torch.Tensor:
    back = torch.relu(_dense(x, p, "first")) @ p["first.weight"]
    return _dense(torch.relu(_dense(back, p, "first")), p, "second")


class Frozen(Mlp):
    """A weight that is not trained."""

    def __init__(self) -> None:
        super().__init__()
        self.first.weight.requires_grad = False


class Unused(Mlp):
    """A parameter that the loss does not depend on."""

    def __init__(self) -> None:
        super().__init__()
        self.idle = Parameter(Tensor(np.ones((8, 8), np.float32)), name="idle")


class Shared(nn.Cell):
    """One layer that runs twice."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = dense(FEATURES, FEATURES), dense(FEATURES, CLASSES)

    def construct(self, x: Any) -> Any:
        return self.second(ops.tanh(self.first(ops.tanh(self.first(x)))))


def shared(x: torch.Tensor, p: Values) -> torch.Tensor:
    once = torch.tanh(_dense(x, p, "first"))
    return _dense(torch.tanh(_dense(once, p, "first")), p, "second")


class Norm(Mlp):
    """BatchNorm, which looks at one process's micro-batch."""

    def __init__(self) -> None:
        super().__init__()
        # Without a bias, whose gradient would be zero but for rounding: some rules divide by its size.
        self.first = nn.Dense(FEATURES, HIDDEN, weight_init="xavier_uniform", has_bias=False)
        self.norm = nn.BatchNorm1d(HIDDEN)

    def construct(self, x: Any) -> Any:
        return self.second(self.relu(self.norm(self.first(x))))


def norm(x: torch.Tensor, p: Values) -> torch.Tensor:
    hidden = x @ p["first.weight"].T
    spread = hidden.var(0, unbiased=False)
    scaled = (hidden - hidden.mean(0)) / torch.sqrt(spread + 1e-5)
    return _dense(torch.relu(scaled * p["norm.gamma"] + p["norm.beta"]), p, "second")


class NoDropout(Mlp):
    """Dropout of nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.drop = nn.Dropout(p=0.0)

    def construct(self, x: Any) -> Any:
        return self.second(self.drop(self.relu(self.first(x))))


class Recomputed(nn.Cell):
    """A block whose activations are made again in the backward pass."""

    def __init__(self) -> None:
        super().__init__()
        self.block = nn.SequentialCell(dense(FEATURES, HIDDEN), nn.ReLU(), dense(HIDDEN, FEATURES))
        self.block.recompute()
        self.second = dense(FEATURES, CLASSES)

    def construct(self, x: Any) -> Any:
        return self.second(self.block(x))


def recomputed(x: torch.Tensor, p: Values) -> torch.Tensor:
    hidden = torch.relu(_dense(x, p, "block.0"))
    return _dense(_dense(hidden, p, "block.2"), p, "second")


class WithAux(Mlp):
    """A list of two outputs; the loss takes both."""

    def construct(self, x: Any) -> Any:
        hidden = self.relu(self.first(x))
        return [self.second(hidden), hidden]


@dataclass(frozen=True)
class Network:
    """The Cell, its twin, and what the twin's loss adds."""

    cell: Callable[[], Any]
    twin: Callable[[torch.Tensor, Values], torch.Tensor]
    aux: bool = False
    threshold: int = 0


NETWORKS = {
    "mlp": Network(Mlp, mlp),
    "tied": Network(Tied, tied),
    "frozen": Network(Frozen, mlp),
    "unused": Network(Unused, mlp),
    "shared": Network(Shared, shared),
    "batch norm": Network(Norm, norm),
    "dropout off": Network(NoDropout, mlp),
    "recompute": Network(Recomputed, recomputed),
    "list output": Network(WithAux, mlp, aux=True),
    "none above threshold": Network(Mlp, mlp, threshold=64),
}


class Loss(nn.Cell):
    """Cross entropy, and a little of the auxiliary output's square where there is one."""

    def __init__(self, network: Any):
        super().__init__(auto_prefix=False)
        self.network, self.loss = network, nn.CrossEntropyLoss()

    def construct(self, x: Any, y: Any) -> Any:
        out = self.network(x)
        if isinstance(out, (list, tuple)):
            return self.loss(out[0], y) + 0.1 * ops.square(out[1]).mean()
        return self.loss(out, y)


def twin_loss(network: Network, x: np.ndarray, y: np.ndarray, p: Values) -> torch.Tensor:
    """The same in float64."""
    data, target = torch.from_numpy(x).double(), torch.from_numpy(y).long()
    found = F.cross_entropy(network.twin(data, p), target)
    if network.aux:
        found = found + 0.1 * torch.relu(_dense(data, p, "first")).square().mean()
    return found


def fresh(network: Network) -> tuple[Any, Any]:
    """The network and its loss, the same values every time."""
    ms.set_seed(3)
    net = network.cell()
    return net, Loss(net)
