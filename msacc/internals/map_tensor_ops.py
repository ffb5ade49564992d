"""`mindspore.ops.operations._map_tensor_ops`: operations on a MapParameter, which is not here."""

from __future__ import annotations

from typing import Any, NoReturn

from msacc.experimental.map_parameter import WHY


class _MapTensorOp:
    """Refused when it is made."""

    def __init__(self, *args: Any, **kwargs: Any):
        _refuse(type(self).__name__)


class MapTensorGet(_MapTensorOp):
    """Refused."""


class MapTensorPut(_MapTensorOp):
    """Refused."""


class MapTensorErase(_MapTensorOp):
    """Refused."""


class MapTensorGetKeys(_MapTensorOp):
    """Refused."""


class MapTensorGetValues(_MapTensorOp):
    """Refused."""


class MapTensorGetData(_MapTensorOp):
    """Refused."""


def put(map_tensor: Any, key_tensor: Any, value_tensor: Any) -> NoReturn:
    """Refused."""
    _refuse("put")


def erase(map_tensor: Any, key_tensor: Any) -> NoReturn:
    """Refused."""
    _refuse("erase")


def get_keys(map_tensor: Any) -> NoReturn:
    """Refused."""
    _refuse("get_keys")


def get_values(map_tensor: Any) -> NoReturn:
    """Refused."""
    _refuse("get_values")


def get_data(map_tensor: Any) -> NoReturn:
    """Refused."""
    _refuse("get_data")


def _refuse(name: str) -> NoReturn:
    raise NotImplementedError(
        f"msacc does not have mindspore.ops.operations._map_tensor_ops.{name} (MindSpore 2.10 does): {WHY}."
    )
