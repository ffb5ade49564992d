"""Operations on Tensors that other families' bodies are made of; shapes are followed, so that most programs run."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tests.fuzz.drawing import Body, Shape

Maker = Callable[[Body], None]

_UNARY = (
    "{a}.tanh()", "ops.sigmoid({a})", "ops.relu({a})",
    "ops.gelu({a})", "-{a}", "abs({a})",
    "{a}.exp()", "ops.sin({a})", "mint.cos({a})", "{a} ** 2", "ops.clamp({a}, -1, 1)", "{a}.clip(-0.5, None)",
    "ops.square({a})", "ops.silu({a})", "ops.softplus({a})", "ops.erf({a})", "ops.elu({a})", "ops.leaky_relu({a}, 0.1)",
    "ops.hardtanh({a})", "ops.hardswish({a})", "ops.relu6({a})", "ops.mish({a})", "ops.sqrt(abs({a}) + 1)",
    "ops.log1p(abs({a}))", "ops.rsqrt({a} * {a} + 1)", "ops.reciprocal({a} * {a} + 1)", "ops.floor({a})", "ops.round({a})",
    "mint.trunc({a})", "ops.sign({a})", "ops.atan({a})", "ops.expm1({a})", "ops.selu({a})", "ops.logsigmoid({a})", "ops.stop_gradient({a}) + {a}", "{a}.copy()", "ops.zeros_like({a})", "ops.ones_like({a})",
)  # fmt: skip
_WHOLE_UNARY = (
    "-{a}",
    "abs({a})",
    "{a} + 1",
    "{a} * {a}",
    "{a} // 2",
    "{a} % 3",
    "ops.square({a})",
    "{a}.clip(0, 3)",
)
_BINARY = (
    "{a} + {b}", "{a} - {b}", "{a} * {b}", "{a} / (abs({b}) + 1)", "ops.maximum({a}, {b})", "mint.minimum({a}, {b})",
    "ops.where({a} > {b}, {a}, {b})", "{a}.add({b})", "mint.sub({a}, {b}, alpha=2)", "ops.atan2({a}, {b})",
    "{a} // (abs({b}) + 1)", "{a} % (abs({b}) + 1)", "ops.mul({a}, {b})", "ops.lerp({a}, {b}, 0.25)", "ops.addcmul({a}, {b}, {b}, 0.5)",
    "ops.floor_mod({a}, 3)", "{a}.masked_fill({b} > 0, 0.5)", "ops.hypot({a}, {b})",
)  # fmt: skip
_COMPARE = (
    "{a} > {b}",
    "{a} <= {b}",
    "{a} == {b}",
    "{a} != {b}",
    "ops.less({a}, {b})",
    "ops.ge({a}, {b})",
)
_REDUCE = (
    "{a}.sum({k})", "{a}.mean({k})", "ops.max({a}, {k})[0]", "{a}.min({k})[0]", "ops.reduce_mean({a}, {k})", "{a}.prod({k})",
    "mint.sum({a}, {k})", "mint.mean({a}, {k})", "ops.logsumexp({a}, {k})", "ops.amax({a}, {k})",
    "ops.std({a}, {k})", "{a}.amin({k})", "ops.median({a}, {k})[0]",
)  # fmt: skip
_ALONG = (
    "ops.softmax({a}, {k})", "ops.log_softmax({a}, {k})", "ops.cumsum({a}, {k})", "ops.flip({a}, ({k},))",
    "ops.cumprod({a}, {k})", "{a}.sort({k})[0]", "mint.sort({a}, dim={k}, descending=True)[0]", "ops.cummax({a}, {k})[0]", "ops.logcumsumexp({a}, {k})",
)  # fmt: skip
_INDICES = (
    "{a}.argmax({k})",
    "ops.argmin({a}, {k})",
    "ops.count_nonzero({a}, {k})",
)


def _broadcast(a: Shape, b: Shape) -> Shape:
    try:
        return tuple(np.broadcast_shapes(a, b))
    except ValueError:
        return a


def unary(body: Body) -> None:
    a = body.pick("fi")
    if a is not None:
        forms = _UNARY if a.kind == "f" else _WHOLE_UNARY
        body.add(body.draw.choice(forms).format(a=a.name), a.shape, a.kind)


def scalar(body: Body) -> None:
    a = body.pick("fi")
    if a is None:
        return
    number, sign = body.draw.number(), body.draw.choice("+-*")
    kind = "f" if "." in number else a.kind
    text = f"{a.name} {sign} {number}" if body.draw.chance(0.5) else f"{number} {sign} {a.name}"
    body.add(text, a.shape, kind)


def binary(body: Body) -> None:
    a, b = body.pick("fi"), body.pick("fi")
    if a is not None and b is not None:
        kind = "f" if "f" in a.kind + b.kind else "i"
        shape, form = _broadcast(a.shape, b.shape), body.draw.choice(_BINARY)
        if a.kind == b.kind or "lerp" not in form:  # which wants one type
            body.add(form.format(a=a.name, b=b.name), shape, kind)


def compare(body: Body) -> None:
    a, b = body.pick("fi"), body.pick("fi")
    if a is not None and b is not None:
        shape = _broadcast(a.shape, b.shape)
        body.add(body.draw.choice(_COMPARE).format(a=a.name, b=b.name), shape, "b")


def select(body: Body) -> None:
    condition, a = body.pick("b"), body.pick("f")
    if condition is not None and a is not None:
        form = body.draw.choice(
            (
                "ops.where({c}, {a}, 0.5)",
                "ops.select({c}, {a}, {a} * 2)",
                "{a} * {c}",
                "mint.where({c}, {a}, -{a})",
            )
        )
        shape = _broadcast(condition.shape, a.shape)
        body.add(form.format(c=condition.name, a=a.name), shape, "f")


def reduce(body: Body) -> None:
    a = body.pick("f", 1)
    if a is None or not all(a.shape):  # over no elements MindSpore gives what its memory held
        return
    k = body.draw.axis(len(a.shape))
    form, shape = (
        body.draw.choice(_REDUCE),
        tuple(np.delete(a.shape, k if -len(a.shape) <= k < len(a.shape) else 0)),
    )
    if body.draw.chance(0.2):
        body.add(
            f"{a.name}.{body.draw.choice(('sum', 'mean', 'max', 'min', 'prod'))}()", (), a.kind
        )
    else:
        body.add(form.format(a=a.name, k=k), tuple(int(s) for s in shape), a.kind)


def along(body: Body) -> None:
    a = body.pick("f", 1)
    if a is not None:
        form = body.draw.choice(_ALONG).format(a=a.name, k=body.draw.axis(len(a.shape)))
        body.add(form, a.shape, "f")


def indices(body: Body) -> None:
    a = body.pick("f", 1)
    if a is not None:
        k = body.draw.randint(0, len(a.shape) - 1)
        body.add(
            body.draw.choice(_INDICES).format(a=a.name, k=k), a.shape[:k] + a.shape[k + 1 :], "i"
        )


def reshape(body: Body) -> None:
    """A change of the shape alone."""
    a = body.pick("fi")
    if a is None:
        return
    name, shape, draw = a.name, a.shape, body.draw
    size, rank = int(np.prod(shape)), len(shape)
    k = draw.axis(rank)
    options: list[tuple[str, Shape]] = [
        (f"{name}.reshape(-1)", (size,)),
        (f"ops.flatten({name}, start_dim=0)", (size,)),
        (f"{name}.expand_dims(0)", (1, *shape)),
        (f"{name}.unsqueeze(-1)", (*shape, 1)),
        (f"ops.broadcast_to({name}, {(2, *shape)})", (2, *shape)),
        (f"{name}.T", shape[::-1]),
        (f"ops.tile({name}, {(2,) * max(rank, 1)})", tuple(2 * s for s in shape) or (2,)),
        (f"{name}.reshape({shape[::-1]})", shape[::-1]),
        (f"{name}.squeeze()", tuple(s for s in shape if s != 1)),
    ]
    if rank >= 2:
        options += [
            (f"{name}.swapaxes(0, -1)", (shape[-1], *shape[1:-1], shape[0])),
            (f"mint.transpose({name}, 0, 1)", (shape[1], shape[0], *shape[2:])),
            (f"ops.permute({name}, {tuple(range(rank))[::-1]})", shape[::-1]),
        ]
    if rank >= 1:
        doubled = list(shape)
        doubled[k if -rank <= k < rank else 0] *= 2
        options += [
            (f"ops.concat(({name}, {name} * 2), {k})", tuple(doubled)),
            (f"ops.stack(({name}, {name} + 1), 0)", (2, *shape)),
            (f"ops.repeat_interleave({name}, 2, {k})", tuple(doubled)),
            (f"ops.pad({name}, (1, 0))", (*shape[:-1], shape[-1] + 1)),
            (f"ops.split({name}, 2, 0)[0]", (min(2, shape[0]), *shape[1:])),
            (f"mint.chunk({name}, 2, 0)[-1]", (shape[0] // 2, *shape[1:])),
            (f"ops.unstack({name}, 0)[0]", shape[1:]),
            (f"ops.diff({name}, axis=0)", (max(shape[0] - 1, 0), *shape[1:])),
        ]
    text, after = draw.choice(options)
    body.add(text, after, a.kind)


def product(body: Body) -> None:
    """A matrix product with itself, transposed."""
    a = body.pick("f", 2)
    if a is None or not all(a.shape):
        return
    rows = a.shape[-2]
    form = body.draw.choice(
        (
            "ops.matmul({a}, {a}.swapaxes(-1, -2))",
            "{a} @ {a}.swapaxes(-1, -2)",
            "mint.matmul({a}, mint.transpose({a}, -1, -2))",
        )
    )
    body.add(form.format(a=a.name), (*a.shape[:-1], rows), "f")


def cast(body: Body) -> None:
    a = body.pick("fib")
    if a is not None:
        kind = body.draw.choice("fffi")
        body.add(f"{a.name}.astype(ms.{body.draw.dtype(kind)})", a.shape, kind)


MAKERS: list[Maker] = [
    unary,
    unary,
    unary,
    scalar,
    binary,
    binary,
    binary,
    compare,
    select,
    reduce,
    reduce,
    along,
    indices,
]
MAKERS += [reshape, reshape, product, cast]
