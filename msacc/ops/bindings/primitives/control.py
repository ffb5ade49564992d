"""Control primitives: loops, assertions, calls of Python functions."""

from __future__ import annotations

import inspect
import math
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from msacc.common import checks as check
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect
from msacc.graph.own_bprop import with_bprop
from msacc.ops import debug
from msacc.ops.array.storage import move_to as _moved
from msacc.ops.core.primitive import Primitive, primitive_names
from msacc.ops.core.primitive_inputs import Input, to_construct
from msacc.ops.core.special_calls import call_specially
from msacc.sharding.strategy_state import sharding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common import dtype as mstype

_FUNCTIONS = (types.FunctionType, types.MethodType)


def _check_unroll(name: str, unroll: bool) -> None:
    if unroll is not True:
        check.boolean(name, "unroll", unroll)
        no_effect(f"ops.{name}", "unroll", unroll, "a graph records each turn of the loop")


class WhileLoop(Primitive):
    """`WhileLoop()(cond_func, loop_func, init_val)`: loop_func over and over while cond_func holds.

    Both take the value, and loop_func gives the next one, of the same shape and dtype. The result is the last
    value. Raises TypeError for what is no function.
    """

    def __init__(self) -> None:
        super().__init__("WhileLoop")

    def construct(
        self, cond_func: Callable[..., Any], loop_func: Callable[..., Any], init_val: Any
    ) -> Any:  # type: ignore[override]
        check.instance(self.name, "cond_func", cond_func, _FUNCTIONS)
        check.instance(self.name, "loop_func", loop_func, _FUNCTIONS)
        while cond_func(init_val):
            init_val = loop_func(init_val)
        return init_val

    __call__ = construct  # type: ignore[assignment]


class Scan(Primitive):
    """`Scan()(loop_func, init, xs, length=None, unroll=True)`: loop_func(carry, x) -> (carry, y) over `xs`.

    `xs` is a list or tuple, or None for `length` turns.
    `unroll` has no effect, and says so once if it is False.

    The result is (the last carry, the list of y).

    Raises TypeError for what is no function, ValueError for a `length` that is not that of `xs`.
    """

    def __init__(self) -> None:
        super().__init__("Scan")

    def construct(  # type: ignore[override]
        self,
        loop_func: Callable[..., Any],
        init: Any,
        xs: Sequence[Any] | Tensor | None,
        length: int | None = None,
        unroll: bool = True,
    ) -> Any:
        check.instance(self.name, "loop_func", loop_func, _FUNCTIONS)
        _check_unroll(self.name, unroll)
        items = [None] * (length or 0) if xs is None else list(xs)
        if xs is not None and len(items) and length not in (None, len(items)):
            raise ValueError(
                f"For 'Scan', 'length' should be that of 'xs', {len(items)}, but got {length}."
            )
        outputs = []
        for item in items:
            init, one = loop_func(init, item)
            outputs.append(one)
        return init, outputs

    __call__ = construct  # type: ignore[assignment]


class ForiLoop(Primitive):
    """`ForiLoop()(lower, upper, loop_func, init_val, unroll=True)`: loop_func(i, value) for i from lower to
    upper.

    The bounds are ints or Tensors of one.

    `upper` is left out.
    `unroll` has no effect, and says so once if it is False.

    The result is the last value.

    Raises TypeError for what is no function.
    """

    def __init__(self) -> None:
        super().__init__("ForiLoop")

    def construct(  # type: ignore[override]
        self,
        lower: int | Tensor,
        upper: int | Tensor,
        loop_func: Callable[..., Any],
        init_val: Any,
        unroll: bool = True,
    ) -> Any:
        check.instance(self.name, "loop_func", loop_func, _FUNCTIONS)
        _check_unroll(self.name, unroll)
        for i in range(int(lower), int(upper)):
            init_val = loop_func(i, init_val)
        return init_val

    __call__ = construct  # type: ignore[assignment]


