"""Networks that THOR trains, on MindSpore and on msacc alike: `ms` is either package."""

from __future__ import annotations

from typing import Any

import numpy as np

BATCH, FREQUENCY, STEPS, LARGE = 8, 3, 7, 3000
NAMES = ("conv", "conv_strided_bias", "dense", "wide_dense", "embedding", "clipped")


def network(ms: Any, name: str) -> Any:
    """The network of a case; its layers are plain, thor() replaces them."""
    nn = ms.nn

    class Net(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.body = nn.SequentialCell(*layers(nn, name))

        def construct(self, x: Any) -> Any:
            return self.body(x)

    return Net()


def layers(nn: Any, name: str) -> list[Any]:
    """The layers of a case."""
    if name == "conv":
        return [
            nn.Conv2d(1, 3, 5, pad_mode="valid"), nn.BatchNorm2d(3), nn.ReLU(), nn.MaxPool2d(2, 2),
            nn.Flatten(), nn.Dense(3 * 4 * 4, 10, activation="relu"), nn.Dense(10, 5, has_bias=False),
        ]  # fmt: skip
    if name == "conv_strided_bias":
        return [
            nn.Conv2d(1, 4, 3, stride=2, pad_mode="pad", padding=1, has_bias=True), nn.ReLU(),
            nn.Conv2d(4, 2, 3, has_bias=True), nn.Flatten(), nn.Dense(2 * 6 * 6, 5),
        ]  # fmt: skip
    if name in ("dense", "clipped"):
        return [nn.Dense(6, 7), nn.Tanh(), nn.Dense(7, 5)]
    if name == "wide_dense":  # factors of more than one block of 128
        return [nn.Dense(150, 140), nn.Tanh(), nn.Dense(140, 5)]
    table = nn.Embedding(12, 4)
    return [table, nn.LayerNorm((4,)), nn.Flatten(), nn.Dense(12, 5)]


def batch(name: str, step: int) -> tuple[np.ndarray, np.ndarray]:
    """Inputs and labels of a step."""
    random = np.random.default_rng(100 + step)
    if name == "embedding":
        x = random.integers(0, 12, (BATCH, 3)).astype(np.int32)
    else:
        shape = {"dense": (6,), "clipped": (6,), "wide_dense": (150,)}.get(name, (1, 12, 12))
        # Large inputs give gradients that are long enough to be clipped.
        scale = 1.0 if name == "clipped" else 0.3
        x = random.normal(0.0, scale, (BATCH, *shape)).astype(np.float32)
    return x, random.integers(0, 5, BATCH).astype(np.int32)


def optimizer(ms: Any, net: Any, name: str) -> Any:
    """thor() over a network, with learning rates and damping that change from step to step."""
    rates = ms.Tensor(np.linspace(0.02, 0.01, STEPS).astype(np.float32))
    damping = ms.Tensor(np.linspace(0.3, 0.1, STEPS).astype(np.float32))
    return ms.nn.thor(
        net, rates, damping, 0.9, weight_decay=1e-3, loss_scale=4.0, batch_size=BATCH,
        decay_filter=lambda p: "bias" not in p.name, enable_clip_grad=name == "clipped",
        frequency=FREQUENCY,
    )  # fmt: skip


def fill(ms: Any, net: Any) -> None:
    """The same start values on both sides."""
    for place, parameter in enumerate(net.trainable_params()):
        values = np.random.default_rng(place).normal(0.0, 0.3, parameter.shape)
        parameter.set_data(ms.Tensor(values.astype(np.float32)))


def train_step(ms: Any, net: Any, thor: Any) -> Any:
    """The Cell that a step calls."""
    loss = ms.nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    return ms.nn.TrainOneStepCell(ms.nn.WithLossCell(net, loss), thor, sens=4.0).set_train()


def values(net: Any, thor: Any) -> dict[str, np.ndarray]:
    """All Parameters of the network and the optimizer by name; of large ones their shape and some elements."""
    both = {**net.parameters_dict(), **thor.parameters_dict()}
    found = {name: parameter.asnumpy() for name, parameter in both.items()}
    shapes = {f"shape of {name}": np.array(v.shape) for name, v in found.items() if v.size > LARGE}
    return {
        **{name: v if v.size <= LARGE else v.ravel()[::97] for name, v in found.items()},
        **shapes,
    }


def train(ms: Any, name: str, prepared: Any = lambda net: None) -> dict[str, np.ndarray]:
    """Losses of the steps, and all Parameters after them."""
    net = network(ms, name)
    thor = optimizer(ms, net, name)
    prepared(net)
    fill(ms, net)
    step, losses = train_step(ms, net, thor), []
    for i in range(STEPS):
        step.add_flags_recursive(thor=i % FREQUENCY == 0)
        losses.append(step(*[ms.Tensor(array) for array in batch(name, i)]).asnumpy())
    return {**values(net, thor), "losses": np.array(losses)}
