"""Samples of nn.probability.distribution: their moments, their streams; distributions inside a graph."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import Tensor, nn, ops
from msacc.nn.probability import distribution as msd

KINDS: dict[str, tuple[Any, ...]] = {
    "Normal": (1.0, 2.0),
    "Uniform": (-1.0, 3.0),
    "Exponential": ([1.5],),
    "Gamma": ([2.5], [1.5]),
    "Beta": ([2.0], [3.0]),
    "LogNormal": (0.1, 0.4),
    "Gumbel": (0.5, 1.5),
    "Logistic": (0.5, 1.5),
    "Bernoulli": (0.3,),
    "Geometric": (0.4,),
    "Poisson": ([2.5],),
    "Categorical": ([0.2, 0.3, 0.5],),
}


@pytest.mark.parametrize("kind", KINDS)
def test_samples_have_the_mean_and_deviation_they_claim(kind: str) -> None:
    torch.manual_seed(0)
    dist = getattr(msd, kind)(*KINDS[kind])
    drawn = dist.sample((20000,)).asnumpy().astype(np.float64)
    sd = float(dist.sd().asnumpy().reshape(()))
    mean = float(dist.mean().asnumpy().reshape(()))
    assert abs(drawn.mean() - mean) < 5 * sd / np.sqrt(drawn.size)
    assert abs(drawn.std() - sd) < 0.08 * sd


def test_a_seed_is_a_stream_of_its_own() -> None:
    def three() -> list[np.ndarray]:
        dist = msd.Normal(0.0, 1.0, seed=3)
        return [dist.sample((4,)).asnumpy() for _ in range(3)]

    first = three()
    torch.manual_seed(5)
    expected = torch.rand(2)
    torch.manual_seed(5)
    again = three()
    assert torch.equal(torch.rand(2), expected)  # torch's own stream did not move
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert not np.array_equal(first[0], first[1])


# A sample as a formula of the parameters and a draw: its gradients by the parameters.
SAMPLE_GRADIENTS: dict[str, Any] = {
    "Normal": lambda y, mean, sd: (1 + 0 * y, (y - mean) / sd),
    "Logistic": lambda y, loc, scale: (1 + 0 * y, (y - loc) / scale),
    "Gumbel": lambda y, loc, scale: (1 + 0 * y, (y - loc) / scale),
    "Cauchy": lambda y, loc, scale: (1 + 0 * y, (y - loc) / scale),
    "LogNormal": lambda y, loc, scale: (y, y * (np.log(y) - loc) / scale),
    "Uniform": lambda y, low, high: ((high - y) / (high - low), (y - low) / (high - low)),
    "Exponential": lambda y, rate: (-y / rate,),
}


@pytest.mark.parametrize("kind", SAMPLE_GRADIENTS)
def test_gradients_of_samples(kind: str) -> None:
    numbers = [0.3, 1.7][: 1 if kind == "Exponential" else 2]
    parameters = [ms.Tensor(np.full(3, x, np.float32)) for x in numbers]
    dist = getattr(msd, kind)(*(parameters if kind == "Gumbel" else ()))
    positions = tuple(range(len(numbers)))
    y, found = ms.value_and_grad(lambda *given: dist("sample", (), *given), positions)(*parameters)
    found = found if isinstance(found, tuple) else (found,)
    expected = SAMPLE_GRADIENTS[kind](y.asnumpy(), *numbers)
    for one, right in zip(found, expected, strict=True):
        np.testing.assert_allclose(one.asnumpy(), right, rtol=1e-4, atol=1e-5)


def test_a_distribution_gives_its_type_whatever_comes_along() -> None:
    x = ms.Tensor([1.0])
    assert msd.Normal()("get_dist_type", mean=x, sd=x) == "Normal"


def test_bernoulli_mode_follows_the_likelier_value() -> None:
    mode = msd.Bernoulli([0.2, 0.5, 0.7]).mode()
    assert mode.asnumpy().tolist() == [0, 0, 1]
    assert mode.dtype == ms.int32


def test_a_cell_may_hold_a_distribution_in_a_graph() -> None:
    class Net(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.dist = msd.Normal()
            self.mean = ms.Parameter(ms.Tensor([0.5, 1.0]), name="mean")

        def construct(self, x: ms.Tensor, sd: ms.Tensor) -> ms.Tensor:
            return self.dist("log_prob", x, self.mean, sd).sum()

    net, x, sd = Net(), ms.Tensor([0.1, 0.2]), ms.Tensor([1.0, 2.0])
    plain = ms.grad(net, None, weights=net.trainable_params())(x, sd)[0].asnumpy()
    graph = ms.jit(ms.grad(net, None, weights=net.trainable_params()), jit_level="O0")(x, sd)
    assert np.allclose(plain, (np.array([0.1, 0.2]) - [0.5, 1.0]) / [1.0, 4.0])
    assert np.allclose(graph[0].asnumpy(), plain)


def test_old_homes() -> None:
    from msacc.nn.probability.distribution.log_normal import LogNormal
    from msacc.nn.probability.distribution.normal import Normal

    assert Normal is msd.Normal
    assert LogNormal is msd.LogNormal


# The gradients that MindSpore 2.10 gives the parameters of a distribution, by log_prob; the names that they get.
_TRAINED = [
    ("Normal", {"mean": 1.0, "sd": 2.0}, 0.7, [-0.075, -0.48875], ["_mean_value", "_sd_value"]),
    ("LogNormal", {"loc": 1.0, "scale": 2.0}, 0.7, [-0.33917, -0.26993], ["_loc", "_scale"]),
    ("Uniform", {"low": 0.0, "high": 2.0}, 0.7, [0.5, -0.5], ["_low", "_high"]),
    ("Exponential", {"rate": 1.5}, 0.7, [-0.03333], ["_rate"]),
    ("Bernoulli", {"probs": 0.3}, 1.0, [3.33333], ["_probs"]),
    (
        "Gamma",
        {"concentration": 1.5, "rate": 2.0},
        0.7,
        [0.29998, 0.05],
        ["_concentration", "_rate"],
    ),
    ("Gumbel", {"loc": 1.0, "scale": 2.0}, 0.7, [-0.08092, -0.48786], ["_loc", "_scale"]),
    ("Laplace", {"mean": 1.0, "sd": 2.0}, 0.7, [-0.5, -0.425], ["_mean_value", "_sd_value"]),
]


@pytest.mark.parametrize(("name", "given", "x", "expected", "names"), _TRAINED)
@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_parameters_are_trained(
    mode: int, name: str, given: dict[str, float], x: float, expected: list[float], names: list[str]
) -> None:
    ms.set_context(mode=mode)

    class Net(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            parameters = {
                k: ms.Parameter(Tensor([v], ms.float32), name=k) for k, v in given.items()
            }
            self.d = getattr(msd, name)(**parameters)

        def construct(self, x: Tensor) -> Tensor:
            return self.d.log_prob(x).sum()

    net = Net()
    weights = net.trainable_params()
    assert [weight.name for weight in weights] == [f"d.{name}" for name in names]
    gradients = ops.GradOperation(get_by_list=True)(net, weights)(Tensor([x], ms.float32))
    np.testing.assert_allclose([g.item() for g in gradients], expected, rtol=1e-4)
