"""Arguments that change what layers, losses, ops and Cells compute: each used, or refused as MindSpore refuses it."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

X = rand(1, 2, 5, 6)
ROWS = rand(3, 4)
VOLUME = rand(1, 2, 4, 5, 6)
A, B = rand(3, seed=1), rand(3, seed=2)


def pooling(pool: Any, *settings: Any) -> Any:
    """A function of x with the settings fixed."""
    return lambda x: pool(x, *settings)


@case(rtol=1e-4)
def mean_pool_with_ends(ms: Any, run: Any) -> Any:
    """avg_pool2d with (top, bottom, left, right)."""
    result = {}
    for i, padding in enumerate([(1, 0, 0, 1), (1, 1, 1, 0), (0, 1, 1, 1)]):
        for j, options in enumerate(
            [(), (False, False), (True, True), (True, False), (False, True, 4)]
        ):
            result[f"p{i}o{j}"] = run(pooling(ms.ops.avg_pool2d, 3, 2, padding, *options), X)
    return merge(**result)


@case(rtol=1e-4)
def mean_pool_of_volumes_with_ends(ms: Any, run: Any) -> Any:
    result = {}
    for i, padding in enumerate([(1, 1, 0, 0, 1, 0), (0, 1, 0, 1, 1, 0)]):
        for j, options in enumerate([(), (False, False), (True, True), (False, True, 5)]):
            result[f"p{i}o{j}"] = run(pooling(ms.ops.avg_pool3d, 3, 2, padding, *options), VOLUME)
            made = ms.ops.AvgPool3D(3, 2, "pad", padding, *options)
            result[f"q{i}o{j}"] = run(pooling(made), VOLUME)
    return merge(**result)


@case
def largest_of_volumes_with_ends(ms: Any, run: Any) -> Any:
    made = ms.ops.MaxPool3D
    return merge(
        a=run(lambda x: made(3, 2, "pad", (1, 1, 0, 0, 1, 0))(x), VOLUME),
        b=run(lambda x: made(3, 2, "pad", (0, 1, 0, 1, 1, 0))(x), VOLUME),
        c=run(lambda x: made(3, 2, "pad", (0, 1, 0, 1, 1, 0), True)(x), VOLUME),
    )


@case(rtol=1e-4, atol=1e-5)
def convolution_with_ends(ms: Any, run: Any) -> Any:
    nn, ops = ms.nn, ms.ops
    plane, volume = rand(1, 2, 3, 3, seed=3), rand(1, 2, 3, 3, 3, seed=4)
    cube = (0, 1, 2, 1, 1, 0)
    return merge(
        conv2d=run(lambda x, w: ops.Conv2D(1, 3, pad_mode="pad", pad=(1, 0, 2, 1), stride=2)(x, w), X, plane),
        conv3d=run(lambda x, w: ops.Conv3D(1, 3, pad_mode="pad", pad=cube)(x, w), VOLUME, volume),
        layer=run(nn.Conv2d(2, 1, 3, 2, "pad", (0, 1, 2, 1), weight_init="ones"), X),
        layer3=run(nn.Conv3d(2, 1, 3, 2, "pad", cube, weight_init="ones"), VOLUME),
        back=run(nn.Conv2dTranspose(2, 1, 3, 2, "pad", (0, 1, 2, 1), weight_init="ones"), X),
        back3=run(nn.Conv3dTranspose(2, 1, 3, 2, "pad", cube, weight_init="ones"), VOLUME),
        # No gradient: MindSpore's leaves the list out.
        listed=run(lambda x: ops.Conv2DTranspose(2, 3, pad_mode="pad", pad_list=(1, 1, 1, 1))(
            x, ops.ones((2, 1, 3, 3)), (1, 1, 5, 6)), X, grad=False),
    )  # fmt: skip


@case(jit=False)
def refused_settings(ms: Any, run: Any) -> Any:
    ops = ms.ops
    made = {
        "conv2d_mode": lambda: ops.Conv2D(1, 3, mode=2),
        "conv3d_mode": lambda: ops.Conv3D(1, 3, mode=0),
        "back2d_mode": lambda: ops.Conv2DTranspose(1, 3, mode=3),
        "back3d_mode": lambda: ops.Conv3DTranspose(2, 1, 3, mode=7),
        "back3d_format": lambda: ops.Conv3DTranspose(2, 1, 3, data_format="NDHWC"),
        "conv1d_ends": lambda: ops.avg_pool1d(ms.Tensor(rand(1, 2, 7)), 3, 2, (1, 0, 0)),
    }

    def call(build: Any) -> Any:
        def attempt() -> Any:
            build()
            return ms.Tensor(1)

        return attempt

    return merge(**{name: run.raises(call(build)) for name, build in made.items()})


class _Cells:
    """Cells with a backward pass of their own."""

    def __init__(self, ms: Any):
        class Pair(ms.nn.Cell):
            def construct(self, a: Any, b: Any) -> Any:
                return a * b

            def bprop(self, a: Any, b: Any, out: Any, dout: Any) -> Any:
                return dout * b * 10, dout * a * 20 + out

        class Optional(ms.nn.Cell):
            def construct(self, a: Any, b: Any = None, *, scale: Any = 2.0) -> Any:
                return a * scale if b is None else a * b * scale

            def bprop(self, a: Any, b: Any, scale: Any, out: Any, dout: Any) -> Any:
                if b is None:
                    return dout * 3 * scale, None, None
                return dout * b * 3 * scale, dout * 5, None

        class Nested(ms.nn.Cell):
            def construct(self, a: Any, items: Any) -> Any:
                return a * items[0] + items[1]

            def bprop(self, a: Any, items: Any, out: Any, dout: Any) -> Any:
                return dout * 10, (dout * 20, dout * 30)

        class Fewer(ms.nn.Cell):
            def construct(self, a: Any, b: Any) -> Any:
                return a * b

            def bprop(self, a: Any, b: Any, out: Any, dout: Any) -> Any:
                return (dout,)

        self.pair, self.optional, self.nested, self.fewer = Pair(), Optional(), Nested(), Fewer()


@case(jit=False)
def own_bprop(ms: Any, run: Any) -> Any:
    cells = _Cells(ms)
    return merge(
        by_position=run(lambda a, b: cells.pair(a, b), A, B),
        by_name=run(lambda a, b: cells.pair(a, b=b), A, B),
        both_by_name=run(lambda a, b: cells.pair(a=a, b=b), A, B),
        default=run(lambda a: cells.optional(a), A),
        given=run(lambda a, b: cells.optional(a, b), A, B),
        given_by_name=run(lambda a, b: cells.optional(a, b=b), A, B),
        keyword_only=run(lambda a, b: cells.optional(a, b, scale=4.0), A, B),
        nested=run(lambda a, b: cells.nested(a, (b, a)), A, B),
        too_few=run.raises(lambda a, b: ms.grad(cells.fewer, (0, 1))(a, b), A, B),
        missing=run.raises(lambda a: cells.pair(a), A),
        unknown=run.raises(lambda a: cells.pair(a, c=a), A),
    )


@case(jit=False)
def hooks_with_keywords(ms: Any, run: Any) -> Any:
    class Pair(ms.nn.Cell):
        def construct(self, a: Any, b: Any = None) -> Any:
            return a * 2 if b is None else a * b

    def hooked(kind: str, hook: Any, **options: Any) -> Any:
        cell = Pair()
        getattr(cell, f"register_{kind}")(hook, **options)
        return cell

    def tenfold(cell: Any, args: Any, kwargs: Any) -> Any:
        return args, {"b": kwargs["b"] * 10}

    def add_given(cell: Any, args: Any, kwargs: Any, out: Any) -> Any:
        return out + kwargs["b"] * len(args)

    before = hooked("forward_pre_hook", tenfold, with_kwargs=True)
    after = hooked("forward_hook", add_given, with_kwargs=True)
    plain = hooked("forward_pre_hook", lambda cell, args: args[0] * 3)
    always = hooked("forward_hook", lambda cell, args, out: out * 2, always_call=True)
    wrong = hooked("forward_pre_hook", lambda cell, args, kwargs: args, with_kwargs=True)
    back = hooked("backward_hook", lambda cell, grads, outs: tuple(g * 2 for g in grads))
    early = hooked("backward_pre_hook", lambda cell, outs: outs[0] * 3)
    return merge(
        before=run(lambda a, b: before(a, b=b), A, B),
        after=run(lambda a, b: after(a, b=b), A, B),
        after_by_name=run(lambda a, b: after(a=a, b=b), A, B),
        plain=run(lambda a, b: plain(a, b=b), A, B),
        always=run(lambda a, b: always(a, b=b), A, B),
        back=run(lambda a, b: back(a, b=b), A, B),
        back_by_position=run(lambda a, b: back(a, b), A, B),
        early=run(lambda a, b: early(a, b=b), A, B),
        wrong=run.raises(lambda a, b: wrong(a, b=b), A, B),
        no_function=run.raises(lambda a: Pair().register_forward_hook(3), A),
    )


@case(jit=False)
def hooks_after_errors(ms: Any, run: Any) -> Any:
    """Forward hooks with always_call run once, after an error too."""
    seen: list[float] = []

    class Fails(ms.nn.Cell):
        def construct(self, a: Any) -> Any:
            raise ValueError("fails")

    class Works(ms.nn.Cell):
        def construct(self, a: Any) -> Any:
            return a * 2

    def note(cell: Any, args: Any, out: Any) -> None:
        seen.append(-1.0 if out is None else float(out.asnumpy()[0]))

    def broken(cell: Any, args: Any, out: Any) -> Any:
        raise KeyError("hook")

    result = {}
    for name, kind, hooks in (
        ("construct", Fails, [(note, True)]),
        ("not_asked", Fails, [(note, False)]),
        ("hook", Works, [(broken, False), (note, True)]),
        ("done", Works, [(note, True), (broken, False)]),
    ):
        cell = kind()
        for hook, always in hooks:
            cell.register_forward_hook(hook, always_call=always)
        result[name] = run.raises(cell, A)
    return {**merge(**result), "seen": np.array(seen)}


@case(rtol=1e-4)
def smallest_norm(ms: Any, run: Any) -> Any:
    """LpNorm gives epsilon at least."""
    made = ms.ops.LpNorm
    return merge(
        small=run(pooling(made(1, 2, False, 1.0)), ROWS * 0.1),
        some=run(pooling(made(1, 2, True, 1.5)), ROWS),
        cubes=run(pooling(made(0, 3, False, 1.0)), ROWS * 0.1),
        ones=run(pooling(made((0, 1), 1, False, 20.0)), ROWS),
        default=run(pooling(made(1)), ROWS),
        zeros=run(pooling(made(1)), ROWS * 0, grad=False),
    )


@case(jit=False)
def refused_by_layers(ms: Any, run: Any) -> Any:
    nn, ops = ms.nn, ms.ops
    made = {
        "pieces": lambda: ops.SplitV([1, -1], 0, 3)(ms.Tensor(ROWS)),
        "longest_row": lambda: nn.EmbeddingLookup(4, 3, max_norm="a"),
    }
    return merge(**{name: run.raises(build) for name, build in made.items()})
