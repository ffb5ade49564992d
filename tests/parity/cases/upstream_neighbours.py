"""What MindSpore's own tests showed beside those that tests/upstream lists."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, merge, rand


def _types(ms: Any, calls: dict[str, Any], *inputs: Any) -> Arrays:
    """The dtype of each call under `auto` mixed precision."""
    tensors = [ms.Tensor(x) for x in inputs]
    return {
        name: np.array(str(ms.amp.auto_mixed_precision(call, "auto", ms.float16)(*tensors).dtype))
        for name, call in calls.items()
    }


@case(jit=False)
def auto_precision_of_functions(ms: Any, run: Any) -> Arrays:
    """BiasAdd, AddN and Cross compute in the widest type of their inputs, `dense` in the low one."""
    ops, bias, half = ms.ops, ms.Tensor(rand(3)), ms.Tensor(rand(3, 3, dtype=np.float16))
    kernel, image = ms.Tensor(rand(3, 3, 1, 1)), ms.Tensor(rand(1, 3, 4, 4))
    calls = {
        "bias_add": lambda x: ops.bias_add(ops.matmul(x, x), bias),
        "addn": lambda x: ops.addn((x, half, ops.matmul(x, x))),
        "cross": lambda x: ops.cross(half, x),
        "dense": lambda x: ops.dense(x, x, bias),
        "conv2d": lambda x: ops.conv2d(image, kernel),
        "conv2d_with_bias": lambda x: ops.conv2d(image, kernel, bias),
    }
    return _types(ms, calls, rand(3, 3))


@case(jit=False)
def auto_precision_of_layers(ms: Any, run: Any) -> Arrays:
    """A layer's bias is added in Float32 behind the product in Float16."""
    nn = ms.nn
    dense = {"dense": nn.Dense(3, 3), "no_bias": nn.Dense(3, 3, has_bias=False)}
    convolutions = {
        "conv": nn.Conv2d(3, 3, 1),
        "with_bias": nn.Conv2d(3, 3, 1, has_bias=True),
        "transpose": nn.Conv2dTranspose(3, 3, 1, has_bias=True),
    }
    cells = {name: nn.SequentialCell(layer) for name, layer in dense.items()}
    images = {name: nn.SequentialCell(layer) for name, layer in convolutions.items()}
    return merge(dense=_types(ms, cells, rand(2, 3)), conv=_types(ms, images, rand(1, 3, 4, 4)))


@case(jit=False)
def grad_operation_by_keyword(ms: Any, run: Any) -> Arrays:
    """`get_all` counts Tensors given by keyword, used or not; `sens` may be one."""

    class Net(ms.nn.Cell):
        def construct(self, x: Any, y: Any, *more: Any, **named: Any) -> Any:
            return 2 * x + 3 * y + 4 * more[0] + 5 * named["v"]

    gradient = ms.ops.GradOperation(get_all=True, sens_param=True)(Net())
    x, y, z, u, v = (ms.Tensor(rand(2, seed=i)) for i in range(5))
    results = gradient(x, y, z, u=u, v=v, sens=ms.Tensor(rand(2, seed=9)))
    return {f"grad{i}": g.asnumpy() for i, g in enumerate(results)}


def _assign(x: Any, index: Any, value: Any) -> Any:
    x = x * 1
    x[index] = value
    return x


@case
def assign_backwards(ms: Any, run: Any) -> Arrays:
    """A slice of the first axis may run backwards."""
    x, rows = rand(4, 6), rand(2, 6, seed=1)
    return merge(
        rows=run(lambda x, v: _assign(x, slice(3, 0, -2), v), x, rows, grad=False),
        number=run(lambda x: _assign(x, slice(-1, 1, -1), 5.0), x, grad=False),
        nothing=run(lambda x: _assign(x, slice(0, 3, -1), 5.0), x, grad=False),
    )


@case(jit=False)
def refusals(ms: Any, run: Any) -> Arrays:
    """The classes of errors."""
    x = ms.Tensor(rand(4, 6))
    bijectors = ms.nn.probability.bijector
    return merge(
        list_beyond=run.raises(lambda: x[[4, 2]]),
        list_before=run.raises(lambda: x[[-5]]),
        exp_name=run.raises(lambda: bijectors.Exp(name=0.1) and 0),
        softplus_name=run.raises(lambda: bijectors.Softplus(name=None) and 0),
    )


@case(jit=False)
def transforms(ms: Any, run: Any) -> Arrays:
    """PadEnd keeps a single value; ToTensor refuses strings."""
    import importlib

    dataset = importlib.import_module(f"{ms.__name__}.dataset")
    pad, to_tensor = dataset.transforms.PadEnd([3], pad_value=1), dataset.vision.ToTensor()
    return merge(
        value={"out": pad(np.int32(4))},
        row={"out": pad(np.array([1, 2], np.int32))},
        strings=run.raises(lambda: to_tensor(np.full((2, 2, 3), "1"))),
        bytes=run.raises(lambda: to_tensor(np.full((2, 2, 3), b"1"))),
        two=run.raises(lambda: dataset.text.SlidingWindow(2, 0)(["a", "b"], ["c"])),
    )


@case(jit=False)
def buffer_names(ms: Any, run: Any) -> Arrays:
    """What cannot be a buffer's name."""
    cell, value = ms.nn.Cell(), ms.Tensor(1.0)
    return merge(
        number=run.raises(lambda: cell.register_buffer(2, value)),
        dotted=run.raises(lambda: cell.register_buffer("a.b", value)),
        missing=run.raises(lambda: cell.get_buffer("a")),
    )


@case(jit=False)
def cell_list_plus(ms: Any, run: Any) -> Arrays:
    """`+=` takes a list of Cells."""
    relu, cells = ms.nn.ReLU(), ms.nn.CellList([ms.nn.ReLU()])
    cells += [relu]

    def add(more: Any) -> int:
        other = ms.nn.CellList([relu])
        other += more
        return len(other)

    return merge(
        list={"out": np.array([len(cells), cells[1] is relu])},
        cell_list=run.raises(lambda: add(ms.nn.CellList([relu]))),
        tuple=run.raises(lambda: add((relu,))),
        number=run.raises(lambda: add([3])),
    )
