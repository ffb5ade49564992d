"""What the quantized layers give, on MindSpore and here: `CASES[name](ms, package)`; `FORMER` those of MindSpore 1.0.

Each case gives a list of Tensors, texts and numbers. Nothing here imports either side.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

Case = Callable[[Any, Any], list[Any]]
CASES: dict[str, Case] = {}
FORMER: dict[str, Case] = {}


def case(function: Case) -> Case:
    CASES[function.__name__] = function
    return function


def former(function: Case) -> Case:
    FORMER[function.__name__] = function
    return function


def numbers(name: str, *shape: int) -> np.ndarray[Any, Any]:
    """Normal numbers that follow from the name."""
    generator = np.random.RandomState(zlib.crc32(name.encode()) % 2**31)
    return generator.standard_normal(shape).astype(np.float32)


def tensor(ms: Any, values: Any) -> Any:
    return ms.Tensor(np.array(values, np.float32))


def filled(ms: Any, net: Any) -> Any:
    """The network with weights that follow from their places in it; ranges stay as they are."""
    for name, parameter in net.parameters_and_names():
        last = name.rpartition(".")[2]
        values = numbers(name, *parameter.shape) * 0.3
        if last in ("weight", "bias", "beta", "gamma", "moving_mean", "moving_variance"):
            values = np.abs(values) + 0.5 if last in ("gamma", "moving_variance") else values
            parameter.set_data(ms.Tensor(values))
    return net


def steps(ms: Any, net: Any, *inputs: Any, count: int = 2) -> list[Any]:
    """Results, gradients of the input and of parameters in steps of gradient descent; then parameters, and in use."""
    filled(ms, net).set_train()
    parameters, found = net.trainable_params(), []

    def total(*given: Any) -> Any:
        result = net(*given)
        return (result * ms.Tensor(numbers("weights", *result.shape))).sum(), result

    function = ms.value_and_grad(total, 0, parameters or None, has_aux=True)
    optimizer = ms.nn.SGD(parameters, 0.01) if parameters else None
    for _ in range(count):
        (_, result), (of_input, of_parameters) = _gradients(function, inputs, parameters)
        found += [result, of_input, *of_parameters]
        if optimizer is not None:
            optimizer(of_parameters)
    found += [ms.Tensor(p.asnumpy()) for p in net.get_parameters()]
    return [*found, [p.name for p in net.get_parameters()], net.set_train(False)(*inputs)]


def _gradients(function: Any, inputs: Any, parameters: Any) -> Any:
    value, gradients = function(*inputs)
    return value, gradients if parameters else (gradients, ())


def config(q: Any, weight: Any = None, activation: Any = None) -> Any:
    made = q.FakeQuantWithMinMaxObserver.partial_init
    return q.QuantConfig(weight=made(**weight or {}), activation=made(**activation or {}))


IMAGE = [[[[1, 0, 3], [1, 4, 7], [2, 5, 2]]]]
X1 = [[1, 2, 1], [-2, 0, -1]]


@case
def documented(ms: Any, q: Any) -> list[Any]:
    """The examples of the layers' pages."""
    x, image = tensor(ms, X1), tensor(ms, IMAGE)
    window = {"kernel_size": (2, 2), "stride": (1, 1), "pad_mode": "valid", "weight_init": "ones"}
    convolutions = (
        q.Conv2dBnFoldQuantOneConv,
        q.Conv2dBnFoldQuant,
        q.Conv2dQuant,
        q.Conv2dBnWithoutFoldQuant,
    )
    return [
        q.FakeQuantWithMinMaxObserver()(x),
        *(layer(1, 1, **window)(image) for layer in convolutions),
        q.DenseQuant(2, 1, weight_init="ones")(tensor(ms, [[1, 5], [3, 4]])),
        q.ActQuant(ms.nn.ReLU())(x),
        q.TensorAddQuant()(x, tensor(ms, np.ones((2, 3)))),
        q.MulQuant()(x, tensor(ms, np.ones((2, 3)) * 2)),
    ]


def observed(ms: Any, q: Any, **settings: Any) -> list[Any]:
    net = q.FakeQuantWithMinMaxObserver(**settings)
    found = steps(ms, net, ms.Tensor(numbers("x", 4, 3, 2, 2) * 2), count=3)
    return [*found, net.extend_repr()]


@case
def observer(ms: Any, q: Any) -> list[Any]:
    return observed(ms, q)


@case
def observer_with_memory(ms: Any, q: Any) -> list[Any]:
    kind = q.QuantDtype.INT4
    return observed(ms, q, ema=True, ema_decay=0.5, min_init=-1, max_init=2, quant_dtype=kind)


@case
def observer_symmetric(ms: Any, q: Any) -> list[Any]:
    return observed(ms, q, symmetric=True) + observed(ms, q, symmetric=True, narrow_range=True)


