"""What the layers draw: moments, streams, gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn
from msacc.common import warn_once
from msacc.former.probability.bnn_layers import (
    ConvReparam,
    DenseLocalReparam,
    DenseReparam,
    NormalPosterior,
)
from msacc.former.probability.zhusuan import BayesianNet
from tests.former.probability.networks import coder_classes, filled, numbers

DRAWS = 4000


def _has_moments(drawn: np.ndarray, mean: np.ndarray, sd: np.ndarray) -> None:
    """The draws of axis 0, by five deviations of what a right sample gives."""
    assert np.all(np.abs(drawn.mean(0) - mean) < 5 * sd / np.sqrt(len(drawn)))
    assert np.all(np.abs(drawn.std(0) - sd) < 5 * sd / np.sqrt(2 * len(drawn)))


def test_weights_are_drawn_from_the_posterior() -> None:
    ms.set_seed(1)
    posterior = filled(ms, NormalPosterior("w", [3, 2]))
    drawn = posterior("sample", (DRAWS,)).asnumpy()
    sd = np.log1p(np.exp(posterior.untransformed_std.asnumpy())) + 1e-6
    _has_moments(drawn, posterior.mean.asnumpy(), sd)


def test_outputs_of_the_local_layer_are_drawn_for_each_row() -> None:
    ms.set_seed(2)
    layer = filled(ms, DenseLocalReparam(3, 2, has_bias=False))
    x = numbers("x", 1, 3)
    drawn = layer(Tensor(np.repeat(x, DRAWS, axis=0))).asnumpy()
    mean = layer.weight_posterior("mean").asnumpy()
    sd = layer.weight_posterior("sd").asnumpy()
    _has_moments(drawn, (x @ mean.T)[0], np.sqrt(x**2 @ (sd**2).T)[0])


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
@pytest.mark.parametrize(
    "layer", [DenseReparam(3, 2), DenseLocalReparam(3, 2), ConvReparam(1, 1, 3)]
)
def test_each_call_draws_anew_and_a_seed_repeats(layer: nn.Cell, mode: int) -> None:
    ms.set_context(mode=mode, jit_level="O0")
    x = Tensor(np.ones((1, 1, 3, 3) if isinstance(layer, ConvReparam) else (2, 3), np.float32))

    def four() -> list[Any]:
        ms.set_seed(3)
        return [layer(x).asnumpy() for _ in range(4)]

    first, second = four(), four()
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
    assert len({a.tobytes() for a in first}) == 4


def test_gradients_reach_means_and_deviations() -> None:
    """`y = x (mean + sd * epsilon)`, so that the gradient by the deviation follows from `y`."""
    layer = filled(ms, DenseReparam(1, 1, has_bias=False))
    posterior, x = layer.weight_posterior, Tensor([[2.0]])
    y, (of_mean, of_raw) = ms.value_and_grad(layer, None, layer.trainable_params())(x)
    raw = float(posterior.untransformed_std.asnumpy().item())
    epsilon = (float(y) / 2 - float(posterior.mean)) / (np.log1p(np.exp(raw)) + 1e-6)
    assert float(of_mean) == 2
    assert float(of_raw) == pytest.approx(2 * epsilon / (1 + np.exp(-raw)), rel=1e-4)


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_an_autoencoder_draws_around_its_means(mode: int) -> None:
    from msacc.former.probability.dpn import VAE

    ms.set_context(mode=mode, jit_level="O0")
    ms.set_seed(4)
    encoder, _, _ = coder_classes(ms)
    vae = filled(ms, VAE(encoder(), nn.Identity(), 6, 6))
    # The decoder gives z itself, when dense3 changes nothing.
    vae.dense3.weight.set_data(Tensor(np.eye(6, dtype=np.float32)))
    vae.dense3.bias.set_data(Tensor(np.zeros(6, np.float32)))
    x = Tensor(np.repeat(numbers("x", 1, 1, 2, 2), DRAWS, axis=0))
    z, given, mu, std = vae(x)
    assert np.array_equal(given.asnumpy(), x.asnumpy())
    _has_moments(z.asnumpy(), mu.asnumpy()[0], std.asnumpy()[0])
    generated = vae.generate_sample(DRAWS, (-1, 1, 2, 3)).asnumpy().reshape(DRAWS, 6)
    _has_moments(generated, np.zeros(6), np.ones(6))


@pytest.mark.parametrize("reparameterize", [True, False])
def test_variables_of_a_bayesian_network(reparameterize: bool) -> None:
    ms.set_seed(5)
    net = BayesianNet()
    mean, std = Tensor([[1.0, -2.0]]), Tensor([[0.5, 3.0]])
    drawn, log_density = net.normal(
        "z", mean=mean, std=std, shape=(DRAWS,), reparameterize=reparameterize
    )
    assert drawn.shape == (DRAWS, 1, 2)
    assert log_density.shape == (DRAWS, 1, 2)  # summed over axis 1
    _has_moments(drawn.asnumpy()[:, 0], mean.asnumpy()[0], std.asnumpy()[0])
    probability = np.array([0.2, 0.7], np.float32)
    ones, log_probability = net.bernoulli("x", probs=Tensor(np.tile(probability, (DRAWS, 1))))
    share = ones.asnumpy().mean(0)
    assert np.all(np.abs(share - probability) < 5 * np.sqrt(0.25 / DRAWS))
    of_row = np.where(ones.asnumpy() == 1, probability, 1 - probability)
    expected = np.log(of_row).sum(1, keepdims=True)
    np.testing.assert_allclose(log_probability.asnumpy(), expected, rtol=1e-5)


def test_a_seed_of_a_variable_has_no_effect_which_is_said_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    monkeypatch.setattr(warn_once.logger, "log", lambda level, text: said.append(text))
    warn_once.forget()
    net, half = BayesianNet(), Tensor([[0.5]])
    for _ in range(2):
        net.bernoulli("x", probs=half, seed=3)
        net.normal("z", half, half, half, dtype=ms.float32)
    assert len(said) == 1
    assert "seed=3 has no effect" in said[0]
