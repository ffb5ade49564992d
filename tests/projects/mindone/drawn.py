"""Numbers of a seed as weights and inputs, and some training steps, for MindOne and for the torch code it follows.

MindSpore's CPU build has no kernels for much of `mindspore.mint` (Embedding, Addmm, Arange, ConstantPadND), so most
of MindOne cannot run there. Its models are those of transformers and diffusers with the same names of weights: where
`mindspore` cannot be imported these scripts run the torch originals, and that is what is recorded.
"""

from __future__ import annotations

import importlib.util
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

ORIGINAL = importlib.util.find_spec("mindspore") is None
RATE, MOMENTUM = 0.05, 0.9


def numbers(*shape: int, seed: int = 0) -> Any:
    """Normal numbers, float32, as a Tensor of whichever side runs."""
    return tensor(np.random.RandomState(seed).randn(*shape).astype(np.float32))


def tensor(values: np.ndarray) -> Any:
    """A Tensor of whichever side runs."""
    if ORIGINAL:
        import torch

        return torch.from_numpy(values)
    import mindspore

    return mindspore.Tensor(values)


def fill(net: Any) -> None:
    """Every matrix and bias of a net from its name; scales of norms keep their ones."""
    named = net.named_parameters() if ORIGINAL else net.parameters_and_names()
    for name, parameter in named:
        common = name.replace("embedding_table", "weight").replace(".beta", ".bias")
        if len(parameter.shape) > 1 or common.endswith("bias"):
            draws = np.random.RandomState(zlib.crc32(common.encode()))
            value = tensor((draws.randn(*parameter.shape) * 0.1).astype(np.float32))
            if ORIGINAL:
                parameter.data.copy_(value)
            else:
                parameter.set_data(value)


def trained(net: Any) -> dict[str, Any]:
    """The loss's trainable parameters by name, each once."""
    if ORIGINAL:
        return {n: p for n, p in net.named_parameters() if p.requires_grad}
    return {n: p for n, p in net.parameters_and_names() if p.requires_grad}


def sums(net: Any) -> list[float]:
    """The sum of the absolute values of each trained parameter, in the order of their names."""
    arrays = [
        p.detach().numpy() if ORIGINAL else p.asnumpy() for _, p in sorted(trained(net).items())
    ]
    return [float(np.abs(a.astype(np.float64)).sum()) for a in arrays]


def number(loss: Any) -> float:
    """A loss as a float."""
    return float(loss.detach() if ORIGINAL else loss.asnumpy())


def train(
    net: Any, loss_of: Callable[..., Any], inputs: tuple[Any, ...], steps: int, mode: str
) -> list[float]:
    """The losses of some steps of Momentum: by value_and_grad, or as a graph by MindOne's TrainOneStepWrapper."""
    parameters = list(trained(net).values())
    if ORIGINAL:
        import torch

        return _original(torch.optim.SGD(parameters, RATE, MOMENTUM), loss_of, inputs, steps)
    import mindspore as ms
    from mindspore import nn

    optimizer = nn.Momentum(parameters, RATE, MOMENTUM)
    if mode == "graph":
        from mindone.trainers.train_step import TrainOneStepWrapper

        step = TrainOneStepWrapper(_cell(net, loss_of), optimizer, ms.Tensor(1.0, ms.float32))
        return [number(step(*inputs)[0]) for _ in range(steps)]
    both, losses = ms.value_and_grad(loss_of, None, optimizer.parameters), []
    for _ in range(steps):
        loss, gradients = both(*inputs)
        optimizer(gradients)
        losses.append(number(loss))
    return losses


def _original(
    optimizer: Any, loss_of: Callable[..., Any], inputs: tuple[Any, ...], steps: int
) -> list[float]:
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = loss_of(*inputs)
        loss.backward()
        optimizer.step()
        losses.append(number(loss))
    return losses


def _cell(net: Any, loss_of: Callable[..., Any]) -> Any:
    from mindspore import nn

    class Loss(nn.Cell):
        def __init__(self) -> None:
            super().__init__(auto_prefix=False)
            self.net = net

        def construct(self, *inputs: Any) -> Any:
            return loss_of(*inputs)

    return Loss()
