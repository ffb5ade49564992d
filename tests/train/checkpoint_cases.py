"""What the recorded checkpoint files hold: each case is written once, as a function of `ms`."""

from __future__ import annotations

from typing import Any

import numpy as np

KEY = bytes(range(16))
DTYPES = (
    "bool_", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16",
    "float32", "float64", "bfloat16",
)  # fmt: skip
ENC_MODES = ("AES-GCM", "AES-CBC", "SM4-CBC")


def net(ms: Any) -> Any:
    """A Cell with a nested one; names, order and flags are what is of interest."""

    class Inner(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.weight = ms.Parameter(
                ms.Tensor(np.linspace(-1, 1, 6, dtype=np.float32).reshape(2, 3))
            )
            self.scale = ms.Parameter(ms.Tensor(np.float32(0.5)), requires_grad=False)

    class Outer(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.inner = Inner()
            self.steps = ms.Parameter(ms.Tensor(np.array([3, 4], np.int32)), name="steps")

    return Outer()


def train_step(ms: Any) -> Any:
    """A small network inside a train step with Momentum, every parameter set to known values."""
    network = ms.nn.SequentialCell(
        ms.nn.Conv2d(1, 2, 3, pad_mode="valid"), ms.nn.BatchNorm2d(2), ms.nn.ReLU(),
        ms.nn.Flatten(), ms.nn.Dense(2 * 4 * 4, 3),
    )  # fmt: skip
    loss = ms.nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    optimizer = ms.nn.Momentum(network.trainable_params(), 0.1, 0.9)
    cell = ms.nn.TrainOneStepCell(ms.nn.WithLossCell(network, loss), optimizer)
    for number, parameter in enumerate(cell.get_parameters()):
        values = np.linspace(0.1, 1.0 + number, int(np.prod(parameter.shape))).reshape(
            parameter.shape
        )
        parameter.set_data(ms.Tensor(values, parameter.dtype))
    return cell


def groups_step(ms: Any) -> Any:
    """Convolutions written as a list of one for each group, and an Adam, every value a known one."""
    nn = ms.nn

    class Groups(nn.Cell):
        def __init__(self, layer: Any, **options: Any) -> None:
            super().__init__()
            self.convs = nn.CellList([layer(2, 3, 3, **options) for _ in range(2)])

    class Net(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.one = Groups(nn.Conv1d, has_bias=True)
            self.two = Groups(nn.Conv2d)
            self.back = Groups(nn.Conv2dTranspose, has_bias=True)

    cell = nn.CellList([Net()])
    adam = nn.Adam(cell.trainable_params())
    for number, parameter in enumerate(adam.get_parameters()):
        numbers = np.arange(int(np.prod(parameter.shape))).reshape(parameter.shape) + 100 * number
        parameter.set_data(ms.Tensor(numbers, parameter.dtype))
    return adam


def logits(ms: Any, cell: Any) -> np.ndarray:
    """What the network of `train_step` answers, in inference mode, to fixed images."""
    network = cell.network.backbone_network
    network.set_train(False)
    images = np.sin(np.arange(2 * 36, dtype=np.float32)).reshape(2, 1, 6, 6)
    return network(ms.Tensor(images)).asnumpy()


def _extra(ms: Any) -> dict[str, Any]:
    return {
        "epoch": 3,
        "rate": 0.25,
        "done": True,
        "note": "caf\u00e9",
        "empty": "",
        "tensor": ms.Tensor(np.ones(2, np.float16)),
        "parameter": ms.Parameter(ms.Tensor(np.array([3.0])), name="other"),
    }


def _pairs(ms: Any) -> list[dict[str, Any]]:
    return [
        {"name": "w", "data": ms.Tensor(np.arange(6, dtype=np.float32).reshape(2, 3))},
        {"name": "b", "data": ms.Tensor(np.array([1, 2], np.int32))},
    ]


def _scalars(ms: Any) -> list[dict[str, Any]]:
    """Values without dimensions, of which MindSpore sums the integers in a way of its own."""
    kinds = ("bool_", "int8", "int32", "int64", "uint8", "uint64", "float16", "float32")
    return [{"name": k, "data": ms.Tensor(5, getattr(ms.common.dtype, k))} for k in kinds]


def cases(ms: Any) -> dict[str, tuple[Any, dict[str, Any]]]:
    """File name -> (save_obj, further arguments of save_checkpoint)."""
    turned = ms.Tensor(np.arange(6, dtype=np.float32).reshape(2, 3).T)
    every = [
        {"name": d, "data": ms.Tensor(np.array([0, 1, 3]), getattr(ms.common.dtype, d))}
        for d in DTYPES
    ]
    table = {
        "cell.ckpt": (net(ms), {}),
        "train_step.ckpt": (train_step(ms), {}),
        "cell_append.ckpt": (net(ms), {"append_dict": _extra(ms)}),
        "dtypes.ckpt": (every, {}),
        "numpy_and_text.ckpt": ({"a": np.ones(3), "s": "hi"}, {}),
        "transposed.ckpt": ([{"name": "t", "data": turned}], {}),
        "crc.ckpt": (_pairs(ms), {"crc_check": True}),
        "nothing.ckpt": ([], {}),
        "cell.safetensors": (net(ms), {"format": "safetensors"}),
        "dtypes.safetensors": (every, {"format": "safetensors"}),
        "crc.safetensors": (_pairs(ms), {"format": "safetensors", "crc_check": True}),
        "nothing.safetensors": ([], {"format": "safetensors"}),
        "scalars.safetensors": (_scalars(ms), {"format": "safetensors", "crc_check": True}),
        "groups.ckpt": (groups_step(ms), {}),
    }
    for mode in ENC_MODES:
        table[f"{mode.lower()}.ckpt"] = (_pairs(ms), {"enc_key": KEY, "enc_mode": mode})
    return table


def cases_of_mindspore(ms: Any) -> dict[str, tuple[Any, dict[str, Any]]]:
    """What MindSpore alone writes: packed integers, and files with a cipher and a sum, which it cannot read."""
    packed = [{"name": "p", "data": ms.Tensor(np.array([[1, -8, 7]], np.int8), ms.qint4x2)}]
    table = {f"packed.{end}": (packed, {"format": end}) for end in ("ckpt", "safetensors")}
    for mode in ENC_MODES:
        locked = {"enc_key": KEY, "enc_mode": mode, "crc_check": True}
        table[f"{mode.lower()}_crc.ckpt"] = (_pairs(ms), locked)
    return table
