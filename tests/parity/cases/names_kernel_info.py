"""Descriptions of kernels for other devices, and primitives of which only that they are made counts."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case


def _module(ms: Any, path: str) -> Any:
    return importlib.import_module(f"{ms.__name__}.{path}")


def _tbe(registry: Any, name: str) -> Any:
    made = registry.TBERegOp(name).fusion_type("OPAQUE").async_flag(True).binfile_name("a.so")
    made = made.compute_cost(3).kernel_name("own").partial_flag(False).reshape_type("NC")
    made = made.dynamic_shape(True).dynamic_rank_support(True).dynamic_compile_static(True)
    made = made.need_check_supported(True).is_dynamic_format(True).op_pattern("broadcast")
    made = made.real_input_index([1, 0]).input_to_attr_index([2]).unknown_shape_formats(["ND"])
    made = made.attr("a", "required", "int", "all", "0", foo=3).op_pattern()
    made = made.input(0, "x", False, "required", "all", "ignored", foo=3)
    return made.output(0, "y", False, "required", "all", foo="z")


@case(jit=False)
def descriptions(ms: Any, run: Any) -> Arrays:
    registry = _module(ms, "ops.op_info_register")
    kinds = registry.DataType
    pair = (kinds.F32_Default, kinds.F16_5HD)
    made = {"tbe": _tbe(registry, "Own"), "plain": registry.TBERegOp("Own")}
    for name in ("CpuRegOp", "AiCPURegOp"):
        made[name] = getattr(registry, name)("Own").input(0, "x", "required").output(0, "y", "all")
        made[name].attr("k", "int", "3").dtype_format(*pair).fusion_type("ELEMWISE")
    for name in ("AkgAscendRegOp", "AkgGpuRegOp", "AkgCpuRegOp"):
        made[name] = getattr(registry, name)("Own").input(0, "x", "required").output(0, "y")
        made[name].attr("k", "required", "int").dtype_format(*pair)
    made["akg"] = registry.AkgRegOp("Own", "CPU")
    made["custom"] = registry.CustomRegOp().fusion_type("OPAQUE")
    return {
        **{name: np.array(repr(list(one.get_op_info().items()))) for name, one in made.items()},
        "formats": np.array(
            [str(getattr(kinds, n)) for n in ("I8_FracZ", "F16_FracZNLSTM", "F32_Default_List")]
        ),
    }


@case(jit=False)
def registered(ms: Any, run: Any) -> Arrays:
    registry = _module(ms, "ops.op_info_register")
    info = registry.TBERegOp("Own").get_op_info()

    @registry.op_info_register(info)
    def own(x: int, y: int = 2) -> int:
        return x + y

    @registry.custom_info_register(info, info)
    def described(x: int) -> int:
        return 2 * x

    new = registry.TBERegOp
    errors = {
        "name": lambda: new(3),
        "empty": lambda: new(""),
        "kind": lambda: new("k").fusion_type(3),
        "flag": lambda: new("k").async_flag(1),
        "index": lambda: new("k").input("x"),
        "depend": lambda: new("k").input(0, "x", value_depend="bad"),
        "list": lambda: new("k").real_input_index(1),
        "pairs": lambda: new("k").dtype_format(registry.DataType.F32_Default),
        "info": lambda: registry.op_info_register(3)(own),
    }
    return {
        "called": np.array([own(1), described(4), len(described.reg_info)]),  # type: ignore[attr-defined]
        **{name: run.raises(call)["raises"] for name, call in errors.items()},
    }


def _pooling(ms: Any) -> Any:
    sizes = {"pooled_height": 2, "pooled_width": 3, "num_rois": 4, "spatial_scale": 0.5}
    kind = _module(ms, "ops.operations._inner_ops").PsROIPooling
    return kind(**sizes, out_dim=2, group_size=3)


@case(jit=False)
def quantization(ms: Any, run: Any) -> Arrays:
    quant = _module(ms, "ops.operations._quant_ops")
    kinds = _module(ms, "common.dtype").QuantDtype
    layer = quant.FakeQuantPerLayer(num_bits=4, symmetric=True)
    made = [quant.BatchNormFold2(0), quant.MinMaxUpdatePerChannel(channel_axis=1), layer]
    known = ("num_bits", "ema", "ema_decay", "quant_delay", "symmetric", "narrow_range", "training")
    param = quant.FakeQuantParam.linear_quant_param(kinds.UINT4, 0.5, 3, own=1)
    several = quant.FakeQuantParam.linear_quant_param(kinds.INT8, [0.5, 1.0], [0, 1], True)
    return {
        "names": np.array([one.name for one in made]),
        "pooling": np.array(str(_pooling(ms).init_attrs)),
        "settings": np.array([str(getattr(layer, name)) for name in known]),
        "init": np.array(str([layer.init_attrs[name] for name in known])),
        "attrs": np.array([repr(sorted(one.attrs.items())) for one in (param, several)]),
        "bits": np.array([kinds.INT1.value(), kinds.UINT16.value(), str(kinds.INT8) == "INT8"]),
        "scale": run.raises(lambda: quant.FakeQuantParam.linear_quant_param(kinds.INT8, "a", 2))[
            "raises"
        ],
        "unknown": run.raises(lambda: quant.FakeQuantPerLayer(bits=4))["raises"],
    }
