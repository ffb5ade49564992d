"""compare: planted faults are found at their Cell, and rounding is no fault."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import Tensor, nn, ops


class Small(nn.Cell):
    """One of each kind of layer; `changes` are other arguments, or another Cell, for one of them."""

    def __init__(self, **changes: Any) -> None:
        super().__init__()

        def layer(name: str, kind: Callable[..., nn.Cell], *args: Any, **kwargs: Any) -> nn.Cell:
            other = changes.get(name, {})
            return other if isinstance(other, nn.Cell) else kind(*args, **{**kwargs, **other})

        self.conv = layer("conv", nn.Conv2d, 1, 4, 3, pad_mode="pad", padding=1, has_bias=True)
        self.norm = layer("norm", nn.BatchNorm2d, 4, eps=1e-5)
        self.act = layer("act", nn.ReLU)
        self.pool = layer("pool", nn.MaxPool2d, 2, 2)
        self.dense = layer("dense", nn.Dense, 36, 36)
        self.layer_norm = layer("layer_norm", nn.LayerNorm, (36,), epsilon=1e-5)
        self.gelu = layer("gelu", nn.GELU, approximate=False)
        self.drop = layer("drop", nn.Dropout, p=0.5)
        self.gate = layer("gate", Gate)
        self.head = layer("head", nn.Dense, 36, 5)
        self.softmax = layer("softmax", nn.Softmax, axis=-1)
        self.scale = changes.get("scale", 1.0)

    def construct(self, x: Tensor) -> Tensor:
        x = self.pool(self.act(self.norm(self.conv(x))))
        x = x.reshape(x.shape[0], -1)
        x = x + self.scale * self.drop(self.gelu(self.layer_norm(self.dense(x))))
        return self.softmax(self.head(self.gate(x)))


class Gate(nn.Cell):
    """x * sigmoid(x), or with another function; `stopped`: without the sigmoid's gradient."""

    def __init__(self, power: float = 1.0, stopped: bool = False) -> None:
        super().__init__()
        self.power, self.stopped = power, stopped

    def construct(self, x: Tensor) -> Tensor:
        gate = ops.sigmoid(x * self.power)
        return x * (ops.stop_gradient(gate) if self.stopped else gate)


def batch() -> Tensor:
    return Tensor(np.random.RandomState(0).randn(6, 1, 6, 6).astype(np.float32))


def small(**changes: Any) -> Small:
    """A network with weights that let every layer matter."""
    net, draw = Small(**changes), np.random.RandomState(2)
    for p in sorted(net.get_parameters(), key=lambda p: p.name):
        if "moving" not in p.name:
            p.set_data(Tensor(0.3 * draw.randn(*p.shape).astype(np.float32)))
    return net.set_train()


def transposed(net: Small) -> Small:
    net.dense.weight.set_data(net.dense.weight.T.copy())
    return net


def not_in_training(net: Small, name: str) -> Small:
    getattr(net, name).set_train(False)
    return net


def other_weight(net: Small, name: str, change: Callable[[Tensor], Tensor]) -> Small:
    parameter = next(p for p in net.get_parameters() if p.name == name)
    parameter.set_data(change(parameter))
    return net


