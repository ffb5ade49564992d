"""Checks of arguments and inputs that the layers here, and classes beside them, are decorated with."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from msacc import float16, float32
from msacc._checkparam import check_type_name

_Check = Callable[[Any, str], Any]
HALF_OR_SINGLE = (float32, float16)


def _args_type_validator_check(**checks: _Check) -> Callable[[Callable[..., Any]], Any]:
    """Call `checks[name](value, name)` for the arguments that a call gives."""

    def decorate(func: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(func)

        @functools.wraps(func)
        def checked(*args: object, **kwargs: object) -> Any:
            for name, value in signature.bind(*args, **kwargs).arguments.items():
                if name in checks:
                    checks[name](value, name)
            return func(*args, **kwargs)

        return checked

    return decorate


def _valid_type_checks(types: Sequence[Any], class_name: str) -> _Check:
    """A check that a value's type is one of `types`; TypeError else."""
    return lambda value, name: check_type_name(name, type(value), types, class_name)


def _valid_value_checks(types: Sequence[Any], class_name: str) -> _Check:
    """A check that a value, itself a type, is one of `types`; TypeError else."""
    return lambda value, name: check_type_name(name, value, types, class_name)


def _check_input_dtype(
    input_dtype: object, param_name: str, allow_dtypes: Sequence[Any], cls_name: str
) -> None:
    """TypeError for a dtype that is not among those allowed."""
    check_type_name(param_name, input_dtype, allow_dtypes, cls_name)


def _check_past_none_input_none(
    use_past: bool,
    param_name: str,
    func_name: str,
    default_value: object,
    is_tensor: bool,
    is_default: bool,
) -> bool:
    """TypeError where a value of the past is given without `use_past`, or lacks with it."""
    if use_past != is_tensor or not (use_past or is_default):
        expected = "a Tensor" if use_past else repr(default_value)
        raise TypeError(
            f"For '{func_name}', {param_name} must be {expected} with use_past={use_past}."
        )
    return True


class _LayerInputCheck:
    """Shapes of inputs; ValueError where they differ."""

    @staticmethod
    def check_shape_length(
        input_shape: Sequence[int], param_name: str, func_name: str, target_len: int | list[int]
    ) -> bool:
        lengths = target_len if isinstance(target_len, list) else [target_len]
        if len(input_shape) not in lengths:
            raise ValueError(
                f"For '{func_name}', {param_name} must have {lengths} dimensions, but its shape is {input_shape}."
            )
        return True

    @staticmethod
    def check_shape_equal(
        input_shape: Sequence[int], param_name: str, func_name: str, target_shape: list[Any]
    ) -> bool:
        several = target_shape if isinstance(target_shape[0], list) else [target_shape]
        if list(input_shape) not in several:
            raise ValueError(
                f"For '{func_name}', the shape of {param_name} must be one of {several}, but it is {input_shape}."
            )
        return True

    @staticmethod
    def check_shape_value_on_axis(
        input_shape: Sequence[int], dim: int, param_name: str, cls_name: str, target_value: int
    ) -> bool:
        if input_shape[dim] != target_value:
            raise ValueError(
                f"For '{cls_name}', {param_name} must have {target_value} places on axis {dim}, "
                f"but its shape is {input_shape}."
            )
        return True

    @staticmethod
    def check_shape_equal_without_batch(
        input_shape: Sequence[int], param_name: str, func_name: str, target_shape: Sequence[int]
    ) -> bool:
        """(batch, length, size), or (batch * length, size) of whole sequences."""
        length, size = target_shape
        _LayerInputCheck.check_shape_length(input_shape, param_name, func_name, [2, 3])
        rows = input_shape[0]
        if input_shape[-1] != size or rows == 0 or (len(input_shape) == 2 and rows % length != 0):
            raise ValueError(
                f"For '{func_name}', {param_name} must be (batch, {length}, {size}) or (batch * {length}, {size}), "
                f"but its shape is {input_shape}."
            )
        return True


def _check_input_shape(
    input_shape: Sequence[int], param_name: str, func_name: str, target_len: int | list[int]
) -> None:
    _LayerInputCheck.check_shape_length(input_shape, param_name, func_name, target_len)


def _check_shape_equal(
    input_shape: Sequence[int], param_name: str, func_name: str, target_shape: list[Any]
) -> None:
    _LayerInputCheck.check_shape_equal(input_shape, param_name, func_name, target_shape)


def _check_input_shape_value(
    input_shape: Sequence[int], dim: int, param_name: str, cls_name: str, target_value: int
) -> None:
    _LayerInputCheck.check_shape_value_on_axis(input_shape, dim, param_name, cls_name, target_value)


def _check_shape_equal_without_batch(
    input_shape: Sequence[int], param_name: str, func_name: str, target_shape: Sequence[int]
) -> None:
    _LayerInputCheck.check_shape_equal_without_batch(
        input_shape, param_name, func_name, target_shape
    )


def check_multiple(where: str, name: str, value: int, of: str, parts: int) -> None:
    """ValueError if `value` cannot be cut into `parts` equal parts."""
    if value % parts != 0:
        raise ValueError(
            f"For '{where}', '{name}' must be a multiple of '{of}' {parts}, but got {value}."
        )


def check_rate(where: str, name: str, value: float) -> None:
    """ValueError if `value` is no probability below 1."""
    if not 0 <= value < 1:
        raise ValueError(f"For '{where}', '{name}' must be in [0, 1), but got {value}.")