@case
def observer_of_channels(ms: Any, q: Any) -> list[Any]:
    sizes = {"per_channel": True, "num_channels": 3, "ema": True, "ema_decay": 0.9}
    starts = {"min_init": [-1.0, -0.1, -2.0], "max_init": [0.5, 0.1, 2.0]}
    first = {"per_channel": True, "num_channels": 4, "channel_axis": 0, "narrow_range": True}
    return observed(ms, q, **sizes, **starts) + observed(ms, q, **first)


@case
def observer_delayed(ms: Any, q: Any) -> list[Any]:
    return observed(ms, q, quant_delay=2, ema=True, max_init=0.5, ema_decay=1.0)


LEARNED = {"mode": "LEARNED_SCALE", "symmetric": True}


@case
def learned_scale(ms: Any, q: Any) -> list[Any]:
    narrow = {**LEARNED, "narrow_range": True, "max_init": 1.5, "min_init": -1.5}
    delayed = observed(ms, q, **narrow, quant_delay=1, quant_dtype=q.QuantDtype.INT2)
    return observed(ms, q, **narrow) + delayed


@case
def learned_scale_truncated(ms: Any, q: Any) -> list[Any]:
    return observed(ms, q, **LEARNED, neg_trunc=True, max_init=2.5, quant_dtype=q.QuantDtype.INT4)


@case
def learned_scale_of_channels(ms: Any, q: Any) -> list[Any]:
    sizes = {"per_channel": True, "num_channels": 3, "max_init": [0.5, 1.0, 3.0]}
    return observed(ms, q, **LEARNED, narrow_range=True, **sizes)


@case
def learned_scale_reset(ms: Any, q: Any) -> list[Any]:
    net = q.FakeQuantWithMinMaxObserver(**LEARNED, narrow_range=True)
    net.reset(q.QuantDtype.INT4, -2, 2)
    return [net.minq, net.maxq, net.quant_max, net(tensor(ms, X1)), net.extend_repr()]


SIZES: dict[str, Any] = {"in_channels": 2, "out_channels": 4, "kernel_size": 3}
CHANNELS = {"per_channel": True, "symmetric": True, "narrow_range": True}


def convolved(ms: Any, q: Any, layer: str, count: int = 2, **settings: Any) -> list[Any]:
    net = getattr(q, layer)(**{**SIZES, **settings})
    x = ms.Tensor(numbers("x", 2, 2, 5, 5))
    return [*steps(ms, net, x, count=count), net.extend_repr()]


@case
def convolution(ms: Any, q: Any) -> list[Any]:
    more = {
        "has_bias": True,
        "stride": 2,
        "pad_mode": "pad",
        "padding": 1,
        "group": 2,
        "dilation": (1, 2),
    }
    return convolved(ms, q, "Conv2dQuant") + convolved(
        ms, q, "Conv2dQuant", **more, quant_config=config(q, CHANNELS)
    )


@case
def convolution_and_normalization(ms: Any, q: Any) -> list[Any]:
    settings = {"has_bias": True, "momentum": 0.8, "eps": 1e-3}
    return convolved(
        ms, q, "Conv2dBnWithoutFoldQuant", **settings, quant_config=config(q, CHANNELS)
    )


@case
def convolution_folded(ms: Any, q: Any) -> list[Any]:
    return convolved(ms, q, "Conv2dBnFoldQuant", 3, momentum=0.8, quant_config=config(q, CHANNELS))


@case
def convolution_folded_then_frozen(ms: Any, q: Any) -> list[Any]:
    settings = {"has_bias": True, "freeze_bn": 1, "group": 2, "pad_mode": "valid"}
    return convolved(ms, q, "Conv2dBnFoldQuant", 3, **settings)


@case
def convolution_folded_as_it_is(ms: Any, q: Any) -> list[Any]:
    layers = ("Conv2dBnFoldQuant", "Conv2dBnFoldQuantOneConv")
    return [x for layer in layers for x in convolved(ms, q, layer, fake=False)]


@case
def convolution_folded_once(ms: Any, q: Any) -> list[Any]:
    settings = {"momentum": 0.8, "eps": 1e-3, "quant_config": config(q, CHANNELS)}
    found = convolved(ms, q, "Conv2dBnFoldQuantOneConv", has_bias=True, stride=2, **settings)
    net = filled(ms, q.Conv2dBnFoldQuantOneConv(**SIZES))
    net.freeze_bn = True
    return [*found, net(ms.Tensor(numbers("x", 2, 2, 5, 5)))]


@case
def dense(ms: Any, q: Any) -> list[Any]:
    x = ms.Tensor(numbers("x", 4, 3))
    learned = config(q, {**LEARNED, "narrow_range": True, "max_init": 0.3, "min_init": -0.3})
    nets = [
        q.DenseQuant(3, 2, activation="relu"),
        q.DenseQuant(3, 2, has_bias=False, quant_config=learned),
        q.DenseQuant(3, 2, activation=ms.nn.Sigmoid(), quant_config=config(q, CHANNELS)),
    ]
    return [value for net in nets for value in steps(ms, net, x)]