FAULTS: dict[str, tuple[str, Callable[[], Small]]] = {
    "epsilon of a batch norm": ("norm", lambda: small(norm={"eps": 1e-3})),
    "epsilon of a layer norm, a little": (
        "layer_norm",
        lambda: small(layer_norm={"epsilon": 1.2e-5}),
    ),
    "gelu's approximation": ("gelu", lambda: small(gelu={"approximate": True})),
    "padding of other values": ("conv", lambda: small(conv={"padding": 0, "pad_mode": "same", "dilation": 2})),
    "dilation": ("conv", lambda: small(conv={"padding": 2, "dilation": 2})),
    "average for maximum": ("pool", lambda: small(pool=nn.AvgPool2d(2, 2))),
    "leaky relu": ("act", lambda: small(act=nn.LeakyReLU(0.01))),
    "a relu with a bound": ("act", lambda: small(act=nn.SequentialCell(nn.ReLU(), nn.Hardtanh(0.0, 0.3)))),
    "a transposed weight": ("dense", lambda: transposed(small())),
    "an activation too many": ("dense", lambda: small(dense={"activation": "relu"})),
    "batch norm without set_train": ("norm", lambda: not_in_training(small(), "norm")),
    "dropout without set_train": ("drop", lambda: not_in_training(small(), "drop")),
    "rate of dropout": ("drop", lambda: small(drop={"p": 0.4})),
    "axis of softmax": ("softmax", lambda: small(softmax={"axis": 0})),
    "log of softmax": ("softmax", lambda: small(softmax=nn.LogSoftmax(-1))),
    "another function of a Cell": ("gate", lambda: small(gate={"power": 1.0001})),
    "a residual of another scale": ("", lambda: small(scale=0.5)),
    "a bias that was not loaded": (
        "head",
        lambda: other_weight(small(), "head.bias", lambda p: p * 0),
    ),
    "one element of a weight": (
        "conv",
        lambda: other_weight(small(), "conv.weight", lambda p: p + (p == p.max()) * 1e-3),
    ),
    "a beta of the wrong norm": (
        "layer_norm",
        lambda: other_weight(small(), "layer_norm.beta", lambda p: p[::-1]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_the_first_output_that_parts_is_the_faults(fault: str) -> None:
    name, make = FAULTS[fault]
    found = ms.compare(small(), make(), batch(), same_weights=False)
    assert found.output is not None, found
    assert found.output.name in (name, f"{name}.1"), found


def test_a_fault_of_the_gradient_alone() -> None:
    found = ms.compare(small(), small(gate={"stopped": True}), batch())
    assert found.output is None
    assert found.gradient is not None, found
    assert found.gradient.name == "gate"


def test_running_statistics_between_steps() -> None:
    """The momentum of a batch norm changes nothing in a step, and in the next evaluation."""
    nets = [small(), small(norm={"momentum": 0.5})]
    assert ms.compare(nets[0], nets[1], batch()).same
    for net in nets:
        net(batch())
        net.set_train(False)
    found = ms.compare(nets[0], nets[1], batch(), same_weights=False)
    assert found.output is not None, found
    assert found.output.name == "norm"
    assert "moving_mean has other values" in found.output.notes


class WithLoss(nn.Cell):
    """A network and its loss."""

    def __init__(self, reduction: str) -> None:
        super().__init__()
        self.net, self.loss = small(), nn.MSELoss(reduction)

    def construct(self, x: Tensor) -> Tensor:
        return self.loss(self.net(x), ops.zeros((6, 5)))


def test_a_loss_with_another_reduction() -> None:
    found = ms.compare(WithLoss("mean"), WithLoss("sum"), batch())
    assert found.output is not None, found
    assert found.output.name == "loss"


CLEAN: dict[str, Callable[[], Any]] = {
    "the same network twice": lambda: ms.compare(small(), small(), batch()),
    "float16": lambda: ms.compare(small(), "float16", batch()),
    "bfloat16": lambda: ms.compare(small(), "bfloat16", batch()),
    "in evaluation": lambda: ms.compare(
        small().set_train(False), small().set_train(False), batch()
    ),
    "float16 in evaluation": lambda: ms.compare(small().set_train(False), "float16", batch()),
    "a large batch in half precision": lambda: ms.compare(small(), "bfloat16", batch().tile((8, 1, 1, 1))),
    "products in another order": lambda: ms.compare(
        small(), small(dense=Ordered(36, 36)), batch()
    ),
    "scaled inputs": lambda: ms.compare(small(), "float16", batch() * 30),
    "a convolution as a product": lambda: ms.compare(small(gelu=Erf()), small(), batch()),
    "an unused output": lambda: ms.compare(nn.LSTM(4, 3), "bfloat16", Tensor(np.ones((2, 3, 4), np.float32))),
}  # fmt: skip


class Ordered(nn.Dense):
    """The same product, summed in two halves."""

    def construct(self, x: Tensor) -> Tensor:
        half = x.shape[1] // 2
        left = ops.matmul(x[:, half:], self.weight[:, half:].T)
        return left + ops.matmul(x[:, :half], self.weight[:, :half].T) + self.bias


class Erf(nn.Cell):
    """gelu, written out."""

    def construct(self, x: Tensor) -> Tensor:
        return 0.5 * x * (1 + ops.erf(x / 2**0.5))


@pytest.mark.parametrize("pair", CLEAN)
def test_rounding_is_no_fault(pair: str) -> None:
    found = CLEAN[pair]()
    assert found.same, found


class Module(torch.nn.Module):
    """The same in torch."""

    def __init__(self, eps: float = 1e-5) -> None:
        super().__init__()
        self.conv = torch.nn.Conv2d(1, 4, 3, padding=1)
        self.norm = torch.nn.BatchNorm2d(4)
        self.act = torch.nn.ReLU()
        self.pool = torch.nn.MaxPool2d(2, 2)
        self.fc = torch.nn.Linear(36, 36)
        self.layer_norm = torch.nn.LayerNorm(36, eps=eps)
        self.gelu = torch.nn.GELU()
        self.head = torch.nn.Linear(36, 5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.pool(self.act(self.norm(self.conv(x)))).flatten(1)
        x = x + self.gelu(self.layer_norm(self.fc(x)))
        return torch.softmax(self.head(x * torch.sigmoid(x)), -1)


def test_a_torch_module_with_a_map_of_names() -> None:
    net = small(drop={"p": 0.0})
    weights = [p.asnumpy() for p in net.get_parameters()]
    found = ms.compare(net, Module(), batch(), names={"dense": "fc"})
    assert found.same, found
    assert found.missing == ("drop", "gate", "softmax")
    found = ms.compare(net, Module(eps=1e-4), batch(), names={"dense": "fc"})
    assert found.output is not None, found
    assert found.output.name == "layer_norm"
    assert all(np.array_equal(a, p.asnumpy()) for a, p in zip(weights, net.get_parameters()))  # noqa: B905


class Attention(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.q, self.k = nn.Dense(4, 4, has_bias=False), nn.Dense(4, 4, has_bias=False)

    def construct(self, x: Tensor) -> Tensor:
        return self.q(x) * self.k(x)


class JoinedAttention(torch.nn.Module):
    def __init__(self, scale: float) -> None:
        super().__init__()
        self.qk, self.scale = torch.nn.Linear(4, 8, bias=False), scale

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        q, k = self.qk(x).chunk(2, -1)
        return q * k * self.scale


class ActivatedNorm(torch.nn.LayerNorm):
    def __init__(self) -> None:
        super().__init__(4, eps=1e-5)
        self.act = torch.nn.ReLU()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.act(super().forward(x))


def joined(scale: float = 1.0) -> torch.nn.Module:
    """A module whose names are those of timm's ConViT: `blocks.0.attn.qk`, `blocks.0.norm`, `head`."""
    block = OrderedDict(attn=JoinedAttention(scale), norm=ActivatedNorm())
    blocks = torch.nn.Sequential(torch.nn.Sequential(block))
    return torch.nn.Sequential(OrderedDict(blocks=blocks, head=torch.nn.Linear(4, 3)))


def test_a_torch_module_with_a_known_map() -> None:
    block = OrderedDict(attn=Attention(), norm=nn.LayerNorm((4,), epsilon=1e-5), act=nn.ReLU())
    blocks = nn.SequentialCell(nn.SequentialCell(block))
    net = nn.SequentialCell(OrderedDict(blocks=blocks, classifier=nn.Dense(4, 3)))
    x = Tensor(np.random.RandomState(0).randn(5, 4).astype(np.float32))
    found = ms.compare(net, joined(), x, names="timm:convit_tiny")
    assert found.same, found
    assert [row.path for row in found.rows] == [
        "(all)", "blocks", "blocks.0", "blocks.0.attn", "classifier"
    ]  # fmt: skip
    found = ms.compare(net, joined(scale=1.001), x, names="timm:convit_tiny")
    assert found.output is not None
    assert found.output.name == "blocks.0.attn"
    with pytest.raises(ValueError, match="'names': there is no map 'timm:unheard_of'"):
        ms.compare(net, joined(), x, names="timm:unheard_of")
    with pytest.raises(TypeError, match="'second'"):
        ms.compare(net, net, x, names="timm:convit_tiny")


@pytest.mark.slow
def test_graph_mode() -> None:
    net = nn.SequentialCell(nn.Dense(4, 3), nn.Tanh()).set_train()
    found = ms.compare(net, "graph", Tensor(np.ones((2, 4), np.float32)))
    assert found.same, found
    assert len(found.rows) == 3
    assert ms.get_context("mode") == ms.PYNATIVE_MODE


def test_weights_that_do_not_fit_are_named() -> None:
    with pytest.raises(ValueError, match=r"no values for 1\.weight, 1\.bias"):
        ms.compare(
            nn.SequentialCell(nn.Dense(2, 2)),
            nn.SequentialCell(nn.Dense(2, 2), nn.Dense(2, 2)),
            Tensor(np.ones((2, 2), np.float32)),
        )


def test_arguments_of_other_kinds() -> None:
    net = nn.Dense(2, 2)
    with pytest.raises(TypeError, match="'second'"):
        ms.compare(net, 3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'second'"):
        ms.compare(net, "graphs")
    with pytest.raises(TypeError, match="'inputs'"):
        ms.compare(net, net, 3)


def test_everything_is_left_as_it_was() -> None:
    net, state = small(), ms.get_rng_state().asnumpy()
    before = [p.asnumpy() for p in net.get_parameters()]
    ms.compare(net, "float16", batch())
    assert all(np.array_equal(a, p.asnumpy()) for a, p in zip(before, net.get_parameters()))  # noqa: B905
    assert np.array_equal(state, ms.get_rng_state().asnumpy())
    assert not any(any(cell._msacc_hooks.values()) for _, cell in net.cells_and_names())
