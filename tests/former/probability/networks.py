"""Networks, draws and data for the cases, on MindSpore and here: nothing in this file imports either side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.former.transformer_cases import numbers


def tensor(ms: Any, name: str, *shape: int) -> Any:
    return ms.Tensor(numbers(name, *shape))


def filled(ms: Any, net: Any) -> Any:
    """The network with parameters that follow from their places in it: deviations of 0.1 and so."""
    for name, parameter in net.parameters_and_names():
        values = numbers(name, *parameter.shape) * 0.3
        if name.endswith("untransformed_std"):
            values = values - 2
        parameter.set_data(ms.Tensor(values.astype(np.float32)))
    return net


def described(net: Any) -> list[str]:
    return [
        f"{name} {p.name} {tuple(p.shape)} {p.dtype} {p.requires_grad}"
        for name, p in net.parameters_and_names()
    ]


def normal(ms: Any) -> Any:
    """`ops.normal` whose draws follow from their shape."""

    def drawn(shape: Any, mean: Any, stddev: Any, seed: Any = None) -> Any:
        return mean + stddev * tensor(ms, f"draw{tuple(shape)}", *shape)

    return drawn


def with_given_draws(ms: Any, net: Any) -> Any:
    """The network with Bayesian layers whose draws follow from their shape."""

    class Given(ms.nn.Cell):
        def __init__(self, inner: Any) -> None:
            super().__init__()
            self.inner = inner

        def construct(self, name: str, *args: Any, **kwargs: Any) -> Any:
            if name != "sample":
                return self.inner(name, *args, **kwargs)
            mean, sd = kwargs["mean"], kwargs["sd"]
            return mean + sd * tensor(ms, f"draw{tuple(mean.shape)}", *mean.shape)

    for _, cell in list(net.cells_and_names()):
        if type(cell).__name__ in ("NormalPosterior", "DenseLocalReparam"):
            cell.normal = Given(cell.normal)
    return net


def gradients(ms: Any, net: Any, *inputs: Any) -> list[Any]:
    """The sum of the results by weights, its gradients by the first input and each parameter."""

    def total(*given: Any) -> Any:
        results = net(*given)
        results = results if isinstance(results, tuple) else (results,)
        return sum(
            (one * tensor(ms, f"weights{i}", *one.shape)).sum() for i, one in enumerate(results)
        )

    function = ms.value_and_grad(total, 0, net.trainable_params())
    value, (of_input, of_parameters) = function(*inputs)
    return [value, of_input, *of_parameters]


class Rows:
    """What `SVI.run` asks of a dataset."""

    def __init__(self, *batches: tuple[Any, Any]) -> None:
        self.batches = batches

    def create_dict_iterator(self, num_epochs: int = -1) -> Iterator[dict[str, Any]]:
        assert num_epochs == 1
        for image, label in self.batches:
            yield {"image": image, "label": label}


def rows(*names: str) -> Rows:
    """A batch of three images for each name."""
    return Rows(*((numbers(name, 3, 1, 2, 2), np.array([0, 2, 1])) for name in names))


def coder_classes(ms: Any) -> tuple[Any, Any, Any]:
    """An encoder, one that is told the class, and a decoder, for images of 1 x 2 x 2."""

    class Encoder(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.fc = ms.nn.Dense(4, 6)

        def construct(self, x: Any) -> Any:
            return ms.ops.relu(self.fc(x.reshape((-1, 4))))

    class ToldEncoder(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.fc = ms.nn.Dense(5, 6)

        def construct(self, x: Any, y: Any) -> Any:
            y = y.astype(ms.float32).reshape((-1, 1))
            return ms.ops.relu(self.fc(ms.ops.cat((x.reshape((-1, 4)), y), 1)))

    class Decoder(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.fc = ms.nn.Dense(6, 4)

        def construct(self, z: Any) -> Any:
            return ms.ops.sigmoid(self.fc(z)).reshape((-1, 1, 2, 2))

    return Encoder, ToldEncoder, Decoder


def vae(ms: Any, probability: Any) -> Any:
    encoder, _, decoder = coder_classes(ms)
    net = filled(ms, probability.dpn.VAE(encoder(), decoder(), 6, 3))
    net.normal = normal(ms)
    return net


def told_vae(ms: Any, probability: Any) -> Any:
    _, encoder, decoder = coder_classes(ms)
    net = filled(ms, probability.dpn.ConditionalVAE(encoder(), decoder(), 6, 3, 4))
    net.normal = normal(ms)
    return net


def classifier(ms: Any, dropout: bool = False) -> Any:
    """A convolution and two fully connected layers."""
    nn = ms.nn

    class Classifier(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.drop = nn.Dropout(p=0.5) if dropout else nn.ReLU()
            self.conv = nn.Conv2d(1, 2, 2, pad_mode="valid", has_bias=True)
            self.fc1 = nn.Dense(18, 5, activation="relu")
            self.fc2 = nn.Dense(5, 3)

        def construct(self, x: Any) -> Any:
            x = ms.ops.relu(self.conv(self.drop(x)))
            return self.fc2(self.fc1(x.reshape((x.shape[0], -1))))

    return Classifier()


def regression(ms: Any) -> Any:
    nn = ms.nn

    class Regression(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.fc1 = nn.Dense(3, 4)
            self.fc2 = nn.Dense(4, 1)

        def construct(self, x: Any) -> Any:
            return self.fc2(ms.ops.tanh(self.fc1(x)))

    return Regression()


def trainable(ms: Any, net: Any, loss: Any, **settings: Any) -> Any:
    """The network's step with Adam of decayed weights."""
    optimizer = ms.nn.AdamWeightDecay(net.trainable_params(), **{"learning_rate": 0.01, **settings})
    return ms.nn.TrainOneStepCell(ms.nn.WithLossCell(net, loss), optimizer)
