"""What is run on both sides: `case(ms, package)` gives a list of texts, numbers, arrays and Tensors.

`package` holds qat, quantizer, quant_utils, constants, first_quant and first_quant_utils.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from typing import Any

import numpy as np

try:
    from tests.former.compression.networks import lenet, mobilenet, resnet
except ImportError:  # where record.py runs
    from networks import lenet, mobilenet, resnet  # type: ignore[import-not-found,no-redef]

Case = Callable[[Any, Any], list[Any]]
CASES: dict[str, Case] = {}


def case(function: Case) -> Case:
    CASES[function.__name__] = function
    return function


def _random(seed: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


def _raised(call: Callable[[], Any]) -> str:
    try:
        call()
    except Exception as error:
        return type(error).__name__
    return ""


@case
def dtypes(ms: Any, package: Any) -> list[Any]:
    kind = package.constants.QuantDtype
    switched = [str(kind.switch_signed(one)) for one in (*kind, "INT8")]
    return [[str(one), one.num_bits, one.value, kind.is_signed(one)] for one in kind] + [switched]


@case
def integers(ms: Any, package: Any) -> list[Any]:
    utils, found = package.quant_utils, []
    one, several = np.array([-1.3], np.float32), np.array([-1.3, -0.2, 0.0, -7], np.float32)
    for kind in (np.int8, np.uint8):
        for bits, narrow in ((8, False), (4, True)):
            limits = utils.get_quant_min_max(kind, bits, narrow)
            found.append(list(limits))
            for symmetric in (False, True):
                found += utils.cal_quantization_params(one, one + 3, *limits, kind, symmetric)
            found += utils.cal_quantization_params(one + 2, one + 3, *limits, kind)
            found += utils.cal_quantization_params(one * 0, one * 0, *limits, kind)
        if kind is np.int8:
            found += utils.cal_quantization_params(several, several + 3, -128, 127, kind, True)
    return found


@case
def first_integers(ms: Any, package: Any) -> list[Any]:
    utils, found = package.first_quant_utils, []
    one, several = np.array([-1.3], np.float32), np.array([-1.3, -0.2, 0.0, -7], np.float32)
    for kind in (np.int8, np.uint8):
        for bits, narrow in ((8, False), (4, True)):
            for low, high in (
                (one, one + 3),
                (one * 3, one + 1.4),
                (one + 2, one + 3),
                (one * 0, one * 0),
            ):
                for symmetric in (False, True):
                    found += utils.cal_quantization_params(low, high, kind, bits, symmetric, narrow)
        found += utils.cal_quantization_params(several, several + 3, kind, symmetric=True)
    scale, zero = found[:2]
    found.append(utils.weight2int(_random(3, 4, 5), scale / 9, np.array([zero[0]])))
    return found


@case
def weights_as_integers(ms: Any, package: Any) -> list[Any]:
    convert, weight = package.quant_utils.weight2int, _random(0, 4, 3, 2, 2)
    channels = np.array([0.01, 0.02, 0.5, 0.004])
    return [
        convert(weight, np.array([0.02]), np.array([3.0]), -128, 127),
        convert(weight, channels, np.array([0.0, 1, 2, 3]), -8, 7),
        convert(weight, channels[:3], np.zeros(3), -127, 127),
        *(_raised(lambda s=s, z=z: convert(weight, s, z, -8, 7)) for s, z in (
            (np.ones(5), np.ones(5)), (np.ones(4), np.ones(3)), (np.array([0.0]), np.ones(1)))),
    ]  # fmt: skip


@case
def clipping(ms: Any, package: Any) -> list[Any]:
    kinds, find = package.constants.QuantDtype, package.quant_utils.compute_kl_threshold
    datas = [_random(1, 40, 40), _random(2, 300, 10), np.abs(_random(3, 25)), _random(4, 8, 8) * 1e-7,
             np.random.default_rng(5).uniform(-2, 2, 4000).astype(np.float32), _random(6, 1200, 1000) ** 3]  # fmt: skip
    used = (kinds.INT2, kinds.INT3, kinds.INT4, kinds.INT6, kinds.UINT8)
    return [float(find(data, kind)) for data in datas for kind in used]


@case
def folded_normalization(ms: Any, package: Any) -> list[Any]:
    norm = ms.nn.BatchNorm2d(3, eps=0.01)
    for i, name in enumerate(("gamma", "beta", "moving_mean", "moving_variance")):
        getattr(norm, name).set_data(ms.Tensor(np.abs(_random(10 + i, 3))))
    holder = ms.nn.Cell()
    holder.batchnorm = norm
    utils = package.quant_utils
    return [
        *utils.fold_batchnorm(_random(7, 3, 2, 5, 5), norm),
        *utils.fold_batchnorm(_random(8, 1, 3, 2, 2), norm),
        *utils.without_fold_batchnorm(_random(9, 3, 4), holder),
        _raised(lambda: utils.fold_batchnorm(_random(9, 2, 4), norm)),
    ]


_SETTINGS = ("quant_dtype", "min_init", "max_init", "ema", "ema_decay", "per_channel", "channel_axis",
             "num_channels", "symmetric", "narrow_range", "quant_delay", "neg_trunc", "mode")  # fmt: skip


def _cells(network: Any, settings: tuple[str, ...] = _SETTINGS) -> list[Any]:
    """Paths, classes, and how each observer quantizes."""
    found: list[Any] = []
    for name, cell in network.cells_and_names():
        kind = type(cell).__name__
        if kind.startswith("FakeQuantWithMinMax"):
            found.append([name, *(_plain(getattr(cell, setting)) for setting in settings)])
        elif kind.endswith("Quant") or "Conv" in kind or "Dense" in kind or "OneConv" in kind:
            found.append([name, kind])
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [float(f"{x:.6g}") for x in value]
    return value if isinstance(value, (int, float, str)) else str(value)


def _parameters(network: Any) -> list[Any]:
    """Sorted by path: the orders of attributes differ."""
    return sorted(
        [path, one.name, list(one.shape), one.requires_grad]
        for path, one in network.parameters_and_names()
        if not path.startswith("batchnorm_fold")
    )


def _quantized(ms: Any, package: Any, network: Any, **settings: Any) -> list[Any]:
    ms.set_seed(1)
    for i, one in enumerate(network.get_parameters()):
        if one.name.endswith("weight"):
            one.set_data(ms.Tensor(_random(100 + i, *one.shape)))
    network = package.qat.QuantizationAwareTraining(**settings).quantize(network)
    return [*_cells(network), *_parameters(network), network.cell_type]


_LEARNED = {"freeze_bn": 0, "symmetric": (True, True), "narrow_range": (True, True)}


@case
def quantized_lenet(ms: Any, package: Any) -> list[Any]:
    made = {
        "bn_fold": False,
        "quant_delay": 900,
        "per_channel": [True, False],
        "symmetric": [True, False],
    }
    return _quantized(ms, package, lenet(ms), **made)


@case
def quantized_lenet_learned(ms: Any, package: Any) -> list[Any]:
    option = package.quantizer.OptimizeOption.LEARNED_SCALE
    settings = {**_LEARNED, "per_channel": [True, False], "optimize_option": option}
    return _quantized(ms, package, lenet(ms), **settings)


@case
def quantized_mobilenet(ms: Any, package: Any) -> list[Any]:
    kinds = package.constants.QuantDtype
    return _quantized(
        ms, package, mobilenet(ms), quant_dtype=(kinds.INT4, kinds.UINT8), quant_delay=(3, 5)
    )


@case
def quantized_mobilenet_in_two_convolutions(ms: Any, package: Any) -> list[Any]:
    return _quantized(ms, package, mobilenet(ms), per_channel=[True, False], one_conv_fold=False)


@case
def quantized_resnet(ms: Any, package: Any) -> list[Any]:
    return _quantized(ms, package, resnet(ms), bn_fold=False, narrow_range=(True, False))


@case
def quantized_resnet_learned(ms: Any, package: Any) -> list[Any]:
    option = package.quantizer.OptimizeOption
    settings = {**_LEARNED, "optimize_option": [option.QAT, option.LEARNED_SCALE]}
    return _quantized(ms, package, resnet(ms), **settings)


def _converted(ms: Any, package: Any, network: Any, **settings: Any) -> list[Any]:
    """1.0 had numbers of bits, not their types."""
    network = package.first_quant.convert_quant_network(network, **settings)
    cells = _cells(network, ("num_bits", *_SETTINGS[1:-2]))
    return [*cells, *_parameters(network), network.cell_type]


@case
def converted_lenet(ms: Any, package: Any) -> list[Any]:
    made = {
        "bn_fold": False,
        "quant_delay": 900,
        "per_channel": [True, False],
        "symmetric": [True, False],
    }
    return _converted(ms, package, lenet(ms), **made)


@case
def converted_mobilenet(ms: Any, package: Any) -> list[Any]:
    return _converted(ms, package, mobilenet(ms), num_bits=(4, 7), quant_delay=(3, 5))


@case
def converted_resnet(ms: Any, package: Any) -> list[Any]:
    return _converted(ms, package, resnet(ms), bn_fold=False, narrow_range=(True, False))


@case
def mixed_bits(ms: Any, package: Any) -> list[Any]:
    option, network = package.quantizer.OptimizeOption.LEARNED_SCALE, lenet(ms)
    for i, one in enumerate(network.get_parameters()):
        one.set_data(ms.Tensor(_random(50 + i, *one.shape)))
    quantizer = package.qat.QuantizationAwareTraining(
        **_LEARNED, per_channel=[False, False], optimize_option=option
    )
    network = quantizer._set_mixed_bits(quantizer.quantize(network), [[8], [3], [6], [4], [2]])
    fakes = [
        network.conv1.conv,
        network.conv2.conv,
        *(getattr(network, f"fc{i}").dense for i in (1, 2, 3)),
    ]
    found = [_cells(network)]
    for fake in (core.fake_quant_weight for core in fakes):
        found += [fake.minq, fake.maxq, fake.quant_max, fake.num_bits]
    wrong = ([[8]] * 4, [[8]] * 4 + [[9]])
    return found + [_raised(lambda s=s: quantizer._set_mixed_bits(network, s)) for s in wrong]


@case
def queried(ms: Any, package: Any) -> list[Any]:
    network = package.qat.QuantizationAwareTraining(bn_fold=False).quantize(lenet(ms))
    return _printed(lambda: package.quant_utils.query_quant_layers(network))


def _printed(call: Callable[[], Any]) -> list[Any]:
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        call()
    return text.getvalue().splitlines()


@case
def loaded(ms: Any, package: Any) -> list[Any]:
    network = package.qat.QuantizationAwareTraining().quantize(mobilenet(ms))
    saved = mobilenet(ms)
    params = {
        f"other.{name}": ms.Parameter(ms.Tensor(_random(i, *one.shape)), name=name)
        for i, (name, one) in enumerate(sorted(saved.parameters_and_names()))
    }
    load = package.quant_utils.load_nonquant_param_into_quant_net
    # Paths in the order in which each kind is filled; that of the kinds differs.
    lines = sorted(
        _printed(lambda: load(network, params)), key=lambda line: line.split()[3].split(".")[-1]
    )
    values = [one for _, one in sorted(network.parameters_and_names(), key=lambda item: item[0])]
    return [*lines, *values]


@case
def loaded_with_ranges_to_learn(ms: Any, package: Any) -> list[Any]:
    option = package.quantizer.OptimizeOption.LEARNED_SCALE
    quantizer = package.qat.QuantizationAwareTraining(
        **_LEARNED, per_channel=[True, False], optimize_option=option
    )
    network = quantizer.quantize(lenet(ms))
    params = {
        name: ms.Parameter(ms.Tensor(_random(i, *one.shape)), name=name)
        for i, (name, one) in enumerate(lenet(ms).parameters_and_names())
    }
    load = package.quant_utils.load_nonquant_param_into_quant_net
    _printed(lambda: load(network, params, ["step"]))
    found = []
    for core in (network.conv1.conv, network.fc3.dense):
        found += [core.fake_quant_weight.minq, core.fake_quant_weight.maxq]
    return found


@case
def refused(ms: Any, package: Any) -> list[Any]:
    made, config = package.qat.QuantizationAwareTraining, package.qat.create_quant_config
    option = package.quantizer.OptimizeOption.LEARNED_SCALE
    wrong: list[dict[str, Any]] = [
        {"bn_fold": 1}, {"freeze_bn": -1}, {"freeze_bn": 1.5}, {"quant_delay": -1}, {"quant_delay": (0, 0, 0)},
        {"quant_delay": (0, "a")}, {"quant_dtype": "INT8"}, {"per_channel": (True, 2)}, {"symmetric": 3},
        {"narrow_range": "x"}, {"one_conv_fold": None}, {"optimize_option": "QAT"},
        {"per_channel": (False, True)}, {"optimize_option": option},
        {**_LEARNED, "optimize_option": option, "freeze_bn": 3},
        {**_LEARNED, "optimize_option": option, "quant_delay": 3},
    ]  # fmt: skip
    load = package.quant_utils.load_nonquant_param_into_quant_net
    return [
        *(_raised(lambda w=w: made(**w)) for w in wrong),
        _raised(lambda: config(per_channel=(False, True))),
        _raised(lambda: package.quant_utils.query_quant_layers(3)),
        _raised(lambda: load(lenet(ms), {}, "step")),
        _raised(lambda: load(lenet(ms), {}, ["step"])),
        _raised(lambda: package.quant_utils.get_quant_min_max(np.int32)),
        _raised(lambda: made().quantize(_with_tanh(ms))),
    ]


def _with_tanh(ms: Any) -> Any:
    return ms.nn.SequentialCell([ms.nn.Conv2dBnAct(1, 2, 3, activation="tanh")])
