"""Registration info of custom kernels: `CustomRegOp`, and its pairs of dtype and format."""

from __future__ import annotations

from typing import Any

_DTYPES = {
    "None": "", "BOOL": "bool", "I8": "int8", "U8": "uint8", "I16": "int16", "U16": "uint16", "I32": "int32",
    "U32": "uint32", "I64": "int64", "U64": "uint64", "F16": "float16", "F32": "float32", "F64": "float64",
    "BF16": "bfloat16", "C64": "complex64", "C128": "complex128",
}  # fmt: skip
_FORMATS = {
    "None": "", "Default": "DefaultFormat", "5HD": "NC1HWC0", "FracZ": "FracZ", "FracNZ": "FRACTAL_NZ",
    "C1HWNCoC0": "C1HWNCoC0", "NCHW": "NCHW", "NHWC": "NHWC", "HWCN": "HWCN", "NDHWC": "NDHWC",
    "ChannelLast": "ChannelLast",
}  # fmt: skip


class DataType:
    """Pairs of a dtype and a format, for `CustomRegOp.dtype_format`: `DataType.F32_Default`.

    Formats of Ascend's matrix units alone are not here.
    """


for _dtype, _dtype_name in _DTYPES.items():
    for _format, _format_name in _FORMATS.items():
        setattr(DataType, f"{_dtype}_{_format}", (_dtype_name, _format_name))


class CustomRegOp:
    """Describes a kernel: `CustomRegOp(name).input(0, "x").output(0, "y").dtype_format(...).target("CPU")`.

    Every call returns self; `get_op_info()` gives the whole as a dict, for the `reg_info` of `ops.Custom`. Raises
    ValueError for an `op_name` that is no str.
    """

    def __init__(self, op_name: str = "Custom"):
        if not isinstance(op_name, str):
            raise ValueError(f"For 'CustomRegOp', 'op_name' should be a str, but got {op_name!r}.")
        self.op_name = op_name
        self.inputs: list[dict[str, Any]] = []
        self.outputs: list[dict[str, Any]] = []
        self.attr_: list[dict[str, Any]] = []
        self.fusion_type_ = ""
        self.dtype_format_: list[tuple[Any, ...]] = []
        self.target_ = "UnKnown"

    def input(
        self,
        index: int | None = None,
        name: str | None = None,
        param_type: str = "required",
        **kwargs: Any,
    ) -> CustomRegOp:
        """Describe an input: its place `index`, an int, its `name`, and more by keyword; returns self.

        `param_type`: 'required', 'optional' or 'dynamic'. Raises TypeError for another class.
        """
        self.inputs.append(_one(index=index, name=name, paramType=param_type, **kwargs))
        return self

    def output(
        self,
        index: int | None = None,
        name: str | None = None,
        param_type: str = "required",
        **kwargs: Any,
    ) -> CustomRegOp:
        """Describe an output by `index`, `name` and `param_type`, as `input` does; returns self."""
        self.outputs.append(_one(index=index, name=name, paramType=param_type, **kwargs))
        return self

    def attr(
        self,
        name: str | None = None,
        param_type: str | None = None,
        value_type: str | None = None,
        default_value: str | None = None,
        **kwargs: Any,
    ) -> CustomRegOp:
        """Describe an attribute by its `name`, and more by keyword; returns self.

        `param_type`: whether it is 'required'; `value_type`: its type; `default_value`: all of them str or
        None. Raises TypeError for another class.
        """
        entries = {"name": name, "paramType": param_type, "type": value_type}
        self.attr_.append(_one(**entries, defaultValue=default_value, **kwargs))
        return self

    def dtype_format(self, *args: tuple[str, str]) -> CustomRegOp:
        """Name dtype and format of each input and output, in order.

        Raises ValueError for another count than there are inputs and outputs.
        """
        count = len(self.inputs) + len(self.outputs)
        if len(args) != count:
            raise ValueError(
                f"For 'CustomRegOp', 'dtype_format' needs one pair for each of {count} inputs and outputs, but got "
                f"{len(args)}."
            )
        self.dtype_format_.append(args)
        return self

    def target(self, target: str | None = None) -> CustomRegOp:
        """Name the device `target`, 'CPU', 'GPU' or 'Ascend'; returns self. Raises TypeError for another class."""
        self.target_ = _check_type("target", target, str)
        return self

    def get_op_info(self) -> dict[str, Any]:
        """The description as a dict."""
        return {
            "op_name": self.op_name, "inputs": self.inputs, "outputs": self.outputs, "attr": self.attr_,
            "fusion_type": self.fusion_type_, "dtype_format": self.dtype_format_, "target": self.target_,
        }  # fmt: skip


def _one(**fields: Any) -> dict[str, Any]:
    """The entries that are not None."""
    kinds = {"index": int}
    return {k: _check_type(k, v, kinds.get(k, str)) for k, v in fields.items() if v is not None}


def _check_type(argument: str, value: Any, kind: type) -> Any:
    if not isinstance(value, kind):
        raise TypeError(
            f"For 'CustomRegOp', '{argument}' should be of type {kind.__name__}, but got {value!r}."
        )
    return value


__all__ = ["CustomRegOp", "DataType"]
