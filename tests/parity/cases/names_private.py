"""Names that MindSpore does not list and downstream code uses."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import case


def _raised(call: Any) -> np.ndarray:
    try:
        call()
    except Exception as error:
        return np.array(type(error).__name__)
    return np.array("")


@case(jit=False)
def kinds_of_types(ms: Any, run: Any) -> Any:
    t = ms.dtype
    typing = importlib.import_module(f"{ms.__name__}._c_expression").typing
    kinds = (
        t.Int,
        typing.UInt,
        typing.Float,
        typing.BFloat,
        typing.Complex,
        typing.Number,
        typing.Bool,
    )
    types = (
        ms.int8, ms.int64, ms.uint8, ms.float16, ms.float64, ms.bfloat16, ms.complex64, ms.bool_, ms.float8_e5m2,
        ms.string, ms.tensor_type,
    )  # fmt: skip
    return {
        "is": np.array([[isinstance(x, kind) for kind in kinds] for x in types]),
        "made": np.array(
            [t.Int(32) == ms.int32, typing.Float(16) == ms.float16, typing.UInt(8) == ms.uint8]
        ),
        "of tensors": np.array([str(t.TensorType(ms.float32)), str(t.TensorType())]),
        "are tensors": np.array(
            [isinstance(x, t.TensorType) for x in (ms.tensor_type, t.TensorType(ms.int8), ms.int8)]
        ),
        "sizes": np.array([x.itemsize for x in types[:-2]]),
        "floats": np.array([x.is_floating_point for x in types[:-2]]),
        "complex": np.array([x.is_complex for x in types[:-2]]),
        "quant": np.array([k.name for k in t.QuantDtype]),
        "names": np.array([str(ms.qint4x2), str(ms.hifloat8), repr(ms.qint4x2), repr(ms.hifloat8)]),
        "seven": _raised(lambda: t.Int(7)),
        "a name": _raised(lambda: t.Int("a")),
        "no type": _raised(lambda: t.TensorType(3)),
    }


@case(jit=False)
def checks_of_arguments(ms: Any, run: Any) -> Any:
    check = importlib.import_module(f"{ms.__name__}._checkparam")

    @check.args_type_check(a=int, b=(str, list))
    def fn(a: Any, b: Any = None, c: Any = 3) -> Any:
        return a

    @check.args_type_check(a=int)
    def by_name(**kwargs: Any) -> Any:
        return len(kwargs)

    axes = check.check_and_canonicalize_axes
    return {
        "good": np.array([fn(1), fn(2, ["x"]), fn(3, "x", "y"), by_name(a=1, b="x")]),
        "none": np.array(fn(None) is None),
        "first": _raised(lambda: fn("a")),
        "second": _raised(lambda: fn(1, 3)),
        "named": _raised(lambda: by_name(a="x")),
        "unknown": _raised(lambda: check.args_type_check(z=int)(fn)),
        "axes": np.array([axes(-1, 3)[0], *axes((0, -1), 3)]),
        "double": _raised(lambda: axes((0, -3), 3)),
        "too far": _raised(lambda: axes(5, 3)),
        "no int": _raised(lambda: axes("a", 3)),
    }


@case(jit=False)
def arguments_of_a_cell(ms: Any, run: Any) -> Any:
    register = importlib.import_module(f"{ms.__name__}._extends").cell_attr_register

    class Plain(ms.nn.Cell):
        @register
        def __init__(self, a: Any, b: Any = 2) -> None:
            super().__init__()

    class Chosen(ms.nn.Cell):
        @register(attrs=["a"])
        def __init__(self, a: Any, b: Any = 2) -> None:
            super().__init__()
            self.a = a

    return {"kept": np.array([Plain(1, b=3).cell_init_args, Chosen(1).cell_init_args])}


@case(jit=False)
def what_scripts_ask_of_the_core(ms: Any, run: Any) -> Any:
    core = importlib.import_module(f"{ms.__name__}._c_expression").MSContext.get_instance()
    shard = importlib.import_module(f"{ms.__name__}.parallel.shard")
    return {
        "chip": np.array(core.get_ascend_soc_version()),
        "plugin": np.array(core.is_ascend_plugin_loaded()),
        "layout": np.array(shard.Layout is ms.parallel.Layout),
        "callable": np.array(callable(ms.parallel.shard)),
        "start": np.array(ms.multiprocessing.Process.__name__),
    }
