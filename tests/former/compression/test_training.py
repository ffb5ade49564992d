"""Quantized networks give what formulas say, and train."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn
from msacc.former.compression import quant_functions as quant_utils
from msacc.former.compression.first_quant import convert_quant_network
from msacc.former.compression.quant import (
    OptimizeOption,
    QuantizationAwareTraining,
    load_nonquant_param_into_quant_net,
)
from tests.former.compression.networks import lenet, mobilenet, resnet

_RNG = np.random.default_rng(0)
_IMAGES = _RNG.normal(size=(4, 1, 32, 32)).astype(np.float32)
_COLOURED = _RNG.normal(size=(4, 3, 8, 8)).astype(np.float32)
_LABELS = Tensor(np.array([1, 7, 3, 3], np.int32))
_LEARNED = {
    "freeze_bn": 0,
    "symmetric": (True, True),
    "narrow_range": (True, True),
    "optimize_option": OptimizeOption.LEARNED_SCALE,
}


def _set_mode(name: str) -> None:
    """Graphs are recorded here and run call by call: compiling them takes long, and is tested elsewhere."""
    mode = ms.GRAPH_MODE if name == "graph" else ms.PYNATIVE_MODE
    ms.set_context(mode=mode, jit_config={"jit_level": "O0" if name == "graph" else ""})


@pytest.fixture(params=["pynative", "graph"])
def mode(request: pytest.FixtureRequest) -> Any:
    _set_mode(request.param)
    yield
    _set_mode("pynative")


def _drawn(network: Any) -> Any:
    """The network with the same weights wherever it is made."""
    for i, one in enumerate(network.trainable_params()):
        if one.name.endswith("weight"):
            size = np.sqrt(2 / np.prod(one.shape[1:]))
            values = np.random.default_rng(i).normal(size=one.shape) * size
            one.set_data(Tensor(values.astype(np.float32)))
    return network


def _losses(network: Any, images: np.ndarray, steps: int = 6, rate: float = 0.02) -> list[float]:
    loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    step = nn.TrainOneStepCell(
        nn.WithLossCell(network, loss), nn.Momentum(network.trainable_params(), rate, 0.9)
    )
    step.set_train()
    return [float(step(Tensor(images), _LABELS).asnumpy()) for _ in range(steps)]


def test_lenet_trains() -> None:
    quantizer = QuantizationAwareTraining(
        bn_fold=False, per_channel=[True, False], symmetric=[True, False]
    )
    network = quantizer.quantize(_drawn(lenet(ms)))
    losses = _losses(network, _IMAGES)
    assert losses[-1] < 0.5 * losses[0]
    seen = network.conv1.conv.fake_quant_weight.maxq.asnumpy()
    weight = network.conv1.conv.weight.asnumpy()
    # The range followed the weights, from 6, to those of the last step's forward pass.
    np.testing.assert_allclose(seen, weight.max(axis=(1, 2, 3)), atol=0.05)


@pytest.mark.parametrize(
    ("make", "settings"),
    [
        (mobilenet, {"per_channel": (True, False)}),
        (mobilenet, _LEARNED),
        (resnet, {"bn_fold": False}),
    ],
)
def test_networks_train(make: Any, settings: dict[str, Any]) -> None:
    network = QuantizationAwareTraining(**settings).quantize(_drawn(make(ms)))
    losses = _losses(network, _COLOURED, 4)
    assert losses[-1] < losses[0]


def test_a_network_trains_alike_in_both_modes() -> None:
    losses = []
    for mode in ("graph", "pynative"):
        _set_mode(mode)
        network = QuantizationAwareTraining(one_conv_fold=False).quantize(_drawn(mobilenet(ms)))
        losses.append(_losses(network, _COLOURED, 3))
    assert losses[0][-1] < losses[0][0]
    assert losses[1] == pytest.approx(losses[0], rel=1e-4)
    assert ms.graph.stats().recorded


def test_before_the_delay_is_over_nothing_is_rounded() -> None:
    quantizer = QuantizationAwareTraining(quant_delay=100)
    floats, quantized = (
        _losses(_drawn(lenet(ms)), _IMAGES, 3),
        quantizer.quantize(_drawn(lenet(ms))),
    )
    assert _losses(quantized, _IMAGES, 3) == pytest.approx(floats, rel=1e-6)


def _rounded(x: np.ndarray, low: float, high: float) -> np.ndarray:
    """To 256 values between the limits, one of them 0."""
    scale = (high - low) / 255
    zero = np.floor(-low / scale + 0.5)
    return (np.clip(np.floor(x / scale + zero + 0.5), 0, 255) - zero) * scale


@pytest.mark.usefixtures("mode")
def test_a_dense_block_is_what_its_formula_says() -> None:
    network = nn.SequentialCell([nn.DenseBnAct(5, 3, weight_init="normal", activation="relu")])
    x = _RNG.normal(size=(4, 5)).astype(np.float32)
    network = QuantizationAwareTraining().quantize(network)
    core = network[0].dense
    core.weight.set_data(Tensor(_RNG.normal(size=(3, 5)).astype(np.float32)))
    core.bias.set_data(Tensor(np.array([0.5, -0.25, 0.0], np.float32)))
    network.set_train(False)
    product = x @ _rounded(core.weight.asnumpy(), -6, 6).T + core.bias.asnumpy()
    expected = _rounded(np.maximum(product, 0), -6, 6)
    np.testing.assert_allclose(network(Tensor(x)).asnumpy(), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("symmetric", [False, True])
@pytest.mark.parametrize("per_channel", [False, True])
def test_integers_of_weights_stand_for_what_training_rounds_to(
    symmetric: bool, per_channel: bool
) -> None:
    settings = {"symmetric": (symmetric, False), "per_channel": (per_channel, False)}
    network = QuantizationAwareTraining(**settings).quantize(_drawn(lenet(ms)))
    _losses(network, _IMAGES, 2)
    core = network.fc3.dense
    weight, fake = core.weight.asnumpy(), core.fake_quant_weight.set_train(False)
    scale, zero, _, _ = quant_utils.scale_zp_max_min_from_fake_quant_cell(fake, np.int8)
    integers = quant_utils.weight2int(weight, scale, zero, -128, 127)
    assert np.array_equal(integers, np.round(integers))
    if per_channel:
        scale, zero = scale[:, None], zero[:, None]
    found = fake(core.weight).asnumpy()
    # Values in the middle of two may be rounded to either.
    off = np.abs(found - (integers - zero) * scale) / scale
    assert np.mean(off < 1e-3) > 0.99
    assert off.max() < 1.001


def test_folded_weights_give_what_the_layer_gives() -> None:
    block = nn.Conv2dBnAct(3, 4, 3, has_bn=True)
    network = QuantizationAwareTraining(quant_delay=100).quantize(nn.SequentialCell([block]))
    core = network[0].conv
    for name in ("gamma", "beta", "moving_mean", "moving_variance"):
        getattr(core, name).set_data(Tensor(_RNG.uniform(0.5, 2, 4).astype(np.float32)))
    core.fake = False
    weight, bias = quant_utils.fold_batchnorm(core.weight.asnumpy(), core)
    expected = ms.ops.conv2d(Tensor(_COLOURED), Tensor(weight), Tensor(bias), pad_mode="same")
    found = core.set_train(False)(Tensor(_COLOURED))
    np.testing.assert_allclose(found.asnumpy(), expected.asnumpy(), rtol=1e-5, atol=1e-5)


def test_a_checkpoint_of_floats_goes_on_quantized(capsys: pytest.CaptureFixture[str]) -> None:
    floats = _drawn(mobilenet(ms))
    _losses(floats, _COLOURED, 2)
    params = dict(floats.parameters_and_names())
    quantizer = QuantizationAwareTraining(quant_delay=100, one_conv_fold=False)
    quantized = quantizer.quantize(mobilenet(ms))
    load_nonquant_param_into_quant_net(quantized, params, ["step"])
    assert "features.0.conv.weight" in capsys.readouterr().out
    found, expected = (dict(net.parameters_and_names()) for net in (quantized, floats))
    for name, one in expected.items():
        kept = found[name.replace("batchnorm", "conv")]
        assert np.array_equal(kept.asnumpy(), one.asnumpy()), name


def test_checkpoints_of_quantized_networks(tmp_path: Any) -> None:
    network = QuantizationAwareTraining().quantize(_drawn(mobilenet(ms)))
    _losses(network, _COLOURED, 2)
    ms.save_checkpoint(network, str(tmp_path / "quantized.ckpt"))
    other = QuantizationAwareTraining().quantize(mobilenet(ms))
    left = ms.load_param_into_net(other, ms.load_checkpoint(str(tmp_path / "quantized.ckpt")))
    assert left == ([], [])
    x = Tensor(_COLOURED)
    found, expected = other.set_train(False)(x), network.set_train(False)(x)
    assert np.array_equal(found.asnumpy(), expected.asnumpy())


def test_the_first_release_trains() -> None:
    network = convert_quant_network(_drawn(mobilenet(ms)), per_channel=(True, False))
    losses = _losses(network, _COLOURED, 4)
    assert losses[-1] < losses[0]
    assert network.features[0].activation.fake_quant_act_after.num_bits == 8


def test_learned_ranges_are_trained() -> None:
    quantizer = QuantizationAwareTraining(**_LEARNED)
    network = quantizer._set_mixed_bits(
        quantizer.quantize(_drawn(lenet(ms))), [[8], [4], [8], [4], [8]]
    )
    observer = network.conv2.conv.fake_quant_weight
    before = observer.maxq.asnumpy().copy()
    losses = _losses(network, _IMAGES, 4, rate=1e-4)
    assert losses[-1] < losses[0]
    assert (observer.maxq.asnumpy() != before).all()
    scale = observer.maxq.asnumpy() / 7
    steps = observer.set_train(False)(network.conv2.conv.weight).asnumpy() / scale
    np.testing.assert_allclose(steps, np.round(steps), atol=1e-4)
    assert np.abs(steps).max() <= 7.001
