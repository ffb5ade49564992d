"""Arguments of the transformer's layers and of their calls: masks, activations, norms first, batches first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, merge, rand
from tests.parity.nets import fix

# Three sources and four targets of two samples, four features.
SRC, TGT = rand(3, 2, 4), rand(4, 2, 4, seed=1)
SRC_MASK = np.triu(np.ones((3, 3), bool), 1)
TGT_MASK = np.triu(np.ones((4, 4), bool), 1)
MEMORY_MASK = rand(4, 3, seed=5)
SRC_PADDING = np.array([[False, False, True], [False, True, False]])
TGT_PADDING = np.array([[False, False, False, True], [False, False, True, False]])
MEMORY_PADDING = np.array([[False, True, False], [False, False, True]])

Build = Callable[[Any], Any]


def options(ms: Any) -> dict[str, Any]:
    return {
        "dropout": 0.0,
        "activation": "gelu",
        "layer_norm_eps": 0.1,
        "batch_first": True,
        "norm_first": True,
    }


def turned(x: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(x.swapaxes(0, 1))


LAYERS: dict[str, tuple[Build, tuple[np.ndarray, ...]]] = {
    "encoder_layer": (lambda ms: ms.nn.TransformerEncoderLayer(4, 2, 6, **options(ms)), (SRC,)),
    "decoder_layer": (
        lambda ms: ms.nn.TransformerDecoderLayer(4, 2, 6, **options(ms)),
        (TGT, SRC),
    ),
    "transformer": (
        lambda ms: ms.nn.Transformer(4, 2, 1, 1, 6, **options(ms)),
        (SRC, TGT),
    ),
    "custom": (
        lambda ms: ms.nn.Transformer(
            4,
            2,
            batch_first=True,
            custom_encoder=encoder(ms, batch_first=True),
            custom_decoder=decoder(ms, batch_first=True),
        ),
        (SRC, TGT),
    ),
}


def encoder(ms: Any, **more: Any) -> Any:
    layer = ms.nn.TransformerEncoderLayer(4, 2, 6, dropout=0.0, **more)
    return ms.nn.TransformerEncoder(layer, 2)


def decoder(ms: Any, **more: Any) -> Any:
    layer = ms.nn.TransformerDecoderLayer(4, 2, 6, dropout=0.0, **more)
    norm = ms.nn.LayerNorm((4,), epsilon=0.1)
    return ms.nn.TransformerDecoder(decoder_layer=layer, num_layers=2, norm=norm)


def built(name: str) -> Callable[[Any, Any], Arrays]:
    build, inputs = LAYERS[name]

    def body(ms: Any, run: Any) -> Arrays:
        net = fix(ms, build(ms)).set_train()
        names = np.array([p.name for p in net.get_parameters()])
        return run(net, *map(turned, inputs)) | {"names": names}

    body.__module__ = __name__
    return body


for _name in LAYERS:
    case(name=_name, jit=False, rtol=1e-4, atol=1e-5)(built(_name))


@case(jit=False, rtol=1e-4, atol=1e-5)
def encoder_masks(ms: Any, run: Any) -> Arrays:
    mask, padding = ms.Tensor(SRC_MASK), ms.Tensor(SRC_PADDING)
    layer = fix(ms, ms.nn.TransformerEncoderLayer(4, 2, 6, 0.0))
    both = fix(ms, encoder(ms))
    return merge(
        layer=run(lambda x: layer(x, src_mask=mask), SRC),
        layer_padding=run(lambda x: layer(x, src_key_padding_mask=padding), SRC),
        mask=run(lambda x: both(x, src_mask=mask), SRC),
        padding=run(lambda x: both(x, src_key_padding_mask=padding), SRC),
    )


@case(jit=False, rtol=1e-4, atol=1e-5)
def decoder_masks(ms: Any, run: Any) -> Arrays:
    layer = fix(ms, ms.nn.TransformerDecoderLayer(4, 2, 6, 0.0))
    result = {}
    for name, net in (("layer", layer), ("decoder", fix(ms, decoder(ms)))):
        for word, value in (
            ("tgt_mask", TGT_MASK),
            ("memory_mask", MEMORY_MASK),
            ("tgt_key_padding_mask", TGT_PADDING),
            ("memory_key_padding_mask", MEMORY_PADDING),
        ):
            given = {word: ms.Tensor(value)}
            result[f"{name}_{word}"] = run(
                lambda t, m, n=net, g=given: n(t, m, **g), TGT, SRC, grad=name == "layer"
            )
    return merge(**result)


@case(jit=False, rtol=1e-4, atol=1e-5)
def transformer_masks(ms: Any, run: Any) -> Arrays:
    net = fix(ms, ms.nn.Transformer(4, 2, 1, 1, 6, 0.0))
    result = {}
    for word, value in (
        ("src_mask", SRC_MASK),
        ("tgt_mask", TGT_MASK),
        ("memory_mask", MEMORY_MASK),
        ("src_key_padding_mask", SRC_PADDING),
        ("tgt_key_padding_mask", TGT_PADDING),
        ("memory_key_padding_mask", MEMORY_PADDING),
    ):
        given = {word: ms.Tensor(value)}
        result[word] = run(lambda s, t, g=given: net(s, t, **g), SRC, TGT, grad=False)
    return merge(**result)


@case(jit=False, rtol=4e-3, atol=4e-3)
def half(ms: Any, run: Any) -> Arrays:
    """Parameters, and so the results, of Float16."""
    rest = {"dim_feedforward": 6, "dropout": 0.0, "dtype": ms.float16}
    nets = {
        "encoder": (ms.nn.TransformerEncoderLayer(4, 2, **rest), (SRC,)),
        "decoder": (ms.nn.TransformerDecoderLayer(4, 2, **rest), (TGT, SRC)),
        "all": (ms.nn.Transformer(4, 2, 1, 1, **rest), (SRC, TGT)),
    }
    result = {}
    for name, (net, inputs) in nets.items():
        for i, p in enumerate(net.get_parameters()):
            p.set_data(ms.Tensor(rand(*p.shape, seed=i + 7, low=-1, high=1), p.dtype))
        kinds = np.array([str(p.dtype) for p in net.get_parameters()])
        out = net(*(ms.Tensor(x, ms.float16) for x in inputs))
        result[name] = {"out": out.asnumpy(), "kinds": kinds}
    return merge(**result)
