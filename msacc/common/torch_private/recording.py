"""Runs on tensors without values, recorded as graphs of ATen calls, and the modes around them."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map


def watches_ops() -> bool:
    """Whether a TorchDispatchMode sees each op, as torch's FlopCounterMode does, which compiled code would hide."""
    return torch._C._len_torch_dispatch_stack() > 0


def without_function_modes() -> AbstractContextManager[Any]:
    """Within, no TorchFunctionMode from around sees calls: what it does to them is in a recorded run already."""
    return _outer_modes_taken_off() if torch._C._len_torch_function_stack() else nullcontext()


@contextmanager
def _outer_modes_taken_off() -> Iterator[None]:
    modes = [
        torch._C._pop_torch_function_stack() for _ in range(torch._C._len_torch_function_stack())
    ]
    try:
        yield
    finally:
        for mode in reversed(modes):
            torch._C._push_on_torch_function_stack(mode)


@functools.cache
def load_recorder() -> None:
    """Load what a recording imports, which is most of Dynamo."""
    import torch._dynamo
    import torch.fx.experimental.symbolic_shapes  # noqa: F401


def record_calls(
    run: Callable[..., list[torch.Tensor]],
    inputs: Sequence[torch.Tensor],
    meta: Callable[[], dict[str, Any]],
    note_failure: Callable[[Exception], None],
    axes: Sequence[Sequence[int]],
) -> torch.fx.GraphModule:
    """The ATen calls of `run(*inputs)` as a graph of its inputs; tensors that it comes upon are attributes of it.

    Nothing is computed and nothing is written to. `meta` is asked at each call for what its nodes have as `meta`,
    "part" among it. `note_failure` is told of each call that fails, as a handler of the script's may take the
    exception. `axes`: by input the axes whose sizes are symbols.
    """
    from torch.fx.experimental.proxy_tensor import make_fx

    def lifted(*fakes: torch.Tensor) -> list[torch.Tensor]:
        with _lifting(meta, note_failure):
            return run(*fakes)

    if not any(axes):
        return make_fx(lifted, tracing_mode="fake", _allow_non_fake_inputs=True)(*inputs)
    fakes = _with_symbols(inputs, axes)
    return make_fx(lifted, tracing_mode="symbolic", _allow_non_fake_inputs=True)(*fakes)


def _with_symbols(inputs: Sequence[torch.Tensor], axes: Sequence[Sequence[int]]) -> list[Any]:
    """Tensors without values like `inputs`, with symbols for the sizes of `axes`."""
    from torch._dynamo.source import LocalSource
    from torch._subclasses import FakeTensorMode
    from torch.fx.experimental.symbolic_shapes import (
        DimDynamic,
        ShapeEnv,
        StatelessSymbolicContext,
    )

    mode = FakeTensorMode(shape_env=ShapeEnv())
    fakes = []
    for number, (t, varying) in enumerate(zip(inputs, axes, strict=True)):
        kinds = [DimDynamic.DYNAMIC if i in varying else DimDynamic.STATIC for i in range(t.ndim)]
        context: Any = StatelessSymbolicContext(dynamic_sizes=kinds)
        source = LocalSource(f"t{number}")
        fakes.append(mode.from_tensor(t, source=source, symbolic_context=context))
    return fakes


class SizeGuards:
    """What the inputs of a graph recorded with symbols have to fulfil: its sizes, as far as they decided anything.

    Asked once the graph is compiled, which decides too.
    """

    def __init__(self, graph: torch.fx.GraphModule, count: int) -> None:
        nodes = list(graph.graph.find_nodes(op="placeholder"))[:count]
        self._fakes = [node.meta["val"] for node in nodes]
        self._env: Any = next(t.fake_mode.shape_env for t in self._fakes)
        self._code: Any = ""

    def hold(self, inputs: Sequence[torch.Tensor]) -> bool:
        """Whether the graph stands for such inputs."""
        if self._code == "":
            # With static sizes: another graph may have other axes that vary.
            text = self._env.produce_guards_expression(self._fakes, ignore_static=False)
            self._code = text and compile(text, "<sizes>", "eval")
        return self._code is None or self._env.evaluate_guards_expression(self._code, inputs)


