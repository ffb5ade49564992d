"""`TBERegOp`: the description of a kernel of Ascend's TBE."""

from __future__ import annotations

from typing import Any

from msacc.ops.bindings.primitives.custom_op_info import RegOp

_DEPENDENCE = ("ignored", "optional", "required")


class TBERegOp(RegOp):
    """Describes a kernel of Ascend's TBE, which nothing here runs: `TBERegOp("Add").kernel_name("add").input(0, "x")`.

    Every call returns self; `get_op_info()` gives the whole as a dict, for `op_info_register`. Raises ValueError for
    an `op_name` that is no str or empty; its methods raise TypeError for arguments of another class.
    """

    imply_type = "TBE"

    def __init__(self, op_name: str):
        super().__init__(op_name)
        self.settings |= {
            "async_flag": False, "binfile": "", "compute_cost": 10, "kernel": "", "partial_flag": False,
            "reshape_type": "", "dynamicRankSupport": False, "dynamicShapeSupport": False,
            "dynamicCompileStatic": False, "needCheckSupport": False, "dynamicFormat": False, "op_pattern": "",
            "real_input_index": [], "input_to_attr_index": [], "unknown_shape_formats": [],
        }  # fmt: skip

    def unknown_shape_formats(self, unknown_shape_formats: list[Any]) -> TBERegOp:
        """`unknown_shape_formats`, a list: formats for inputs of unknown shape, which are added."""
        self._check("unknown_shape_formats", unknown_shape_formats, list)
        self.settings["unknown_shape_formats"].append(unknown_shape_formats)
        return self

    def dynamic_rank_support(self, dynamic_rank_support: bool) -> TBERegOp:
        """`dynamic_rank_support`, a bool: whether the kernel takes inputs of any rank."""
        return self._set("dynamicRankSupport", dynamic_rank_support, bool)

    def real_input_index(self, real_input_index: list[int]) -> TBERegOp:
        """`real_input_index`, a list of ints: the order of the kernel's inputs."""
        return self._set("real_input_index", real_input_index, list)

    def input_to_attr_index(self, input_to_attr_index: list[int]) -> TBERegOp:
        """`input_to_attr_index`, a list of ints: which inputs the kernel takes as attributes."""
        return self._set("input_to_attr_index", input_to_attr_index, list)

    def async_flag(self, async_flag: bool = False) -> TBERegOp:
        """`async_flag`, a bool: whether the kernel is asynchronous."""
        return self._set("async_flag", async_flag, bool)

    def binfile_name(self, binfile_name: str) -> TBERegOp:
        """`binfile_name`, a str: the file with the compiled kernel."""
        return self._set("binfile", binfile_name, str)

    def compute_cost(self, compute_cost: int = 10) -> TBERegOp:
        """`compute_cost`, an int: what the kernel costs."""
        return self._set("compute_cost", compute_cost, int)

    def kernel_name(self, kernel_name: str) -> TBERegOp:
        """`kernel_name`, a str: the name of the kernel's function."""
        return self._set("kernel", kernel_name, str)

    def partial_flag(self, partial_flag: bool = True) -> TBERegOp:
        """`partial_flag`, a bool: whether the kernel computes on parts."""
        return self._set("partial_flag", partial_flag, bool)

    def reshape_type(self, reshape_type: str) -> TBERegOp:
        """`reshape_type`, a str: how inputs are padded to the format's rank."""
        return self._set("reshape_type", reshape_type, str)

    def dynamic_shape(self, dynamic_shape: bool = False) -> TBERegOp:
        """`dynamic_shape`, a bool: whether the kernel takes inputs of any shape."""
        return self._set("dynamicShapeSupport", dynamic_shape, bool)

    def dynamic_compile_static(self, dynamic_compile_static: bool = False) -> TBERegOp:
        """`dynamic_compile_static`, a bool: whether the kernel for any shape serves known ones."""
        return self._set("dynamicCompileStatic", dynamic_compile_static, bool)

    def need_check_supported(self, need_check_supported: bool = False) -> TBERegOp:
        """`need_check_supported`, a bool: whether the kernel is asked if it takes an input."""
        return self._set("needCheckSupport", need_check_supported, bool)

    def is_dynamic_format(self, is_dynamic_format: bool = False) -> TBERegOp:
        """`is_dynamic_format`, a bool: whether the kernel chooses its formats."""
        return self._set("dynamicFormat", is_dynamic_format, bool)

    def op_pattern(self, pattern: str | None = None) -> TBERegOp:
        """`pattern`, a str: how formats of inputs and outputs belong together: None leaves it open."""
        return self if pattern is None else self._set("op_pattern", pattern, str)

    def attr(
        self,
        name: str | None = None,
        param_type: str | None = None,
        value_type: str | None = None,
        value: str | None = None,
        default_value: str | None = None,
        **kwargs: Any,
    ) -> TBERegOp:
        """Describe an attribute by its `name`, `param_type`, `value_type`, `value` and `default_value`, all str."""
        entries = {"name": name, "paramType": param_type, "type": value_type, "value": value}
        return self._add("attr", **entries, defaultValue=default_value, **kwargs)

    def input(
        self,
        index: int | None = None,
        name: str | None = None,
        need_compile: bool | None = None,
        param_type: str | None = None,
        shape: str | None = None,
        value_depend: str | None = None,
        **kwargs: Any,
    ) -> TBERegOp:
        """Describe an input: `index`, an int, and `name`, `need_compile`, a bool, `param_type` and `shape`.

        `value_depend`: 'ignored', 'optional' or 'required' (ValueError for another): whether its elements count.
        """
        if value_depend is not None and value_depend not in _DEPENDENCE:
            raise ValueError(
                f"For '{type(self).__name__}', 'value_depend' should be one of {_DEPENDENCE}, but got {value_depend!r}."
            )
        entries = {
            "index": index,
            "name": name,
            "needCompile": need_compile,
            "paramType": param_type,
        }
        return self._add("inputs", **entries, shape=shape, valueDepend=value_depend, **kwargs)

    def output(
        self,
        index: int | None = None,
        name: str | None = None,
        need_compile: bool | None = None,
        param_type: str | None = None,
        shape: str | None = None,
        **kwargs: Any,
    ) -> TBERegOp:
        """Describe an output: `index`, `name`, `need_compile`, `param_type` and `shape`, as `input` takes them."""
        entries = {
            "index": index,
            "name": name,
            "need_compile": need_compile,
            "paramType": param_type,
        }
        return self._add("outputs", **entries, shape=shape, **kwargs)


__all__ = ["TBERegOp"]
