"""The smallest of the random programs (tests/fuzz) whose differences were mended."""

from __future__ import annotations

import numpy as np

from tests.parity.graph_modes import recorded
from tests.parity.harness import case, rand


def _listed(ms):
    """Lists beside Tensors of every type."""
    types = (np.uint8, np.int8, np.int32, np.int64, np.float16, np.float32, np.float64)
    tensors = {t.__name__: ms.Tensor(np.array([1, 2, 3], t)) for t in types}
    calls = {f"{n} - ints": lambda x=x: x - (1, 1, 2) for n, x in tensors.items()}
    calls |= {f"ints + {n}": lambda x=x: [1, 1, 2] + x for n, x in tensors.items()}
    floats = {n: x for n, x in tensors.items() if n.startswith("float")}
    return calls | {f"{n} + floats": lambda x=x: x + [0.5, 1.0, 2.0] for n, x in floats.items()}


@case(jit=False)
def lists_beside_tensors(ms, run):
    return recorded(ms, _listed(ms))


@case(jit=False)
def elements_set_and_filled(ms, run):
    mask = ms.Tensor(np.array([True, False, True]))
    numbers = ms.Tensor(np.array([1, 2, 3]))

    def written(index, value):
        x = ms.Tensor(np.array([[1.0, 2.0], [3.0, 4.0]], np.float32)) * 1
        x[index] = value
        return x

    return recorded(
        ms,
        {
            "half in integers": lambda: numbers.masked_fill(mask, 0.5),
            "below zero in integers": lambda: numbers.masked_fill(mask, -1.7),
            "one in an element": lambda: written((1, 0), ms.Tensor([9.0])),
            "many in nothing": lambda: written((slice(None), slice(1, 1)), ms.Tensor([1.0, 2.0])),
        },
    )


@case(jit=False)
def products_of_integers(ms, run):
    x = ms.Tensor(np.array([1, 2, 3], np.int32))
    calls = {f"{v}": lambda v=v: ms.ops.addcmul(x, x, x, v) for v in (0.5, 1.5, 2)}
    calls |= {"a number's softmax": lambda: ms.ops.softmax(ms.Tensor(1.0))}
    return recorded(ms, calls)


@case
def fmod_of_a_number(ms, run):
    return run(lambda x: ms.ops.fmod(2.5, x), np.array([1.0, 2.0, -3.0], np.float32))


@case(jit=False)
def binary_cross_entropy_of_two_types(ms, run):
    """The result has the type of the targets."""
    kinds = {"half": np.float16, "single": np.float32}
    calls = {
        f"{a} {b}": lambda a=a, b=b: ms.nn.BCEWithLogitsLoss()(
            ms.Tensor(rand(3, 2).astype(kinds[a])), ms.Tensor(np.ones((3, 2), kinds[b]))
        )
        for a in kinds
        for b in kinds
    }
    return recorded(ms, calls)


@case(rtol=1e-2, atol=1e-3)
def local_response_of_halves(ms, run):
    return run(ms.nn.LRN(3), rand(1, 3, 4, 4).astype(np.float16), grad=False)


@case(jit=False)
def ranks_of_margin_losses(ms, run):
    scores = ms.Tensor(rand(2, 3, 2))
    labels = ms.Tensor(np.ones((2, 3, 2), np.int32))
    calls = {
        "several": lambda: ms.nn.MultilabelMarginLoss()(scores, labels),
        "one": lambda: ms.nn.MultiMarginLoss()(scores, labels[:, 0].astype(ms.int64)),
    }
    return {name: run.raises(call)["raises"] for name, call in calls.items()}