@case
def activations(ms: Any, q: Any) -> list[Any]:
    x, nn = ms.Tensor(numbers("x", 4, 3) * 3), ms.nn
    learned = config(q, activation={**LEARNED, "narrow_range": True})
    nets = [
        q.ActQuant(nn.ReLU(), ema=True, ema_decay=0.5, fake_before=True),
        q.ActQuant(nn.ReLU6(), quant_config=learned),
        q.ActQuant(nn.LeakyReLU(), quant_config=learned),
        q.ActQuant(nn.Sigmoid(), quant_config=config(q, activation={"narrow_range": True})),
    ]
    return [value for net in nets for value in (*steps(ms, net, x), net.get_origin().cls_name)]


@case
def sums_and_products(ms: Any, q: Any) -> list[Any]:
    x, y = ms.Tensor(numbers("x", 4, 3)), ms.Tensor(numbers("y", 4, 3))
    nets = [q.TensorAddQuant(0.5), q.MulQuant(0.9), q.MulQuant(quant_dtype=q.QuantDtype.INT4)]
    return [value for net in nets for value in steps(ms, net, x, y)]


@case
def from_layers_of_floats(ms: Any, q: Any) -> list[Any]:
    nn, made = ms.nn, config(q, CHANNELS)
    sizes = {"stride": 2, "pad_mode": "pad", "padding": 1, "has_bias": True, "weight_init": "ones"}
    plain, normalized = (nn.Conv2dBnAct(2, 4, 3, **sizes, has_bn=has) for has in (False, True))
    dense = filled(ms, nn.Dense(3, 2, activation="relu"))
    nets = [
        q.Conv2dQuant.from_float(plain.conv, made),
        q.Conv2dBnWithoutFoldQuant.from_float(normalized, made),
        q.Conv2dBnFoldQuantOneConv.from_float(normalized, made),
        q.Conv2dBnFoldQuantOneConv.from_float(plain, made),
        q.Conv2dBnFoldQuant.from_float(normalized, made, {"freeze_bn": 7}),
    ]
    x = ms.Tensor(numbers("x", 2, 2, 5, 5))
    found = [value for net in nets for value in (net.extend_repr(), net(x))]
    quantized = q.DenseQuant.from_float(dense, made)
    without = q.DenseQuant.from_float(nn.Dense(3, 2, has_bias=False), made)
    return [*found, quantized(ms.Tensor(numbers("x", 4, 3))), without.has_bias]


@case
def partial_classes(ms: Any, q: Any) -> list[Any]:
    made = q.FakeQuantWithMinMaxObserver.partial_init(max_init=3, symmetric=True)
    more = made.partial_init(ema=True)
    kinds = q.QuantDtype
    return [
        [made.p.keywords, more.p.keywords, made().extend_repr(), more().extend_repr()],
        sorted((str(k), list(v)) for k, v in q.UniformQuantObserver.min_max_map.items()),
        [[str(k), k.num_bits, kinds.is_signed(k), str(kinds.switch_signed(k))] for k in kinds],
        q.UniformQuantObserver(kinds.UINT8).extend_repr(),
        [q.quant_config_default.weight.p.keywords, list(q.QuantConfig._fields)],
    ]


@former
def observer_of_former(ms: Any, q: Any) -> list[Any]:
    net = q.FakeQuantWithMinMax(-2, 3, True, 0.9, num_bits=4, narrow_range=True, quant_delay=1)
    return [*steps(ms, net, ms.Tensor(numbers("x", 4, 3)), count=3), net.extend_repr()]


GIVEN = {
    "per_channel": True,
    "num_bits": 7,
    "symmetric": True,
    "narrow_range": True,
    "quant_delay": 1,
}


@former
def convolutions_of_former(ms: Any, q: Any) -> list[Any]:
    layers = ("Conv2dQuant", "Conv2dBnWithoutFoldQuant", "Conv2dBnFoldQuant")
    x = ms.Tensor(numbers("x", 2, 2, 5, 5))
    nets = [getattr(q, layer)(**SIZES, **GIVEN) for layer in layers]
    return [value for net in nets for value in steps(ms, net, x)]


@former
def results_of_former(ms: Any, q: Any) -> list[Any]:
    x, nn = ms.Tensor(numbers("x", 4, 3)), ms.nn
    given = {"num_bits": 4, "symmetric": True, "ema_decay": 0.5}
    nets = [
        q.DenseQuant(3, 2, num_bits=4, activation="relu"),
        q.ActQuant(nn.ReLU(), **given),
        q.LeakyReLUQuant(
            nn.LeakyReLU(), ema_decay=0.5
        ),  # few bits give zeros, where its slope is another
        q.HSwishQuant(nn.HSwish(), **given),
        q.HSigmoidQuant(nn.HSigmoid(), **given),
    ]
    found = [value for net in nets for value in steps(ms, net, x)]
    y = ms.Tensor(numbers("y", 4, 3))
    return found + [v for n in (q.TensorAddQuant, q.MulQuant) for v in steps(ms, n(**given), x, y)]
