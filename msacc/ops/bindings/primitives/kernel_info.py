"""Descriptions of kernels for other devices: `TBERegOp`, `CpuRegOp` and their like, and what registers them.

Projects describe and register such kernels where they are imported; that works, and nothing here runs them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

from msacc.ops.bindings.primitives.custom_op_info import Described, RegOp
from msacc.ops.core.op import exported_names

Function = TypeVar("Function", bound=Callable[..., Any])


class CpuRegOp(RegOp):
    """Describes a kernel of MindSpore's CPU build, which nothing here runs. `op_name`: a str."""

    imply_type = "CPU"

    def __init__(self, op_name: str):
        super().__init__(op_name)

    def input(
        self: Described,
        index: int | None = None,
        name: str | None = None,
        param_type: str | None = None,
        **kwargs: Any,
    ) -> Described:
        """Describe an input by `index`, an int, `name` and `param_type`; returns self."""
        return self._add("inputs", index=index, name=name, paramType=param_type, **kwargs)

    def output(
        self: Described,
        index: int | None = None,
        name: str | None = None,
        param_type: str | None = None,
        **kwargs: Any,
    ) -> Described:
        """Describe an output by `index`, an int, `name` and `param_type`; returns self."""
        return self._add("outputs", index=index, name=name, paramType=param_type, **kwargs)

    def attr(
        self: Described,
        name: str | None = None,
        value_type: str | None = None,
        value: str | None = None,
        **kwargs: Any,
    ) -> Described:
        """Describe an attribute by `name`, `value_type` and `value`; returns self."""
        return self._add("attr", name=name, type=value_type, value=value, **kwargs)


class AiCPURegOp(CpuRegOp):
    """Describes a kernel of Ascend's AiCPU, which nothing here runs. `op_name`: a str."""

    imply_type = "AiCPU"


class AkgRegOp(RegOp):
    """Describes a kernel that AKG compiles for `processor`; nothing here runs it."""

    imply_type = "AKG"

    def __init__(self, op_name: str, processor: str):
        super().__init__(op_name)
        self.settings["processor"] = processor

    def input(
        self: Described,
        index: int | None = None,
        name: str | None = None,
        param_type: str | None = None,
        **kwargs: Any,
    ) -> Described:
        """Describe an input by `index`, an int, `name` and `param_type`; returns self."""
        return self._add("inputs", index=index, name=name, paramType=param_type, **kwargs)

    def output(
        self: Described, index: int | None = None, name: str | None = None, **kwargs: Any
    ) -> Described:
        """Describe an output by `index`, an int, and `name`; returns self."""
        return self._add("outputs", index=index, name=name, **kwargs)

    def attr(
        self: Described,
        name: str | None = None,
        param_type: str | None = None,
        value_type: str | None = None,
        **kwargs: Any,
    ) -> Described:
        """Describe an attribute by `name`, `param_type` and `value_type`; returns self."""
        return self._add("attr", name=name, paramType=param_type, type=value_type, **kwargs)


class AkgAscendRegOp(AkgRegOp):
    """Describes a kernel that AKG compiles for Ascend; nothing here runs it. `op_name`: a str."""

    def __init__(self, op_name: str):
        super().__init__(op_name, "AiCore")


class AkgGpuRegOp(AkgRegOp):
    """Describes a kernel that AKG compiles for GPUs; nothing here runs it. `op_name`: a str."""

    def __init__(self, op_name: str):
        super().__init__(op_name, "CUDA")


class AkgCpuRegOp(AkgRegOp):
    """Describes a kernel that AKG compiles for CPUs; nothing here runs it. `op_name`: a str."""

    def __init__(self, op_name: str):
        super().__init__(op_name, "CPU")


def op_info_register(op_info: object) -> Callable[[Function], Function]:
    """Decorate a kernel for another device with its description; what is decorated is the function as it was.

    `op_info`: what `get_op_info()` gives, or JSON of it. Raises TypeError, as the function is decorated, for an
    `op_info` that is neither a dict nor a str.
    """

    def register(function: Function) -> Function:
        if not isinstance(op_info, (dict, str)):
            raise TypeError(
                f"For 'op_info_register', 'op_info' should be a dict or a str, but got {op_info!r} of type "
                f"{type(op_info).__name__}; give what get_op_info() returns."
            )
        return function

    return register


def custom_info_register(*reg_info: object) -> Callable[[Function], Function]:
    """Decorate a function for `ops.Custom` with descriptions of it, `reg_info`, which it holds as `reg_info`."""

    def register(function: Function) -> Function:
        @functools.wraps(function)
        def described(*args: object, **kwargs: object) -> Any:
            return function(*args, **kwargs)

        vars(described)["reg_info"] = reg_info
        return cast(Function, described)

    return register


__all__ = exported_names(globals(), "AkgCpuRegOp", "AkgRegOp")
