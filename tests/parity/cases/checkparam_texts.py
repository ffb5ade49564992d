"""What `mindspore._checkparam` says: libraries compare the texts in their tests."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case


def _module(ms: Any) -> Any:
    return importlib.import_module(f"{ms.__name__}._checkparam")


def _said(check: Callable[..., Any], *args: Any) -> str:
    try:
        return f"ok {check(*args)!r}"
    except Exception as error:
        first = str(error).split("\n----")[0].replace("msacc.", "mindspore.")
        return f"{type(error).__name__} {first.strip()}"


_NAMES = ((), ("size",), ("size", "Own"))


def _each(check: Callable[..., Any], *calls: tuple[Any, ...]) -> list[str]:
    return [_said(check, *call, *names) for names in _NAMES for call in calls]


@case(jit=False)
def numbers(ms: Any, run: Any) -> Arrays:
    v = _module(ms)
    said = _each(v.check_is_int, (3.2,), (True,)) + _each(v.check_is_float, (3,))
    said += _each(v.check_is_number, ("a", int), (2, float), (float("nan"), float))
    for sign in ("positive", "negative", "non_positive", "non_negative"):
        said += _each(getattr(v, f"check_{sign}_int"), (3.2,), (True,), (-1,), (1,), (0,))
        said += _each(getattr(v, f"check_{sign}_float"), (3,), (True,), (-1.5,), (1.5,))
        said += _each(getattr(v, f"check_{sign}_float"), (float("nan"),), (float("inf"),))
    said += _each(v.check_equal_int, (3, 4), ("s", 4), (4, 4))
    for rel in (v.EQ, v.NE, v.LT, v.LE, v.GT, v.GE):
        said += _each(v.check_int, (3, 3, rel), (3, 2, rel), (3, 4, rel))
    said += _each(v.check_int, (3, [4], v.IN), (3, [3], v.NOT_IN))
    return {"said": np.array(said + _each(v.check_float, (3.0, 4.0, v.GE)))}


@case(jit=False)
def ranges(ms: Any, run: Any) -> Arrays:
    v = _module(ms)
    said = []
    for rel in (v.INC_NEITHER, v.INC_LEFT, v.INC_RIGHT, v.INC_BOTH):
        said += _each(v.check_int_range, (7, 0, 1, rel), (0, 0, 1, rel), (1, 0, 1, rel))
        said += _each(v.check_float_range, (7.0, 0.0, 1.0, rel), (float("nan"), 0.0, 1.0, rel))
        said += _each(v.check_int_range, (7.0, 0, 1, rel), (True, 0, 1, rel))
        said += _each(v.check_float_range, (7, 0, 1, rel))
    said += _each(v.check_positive_int_sequence, ([1, -1],), ([1, "a"],), ([1, 2],))
    said += _each(v.check_non_negative_int_sequence, ((1, -1),))
    return {"said": np.array(said + _each(v.check_positive_float_sequence, ([1.0, -1.0],)))}


@case(jit=False)
def types(ms: Any, run: Any) -> Arrays:
    v = _module(ms)
    said = _each(v.check_bool, (1,), ("x",), (True,))
    said += _each(v.check_string, ("a", ["b", "c"]), (3, ["b", "c"]), ("a", ("b",)), ("b", ["b"]))
    for own in (None, "Own"):
        for kinds in ([float], [float, bool], float, (str, type(None)), [str, list, tuple]):
            said.append(_said(v.check_value_type, "rate", 2, kinds, own))
        for value in (True, None, ms.Tensor([1]), 1):
            said.append(_said(v.check_value_type, "rate", value, [int], own))
        said += [
            _said(v.check_value_type, "rate", True, [int, bool], own),
            _said(v.check_type_name, "t", ms.int32, [ms.float32], own),
            _said(v.check_type_name, "t", ms.int32, [ms.float32, ms.float16], own),
            _said(v.check_type_name, "t", int, [str, float], own),
            _said(v.check_subclass, "t", int, str, own),
            _said(v.check_subclass, "t", ms.int32, (ms.float32, ms.bool_), own),
            _said(v.check_subclass, "t", ms.int32, ms.number, own),
            _said(v.check_tensor_dtype_valid, "t", ms.int32, (ms.float32,), own),
            _said(v.check_tensor_dtype_valid, "t", ms.int32, (ms.float32, ms.float16), own),
            _said(v.check_types_same_and_valid, {"a": ms.int32, "b": ms.int32}, [ms.float32], own),
            _said(v.check_element_type_of_iterable, "t", [1, "a"], [int], own),
            _said(v.check_element_type_of_iterable, "t", 3, [int], own),
            _said(v.check_element_type_of_iterable, "t", [1, 2.0], [int, str], own),
            _said(v.check_element_type_of_dict, "t", {1: "a"}, [str], [int], own),
            _said(v.check_element_type_of_dict, "t", {"1": "a"}, [str], [int], own),
            _said(v.check_element_type_of_dict, "t", 3, [str], [int], own),
        ]
    return {"said": np.array(said)}


@case(jit=False)
def others(ms: Any, run: Any) -> Arrays:
    v = _module(ms)
    said = [_said(v.check_isinstance, "n", 3, str), _said(v.check_isinstance, "n", 3, int)]
    for own in (None, "Own"):
        said += [_said(v.check_number, "n", 3, 4, rel, own) for rel in (v.GT, v.EQ, v.LT)]
        for rel in (v.EQ, v.NE, v.LT, v.LE, v.GT, v.GE):
            said += [_said(v.check, "n", 3, "m", value, rel, own) for value in (2, 3, 4)]
        said += [
            _said(v.check, "n", 3, "", 4, v.EQ, own),
            _said(v.check, "n", 3, "m", 4, v.EQ, own, TypeError),
            _said(v.check, "n", 3, "m", [4], v.IN, own),
            _said(lambda own: v.check_str_by_regular("a b", prim_name=own), own),
            _said(lambda own: v.check_str_by_regular("a", r"^\d$", prim_name=own), own),
            _said(lambda own: v.check_str_by_regular("abc", prim_name=own), own),
        ]
    said += [_said(v.once, 1), _said(v.twice, 3), _said(v.twice, (1, 2)), _said(v.twice, (1,))]
    return {"said": np.array([*said, _said(v.triple, "a")])}
