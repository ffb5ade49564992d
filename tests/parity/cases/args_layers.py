"""Arguments of layers: initial values, momentum, eps, layouts, and what old names take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, as_array, case, merge, rand
from tests.parity.nets import cells

Build = Callable[[Any], Any]
IMAGE = rand(2, 4, 6, 5)
LAST = np.ascontiguousarray(IMAGE.transpose(0, 2, 3, 1))
VOLUME = rand(1, 2, 4, 5, 4)
ROWS = rand(5, 4)
LINE = rand(2, 4, 9)


def values(ms: Any, *shape: int, seed: int = 3) -> Any:
    return ms.Tensor(rand(*shape, seed=seed, low=0.5))


def started(ms: Any, count: int) -> dict[str, Any]:
    """All that normalization layers take."""
    return {
        "eps": 0.01,
        "momentum": 0.7,
        "gamma_init": values(ms, count, seed=1),
        "beta_init": values(ms, count, seed=2),
        "moving_mean_init": values(ms, count, seed=3),
        "moving_var_init": values(ms, count, seed=4),
    }


# Layers that keep the initial values they are given: (layer of ms, inputs).
KEPT: dict[str, tuple[Build, tuple[np.ndarray, ...]]] = {
    "bn1d": (lambda ms: ms.nn.BatchNorm1d(4, **started(ms, 4)), (ROWS,)),
    "bn1d_bare": (lambda ms: ms.nn.BatchNorm1d(4, affine=False), (ROWS,)),
    "bn1d_batch": (
        lambda ms: ms.nn.BatchNorm1d(4, use_batch_statistics=True, data_format="NCHW"),
        (ROWS,),
    ),
    "bn1d_running": (lambda ms: ms.nn.BatchNorm1d(4, use_batch_statistics=False), (ROWS,)),
    "bn2d": (lambda ms: ms.nn.BatchNorm2d(4, **started(ms, 4)), (IMAGE,)),
    "bn3d": (lambda ms: ms.nn.BatchNorm3d(2, **started(ms, 2)), (VOLUME,)),
    "bn3d_bare": (
        lambda ms: ms.nn.BatchNorm3d(2, affine=False, use_batch_statistics=True),
        (VOLUME,),
    ),
    "layer_norm": (
        lambda ms: ms.nn.LayerNorm(
            (5,), gamma_init=values(ms, 5), beta_init=values(ms, 5, seed=4), epsilon=0.1
        ),
        (IMAGE,),
    ),
    "group_norm": (
        lambda ms: ms.nn.GroupNorm(
            2, 4, eps=0.1, affine=True, gamma_init="zeros", beta_init="ones", dtype=ms.float32
        ),
        (IMAGE,),
    ),
    "conv1d": (
        lambda ms: ms.nn.Conv1d(
            4, 3, 3, has_bias=True, weight_init=values(ms, 3, 4, 3), bias_init="ones"
        ),
        (LINE,),
    ),
    "conv2d": (
        lambda ms: ms.nn.Conv2d(
            4, 3, 3, has_bias=True, weight_init=values(ms, 3, 4, 3, 3), bias_init=values(ms, 3)
        ),
        (IMAGE,),
    ),
    "conv3d": (
        lambda ms: ms.nn.Conv3d(
            2, 4, 2, has_bias=True, weight_init="ones", bias_init="ones", pad_mode="valid"
        ),
        (VOLUME,),
    ),
    "conv2d_transpose": (
        lambda ms: ms.nn.Conv2dTranspose(
            4, 4, 3, 2, has_bias=True, weight_init="ones", bias_init=values(ms, 4)
        ),
        (IMAGE,),
    ),
    "conv3d_transpose": (
        lambda ms: ms.nn.Conv3dTranspose(
            2, 2, 3, 2, has_bias=True, weight_init="ones", bias_init=values(ms, 2)
        ),
        (VOLUME,),
    ),
    "conv1d_transpose": (
        lambda ms: ms.nn.Conv1dTranspose(
            4, 2, 3, 2, has_bias=True, weight_init="ones", bias_init=values(ms, 2)
        ),
        (LINE,),
    ),
    "dense_bn_act": (
        lambda ms: ms.nn.DenseBnAct(
            4,
            3,
            weight_init="ones",
            bias_init="ones",
            has_bias=True,
            has_bn=True,
            momentum=0.7,
            eps=0.01,
            activation="relu",
        ),
        (ROWS,),
    ),
    "dense_no_bias": (
        lambda ms: ms.nn.DenseBnAct(4, 3, values(ms, 3, 4), has_bias=False, after_fake=False),
        (ROWS,),
    ),
    "conv_bn_act": (
        lambda ms: ms.nn.Conv2dBnAct(
            4,
            4,
            3,
            stride=2,
            pad_mode="pad",
            padding=2,
            dilation=2,
            group=2,
            has_bias=True,
            weight_init="ones",
            bias_init="ones",
            has_bn=True,
            momentum=0.7,
            eps=0.01,
            activation="relu",
            after_fake=False,
        ),
        (IMAGE,),
    ),
    "embedding_values": (
        lambda ms: ms.nn.Embedding(5, 3, embedding_table=values(ms, 5, 3), dtype=ms.float32),
        (np.array([[0, 4], [2, 1]], np.int32),),
    ),
    "embedding_lookup": (
        lambda ms: ms.nn.EmbeddingLookup(
            5, 3, param_init="ones", target="DEVICE", sparse=False, max_norm=0.5
        ),
        (np.array([[0, 4], [2, 1]], np.int32),),
    ),
    "dense_init": (
        lambda ms: ms.nn.Dense(
            4, 3, weight_init=values(ms, 3, 4), bias_init="ones", activation=ms.nn.ReLU()
        ),
        (ROWS,),
    ),
}


def kept(build: Build, inputs: tuple[np.ndarray, ...]) -> Callable[[Any, Any], Arrays]:
    """Outputs in training and after it, gradients, and the state that is left."""

    def body(ms: Any, run: Any) -> Arrays:
        net = build(ms).set_train()
        trained = run(net, *inputs)
        state = {p.name: as_array(p) for p in net.get_parameters()}
        net.set_train(False)
        return merge(train=trained, state=state, eval=run(net, *inputs, grad=False))

    body.__module__ = __name__
    return body


for _name, (_build, _inputs) in KEPT.items():
    case(name=_name, jit=False, rtol=1e-4, atol=1e-5)(kept(_build, _inputs))

# Layers whose parameters are set for the case.
SET: dict[str, tuple[Build, np.ndarray]] = {
    "conv3d_more": (
        lambda ms: ms.nn.Conv3d(2, 2, 2, dilation=1, group=1, data_format="NCDHW"),
        VOLUME,
    ),
    "conv2d_transpose_groups": (lambda ms: ms.nn.Conv2dTranspose(4, 4, 3, 2, group=2), IMAGE),
    "conv3d_dilated": (lambda ms: ms.nn.Conv3d(2, 2, 2, dilation=2), VOLUME),
    "conv3d_groups": (lambda ms: ms.nn.Conv3d(2, 2, 2, group=2), VOLUME),
    "dense_half": (lambda ms: ms.nn.Linear(4, 3, dtype=ms.float64), ROWS.astype(np.float64)),
    "hardtanh": (lambda ms: ms.nn.Hardtanh(min_val=-0.5, max_val=0.3), ROWS),
    "dropout_old": (lambda ms: ms.nn.Dropout(keep_prob=1.0), ROWS),
}


def fixed(build: Build, x: np.ndarray) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        return cells(ms, run, [build(ms)], x)

    body.__module__ = __name__
    return body


for _name, (_build, _x) in SET.items():
    case(name=_name, jit=False, rtol=1e-4, atol=1e-5)(fixed(_build, _x))


@case(jit=False, rtol=1e-4, atol=1e-5)
def recurrent(ms: Any, run: Any) -> Arrays:
    """By keyword, as scripts give them."""
    lstm = ms.nn.LSTM(
        input_size=3,
        hidden_size=4,
        num_layers=2,
        has_bias=False,
        batch_first=True,
        dropout=0.0,
        bidirectional=True,
    )
    gru = ms.nn.GRU(
        input_size=3,
        hidden_size=4,
        num_layers=2,
        has_bias=False,
        batch_first=True,
        dropout=0.0,
        bidirectional=True,
    )
    rnn = ms.nn.RNN(
        input_size=3,
        hidden_size=4,
        num_layers=1,
        nonlinearity="relu",
        has_bias=False,
        batch_first=True,
        dropout=0.0,
        bidirectional=True,
    )
    return cells(ms, run, [lstm, gru, rnn], rand(2, 5, 3))


@case(jit=False)
def one_hot(ms: Any, run: Any) -> Arrays:
    layer = ms.nn.OneHot(axis=0, depth=3, on_value=2.0, off_value=-1.0, dtype=ms.float16)
    return run(layer, np.array([0, 2], np.int32))


@case(jit=False)
def lookups(ms: Any, run: Any) -> Arrays:
    """Arguments of sharded tables on one process, and of a table in float16."""
    places = np.array([[0, 2], [1, 1]], np.int32)
    lookup = ms.nn.EmbeddingLookup(
        3, 4, "ones", slice_mode="field_slice", manual_shapes=((1, 2), (2, 0)), dtype=ms.float32
    )
    column = ms.nn.EmbeddingLookup(3, 4, "ones", slice_mode="table_column_slice")
    half = ms.nn.Embedding(3, 2, embedding_table="ones", dtype=ms.float16, padding_idx=1)
    return merge(
        field=run(lookup, places), column=run(column, places), half=run(half, places, grad=False)
    )


@case(jit=False)
def cell_lists(ms: Any, run: Any) -> Arrays:
    """`auto_prefix=False` leaves the parameters' names alone."""
    nets = [ms.nn.Dense(2, 2), ms.nn.Dense(2, 2)]
    plain = ms.nn.CellList(nets, auto_prefix=False)
    names = [p.name for p in plain.get_parameters()]
    return {"names": np.array(sorted(names))}


@case(jit=False)
def schedules(ms: Any, run: Any) -> Arrays:
    steps = [ms.Tensor(i, ms.int32) for i in range(6)]
    result = {}
    for name in ("ExponentialDecayLR", "InverseDecayLR", "NaturalExpDecayLR"):
        rule = getattr(ms.nn, name)(learning_rate=0.1, decay_rate=0.9, decay_steps=2, is_stair=True)
        result[name] = np.array([rule(step).asnumpy() for step in steps])
    return result


@case(jit=False)
def loss_scaling(ms: Any, run: Any) -> Arrays:
    """Overflow lowers the scale, a window of good steps raises it."""
    moving = ms.nn.DynamicLossScaleUpdateCell(loss_scale_value=64, scale_factor=4, scale_window=2)
    fixed_scale = ms.nn.FixedLossScaleUpdateCell(loss_scale_value=32)
    scale = ms.Parameter(ms.Tensor(64.0, ms.float32), name="scale")
    seen = []
    for overflow in (False, False, True, False, False):
        moving(scale, ms.Tensor(overflow))
        seen.append(scale.asnumpy().copy())
    return {
        "seen": np.array(seen),
        "start": np.array([moving.get_loss_scale(), fixed_scale.get_loss_scale()], np.float64),
    }
