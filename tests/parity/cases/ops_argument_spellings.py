"""Arguments of Tensor methods and Primitives that were once dropped, and the other spellings of their names."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

X = np.arange(6, dtype=np.float32).reshape(2, 3)
PLACES = np.array([0, 1], np.int32)


@case
def custom_bprop(ms: Any, run: Any) -> Any:
    def shaped(x: Any, y: Any) -> Any:
        return x

    def square(x: Any, y: Any) -> Any:
        return x * x + y

    def back(x: Any, y: Any, out: Any, dout: Any) -> Any:
        return 20 * x * dout, dout * out

    with_bprop = ms.ops.Custom(square, shaped, shaped, "pyfunc", back)
    without = ms.ops.Custom(square, shaped, shaped, "pyfunc")
    return merge(
        gradient=run(with_bprop.__call__, rand(3), rand(3, seed=1)),
        none=run.raises(lambda x, y: ms.grad(lambda x, y: without(x, y))(x, y), rand(3), rand(3)),
        kind=run.raises(lambda: ms.ops.Custom(square, shaped, shaped, "nix")),
    )


@case
def to_forms(ms: Any, run: Any) -> Any:
    calls = {
        "name": lambda x: x.to("float16"),
        "banana": lambda x: x.to("banana"),
        "keyword": lambda x: x.to("CPU", foo=1),
        "number": lambda x: x.to(3),
        "two": lambda x: x.to(ms.float16, x),
        "python": lambda x: x.to(int),
        "absent": lambda x: x.to("Ascend"),
        "device": lambda x: x.to(device="banana", dtype=ms.float16),
    }
    good = {
        "dtype": lambda x: x.to(ms.float16),
        "both": lambda x: x.to("CPU", ms.float16),
        "flags": lambda x: x.to(ms.int32, True, copy=True),
        "none": lambda x: x.to(None),
        "cpu": lambda x: x.to("cpu"),
        "like": lambda x: x.to(ms.Tensor([1])),
    }
    refused = {name: run.raises(fn, X) for name, fn in calls.items()}
    return merge(**refused, **{name: run(fn, X, grad=False) for name, fn in good.items()})


@case
def new_tensors(ms: Any, run: Any) -> Any:
    return merge(
        zeros=run(lambda x: x.new_zeros((2,), ms.int32), X, grad=False),
        ones=run(lambda x: x.new_ones([2, 3], dtype=ms.float16), X, grad=False),
        device=run.raises(lambda x: x.new_zeros((2,), device="CPU"), X),
        unknown=run.raises(lambda x: x.new_ones((2,), foo=1), X),
        place=run.raises(lambda x: x.new_empty((2,), device="banana"), X),
    )


@case
def other_spellings(ms: Any, run: Any) -> Any:
    calls = {
        "view_bits": lambda x: x.view(ms.int32),
        "view_half": lambda x: x.view(dtype=ms.float16),
        "view_shape": lambda x: x.view(shape=(3, 2)),
        "reshape": lambda x: x.reshape(shape=(3, 2)),
        "permute": lambda x: x.permute(dims=(1, 0)),
        "flatten": lambda x: x.flatten(0, 1),
        "transpose": lambda x: x.transpose(dim0=0, dim1=1),
        "swapdims": lambda x: x.swapdims(dim0=0, dim1=1),
        "sort": lambda x: x.sort(dim=1, descending=True, stable=True)[0],
        "argsort": lambda x: x.argsort(dim=1, descending=True, stable=True),
        "expand_as": lambda x: x.expand_as(x=x),
        "isclose": lambda x: x.isclose(x2=x),
        "logical_and": lambda x: (x > 2).logical_and(y=x > 1),
        "matmul": lambda x: x.matmul(tensor2=x.transpose((1, 0))),
        "remainder": lambda x: x.remainder(divisor=2.0),
        "sub": lambda x: x.sub(y=x),
        "take": lambda x: x.take(index=ms.Tensor([0, 4])),
        "var": lambda x: x.var(axis=1, ddof=True),
        "where": lambda x: x.where(condition=x > 2, other=x + 1),
        "chunk": lambda x: x.chunk(chunks=3, dim=1)[1],
        "approximate": lambda x: x.approximate_equal(other=x),
        "multiply": lambda x: x.multiply(value=2),
        "addr": lambda x: x.addr(x[:, 0], x[0], 2, 3),
        "softmax": lambda x: x.softmax(1, ms.float32),
        "searchsorted": lambda x: x[0].searchsorted(v=ms.Tensor([1.0, 5.0]), side="right"),
        "index_add": lambda x: x.index_add(indices=ms.Tensor(PLACES), y=x, axis=0),
        "index_select": lambda x: x.index_select(dim=1, index=ms.Tensor(PLACES)),
        "scatter": lambda x: x.scatter(0, ms.Tensor([[0, 1]]), 5.0, reduce="add"),
        "max": lambda x: x.max(axis=(0, 1), return_indices=True),
        "max_initial": lambda x: ms.ops.max(x, 1, initial=3.0)[0],
    }
    return merge(**{name: run(fn, X, grad=False) for name, fn in calls.items()})


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    calls = {
        "move_to": lambda x: x.move_to("banana"),
        "blocking": lambda x: x.move_to("CPU", blocking=3),
        "value": lambda x: x.value(1),
        "softmax": lambda x: x.softmax(),
        "itemset": lambda x: x.itemset(3),
        "side": lambda x: x[0].searchsorted(v=ms.Tensor([1.0]), side="middle"),
        "reverse_sequence": lambda x: x.reverse_sequence(ms.Tensor([1, 1])),
        "uniform": lambda x: x.uniform_(foo=1),
        "dump_mode": lambda x: ms.ops.tensordump("x", x, "banana"),
        "dump_name": lambda x: ms.ops.tensordump(3, x),
    }
    return merge(**{name: run.raises(fn, X) for name, fn in calls.items()})


@case(jit=False)
def random_refusals(ms: Any, run: Any) -> Any:
    ops = ms.ops
    low, high = ms.Tensor(1, ms.float32), ms.Tensor(3, ms.float32)
    calls = {
        "half": lambda x: ops.uniform((2,), low, high, dtype=ms.float16),
        "limits": lambda x: ops.uniform((2,), low, high, dtype=ms.int32),
        "negative": lambda x: ops.rand(2, seed=-1),
        "text": lambda x: ops.normal((2,), low, high, "a"),
        "like": lambda x: ops.rand_like(x.astype(ms.int32)),
        "offset": lambda x: ops.randperm(5, offset=-1),
        "empty": lambda x: ops.randperm(0),
        "seed": lambda x: ops.UniformReal(-1),
        "seed2": lambda x: ops.UniformReal(1, -1),
        "samples": lambda x: ops.multinomial_with_replacement(x, 1, 2, 4),
        "dropout": lambda x: ops.dropout(x, 0.5, True, -1),
    }
    return merge(**{name: run.raises(fn, X) for name, fn in calls.items()})


@case(jit=False)
def seeds_start_streams(ms: Any, run: Any) -> Any:
    """Which calls with one seed draw the same numbers: facts about equality, as the numbers differ."""
    ops = ms.ops

    def same(first: Any, second: Any) -> np.ndarray:
        return np.array(bool((first.asnumpy() == second.asnumpy()).all()))

    ms.set_seed(1)
    first, second = ops.rand(8, seed=3), ops.rand(8, seed=3)
    ms.set_seed(1)
    again = ops.rand(8, seed=3)
    made = ops.UniformReal(3, 4)
    one, two = made((8,)), made((8,))
    return {
        "calls": same(first, second),
        "set_seed": same(first, again),
        "primitive": same(one, two),
        "new_primitive": same(one, ops.UniformReal(3, 4)((8,))),
        "seed2": same(one, ops.UniformReal(3, 5)((8,))),
        "randperm": same(ops.randperm(20), ops.randperm(20)),
        "offset": same(ops.randperm(20, 1, 2), ops.randperm(20, 5, 2)),
        "offset_counts": same(ops.randperm(20, 1, 2), ops.randperm(20, 1)),
        "dtype": np.array(str(ops.randn_like(ms.Tensor(X.astype(np.float16))).dtype)),
    }
