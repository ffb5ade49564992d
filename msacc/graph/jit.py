"""jit and its older names: mark functions and methods to be compiled."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, overload

from msacc.common.cell_tree import is_cell
from msacc.common.checks import choice
from msacc.common.distributed_runtime import runtime
from msacc.common.warn_once import no_effect, no_effects
from msacc.graph.compiler import Compiled
from msacc.graph.distributed_cells import (
    contains_distributed_cells,
    runs_op_by_op,
)
from msacc.graph.dynamic_inputs import DeclaredInputs
from msacc.graph.execution_state import execution
from msacc.graph.reachability import fill_delayed
from msacc.graph.stats import stats
from msacc.graph.tracebacks import drop_frames_between

if TYPE_CHECKING:
    from typing_extensions import Unpack

_LEVELS = ("O0", "O1", "O2")

# What is compiled keeps its type.
_F = TypeVar("_F", bound=Callable[..., Any])
_C = TypeVar("_C", bound=type)


class JitConfig:
    """Options for `Cell.set_jit_config` and `jit`: `jit_level` "" (automatic: op by op until
    compiling pays), O0 (op by op), O1 (compile at the first call), O2 (on CUDA compile harder: CUDA graphs, autotuning;
    on the CPU one graph, op by op until compiling pays).

    `jit_level`, `exc_mode`, `jit_syntax_level`, `debug_level`, `infer_boost`: strs; the last four
    belong to MindSpore's compiler.
    """

    def __repr__(self) -> str:
        given = [f"{k}={v!r}" for k, v in self.jit_config_dict.items() if v not in ("", "auto")]
        return f"JitConfig({', '.join(given)})"

    def __init__(
        self,
        jit_level: str = "",
        exc_mode: str = "auto",
        jit_syntax_level: str = "",
        debug_level: str = "RELEASE",
        infer_boost: str = "off",
        **kwargs: Any,
    ):
        if jit_level not in ("", *_LEVELS):
            raise ValueError(f"For 'jit_level', expected one of {_LEVELS}, but got {jit_level!r}.")
        choice("JitConfig", "exc_mode", exc_mode, ("auto", "sink", "no_sink"))
        choice("JitConfig", "debug_level", debug_level, ("RELEASE", "DEBUG"))
        choice("JitConfig", "infer_boost", infer_boost, ("on", "off"))
        choice("JitConfig", "jit_syntax_level", jit_syntax_level, ("", "STRICT", "LAX"))
        self.jit_config_dict = {"jit_level": jit_level, "exc_mode": exc_mode, **kwargs}
        arguments = {"exc_mode": exc_mode, "jit_syntax_level": jit_syntax_level}
        arguments |= {"debug_level": debug_level, "infer_boost": infer_boost}
        for name, value in {**arguments, **kwargs}.items():
            if value not in ("", "auto", "RELEASE", "off"):
                no_effect("JitConfig", name, value, "torch.compile has no such switch")


class _Options(TypedDict, total=False):
    """MindSpore's options for its compiler, which have no effect."""

    disable_format_transform: bool
    exec_order: str
    infer_boost: str
    auto_offload: bool
    ge_options: dict[str, Any]


@overload
def jit(
    function: _F,
    *,
    capture_mode: str = "ast",
    jit_level: str | None = None,
    dynamic: int = 0,
    fullgraph: bool = False,
    backend: str = "",
    **options: Unpack[_Options],
) -> _F: ...
@overload
def jit(
    function: None = None,
    *,
    capture_mode: str = "ast",
    jit_level: str | None = None,
    dynamic: int = 0,
    fullgraph: bool = False,
    backend: str = "",
    **options: Unpack[_Options],
) -> Callable[[_F], _F]: ...
def jit(
    function: Callable[..., Any] | None = None,
    *,
    capture_mode: str = "ast",
    jit_level: str | None = None,
    dynamic: int = 0,
    fullgraph: bool = False,
    backend: str = "",
    **options: Unpack[_Options],
) -> Callable[..., Any]:
    """Compile a function, a method or a Cell: `@jit`, `@jit(jit_level="O1")`, `jit(net)`.

    `function`: what to compile; without it a decorator comes back.
    `jit_level`: without one, calls run op by op until compiling costs no more than they have
      (`graph.stats().automatic`); O0 runs op by op for good, O1 compiles at the first call, O2 also makes it
      one CUDA graph, or says once what keeps it from that; on the CPU, which has none, it waits as without a
      level. `dynamic=1` compiles for symbolic shapes at once. `fullgraph=True` records the first call, and
      what cannot be recorded, and with O2 what no CUDA graph can hold, is a RuntimeError.
    `backend` ('', ms_backend or GE) and further `options` have no effect.

    Raises ValueError for other values of `capture_mode`, `jit_level`, `dynamic` and `backend`, TypeError when
    `fullgraph` is no bool and `dynamic` no int.

    Differs from MindSpore: `capture_mode` (ast, bytecode, trace) makes no difference (a run is always
    recorded).
    """
    _check_options(capture_mode, jit_level, dynamic, fullgraph, backend, options)

    def mark(fn: Callable[..., Any]) -> Callable[..., Any]:
        return _Jit(
            fn, level=jit_level, fullgraph=fullgraph, dynamic=bool(dynamic) or None
        ).build_wrapper()

    return mark if function is None else mark(function)