def _lifting(
    meta: Callable[[], dict[str, Any]], note_failure: Callable[[Exception], None]
) -> AbstractContextManager[Any]:
    """A mode within `make_fx` that puts a tensor without values in the place of each with values.

    FakeTensorMode by itself runs ops of tensors with values alone, and writes to them.
    """
    from torch._guards import detect_fake_mode
    from torch.fx.experimental.proxy_tensor import get_proxy_mode, track_tensor_tree

    fake_mode: Any = detect_fake_mode()
    tracer: Any = get_proxy_mode().tracer  # type: ignore[union-attr]
    known: dict[int, tuple[torch.Tensor, Any]] = {}

    def mark_new_nodes() -> None:
        now = meta()
        for node in reversed(tracer.graph.nodes):
            if "part" in node.meta:
                break
            node.meta.update(now)

    def fake_of(t: Any) -> Any:
        if not isinstance(t, torch.Tensor) or lacks_values(t):
            return t
        if id(t) not in known:
            with no_modes():
                plain = t.detach() if t.requires_grad else t
                fake = fake_mode.from_tensor(plain, static_shapes=True)
            proxy = torch.fx.Proxy(tracer.create_arg(t), tracer)
            known[id(t)] = t, track_tensor_tree(fake, proxy, constant=None, tracer=tracer)
        return known[id(t)][1]

    class Lift(TorchDispatchMode):
        def __torch_dispatch__(
            self,
            func: Any,
            types: Sequence[type],
            args: Any = (),
            kwargs: dict[str, Any] | None = None,
        ) -> Any:
            if any(kind.__name__ == "DTensor" for kind in types):
                return NotImplemented  # it comes again for what this process has of it
            # What watches the run's own calls need not see torch's, of which there are many.
            profiler = sys.getprofile()
            sys.setprofile(None)
            try:
                if func is not torch.ops.aten.lift_fresh.default:  # of a number that the run makes
                    args, kwargs = tree_map(fake_of, (args, kwargs or {}))
                return func(*args, **kwargs or {})
            except Exception as error:
                note_failure(error)
                raise
            finally:
                mark_new_nodes()
                sys.setprofile(profiler)

    return Lift()


def new_input_like(t: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Within a recorded run: what stands for a further input of its graph, of the kind and sizes of `t`, and the
    attribute of the graph that it comes from.
    """
    from torch.fx.experimental.proxy_tensor import (
        disable_proxy_modes_tracing,
        get_proxy_mode,
        track_tensor_tree,
    )

    tracer: Any = get_proxy_mode().tracer  # type: ignore[union-attr]
    with disable_proxy_modes_tracing():
        fake = torch.empty(t.shape, dtype=t.dtype, device=t.device)
    with no_modes():
        mark = torch.empty(0)
    proxy = torch.fx.Proxy(tracer.create_arg(mark), tracer)
    return track_tensor_tree(fake, proxy, constant=None, tracer=tracer), mark


@functools.cache
def asks_for_unknown_size() -> Any:
    """The code that runs where Python asks for a size that depends on values which are not there."""
    from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode

    return GuardOnDataDependentSymNode.__init__.__code__


def hooks_saved_tensors() -> bool:
    """Whether hooks see what autograd saves now: a part is recomputed or offloaded."""
    return saved_tensor_hooks() is not None


def saved_tensor_hooks() -> tuple[Callable[..., Any], Callable[..., Any]] | None:
    """The hooks that see what autograd saves now, and what it asks for."""
    return torch._C._autograd._top_saved_tensors_default_hooks(True)  # type: ignore[no-any-return]


def without_hooks() -> AbstractContextManager[Any]:
    """Within, hooks around see nothing of what autograd saves."""
    if not hooks_saved_tensors():
        return nullcontext()
    return torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t)


def lacks_values(t: object) -> bool:
    """Whether `t` is a tensor without values, as runs are recorded with."""
    # By name: importing the class loads much that PyNative programs never need.
    return type(t).__name__ == "FakeTensor"


def without_values(inputs: Sequence[torch.Tensor]) -> tuple[list[Any], AbstractContextManager[Any]]:
    """Tensors without values like `inputs`, and the context in which a graph of them is compiled: the caches of
    compiled code want one.
    """
    from torch._guards import TracingContext, tracing
    from torch._subclasses import FakeTensorMode
    from torch.fx.experimental.symbolic_shapes import ShapeEnv

    if any(map(_has_symbols, inputs)):  # they are symbols of one recorded run
        modes: list[Any] = [getattr(t, "fake_mode", None) for t in inputs if lacks_values(t)]
        return list(inputs), tracing(TracingContext(modes[0]))
    mode = FakeTensorMode(shape_env=ShapeEnv(), static_shapes=True)
    # An op may give nothing in the place of a tensor.
    fakes = [mode.from_tensor(t) if isinstance(t, torch.Tensor) else t for t in inputs]
    return fakes, tracing(TracingContext(mode))


def _has_symbols(value: object) -> bool:
    if isinstance(value, torch.Tensor):
        return any(isinstance(size, torch.SymInt) for size in value.shape)
    return isinstance(value, torch.SymInt)


def is_known(value: Any) -> bool:
    """Whether a symbol stands for a size of an input, and not for one that values decide."""
    return value.node.hint is not None


def fake_mode() -> Any:
    """A mode in which tensors have shapes and no values, those made before it included."""
    from torch._subclasses.fake_tensor import FakeTensorMode

    return FakeTensorMode(allow_non_fake_inputs=True)


def no_modes() -> AbstractContextManager[Any]:
    """Ops get and give real tensors inside, whatever mode a script is in: data is read in tensors
    without values too.
    """
    from torch.utils._python_dispatch import _disable_current_modes

    return _disable_current_modes()


def transforms_functions() -> bool:
    """Whether vmap, jvp or another transform of functions is under way: it wants ops that it has rules for."""
    return torch._C._functorch.maybe_current_level() is not None
