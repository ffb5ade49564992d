"""One training step of a network of both_ways.py: by hand in torch, and with MindSpore's names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from both_ways import NETWORKS, by_hand, by_name, data
from gpu_networks import LARGE

import msacc as ms
from msacc import nn
from msacc.common.settings import settings

RATE, MOMENTUM, ADAM_RATE = 1e-3, 0.9, 1e-4
Step = Callable[[], Any]


def torch_net(name: str, quick: bool = False, fused: bool = False) -> torch.nn.Module:
    """The network in torch, on the device; each time with the same weights."""
    torch.manual_seed(0)
    return NETWORKS[name](by_hand(fused), quick).to(settings.device).train()


def torch_step(
    name: str,
    quick: bool,
    low: torch.dtype | None = None,
    compiled: dict[str, Any] | None = None,
    fused: bool = False,
) -> Step:
    """A step by hand; `low`: under autocast to that type; `compiled`: torch.compile's options; `fused`: attention."""
    net = torch_net(name, quick, fused)
    x, y = (torch.from_numpy(a).to(settings.device) for a in data(name, quick))
    y = y.long()
    optimizer = _torch_optimizer(name, net)

    def forward(x: Any, y: Any) -> Any:
        with torch.autocast(settings.device.type, low, enabled=low is not None):
            out = net(x)
        return torch.nn.functional.cross_entropy(out.float(), y)

    forward = forward if compiled is None else torch.compile(forward, **compiled)

    def step() -> torch.Tensor:
        optimizer.zero_grad(set_to_none=True)
        loss = forward(x, y)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return step


def _torch_optimizer(name: str, net: torch.nn.Module) -> torch.optim.Optimizer:
    if name in LARGE:
        return torch.optim.AdamW(net.parameters(), ADAM_RATE, fused=True)
    fused = settings.device.type == "cuda"
    return torch.optim.SGD(net.parameters(), RATE, MOMENTUM, fused=fused)


class FloatLoss(nn.Cell):
    """The cross entropy, of float32 whatever the network gives."""

    def __init__(self) -> None:
        super().__init__()
        self.loss = nn.CrossEntropyLoss()

    def construct(self, out: Any, labels: Any) -> Any:
        return self.loss(out.astype(ms.float32), labels)


def msacc_step(
    name: str,
    quick: bool,
    level: str = "O0",
    low: Any = None,
    jit_level: str | None = None,
    same_weights: bool = True,
) -> Step:
    """The same step with MindSpore's names; `level` and `low` are auto_mixed_precision's.

    `jit_level`: None is PyNative mode, "" the automatic level. `same_weights`: those of torch's network.
    """
    mode = ms.PYNATIVE_MODE if jit_level is None else ms.GRAPH_MODE
    ms.set_context(mode=mode, jit_level=jit_level or "")
    net = NETWORKS[name](by_name(), quick)
    if same_weights:
        _take_weights(net, torch_net(name, quick))
    if level != "O0":
        net = ms.amp.auto_mixed_precision(net, level, low)
    optimizer = _msacc_optimizer(name, net)
    step = nn.TrainOneStepCell(nn.WithLossCell(net, FloatLoss()), optimizer).set_train()
    x, y = (ms.Tensor(a) for a in data(name, quick))

    def run() -> Any:
        ms.set_context(mode=mode)
        settings.jit_level = jit_level or ""
        return step(x, y)

    return run


def _take_weights(net: nn.Cell, other: torch.nn.Module) -> None:
    theirs = list(other.parameters())
    assert [tuple(p.shape) for p in net.trainable_params()] == [tuple(t.shape) for t in theirs]
    for parameter, value in zip(net.trainable_params(), theirs, strict=True):
        parameter.set_data(ms.Tensor(value.detach().cpu().numpy()))


def _msacc_optimizer(name: str, net: nn.Cell) -> nn.Optimizer:
    if name in LARGE:
        return nn.AdamWeightDecay(net.trainable_params(), ADAM_RATE)
    return nn.Momentum(net.trainable_params(), RATE, MOMENTUM)
