"""Registration info of custom kernels: `RegOp`, `CustomRegOp`, and its pairs of dtype and format."""

from __future__ import annotations

from typing import Any, TypeVar

_DTYPES = {
    "None": "", "BOOL": "bool", "I8": "int8", "U8": "uint8", "I16": "int16", "U16": "uint16", "I32": "int32",
    "U32": "uint32", "I64": "int64", "U64": "uint64", "F16": "float16", "F32": "float32", "F64": "float64",
    "BF16": "bfloat16", "C64": "complex64", "C128": "complex128",
}  # fmt: skip
_FORMATS = {
    "None": "", "Default": "DefaultFormat", "5HD": "NC1HWC0", "FracZ": "FRACTAL_Z", "FracNZ": "FRACTAL_NZ",
    "C1HWNCoC0": "C1HWNCoC0", "NCHW": "NCHW", "NHWC": "NHWC", "HWCN": "HWCN", "NDHWC": "NDHWC",
    "ChannelLast": "ChannelLast", "NCDHW": "NCDHW", "NDC1HWC0": "NDC1HWC0", "NC1HWC0": "NC1HWC0", "DHWCN": "DHWCN",
    "FRACTAL_Z_3D": "FRACTAL_Z_3D", "FracZNLSTM": "FRACTAL_ZN_LSTM", "FracZNRNN": "FRACTAL_ZN_RNN",
    "ND_RNNBIAS": "ND_RNN_BIAS",
}  # fmt: skip


class DataType:
    """Pairs of a dtype and a format, for `dtype_format`: `DataType.F32_Default`.

    `F32_Default_Tuple` and `F32_Default_List` add a word for inputs of several Tensors.
    """


for _dtype, _dtype_name in _DTYPES.items():
    for _format, _format_name in _FORMATS.items():
        setattr(DataType, f"{_dtype}_{_format}", (_dtype_name, _format_name))
    for _several in ("Tuple", "List"):
        _words = (_dtype_name, "DefaultFormat", _several.lower())
        setattr(DataType, f"{_dtype}_Default_{_several}", _words)

# What the fields of inputs, outputs and attributes are; others are kept as they are.
_KINDS: dict[str, type] = {
    "index": int, "needCompile": bool, "need_compile": bool,
    **dict.fromkeys(("name", "paramType", "type", "value", "defaultValue", "shape", "valueDepend"), str),
}  # fmt: skip
Described = TypeVar("Described", bound="RegOp")


class RegOp:
    """What descriptions of kernels share. `op_name`: a str that is not empty (ValueError otherwise)."""

    # For whose kernel it is; None: the description does not say.
    imply_type: str | None = None

    def __init__(self, op_name: str = ""):
        if not isinstance(op_name, str) or not op_name:
            raise ValueError(
                f"For '{type(self).__name__}', 'op_name' should be a str that is not empty, but got {op_name!r}."
            )
        self.op_name = op_name
        self.inputs: list[dict[str, Any]] = []
        self.outputs: list[dict[str, Any]] = []
        self.attr_: list[dict[str, Any]] = []
        self.fusion_type_ = ""
        self.dtype_format_: list[tuple[Any, ...]] = []
        self.settings: dict[str, Any] = {}

    def fusion_type(self: Described, fusion_type: str) -> Described:
        """Say how the kernel may be fused with others, a str; returns self. TypeError for another class."""
        self.fusion_type_ = self._check("fusion_type", fusion_type, str)
        return self

    def dtype_format(self: Described, *args: tuple[str, ...]) -> Described:
        """Name dtype and format of each input and output, in order.

        Raises ValueError for another count than there are inputs and outputs.
        """
        count = len(self.inputs) + len(self.outputs)
        if len(args) != count:
            raise ValueError(
                f"For '{type(self).__name__}', 'dtype_format' needs one pair for each of {count} inputs and outputs, "
                f"but got {len(args)}."
            )
        self.dtype_format_.append(args)
        return self

    def get_op_info(self) -> dict[str, Any]:
        """The description as a dict."""
        info = {
            "op_name": self.op_name, "inputs": self.inputs, "outputs": self.outputs, "attr": self.attr_,
            "fusion_type": self.fusion_type_, "dtype_format": self.dtype_format_,
        }  # fmt: skip
        kind = {} if self.imply_type is None else {"imply_type": self.imply_type}
        return {**info, **kind, **self.settings}

    def _set(self: Described, name: str, value: Any, kind: type) -> Described:
        self.settings[name] = self._check(name, value, kind)
        return self

    def _add(self: Described, where: str, **fields: object) -> Described:
        """Adds an entry with the fields that are not None."""
        own = {"inputs": self.inputs, "outputs": self.outputs, "attr": self.attr_}[where]
        given = {name: value for name, value in fields.items() if value is not None}
        own.append({n: self._check(n, v, _KINDS.get(n, object)) for n, v in given.items()})
        return self

    def _check(self, argument: str, value: object, kind: type) -> Any:
        if not isinstance(value, kind):
            raise TypeError(
                f"For '{type(self).__name__}', '{argument}' should be of type {kind.__name__}, but got {value!r}."
            )
        return value


class CustomRegOp(RegOp):
    """Describes a kernel: `CustomRegOp(name).input(0, "x").output(0, "y").dtype_format(...).target("CPU")`.

    Every call returns self; `get_op_info()` gives the whole as a dict, for the `reg_info` of `ops.Custom`. Raises
    ValueError for an `op_name` that is no str.
    """

    def __init__(self, op_name: str = "Custom"):
        super().__init__(op_name)
        self.settings["target"] = "UnKnown"

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
        return self._add("inputs", index=index, name=name, paramType=param_type, **kwargs)

    def output(
        self,
        index: int | None = None,
        name: str | None = None,
        param_type: str = "required",
        **kwargs: Any,
    ) -> CustomRegOp:
        """Describe an output by `index`, `name` and `param_type`, as `input` does; returns self."""
        return self._add("outputs", index=index, name=name, paramType=param_type, **kwargs)

    def attr(
        self,
        name: str | None = None,
        param_type: str | None = None,
        value_type: str | None = None,
        default_value: str | None = None,
        **kwargs: Any,
    ) -> CustomRegOp:
        """Describe an attribute by its `name`, and more by keyword; returns self.

        `param_type`: whether it is 'required'.
        `value_type`: its type.
        `default_value`: all of them str or None.

        Raises TypeError for another class.
        """
        entries = {"name": name, "paramType": param_type, "type": value_type}
        return self._add("attr", **entries, defaultValue=default_value, **kwargs)

    def target(self, target: str | None = None) -> CustomRegOp:
        """Name the device `target`, 'CPU', 'GPU' or 'Ascend'; returns self. Raises TypeError for another class."""
        return self._set("target", target, str)


__all__ = ["CustomRegOp", "DataType"]