@case(jit=False)
def counters_written_within_a_gradient(ms, run):
    """A gradient is that of the values that a Parameter had, differentiated or not; MindSpore's graphs alone know."""

    class Counting(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            number = ms.Tensor(2, ms.int32)
            self.count = ms.Parameter(number, name="count", requires_grad=False)

        def construct(self, x):
            y = x * self.count
            self.count += 1
            return y * y

    def called():
        net, x = Counting(), ms.Tensor(np.array([1.0, 2.0], np.float32))
        return ms.grad(net)(x), net.count * 1

    return recorded(ms, {"counted": called}, modes=("graph",))


@case(jit=False)
def gradients_inside_of_transforms(ms, run):
    x, y = (ms.Tensor(rand(3, seed=seed)) for seed in (1, 2))

    def f(x, y):
        return (x**2).sum() * y

    def inner(x, y):
        return ms.grad(f, (0, 1))(x, y)

    def first(x, y):
        return ms.grad(f)(x, y)

    return recorded(
        ms,
        {
            "jvp": lambda: ms.jvp(inner, (x, y), (y, x)),
            "jacfwd": lambda: ms.jacfwd(first)(x, y),
        },
    )


@case(jit=False)
def shapes_of_margin_targets(ms, run):
    scores = ms.Tensor(np.ones((3, 3), np.float32))
    calls = {
        "no axis": lambda: ms.ops.multilabel_margin_loss(ms.Tensor(1.0), ms.Tensor(0, ms.int32)),
        "another shape": lambda: ms.ops.multilabel_margin_loss(
            scores, ms.Tensor(np.zeros((3, 1), np.int32))
        ),
    }
    return {name: run.raises(call)["raises"] for name, call in calls.items()}


@case(jit=False)
def gradients_of_missing_arguments(ms, run):
    x = ms.Tensor(np.ones(2, np.float32))

    def product(x, y):
        return x * y

    def same(x):
        return x

    calls = {
        "both": lambda: ms.grad(product, (0, 1))(x),
        "second": lambda: ms.value_and_grad(product, 1)(x),
        "beyond": lambda: ms.grad(product, 5)(x, x),
        "beyond one": lambda: ms.grad(same, 1)(x),
    }
    return {name: run.raises(call)["raises"] for name, call in calls.items()}


@case(jit=False)
def negative_powers_of_integers(ms, run):
    numbers = ms.Tensor(np.array([1, 2, -1], np.int32))
    calls = {
        "mint of an int": lambda: ms.mint.pow(numbers, -2),
        "mint of NumPy's": lambda: ms.mint.pow(numbers, np.int16(-2)),
        "mint of a float": lambda: ms.mint.pow(numbers, -2.0),
        "ops": lambda: ms.ops.pow(numbers, -2),
        "method": lambda: numbers.pow(-2),
    }
    return recorded(ms, calls, modes=("pynative",))


@case(jit=False)
def gradients_of_no_images_and_of_signs(ms, run):
    nothing = ms.Tensor(np.zeros((0, 4, 3, 3), np.float32))
    x = ms.Tensor(np.array([0.5, -2.0], np.float32))

    def shuffled(x):
        return ms.nn.PixelShuffle(2)(x).sum() + x.sum()

    def sign_of_lerp(x):
        return ms.ops.sign(ms.ops.lerp(x, x, 0.25))

    return recorded(
        ms,
        {"none": lambda: ms.grad(shuffled)(nothing), "sign": lambda: ms.grad(sign_of_lerp)(x)},
    )


@case(jit=False)
def values_of_another_shape_assigned(ms, run):
    """A RuntimeError for one element that has or lacks an axis, else a ValueError."""

    def assigned(shape, value):
        held = ms.Parameter(ms.Tensor(np.zeros(shape, np.float32)), name="held")
        return ms.ops.assign(held, ms.Tensor(np.ones(value, np.float32)))

    shapes = [((), (1,)), ((1,), ()), ((2,), (1,)), ((2,), ()), ((), (2,)), ((2,), (3,))]
    calls = {f"{s} {v}": lambda s=s, v=v: assigned(s, v) for s, v in shapes}
    return recorded(ms, calls, modes=["pynative"])
