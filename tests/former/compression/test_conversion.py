"""What is converted, what is refused, and where the names are."""

from __future__ import annotations

import importlib
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn
from msacc.former.compression import first_quant, quant_export
from msacc.former.compression import quant_functions as quant_utils
from msacc.former.compression.mixed_bits import signed_of_bits
from msacc.former.compression.quant import (
    OptimizeOption,
    QuantizationAwareTraining,
    create_quant_config,
)
from msacc.former_table import FORMER_COMPRESSION
from tests.former.compression.networks import lenet, mobilenet


@pytest.mark.parametrize("name", FORMER_COMPRESSION)
def test_each_module_has_its_names(name: str) -> None:
    module = importlib.import_module(f"msacc.{name}")
    source = importlib.import_module(f"msacc.former.compression{FORMER_COMPRESSION[name]}")
    for member in getattr(source, "__all__", ()):
        assert getattr(module, member) is getattr(source, member)


def test_it_is_loaded_with_its_first_use() -> None:
    program = """
import sys
import msacc as ms
def loaded():
    return any(name.startswith("msacc.former.") for name in sys.modules)
assert not loaded()
assert ms.compression.quant.QuantizationAwareTraining.__name__ == "QuantizationAwareTraining"
assert loaded()
from msacc.train.quant import quant as qat
from msacc.train.quant.quant_utils import weight2int
assert qat.convert_quant_network is ms.train.quant.convert_quant_network
from msacc.compression.common import QuantDtype
assert QuantDtype.INT4.num_bits == 4
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_quantized_twice_is_quantized_once() -> None:
    network = QuantizationAwareTraining().quantize(mobilenet(ms))
    names = [name for name, _ in network.cells_and_names()]
    again = QuantizationAwareTraining(bn_fold=False).quantize(network)
    assert [name for name, _ in again.cells_and_names()] == names


def test_a_block_under_two_names_is_one() -> None:
    block = nn.DenseBnAct(3, 3, activation="relu")
    network = QuantizationAwareTraining().quantize(nn.SequentialCell([block, block]))
    assert type(block.dense) is nn.DenseQuant
    assert network.set_train(False)(Tensor(np.ones((1, 3), np.float32))).shape == (1, 3)


def test_blocks_of_derived_classes() -> None:
    class Block(nn.Conv2dBnAct):
        pass

    network = QuantizationAwareTraining().quantize(nn.SequentialCell([Block(1, 2, 3)]))
    assert type(network[0].conv) is nn.Conv2dQuant


def test_parameters_are_those_of_the_network() -> None:
    network = mobilenet(ms)
    weight, gamma = network.features[0].conv.weight, network.features[0].batchnorm.gamma
    QuantizationAwareTraining().quantize(network)
    assert network.features[0].conv.weight is weight
    assert network.features[0].conv.gamma is gamma
    assert gamma.name == "features.0.conv.gamma"


def test_a_network_without_blocks_is_told_of(caplog: pytest.LogCaptureFixture) -> None:
    told: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ms.log, "warning", told.append)
        QuantizationAwareTraining().quantize(nn.SequentialCell([nn.Dense(3, 3)]))
    assert len(told) == 1
    assert "nn.Conv2dBnAct" in told[0]


def test_configurations() -> None:
    config = create_quant_config(quant_delay=3, symmetric=(True, False))
    weight, activation = config.weight(), config.activation(ema=True)
    assert (weight.quant_delay, weight.symmetric, weight.ema) == (3, True, False)
    assert (activation.quant_delay, activation.symmetric, activation.ema) == (3, False, True)


@pytest.mark.parametrize("value", [(), (True, False, True)])
def test_pairs_are_pairs(value: Any) -> None:
    with pytest.raises(ValueError, match="'symmetric' must be one value or two"):
        QuantizationAwareTraining(symmetric=value)


def test_learned_scales_need_their_settings() -> None:
    with pytest.raises(
        ValueError, match=r"narrow_range=\(True, True\), but got narrow_range=\(False, True\)"
    ):
        QuantizationAwareTraining(
            symmetric=True, narrow_range=(False, True), optimize_option=[OptimizeOption.LEARNED_SCALE]
        )  # fmt: skip


def test_errors_say_what_to_do() -> None:
    network = QuantizationAwareTraining().quantize(lenet(ms))
    with pytest.raises(ValueError, match=r"'step'|'quant_new_params'"):
        quant_utils.load_nonquant_param_into_quant_net(network, {})
    with pytest.raises(ValueError, match="call it behind the block"):
        QuantizationAwareTraining().quantize(
            nn.SequentialCell([nn.DenseBnAct(2, 2, activation="tanh")])
        )
    with pytest.raises(ValueError, match="must be isinstance of"):
        QuantizationAwareTraining().quantize(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="2 to 8 bits, but got 16"):
        first_quant.convert_quant_network(network, num_bits=(16, 8))
    assert str(signed_of_bits(5)) == "INT5"


def test_several_channels_may_be_asymmetric() -> None:
    low, high = np.array([-1.0, -0.5]), np.array([1.0, 2.0])
    scale, zero = quant_utils.cal_quantization_params(low, high, -128, 127, np.int8)
    for i in (0, 1):
        one = quant_utils.cal_quantization_params(
            low[i : i + 1], high[i : i + 1], -128, 127, np.int8
        )
        assert (scale[i], zero[i]) == (one[0][0], one[1][0])
    with pytest.raises(ValueError, match="other than 0"):
        quant_utils.cal_quantization_params(low * [1, 0], high * [1, 0], -128, 127, np.int8)


def test_export_is_refused_by_name() -> None:
    network = QuantizationAwareTraining().quantize(lenet(ms))
    with pytest.raises(NotImplementedError, match=r"ExportToQuantInferNetwork.*ONNX"):
        quant_export.ExportToQuantInferNetwork(network, 127.5, 127.5, is_mindir=True)
    with pytest.raises(NotImplementedError, match=r"mindspore\.train\.quant\.export.*weight2int"):
        first_quant.export(network, file_name="lenet", file_format="MINDIR")
    with pytest.raises(ValueError, match="file_format"):
        first_quant.export(network, file_name="lenet", file_format="ONNX")
    with pytest.raises(TypeError, match="mean"):
        quant_export.ExportToQuantInferNetwork(network, "0", 127.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="inputs"):
        quant_export.ExportToQuantInferNetwork(network, 0, 127.5, "0")
