"""Where Tensors lie, constructors of Primitives, scalars, and arguments that steer locks and checks."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

X = np.arange(16, dtype=np.float32).reshape(1, 1, 4, 4)


@case(jit=False)
def places(ms: Any, run: Any) -> Any:
    tensor, held = ms.Tensor([1.0, 2.0]), ms.Parameter
    devices = ("CPU", "cpu", "meta", "Ascend", "banana", 3, None)
    formats = ("", "NZ", 3, None)
    result = {f"tensor_{d}": run.raises(lambda d=d: ms.Tensor([1.0], device=d)) for d in devices}
    result |= {f"held_{d}": run.raises(lambda d=d: held(tensor, device=d)) for d in devices}
    result["remote"] = run.raises(lambda: held(tensor, device="Remote"))
    result |= {f"form_{f}": run.raises(lambda f=f: held(tensor, storage_format=f)) for f in formats}
    result |= {
        f"const_{c}": run.raises(lambda c=c: ms.Tensor([1.0], const_arg=c)) for c in (True, 1)
    }
    meta = ms.Tensor([1.0, 2.0], ms.float16, device="meta")
    return merge(
        **result,
        layerwise=run.raises(lambda: held(tensor, layerwise_parallel=1)),
        parallel=run.raises(lambda: held(tensor, parallel_optimizer=1)),
        values=run.raises(lambda: meta.asnumpy()),
        facts={"same": np.array([str(meta.dtype), str(meta.shape), meta.device, repr(meta)])},
        cpu=run(lambda x: x + ms.Tensor([1.0, 2.0], device="CPU"), rand(2), grad=False),
    )


@case(jit=False)
def constructors(ms: Any, run: Any) -> Any:
    ops = ms.ops
    names = ("ScalarSummary", "TensorSummary", "HistogramSummary", "ImageSummary", "Partial")
    result = {name: run.raises(lambda name=name: getattr(ops, name)("x")) for name in names}
    layers = ("ReLU", "DiGamma", "MatDet", "SiLU", "Tril", "Softmax2d")
    result |= {n: run.raises(lambda n=n: getattr(ms.nn, n)(auto_prefix=True)) for n in layers}
    distributions = ms.nn.probability.distribution
    return merge(
        **result,
        kind=run.raises(lambda: ops.MaxPoolWithArgmaxV2(2, argmax_type=ms.float32)(ms.Tensor(X))),
        region=run.raises(lambda: ops.LRN(norm_region="x")),
        region_type=run.raises(lambda: ops.LRN(norm_region=3)),
        gumbel=run.raises(distributions.Gumbel),
        names={"of": np.array([distributions.Cauchy().name, distributions.LogNormal().name])},
        counted=run.raises(lambda: ops.count_nonzero(ms.Tensor(X), dtype=None)),
        graph=run.raises(lambda: ops.MultitypeFuncGraph("x", False, "url")),
    )


@case
def pools_and_deviation(ms: Any, run: Any) -> Any:
    ops = ms.ops
    return merge(
        average=run(lambda x: ops.AvgPool(2, 2)(x), X),
        places=run(lambda x: ops.MaxPoolWithArgmaxV2(2)(x), X),
        narrow=run(lambda x: ops.MaxPoolWithArgmaxV2(2, argmax_type=ms.int32)(x), X),
        deviation=run(lambda x: ops.ReduceStd()(x), X, grad=False),
        names=run(lambda x: ops.tensor_floordiv(input=x, other=x + 1), X, grad=False),
    )


@case(jit=False)
def scalars(ms: Any, run: Any) -> Any:
    two = [
        "add",
        "sub",
        "mul",
        "div",
        "floordiv",
        "mod",
        "pow",
        "eq",
        "lt",
        "le",
        "gt",
        "ge",
        "max",
        "min",
    ]
    pair = {n: getattr(ms.ops, f"scalar_{n}") for n in two}
    one = {n: getattr(ms.ops, f"scalar_{n}") for n in ("log", "uadd", "usub")}
    result = {
        n: {"value": np.array([fn(x=5, y=2), fn(5.5, 2)], np.float64)} for n, fn in pair.items()
    }
    result |= {n: {"value": np.array(fn(x=5), np.float64)} for n, fn in one.items()}
    result |= {f"three_{n}": run.raises(lambda fn=fn: fn(5, 2, 3)) for n, fn in pair.items()}
    result |= {f"two_{n}": run.raises(lambda fn=fn: fn(5, 2)) for n, fn in one.items()}
    return merge(
        **result,
        shape={"value": np.array(ms.ops.shape_(x=ms.Tensor(X)))},
        dtype={"value": np.array(str(ms.ops.dtype(x=ms.Tensor(X))))},
        identity={"value": np.array(ms.ops.operations.identity()(3))},
    )


@case(jit=False)
def locks_and_bounds(ms: Any, run: Any) -> Any:
    ops, row = ms.ops, np.ones((1, 2), np.float32)

    def held() -> Any:
        return ms.Parameter(ms.Tensor(np.ones((2, 2), np.float32)), name="held")

    def added(place: int, *flags: Any) -> Any:
        return ops.index_add(held(), ms.Tensor([place], ms.int32), ms.Tensor(row), 0, *flags)

    def copied(place: int) -> Any:
        x, index = ms.Tensor(row.repeat(2, 0)), ms.Tensor([place], ms.int32)
        return x.index_add(index, ms.Tensor(row), 0)

    def mint(place: int) -> Any:
        x, index = ms.Tensor(row.repeat(2, 0)), ms.Tensor([place], ms.int32)
        return ms.mint.index_add(x, 0, index, ms.Tensor(row))

    def locked(flag: Any) -> Any:
        return ops.ScatterAdd(flag)(held(), ms.Tensor([1], ms.int32), ms.Tensor(row))

    calls = {"added": added, "copied": copied, "mint": mint}
    outside = {
        f"{name}_{place}": run.raises(lambda fn=fn, place=place: fn(place).asnumpy())
        for name, fn in calls.items()
        for place in (5, -1)
    }
    return merge(
        **outside,
        unlocked=run(lambda: added(1, False, True)),
        unchecked=run.raises(lambda: added(5, True, False).asnumpy()),
        within=run(lambda: added(1, True, False)),
        scattered=run(lambda: locked(True)),
        lock=run.raises(lambda: ops.ScatterAdd(3)),
    )


@case(jit=False)
def categorical_moves_on(ms: Any, run: Any) -> Any:
    x = ms.Tensor(rand(2, 5))

    def drawn(primitive: Any, seed: int) -> list[Any]:
        return primitive(x, 64, seed).asnumpy().tolist()

    one, other = ms.ops.RandomCategorical(ms.int64), ms.ops.RandomCategorical(ms.int64)
    first, second, four = drawn(one, 3), drawn(one, 3), drawn(one, 4)
    again, fresh = drawn(other, 3), drawn(ms.ops.RandomCategorical(ms.int64), 4)
    by_function = [ms.ops.random_categorical(x, 64, 3).asnumpy().tolist() for _ in range(2)]
    return {
        "moves": np.array(first != second),
        "starts_again": np.array(first == again),
        "by_seed": np.array(four == fresh),
        "function": np.array(by_function[0] == by_function[1] == first),
    }


@case(jit=False)
def schedules_of_no_length(ms: Any, run: Any) -> Any:
    from importlib import import_module

    optim = import_module(f"{ms.__name__}.experimental.optim")
    kinds = optim.lr_scheduler

    def rates(make: Any) -> Any:
        held = ms.Parameter(ms.Tensor([1.0]), name="held")
        optimizer = optim.SGD([held], lr=0.1)
        schedule = make(optimizer)
        result = []
        for _ in range(3):
            schedule.step()
            result.append(float(optimizer.param_groups[0]["lr"]))
        return {"rates": np.array(result, np.float32)}

    return merge(
        step=rates(lambda o: kinds.StepLR(o, 0)),
        back=rates(lambda o: kinds.StepLR(o, -1)),
        cosine=rates(lambda o: kinds.CosineAnnealingLR(o, 0)),
        linear=rates(lambda o: kinds.LinearLR(o, total_iters=0)),
        polynomial=rates(lambda o: kinds.PolynomialLR(o, 0)),
        constant=rates(lambda o: kinds.ConstantLR(o, total_iters=0)),
        restarts=run.raises(lambda: kinds.CosineAnnealingWarmRestarts(None, 0)),
        cyclic=run.raises(lambda: rates(lambda o: kinds.CyclicLR(o, 0.1, 0.2, step_size_up=0))),
    )