class Morph(Primitive):
    """`Morph(fn, infer_shape, infer_dtype, bprop_fn=None)(*inputs)`: `fn` of the inputs, as if it were an op.

    Gradients are those of what `fn` does, or `bprop_fn(*inputs, out, dout)` where it is given: one for each input.
    With `shard` and the attribute `self_define_shard` `fn` gets each process's pieces of the inputs, gives pieces of
    its results, and may call collectives: experts lie on their processes so. `infer_shape` and `infer_dtype`, which
    tell MindSpore's compiler what comes out, are called where such a network is looked through without values. Raises
    ValueError where `bprop_fn` is given and `fn` has parameters that are no plain positional ones. Differs from
    MindSpore: it runs op by op too, where MindSpore raises RuntimeError. Inputs are Tensors of any shape and dtype, and
    what else `fn` takes.
    """

    cls_name = "Morph"
    _msacc_construct_inputs: tuple[Any, ...] = ()

    def __init__(
        self,
        fn: Callable[..., Any],
        infer_shape: Callable[..., Any] | None,
        infer_dtype: Callable[..., Any] | None,
        bprop_fn: Callable[..., Any] | None = None,
    ):
        super().__init__("Morph")
        if bprop_fn:
            _check_plain(fn)
        self.fn, self.bprop = fn, bprop_fn
        self.infer_shape, self.infer_dtype = infer_shape, infer_dtype

    def construct(self, *inputs: Any) -> Any:  # type: ignore[override]
        return self.fn(*inputs)

    def __call__(self, *inputs: Any) -> Any:
        if (
            self._msacc_strategy is not None
            and sharding.active
            and self.attrs.get("self_define_shard")
        ):
            return self._msacc_call_on_shards(*inputs)
        if self._msacc_is_special:
            return call_specially(self, *inputs, call=self._msacc_run)
        return self._msacc_run(*inputs)

    def _msacc_call_on_shards(self, *inputs: object) -> Any:
        return sharding.engine.call_on_shards(
            self._msacc_strategy, self._msacc_run, inputs, self.infer_shape, self.infer_dtype
        )

    def _msacc_run(self, *inputs: object) -> Any:
        return with_bprop(self, inputs, {}) if self.bprop else self.fn(*inputs)


def _check_plain(fn: Callable[..., Any]) -> None:
    """ValueError unless every parameter is one that may be given by position, without a default."""
    for name, parameter in inspect.signature(fn).parameters.items():
        if (
            parameter.kind is not parameter.POSITIONAL_OR_KEYWORD
            or parameter.default is not parameter.empty
        ):
            raise ValueError(
                "When use `bprop` in Morph, Morph `fn` only support positional or keyword parameters with default "
                f"value is empty, but got param '{name}' of kind '{parameter.kind.name}' with default value "
                f"'{parameter.default}'."
            )


class Assert(Primitive):
    """`Assert(summarize=3)(condition, input_data)`: RuntimeError with the data where the condition is False.

    `condition` is a bool or a Tensor of one, `input_data` a list or tuple of numbers and Tensors of any shape,
    of which `summarize` elements each are shown. There is no result. Raises TypeError for a `summarize` that is
    no int.
    """

    def __init__(self, summarize: int = 3):
        super().__init__("Assert")
        self.summarize = check.instance(self.name, "summarize", summarize, int)

    def construct(self, condition: Tensor | bool, input_data: Sequence[Any]) -> None:  # type: ignore[override]
        if bool(condition):
            return
        data = [
            x.asnumpy().reshape(-1)[: self.summarize].tolist() if isinstance(x, Tensor) else x
            for x in input_data
        ]
        raise RuntimeError(f"For 'Assert', the condition is False; input data: {data}.")


