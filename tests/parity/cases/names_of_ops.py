"""Documented names of mindspore.ops that are doors, questions of graphs, and builders of descriptions."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

X, Y = rand(3, 4), rand(3, 4, seed=1)


@case
def other_names(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return merge(
        diff=run(lambda x: ops.diff_ext(x), X),
        isnan=run(lambda x: ops.isnan_ext(x), X),
        power=run(lambda x: ops.float_power_ext(x, 2), X, grad=False),
        floordiv=run(lambda x, y: ops.floordiv(x, y), X, Y, grad=False),
        floormod=run(lambda x, y: ops.floormod(x, y), X, Y, grad=False),
        slice=run(lambda x: ops.tensor_slice(x, (0, 1), (2, 2)), X),
        hyper=run(lambda x, y: ops.hyper_add((x, (y, x)), (y, (y, y))), X, Y),
        zipped=run(lambda x, y: [a * b for a, b in ((x, y), (y, x))], X, Y),
    )


@case(jit=False)
def ranges(ms: Any, run: Any) -> Any:
    return {"range": ms.ops.tensor_range(*map(ms.Tensor, (0, 7, 2))).asnumpy()}


@case(jit=False)
def added_in_place(ms: Any, run: Any) -> Any:
    x, p = ms.Tensor(X), ms.Parameter(ms.Tensor(X), name="p")
    index, rows = ms.Tensor([0, 2], ms.int32), ms.Tensor(Y[:2])
    outs = [
        ms.ops.inplace_index_add(x, index, rows, 0),
        ms.ops.inplace_index_add(p, index, rows, axis=0),
    ]
    return {
        "x": x.asnumpy(),
        "p": p.asnumpy(),
        "out": outs[0].asnumpy(),
        "other": outs[1].asnumpy(),
    }


@case(jit=False)
def questions(ms: Any, run: Any) -> Any:
    ops, x = ms.ops, ms.Tensor(X)
    kinds = (
        ms.bool_,
        ms.int8,
        ms.int64,
        ms.uint16,
        ms.float16,
        ms.float64,
        ms.bfloat16,
        ms.complex64,
        ms.string,
    )
    return {
        "numbers": np.array([ops.DtypeToEnum()("op", "dtype", kind) for kind in kinds]),
        "no_dtype": run.raises(lambda: ops.DtypeToEnum()("op", "dtype", 3))["raises"],
        "slice": np.array(
            [ops.SliceGetItem(slice(1, 2, 3), part) for part in ("start", "stop", "step")]
        ),
        "no_part": run.raises(lambda: ops.SliceGetItem(slice(1, 2, 3), "x"))["raises"],
        "no_slice": run.raises(lambda: ops.SliceGetItem(3, "start"))["raises"],
        "cond": np.array(ops.is_tensor_bool_cond(x[0, :1])),
        "wide": run.raises(lambda: ops.is_tensor_bool_cond(x))["raises"],
        "no_tensor": run.raises(lambda: ops.is_tensor_bool_cond(1))["raises"],
        "types": np.array([ops.hastype(x, ms.float32), ops.hastype(1, ms.int64)]),
        "no_type": run.raises(lambda: ops.hastype(x, ms.Tensor))["raises"],
        "sum": np.array(ops.hyper_add(1, 2)),
    }


@case(jit=False)
def flags_and_places(ms: Any, run: Any) -> Any:
    x, op = ms.Tensor(X), ms.ops.Add()
    result = [x.is_init()]
    x.set_init_flag(True)
    result += [x.is_init(), (x + 1).is_init(), x.copy().is_init()]
    x.set_init_flag(False)
    op.place("MS_WORKER", 1)
    return {
        "flags": np.array([*result, x.is_init()]),
        "role": np.array([op.attrs["ms_role"], str(op.attrs["rank_id"])]),
        "other": run.raises(lambda: op.place("x", 0))["raises"],
        "negative": run.raises(lambda: op.place(role="MS_WORKER", rank_id=-1))["raises"],
    }


@case(jit=False)
def descriptions(ms: Any, run: Any) -> Any:
    kinds = ms.ops.DataType
    made = ms.ops.CustomRegOp("k").input(0, "x").output(index=0, name="y", param_type="optional")
    made = made.attr("a", "required", "all").attr(
        name="b", param_type="optional", value_type="int", default_value="3"
    )
    made = made.input(name="z", param_type="dynamic").dtype_format(
        kinds.F32_Default, kinds.F16_None, kinds.I8_NCHW
    )
    info = made.target(target="CPU").get_op_info()
    new = ms.ops.CustomRegOp
    return {
        "info": np.array(repr(sorted(info.items()))),
        "empty": np.array(repr(sorted(new(op_name="Custom").get_op_info().items()))),
        "name": run.raises(lambda: new(3))["raises"],
        "target": run.raises(lambda: new("k").target(3))["raises"],
        "index": run.raises(lambda: new("k").input("a", "x"))["raises"],
        "pairs": run.raises(lambda: new("k").dtype_format(kinds.F32_Default))["raises"],
        "format": np.array(kinds.F32_FracNZ),
    }


@case(jit=False)
def tables(ms: Any, run: Any) -> Any:
    ops = ms.ops

    @ops.vm_impl_registry.register(ops.Cos)
    def body(self: Any) -> Any:
        return len

    class Own(ops.PrimitiveWithInfer):
        @ops.prim_arg_register
        def __init__(self, a: int, b: int = 2):
            super().__init__("Own")

    add = ops.tensor_operator_registry.get("add")
    return {
        "kept": np.array(ops.get_vm_impl_fn(ops.Cos()) is len),
        "none": np.array(ops.get_vm_impl_fn("Tan") is None),
        "add": add(ms.Tensor(X), ms.Tensor(Y)).asnumpy(),
        "absent": run.raises(lambda: ops.tensor_operator_registry.get("nope"))["raises"],
        "own": np.array(Own(1).name),
    }


@case
def laid_alone(ms: Any, run: Any) -> Any:
    layout = ms.Layout((1, 1), ("a", "b"))
    return run(lambda x: ms.ops.reshard(x, layout("a", "b")) * 2, X)