def _check_options(
    capture_mode: str,
    level: str | None,
    dynamic: int,
    fullgraph: bool,
    backend: str,
    options: Mapping[str, Any],
) -> None:
    if capture_mode not in ("ast", "bytecode", "trace"):
        raise ValueError(
            f"For 'jit', 'capture_mode' should be ast, bytecode or trace, got {capture_mode!r}."
        )
    if level not in (None, "", *_LEVELS):
        raise ValueError(f"For 'jit', 'jit_level' should be one of {_LEVELS}, but got {level!r}.")
    if not isinstance(fullgraph, bool):
        raise TypeError(f"For 'jit', 'fullgraph' should be a bool, but got {fullgraph!r}.")
    if not isinstance(dynamic, int) or isinstance(dynamic, bool):
        raise TypeError(f"For 'jit', 'dynamic' must be an int, but got {dynamic!r}.")
    if dynamic not in (0, 1):
        raise ValueError(f"For 'jit', 'dynamic' should be 0 or 1, but got {dynamic!r}.")
    if backend not in ("", "ms_backend", "GE"):
        raise ValueError(
            f"For 'jit', 'backend' should be '', ms_backend or GE, but got {backend!r}."
        )
    if capture_mode == "trace":
        no_effect("jit", "capture_mode", capture_mode, "a run is recorded")
    if backend == "GE":
        no_effect("jit", "backend", backend)
    for name, value in options.items():
        no_effect("jit", name, value)


class _Jit:
    """The compiled forms of one function: one for each instance it is a method of."""

    def __init__(self, fn: Callable[..., Any], **options: Any):
        self.fn, self.options = fn, options
        self.plain: Compiled | None = None
        # By the id of the instance, not by what it says it equals.
        self.by_instance: dict[int, Compiled] = {}
        self.alive_instances: list[Any] = []
        self.in_class = "." in getattr(fn, "__qualname__", "").rpartition("<locals>.")[2]
        self.has_method: dict[type, bool] = {}

    def build_wrapper(self) -> Callable[..., Any]:
        """The wrapper function that users call."""

        def call(*args: Any, **kwargs: Any) -> Any:
            if execution.now.graph:
                return self.fn(*args, **kwargs)
            try:
                return runtime().call_outermost(compiled, self.fn, args, kwargs)
            except Exception as error:
                drop_frames_between(error)
                raise

        def compiled(*args: Any, **kwargs: Any) -> Any:
            if declared := self._declared(call, args):
                declared.take(self.fn, args, kwargs)
            if runs_op_by_op(self.fn, (args, kwargs)) or contains_distributed_cells(args[:1]):
                return self.fn(*args, **kwargs)
            if self.in_class and args and self._is_method_of(type(args[0]), call):
                return self._compiled_for(args[0])(*args, **kwargs)
            if self.plain is None:
                fill_delayed(self.fn)
                name = getattr(self.fn, "__name__", type(self.fn).__name__)
                if (declared := self._declared(call, args)) and declared.any_rank:
                    self.options["dynamic"] = True
                self.plain = Compiled(self.fn, _identifier(name), **self.options)
            return self.plain(*args, **kwargs)

        if isinstance(self.fn, type) or not hasattr(self.fn, "__name__"):
            call.__wrapped__ = self.fn  # type: ignore[attr-defined]
        else:
            functools.update_wrapper(call, self.fn)
        call._is_jit = True  # type: ignore[attr-defined]
        return call

    def _declared(self, call: Callable[..., Any], args: tuple[Any, ...]) -> DeclaredInputs | None:
        """What `enable_dynamic`, over or under this mark, or `set_inputs` says of the inputs."""
        here = getattr(self.fn, "_msacc_declared", None) or getattr(call, "_msacc_declared", None)
        if (
            here is not None
            and args
            and getattr(args[0], "_msacc_declared", None)
            and is_cell(args[0])
        ):
            raise ValueError(
                "Where `enable_dynamic` declares the inputs of a Cell, `set_inputs` must not declare them too."
            )
        return here

    def _is_method_of(self, cls: type, call: Callable[..., Any]) -> bool:
        """Whether `call`, alone or in other decorators, stands in `cls` (a static method does not count)."""
        is_method = self.has_method.get(cls)
        if is_method is None:
            attributes = (vars(base).get(self.fn.__name__) for base in cls.__mro__)
            is_method = self.has_method[cls] = any(call in _unwrapped(item) for item in attributes)
        return is_method

    def _compiled_for(self, instance: object) -> Compiled:
        compiled = self.by_instance.get(id(instance))
        if compiled is None:
            name = _identifier(f"{type(instance).__name__}_{self.fn.__name__}")
            fill_delayed(functools.partial(self.fn, instance))
            compiled = self.by_instance[id(instance)] = Compiled(
                self.fn, name, owner=instance, **self.options
            )
            try:
                weakref.finalize(instance, self.by_instance.pop, id(instance), None)
            except TypeError:  # a class with __slots__: kept, so that no other gets its id
                self.alive_instances.append(instance)
        return compiled