class PyFunc(Primitive):
    """`PyFunc(fn, in_types, in_shapes, out_types, out_shapes, stateful=True)(*inputs)`: fn on numpy arrays.

    `fn` takes an array of its `in_shapes` for each input, a Python number where that shape is (), and returns one
    array or number, or a tuple of them; the result is a tuple of Tensors of `out_types` and `out_shapes`. There are
    no gradients. `stateful=False` says once that it has no effect. Raises ValueError where the types and shapes are
    not equally many, or an input or output has not as many elements as its shape; TypeError where an input has not
    its type; RuntimeError for more inputs than types, or not as many outputs. Differs from MindSpore, which reads
    or leaves out memory where the elements are not equally many, and reads it as the other type where types differ.
    """

    def __init__(
        self,
        fn: Callable[..., Any],
        in_types: Sequence[mstype.Type],
        in_shapes: Sequence[Sequence[int]],
        out_types: Sequence[mstype.Type],
        out_shapes: Sequence[Sequence[int]],
        stateful: bool = True,
    ):
        super().__init__("PyFunc")
        for types_, shapes, what in (
            (in_types, in_shapes, "in"),
            (out_types, out_shapes, "out"),
        ):
            if shapes and len(types_) != len(shapes):
                raise ValueError(
                    f"For 'PyFunc', '{what}_types' and '{what}_shapes' should be equally many, but got "
                    f"{len(types_)} and {len(shapes)}."
                )
        if stateful is not True:
            no_effect("ops.PyFunc", "stateful", stateful, "a call is never left out")
        self.fn, self.in_types, self.in_shapes = fn, in_types, in_shapes
        self.out_types, self.out_shapes = out_types, out_shapes

    def construct(self, *inputs: Any) -> Any:
        if len(inputs) > len(self.in_types):
            raise RuntimeError(
                f"For 'PyFunc', there are {len(inputs)} inputs and {len(self.in_types)} 'in_types'; declare each input."
            )
        shaped = [self._msacc_input(*each) for each in enumerate(inputs)]
        outputs = debug.on_arrays(self._msacc_call, None, shaped)
        outs = outputs if isinstance(outputs, tuple) else (outputs,)
        if len(outs) != len(self.out_types):
            raise RuntimeError(
                f"For 'PyFunc', fn gave {len(outs)} outputs, but there are {len(self.out_types)} 'out_types'."
            )
        return tuple(self._msacc_output(*each) for each in enumerate(outs))

    def _msacc_call(self, *arrays: Any) -> Any:
        """`fn` on arrays, of which those of no dimensions are Python numbers, as in MindSpore."""
        return self.fn(*[a.item() if np.ndim(a) == 0 and hasattr(a, "item") else a for a in arrays])

    def _msacc_input(self, at: int, x: Tensor) -> Any:
        if not isinstance(x, Tensor):
            return x
        if x.dtype != self.in_types[at]:
            raise TypeError(
                f"For 'PyFunc', input {at} is {x.dtype}, but in_types[{at}] is {self.in_types[at]}; cast the input."
            )
        return self._msacc_shaped("in", at, x, self.in_shapes)

    def _msacc_output(self, at: int, x: Tensor) -> Tensor:
        return self._msacc_shaped("out", at, x, self.out_shapes).astype(self.out_types[at])

    def _msacc_shaped(self, what: str, at: int, x: Tensor, shapes: Any) -> Tensor:
        if not shapes or x.shape == tuple(shapes[at]):
            return x
        if x.size != math.prod(shapes[at]):
            raise ValueError(
                f"For 'PyFunc', {what}put {at} has shape {x.shape}, but {what}_shapes[{at}] is {tuple(shapes[at])}, "
                "which has not as many elements; declare the shape that it has."
            )
        return x.reshape(shapes[at])


class InsertGradientOf(Primitive):
    """`InsertGradientOf(f)(x)`: x itself, a Tensor of any shape and dtype, whose gradient is `f(gradient)`.

    Raises TypeError if f is no function.
    """

    def __init__(self, f: Callable[..., Any]):
        super().__init__("InsertGradientOf")
        if not callable(f):
            raise TypeError(f"For 'InsertGradientOf', 'f' should be a function, but got {f!r}.")
        self.f = f

    def construct(self, x: Tensor) -> Any:  # type: ignore[override]
        return debug.with_gradient_hook(x, lambda grads: self.f(grads[0]))


class Reusing(Primitive):
    """`Reusing()(x)`: x itself; MindSpore's scheduler may use its memory again."""

    def __init__(self) -> None:
        super().__init__("Reusing")

    def construct(self, x: Any) -> Any:  # type: ignore[override]
        return x

    __call__ = to_construct("Reusing", construct, (Input("x"),))


class MoveTo(Primitive):
    """`MoveTo()(input, to='CPU', blocking=True)`: the Tensor itself, as `Tensor.move_to` gives it."""

    def __init__(self) -> None:
        super().__init__("MoveTo")

    def construct(self, input: Any, to: str = "CPU", blocking: bool = True) -> Any:  # type: ignore[override]
        return _moved(input, to, blocking)


class TensorDump(Primitive):
    """`TensorDump(input_output='out')(file, tensor)`: `ops.tensordump`, which writes a .npy file.

    `file`: a str; `tensor`: a Tensor of any shape and dtype. Raises ValueError for an `input_output` that is
    neither 'in' nor 'out', and what `ops.tensordump` raises.
    """

    def __init__(self, input_output: str = "out"):
        super().__init__("TensorDump")
        self.input_output = check.choice(self.name, "input_output", input_output, ["in", "out"])

    def construct(self, file: str, input_x: Tensor) -> None:  # type: ignore[override]
        debug.tensordump(file, input_x, self.input_output)

    __call__ = to_construct("TensorDump", construct, (Input("file"), Input("input_x")))


def move_to(input: Any, to: str = "CPU", blocking: bool = True) -> Any:
    """The values of the Tensor `input` on the device `to`, whatever its shape; itself where it lies there already.

    Raises ValueError for a `to` other than 'CPU', 'GPU' and 'Ascend' and for a `blocking` that is no bool.
    """
    return _moved(input, to, blocking)


__all__ = [*primitive_names(globals()), "move_to"]
