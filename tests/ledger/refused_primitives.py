"""Rows of primitives: layouts and modes of one value, locks, what Ascend alone has, what one process refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import msacc as ms
from msacc import ops
from tests.ledger.row import Row, rows

_HOME = "mindspore.ops."
_ONE = "It has one value, in MindSpore too."
_LOCK = "One process has one writer."
_SINGLE = "One process has nobody to talk to; tests/dist does it in several."
_LAYOUT = "MindSpore's CPU has no other layout."
_KERNEL = "No kernel of MindSpore's has another value."


def ones(*shape: int) -> ms.Tensor:
    return ms.Tensor(np.ones(shape, np.float32))


# What is not the default of each.
LOCKED = {
    **dict.fromkeys(("ScatterUpdate", "ScatterNdUpdate"), False),
    **dict.fromkeys(("Adam", "AdamNoUpdateParam", "AdamWeightDecay"), True),
    **dict.fromkeys(("ApplyAdamWithAmsgrad", "ApplyAdamWithAmsgradV2", "ApplyRMSProp"), True),
    **dict.fromkeys(("ApplyCenteredRMSProp", "ApplyFtrl", "ApplyKerasMomentum"), True),
    **dict.fromkeys(("ApplyMomentum", "ApplyProximalAdagrad", "FusedSparseAdam"), True),
    **dict.fromkeys(("FusedCastAdamWeightDecay", "ScatterAdd", "ScatterDiv"), True),
    **dict.fromkeys(("ScatterMax", "ScatterMin", "ScatterMul", "ScatterSub"), True),
    **dict.fromkeys(("ScatterNdAdd", "ScatterNdDiv", "ScatterNdMax", "ScatterNdMin"), True),
    **dict.fromkeys(("ScatterNdMul", "ScatterNdSub"), True),
}


def of_value(argument: str, value: Any, why: str, **needed: tuple[Any, ...]) -> Iterator[Row]:
    """ValueError for another value of one setting of several primitives."""
    for name, args in needed.items():
        make = getattr(ops, name)

        def call(make: Any = make, args: Any = args) -> Any:
            return make(*args, **{argument: value})

        yield Row(_HOME + name, argument, call, ValueError, why)


def recurrent(name: str, arguments: dict[str, Any]) -> Iterator[Row]:
    for argument, value in arguments.items():

        def call(argument: str = argument, value: Any = value) -> Any:
            return getattr(ops, name)(**{argument: value})

        yield Row(_HOME + name, argument, call, NotImplementedError, _KERNEL)


def refused(
    name: str, raises: type[Exception], why: str, **calls: Callable[[], Any]
) -> Iterator[Row]:
    """One call for each argument."""
    for argument, call in calls.items():
        yield Row(_HOME + name, argument, call, raises, why)


def absent(name: str, *args: Any) -> Callable[[], Any]:
    """The collective called in a group that does not exist."""

    def call() -> Any:
        inputs: tuple[Any, ...] = () if name == "Barrier" else (ones(4, 2),)
        made = getattr(ops, name)(*args, group="absent")
        return made((inputs[0],)) if name == "Broadcast" else made(*inputs)

    return call


_GROUPS: dict[str, tuple[Any, ...]] = {
    "AlltoAll": (1, 0, 0),
    "Barrier": (),
    "Broadcast": (0,),
    "CollectiveGather": (0,),
    "CollectiveScatter": (),
    "Receive": (0, 1, [2], ms.float32),
    "Reduce": (0,),
    "ReduceScatter": (),
    "Send": (0, 1),
}
_STEADY: dict[str, Any] = {
    **{"direction": "BIDIRECTIONAL", "cell_depth": 2, "keep_prob": 0.5, "cell_clip": 1.0},
    **{"num_proj": 2, "time_major": False, "activation": "relu"},
}

ROWS: list[Row] = [
    *(
        Row(
            _HOME + name,
            "use_locking",
            lambda name=name, value=value: getattr(ops, name)(use_locking=value),
            None,
            _LOCK,
        )
        for name, value in LOCKED.items()
    ),
    *of_value(
        "mode",
        0,
        _ONE,
        Conv2DBackpropInput=(2, 2),
        Conv2DTranspose=(2, 2),
        Conv3D=(2, 2),
        Conv3DTranspose=(2, 2, 2),
        DepthwiseConv2dNative=(1, 2),
    ),
    *of_value("data_format", "NHWC", _LAYOUT, Conv2DBackpropInput=(2, 2), Conv2DTranspose=(2, 2)),
    *of_value(
        "data_format",
        "NDHWC",
        _ONE,
        Conv3D=(2, 2),
        Conv3DTranspose=(2, 2, 2),
        FractionalMaxPoolWithFixedKsize=(2, (2, 2)),
        FractionalMaxPool3DWithFixedKsize=(2, (2, 2, 2)),
        MaxPool3D=(),
    ),
    *refused("CTCLossV2", ValueError, _ONE, reduction=lambda: loss(reduction="mean")),
    *of_value("norm_region", "WITHIN_CHANNEL", _ONE, LRN=()),
    *of_value("dtype", "int64", _ONE, HistogramFixedWidth=(3,)),
    *refused(
        "AvgPool3D",
        ValueError,
        _ONE,
        data_format=lambda: ops.AvgPool3D(data_format="NDHWC")(ones(1, 1, 2, 2, 2)),
    ),
    *refused(
        "MaxPool3DWithArgmax",
        ValueError,
        _ONE,
        data_format=lambda: ops.MaxPool3DWithArgmax(1, 1, 0, data_format="NDHWC")(
            ones(1, 1, 2, 2, 2)
        ),
    ),
    *(
        Row(
            _HOME + name,
            "data_format",
            lambda name=name: getattr(ops, name)(2, data_format="NHWC"),
            NotImplementedError,
            "Positions are those of channels first.",
        )
        for name in ("MaxUnpool2D", "MaxUnpool3D")
    ),
    *refused(
        "DeformableOffsets",
        ValueError,
        _LAYOUT,
        data_format=lambda: moved(data_format="NHWC"),
        modulated=lambda: moved(modulated=False),
    ),
    *refused(
        "Lstsq",
        TypeError,
        _ONE,
        fast=lambda: ops.Lstsq(fast=False),
        l2_regularizer=lambda: ops.Lstsq(l2_regularizer=0.5),
    ),
    *rows(
        _HOME + "DepthwiseConv2dNative",
        "group",
        lambda: ops.DepthwiseConv2dNative(1, 2, group=2),
        None,
        "Each channel is a group by itself.",
    ),
    *rows(
        _HOME + "MultitypeFuncGraph",
        "read_value",
        lambda: ops.MultitypeFuncGraph("x", read_value=True),
        None,
        "A parameter is its value wherever one is read.",
    ),
    *rows(
        _HOME + "LSTM",
        "proj_size",
        lambda: ops.LSTM(2, 3, 1, False, False, 0.0, proj_size=2),
        NotImplementedError,
        _KERNEL,
    ),
    *recurrent("DynamicGRUV2", _STEADY),
    *recurrent("DynamicRNN", {**_STEADY, "cell_type": "GRU", "use_peephole": True}),
    *(
        Row(
            _HOME + name,
            "is_training",
            lambda name=name: getattr(ops, name)(is_training=False),
            None,
            "Every output is computed either way.",
        )
        for name in ("DynamicGRUV2", "DynamicRNN")
    ),
    *(
        Row(_HOME + name, "group", absent(name, *args), RuntimeError, _SINGLE)
        for name, args in _GROUPS.items()
    ),
    *refused(
        "AlltoAll",
        ValueError,
        _SINGLE,
        split_count=lambda: ops.AlltoAll(2, 0, 0)(ones(4, 2)),
        split_dim=lambda: ops.AlltoAll(1, 7, 0)(ones(4, 2)),
        concat_dim=lambda: ops.AlltoAll(1, 0, 7)(ones(4, 2)),
    ),
    *refused(
        "CollectiveGather",
        ValueError,
        _SINGLE,
        dest_rank=lambda: ops.CollectiveGather(3)(ones(4)),
    ),
    *refused(
        "CollectiveScatter",
        ValueError,
        _SINGLE,
        src_rank=lambda: ops.CollectiveScatter(3)(ones(4)),
    ),
    *refused(
        "Reduce",
        ValueError,
        _SINGLE,
        dest_rank=lambda: ops.Reduce(3)(ones(4)),
        op=lambda: ops.Reduce(0, op="mean"),
    ),
    *refused("ReduceScatter", ValueError, _SINGLE, op=lambda: ops.ReduceScatter(op="mean")),
    *refused(
        "Send",
        TypeError,
        _SINGLE,
        sr_tag=lambda: ops.Send("a", 1),
        dest_rank=lambda: ops.Send(0, "a"),
    ),
    *refused(
        "Receive",
        TypeError,
        _SINGLE,
        sr_tag=lambda: ops.Receive("a", 1, [2], ms.float32),
        src_rank=lambda: ops.Receive(0, "a", [2], ms.float32),
        shape=lambda: ops.Receive(0, 1, 2, ms.float32),
        dtype=lambda: ops.Receive(0, 1, [2], "x")(ones(2)),
    ),
    *rows(
        _HOME + "Send",
        "group_back",
        lambda: ops.Send(0, 1, group_back="other"),
        None,
        "The gradient comes back through the group.",
    ),
    *rows(
        _HOME + "Receive",
        "group_back",
        lambda: ops.Receive(0, 1, [2], ms.float32, group_back="other"),
        None,
        "The gradient goes back through the group.",
    ),
]


def loss(**settings: Any) -> Any:
    lengths = ms.Tensor([3], ms.int32), ms.Tensor([1], ms.int32)
    return ops.CTCLossV2(**settings)(ones(3, 1, 2), ms.Tensor([[1]], ms.int32), *lengths)


def moved(**settings: Any) -> Any:
    make = ops.DeformableOffsets((1, 1, 1, 1), (0, 0, 0, 0), (2, 2), **settings)
    return make(ones(1, 2, 4, 4), ones(1, 12, 3, 3))


def exchanged(name: str, words: str, *args: Any) -> list[Row]:
    """Of a primitive that is refused whole, its constructor's arguments and its call's."""
    made = getattr(ops, name)
    why = "Ascend's alone; AlltoAll, Send and Receive do what it does."
    home = _HOME + name
    return [
        *rows(home, words, lambda: made(*args)(ones(2)), NotImplementedError, why, name),
        *rows(
            f"{home}.__call__",
            "tensor",
            lambda: made(*args)(tensor=ones(2)),
            NotImplementedError,
            why,
            name,
        ),
    ]


ROWS += exchanged(
    "NeighborExchange",
    "send_rank_ids recv_rank_ids recv_shapes send_shapes recv_type group",
    *([0], [0], ([2],), ([2],), ms.float32, "hccl_world_group"),
)
ROWS += exchanged(
    "NeighborExchangeV2",
    "send_rank_ids send_lens recv_rank_ids recv_lens data_format group",
    *([0], [2], [0], [2], "NCHW", "hccl_world_group"),
)