def _unwrapped(item: Any) -> list[Any]:
    """A function and those it wraps."""
    functions = []
    while item is not None and not isinstance(item, staticmethod):
        functions.append(item)
        item = getattr(item, "__wrapped__", None)
    return functions


def ensure_jit(fn: Callable[..., Any]) -> Callable[..., Any]:
    """`fn` if `jit` made it, else `jit(fn)`."""
    return fn if getattr(fn, "_is_jit", False) else jit(fn)


def _identifier(name: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in name) or "fn"


@overload
def ms_function(fn: _F, **options: Any) -> _F: ...
@overload
def ms_function(fn: None = None, **options: Any) -> Callable[[_F], _F]: ...
def ms_function(fn: Callable[..., Any] | None = None, **options: Any) -> Callable[..., Any]:
    """The name `jit` had until MindSpore 2.0, kept for old scripts.

    `fn`: the function to compile; without it a decorator comes back. The `options` of that time
    (input_signature, hash_args, jit_config) have no effect: shapes are read from the call.

    Raises TypeError for other options. Differs from MindSpore: 2.10 no longer has it.
    """
    for name, value in options.items():
        if name not in ("input_signature", "hash_args", "jit_config"):
            raise TypeError(f"ms_function() got an unexpected keyword argument {name!r}.")
        if value is not None:
            no_effect("ms_function", name, value, "shapes are read from the call")
    return jit if fn is None else jit(fn)


def jit_class(cls: _C) -> _C:
    """Mark a class whose methods may be used in graphs; every class may be here."""
    if not isinstance(cls, type):
        raise TypeError(f"Decorator jit_class can only be used for class type, but got {cls!r}.")
    return cls


_BY_EQUALITY = (
    "equal Cells are found by comparing them, and gradients and pipelines take them as they are"
)


@overload
def lazy_inline(fn: _F, attrs: Any = None, policy: Any = None) -> _F: ...
@overload
def lazy_inline(fn: None = None, attrs: Any = None, policy: Any = None) -> Callable[[_F], _F]: ...
def lazy_inline(
    fn: Callable[..., Any] | None = None, attrs: Any = None, policy: Any = None
) -> Callable[..., Any]:
    """Marks a Cell's __init__: Cells of the class that are equal are compiled once for all of them, however
    small.

    `fn` is the __init__; without it a decorator comes back. Without the mark that is done where equal Cells
      make up most of a large network.
    `attrs` and `policy` have no effect: Cells count as equal by all their attributes.

    Differs from MindSpore: `jit_level="O2"` compiles the network as one graph all the same.
    """
    no_effects("lazy_inline", _BY_EQUALITY, attrs=(attrs, None))
    if policy is not None:
        no_effect("lazy_inline", "policy", policy, _BY_EQUALITY)

    def mark(init: Callable[..., Any]) -> Callable[..., Any]:
        init._lazy_inline = True  # type: ignore[attr-defined]
        return init

    return mark(fn) if callable(fn) else mark


class _CellGraphExecutor:
    """What scripts reach as `mindspore.common.api._cell_graph_executor`."""

    @staticmethod
    def compile(
        obj: Any,
        *args: Any,
        phase: str = "predict",
        do_convert: bool = True,
        jit_config_dict: object | None = None,
        **kwargs: Any,
    ) -> tuple[str, bool]:
        """`Cell.compile`; a name for the graph, and whether there was none for these inputs.

        `phase` only enters the name. Raises TypeError when `obj` is no Cell.
        """
        if not is_cell(obj):
            raise TypeError(
                f"For 'compile', the argument 'obj' must be a Cell, but got {obj!r}; functions are "
                "compiled by jit."
            )
        ignored_arguments = {
            "do_convert": (do_convert, True),
            "jit_config_dict": (jit_config_dict, None),
        }
        no_effects("compile", "Cell.set_jit_config chooses the level", **ignored_arguments)
        obj.check_names()
        before = stats().compiles
        obj.compile(*args, **kwargs)
        return f"{phase}.{id(obj)}", stats().compiles > before
