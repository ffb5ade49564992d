"""`mindspore._checkparam`: what each check lets through, and the class of what it raises."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import case

CALLS: list[tuple[str, tuple[Any, ...]]] = [
    *((("check_int", (v, 0, "GE", "a", "F"))) for v in (3, 0, -1, True, 1.5, "a")),
    ("check_int", (2, [1, 2], "IN")),
    ("check_int", (3, [1, 2], "IN")),
    ("check_float", (1.0, 2.0, "GE", "x", "N")),
    ("check_float", (3.0, 2.0, "NE", "x", "N")),
    *((name, (v, "n", "N")) for v in (1, 0, -1, 1.0, True) for name in (
        *("check_positive_int", "check_non_negative_int", "check_negative_int"),
        *("check_non_positive_int", "check_positive_float", "check_non_negative_float"),
        *("check_is_int", "check_is_float", "check_bool"),
    )),
    *(("check_int_range", (5, 0, top, rel, "n", "N")) for top in (4, 5, 6)
      for rel in ("INC_BOTH", "INC_LEFT", "INC_RIGHT", "INC_NEITHER")),
    *(("check_float_range", (0.0, 0, 1, rel, "n", "N"))
      for rel in ("INC_BOTH", "INC_LEFT", "INC_RIGHT", "INC_NEITHER")),
    ("check_float_range", (1, 0, 1, "INC_BOTH", "n", "N")),
    ("check_float_range", (0.5, 0, 1, "EQ", "n", "N")),
    ("check_number_range", (5, 0, 4, "INC_BOTH", int, "n", "N")),
    *(("check", ("a", 3, "b", 4, rel, "N")) for rel in ("EQ", "NE", "LT", "LE", "GT", "GE")),
    ("check", ("a", 3, "", [4, 5], "IN", "N", TypeError)),
    ("check", ("a", 3, "", [4, 5], "NOT_IN", "N", TypeError)),
    ("check_number", ("x", 3, 4, "GE", "N")),
    ("check_number", ("x", 4.5, 4, "GE", "N")),
    ("check_equal_int", (3, 3, "x", "N")),
    ("check_equal_int", (3, 4, "x", "N")),
    *(("check_string", (v, ["a", "b"], "mode", "N")) for v in ("a", "c", 3)),
    *(("check_value_type", ("x", v, kinds, "N")) for v in (1, True, 1.0, None)
      for kinds in (int, [int], (int, bool), [float, type(None)])),
    ("check_isinstance", ("x", 3, str)),
    ("check_isinstance", ("x", True, int)),
    ("check_positive_int_sequence", ((1, 2), "x", "N")),
    ("check_positive_int_sequence", ((1, 0), "x", "N")),
    ("check_positive_int_sequence", ([1, "a"], "x", "N")),
    *((name, (v,)) for name in ("once", "twice", "triple")
      for v in (3, (3, 4), [3, 4], "a", 1.5)),
]  # fmt: skip


@case(jit=False)
def checks(ms: Any, run: Any) -> dict[str, np.ndarray]:
    module = importlib.import_module(f"{ms.__name__}._checkparam")
    result = {}
    for i, (name, given) in enumerate(CALLS):
        words = ("EQ", "NE", "LT", "LE", "GT", "GE", "IN", "NOT_IN")
        args = [
            int(getattr(module, a)) if a in words or str(a).startswith("INC_") else a for a in given
        ]
        try:
            got = repr(getattr(module, name)(*args))
        except Exception as error:
            got = type(error).__name__
        result[f"{i}.{name}"] = np.array(got)
    return result


@case(jit=False)
def dtypes(ms: Any, run: Any) -> dict[str, np.ndarray]:
    module = importlib.import_module(f"{ms.__name__}._checkparam")
    calls = [
        lambda: module.check_subclass("t", ms.float32, (ms.number,), "N"),
        lambda: module.check_subclass("t", ms.float32, (ms.int32,), "N"),
        lambda: module.check_subclass("t", int, (float, int), "N"),
        lambda: module.check_type_name("t", ms.float16, [ms.float16], "N"),
        lambda: module.check_type_name("t", ms.float32, [ms.float16], "N"),
        lambda: module.check_tensor_dtype_valid("t", ms.float32, [ms.float16], "N"),
    ]
    return {f"out{i}": np.array(_outcome(call)) for i, call in enumerate(calls)}


def _outcome(call: Any) -> str:
    try:
        return str(call())
    except Exception as error:
        return type(error).__name__
