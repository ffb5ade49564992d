"""All uses of torch's private API: each such name is wrapped or listed here.

Torch may move or drop these without a word, so each has a test (tests/graph/test_torch_private.py), and no
other file of the package names one. Tried with:

    torch 2.11.0, 2.13.0, 2.14.1

What pulls in Dynamo or inductor is imported by the function that needs it: that takes longer than
loading torch, and PyNative programs never do.
"""

from __future__ import annotations

import functools
import logging
import platform
import re
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from types import ModuleType
from typing import Any

import torch
import torch.distributed as dist
from torch._higher_order_ops.effects import _EffectType, _register_effectful_op
from torch._ops import HigherOrderOperator
from torch.utils import _config_module
from torch.utils._python_dispatch import TorchDispatchMode as TorchDispatchMode
from torch.utils._pytree import tree_leaves as tree_leaves


def ctc_log_alpha(
    log_probs: torch.Tensor,
    targets: torch.Tensor,
    input_lengths: torch.Tensor,
    target_lengths: torch.Tensor,
    blank: int,
) -> torch.Tensor:
    """The forward variables of a CTC loss, (N, T, 2S + 1); what lies behind a sequence's end is arbitrary."""
    lengths = input_lengths.long(), target_lengths.long()
    return torch._ctc_loss(log_probs, targets.long(), *lengths, blank)[1]  # type: ignore[no-any-return]


# The ops over lists of tensors, which torch documents under their private names; they are called as
# torch._foreach_<name>, where optimizers use them.
FOREACH = frozenset(
    [
        "abs",
        "add",
        "add_",
        "addcmul",
        "addcmul_",
        "clamp_max",
        "clamp_min_",
        "copy_",
        "div",
        "div_",
        "exp",
        "lerp_",
        "maximum_",
        "mul",
        "mul_",
        "neg",
        "norm",
        "pow",
        "rsqrt",
        "sign",
        "sqrt",
        "sub",
        "sub_",
        "zero_",
    ]
)
_RELEASE = tuple(int(part) for part in torch.__version__.split(".")[:2])
# Dynamo guards on numbers and strings that it reads from a class itself.
GUARDS_CLASS_DATA = _RELEASE >= (2, 12)
# Dynamo follows requires_grad_() on a tensor made inside a graph.
MARKS_LEAVES = _RELEASE >= (2, 15)
# Collectives that autograd and graphs can hold.
collectives = torch.ops._c10d_functional
# Samples of the gamma distribution of rate 1, with a generator (torch.distributions takes none).
standard_gamma = torch._standard_gamma


# -- Dynamo ------------------------------------------------------------------------------------
@functools.cache
def dynamo() -> ModuleType:
    """torch._dynamo, loaded when a graph is first made."""
    import torch._dynamo

    return torch._dynamo


def mark_varying(t: torch.Tensor, axis: int) -> None:
    """Say that a tensor's size is another one in other calls: a graph is made for any, where its code allows it."""
    dynamo().maybe_mark_dynamic(t, axis)


def keep_varying(source: torch.Tensor, t: torch.Tensor) -> torch.Tensor:
    """`t`, cut from or joined of `source`, with the sizes that were said to vary there."""
    if torch.compiler.is_compiling():  # a graph has its sizes already
        return t
    for axis in getattr(source, "_dynamo_weak_dynamic_indices", ()):
        mark_varying(t, axis)
    return t


def load_compiler() -> None:
    """Load Dynamo and inductor now rather than with the first graph."""
    import torch._dynamo
    import torch._inductor.compile_fx  # noqa: F401


@functools.cache
def pipelining() -> ModuleType:
    """torch.distributed.pipelining, which loads Dynamo too: loaded when a pipeline first runs."""
    import torch.distributed.pipelining

    return torch.distributed.pipelining


def run_schedule(schedule: Any, named: list[dict[str, Any]], targets: list[Any] | None) -> None:
    """Run a schedule on micro-batches that are cut already; before torch 2.14 it would cut a batch itself."""
    if _RELEASE >= (2, 14):
        schedule.step(kwarg_mbs=named, target_mbs=targets, return_outputs=False)
        return
    schedule._split_inputs = lambda args, kwargs: ([()] * len(named), named)
    target = None if targets is None else torch.stack(targets)
    schedule.step(target=target, return_outputs=False)


def forward_only(schedule: Any) -> Any:
    """A schedule of several chunks without its backward passes; folded ones of torch need a gradient to hand on."""
    forward = ("FORWARD", "SEND_F", "RECV_F")
    schedule.pipeline_order_with_comms = {
        rank: [action for action in order if action.computation_type.name in forward]
        for rank, order in schedule.pipeline_order_with_comms.items()
    }
    return schedule


@functools.cache
def pipeline_stage() -> Any:
    """torch's PipelineStage."""
    base: Any = pipelining().PipelineStage

    class Stage(base):
        """Opens no connection to its own process, which gloo cannot: torch 2.11 asks for one where a pipeline folds."""

        def _get_init_p2p_neighbors_ops(self) -> Any:
            ops, own = super()._get_init_p2p_neighbors_ops(), dist.get_rank(self.group)
            return [op for op in ops if op.group_peer != own]

    return Stage


def traces_placements() -> bool:
    """Whether graphs may ask tensors of a grid how they lie; before torch 2.14 Dynamo does not follow that."""
    return _RELEASE >= (2, 14)


def split_by(graph: torch.fx.GraphModule, part_of: Callable[[torch.fx.Node], int]) -> Any:
    """A graph of calls of the parts that `part_of` makes of `graph`: its modules submod_0, submod_1, ..."""
    from torch.fx.passes.split_module import split_module

    return split_module(graph, None, part_of)  # type: ignore[arg-type]


def calls_higher_order(graph: torch.fx.GraphModule) -> bool:
    """Whether a graph calls another one: an autograd.Function that Dynamo captured, for one."""
    return any(isinstance(node.target, HigherOrderOperator) for node in graph.graph.nodes)


def region_marks() -> tuple[Any, ...]:
    """The functions of a captured graph that begin and end autocast, or turn gradients on and off."""
    return torch.amp._enter_autocast, torch.amp._exit_autocast, torch._C._set_grad_enabled


def break_errors() -> tuple[type[Exception], ...]:
    """What Dynamo raises under fullgraph=True where the user's code cannot stand in a graph."""
    return dynamo().exc.Unsupported, dynamo().exc.UserError


def compile_errors() -> tuple[type[Exception], ...]:
    """What Dynamo raises when it or a backend failed, or will not compile another signature."""
    exc = dynamo().exc
    return exc.TorchDynamoException, exc.BackendCompilerFailed, *limit_errors()


def limit_errors() -> tuple[type[Exception], ...]:
    """What Dynamo raises for one signature too many."""
    return (dynamo().exc.FailOnRecompileLimitHit,)


def restarts() -> tuple[type[Exception], ...]:
    """What a backend raises to make Dynamo trace anew, with a number taken as a constant, say: no failure."""
    return (dynamo().exc.RestartAnalysis,)


def is_dynamos(error: Exception) -> bool:
    """Whether an exception is Dynamo's own, from compiling a part of a graph that was split."""
    return type(error).__module__ == "torch._dynamo.exc"


def is_kernels(error: Exception) -> bool:
    """Whether a kernel refused a Tensor in a graph: its values or dtype when it runs, an axis when it is traced."""
    if type(error) is IndexError:
        return "from user code:" in str(error)  # Dynamo's words
    words = "index out of bounds: ", "must have the same dtype", "expected scalar type"
    return type(error) is RuntimeError and any(one in str(error) for one in words)


def watches_ops() -> bool:
    """Whether a TorchDispatchMode sees each op, as torch's FlopCounterMode does: Dynamo compiles nothing within one."""
    return torch._C._len_torch_dispatch_stack() > 0


def raised_inside(error: Exception) -> bool:
    """Whether Dynamo stopped because the traced Python raised an exception."""
    return getattr(error, "gb_type", None) == "Observed exception"


# What Dynamo says where its words are about itself.
_REASONS = {
    "data-dependent expression": "it depends on the values of a Tensor, which a graph does not know",
    "Failed to trace builtin operator": "a call that no graph can hold",
    "function marked as skipped": "a call that no graph can hold",
}


def reason(error: Exception) -> str:
    """What Dynamo or a backend says is wrong, in one line."""
    lines = getattr(error, "msg", str(error)).strip().splitlines() or [type(error).__name__]
    for words, meaning in _REASONS.items():
        if words in lines[0]:
            return meaning
    if not raised_inside(error):
        return " ".join(lines[:2]) if lines[0].endswith(":") else lines[0]
    raised = [line.partition("raised exception ")[2] for line in lines]
    return next((f"the traced code raised {text}" for text in raised if text), lines[0])


def caused_by(error: Exception, kind: type[Exception]) -> Exception | None:
    """What a backend raised, if it is of this kind and `error` is what Dynamo made of it."""
    inner = getattr(error, "inner_exception", None)
    return inner if isinstance(inner, kind) else None


def traced_frames(error: Exception) -> list[Any]:
    """The stack of the traced program where Dynamo stopped, outermost first (traceback.FrameSummary)."""
    return list(getattr(error, "real_stack", None) or [])


def constant_in_graphs(fn: Any) -> Any:
    """Have Dynamo call `fn` while it traces and take the result for fixed; a decorator.

    It is torch.compiler.assume_constant_result, which would load Dynamo with the decorated function.
    """
    fn._dynamo_marked_constant = True
    return fn


class TracingOptions:
    """Dynamo's settings while msacc's graphs run: gradients are traced, `limit` signatures each.

    `enter()` sets them and returns a function that puts back what was. Since torch 2.14 settings belong
    to a thread; before, to the process: then the last thread to leave puts them back.
    """

    def __init__(self, limit: int):
        self._limit = limit
        self._own_thread = hasattr(_config_module, "ContextVar")
        self._lock, self._inside = threading.Lock(), 0
        self._restore: Callable[[], None] | None = None

    @functools.cached_property
    def _change(self) -> Callable[[], Callable[[], None]]:
        config = dynamo().config
        return config._make_closure_patcher(trace_autograd_ops=True, recompile_limit=self._limit)

    def enter(self) -> Callable[[], None]:
        """Set them; the result undoes it."""
        if self._own_thread:
            return self._change()
        with self._lock:
            if self._inside == 0:
                self._restore = self._change()
            self._inside += 1
        return self._leave

    def _leave(self) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0 and self._restore is not None:
                self._restore()


def forget_passing_value(entry: Any) -> None:
    """Let the guard of a filter's `entry` be built a second time.

    Dynamo builds each guard once for the filter and once for use. That of a numpy array is on a torch
    tensor made on the way, another one each time, which the second building takes for an error.
    """
    if "___from_numpy(" in entry.name:
        entry.orig_guard.obj_weakref = None


def guard_on_object(entry: Any) -> None:
    """Make the guard of a filter's `entry`, which is on a function's code, one on the function."""
    from torch._dynamo.guards import GuardBuilder

    entry.orig_guard.create_fn = GuardBuilder.FUNCTION_MATCH
    entry.orig_guard.guard_types = None


# -- DTensor -----------------------------------------------------------------------------------
@functools.cache
def silence_all_to_all_notice() -> None:
    """Torch warns once that DTensor's all-to-all is a gather on gloo, which nobody can change."""
    logger = logging.getLogger("torch.distributed.tensor._collective_utils")
    logger.addFilter(_is_not_about_all_to_all)


def _is_not_about_all_to_all(record: logging.LogRecord) -> bool:
    return "does not support alltoall yet" not in record.getMessage()


# -- inductor ----------------------------------------------------------------------------------
@functools.cache
def import_cpp_extension() -> None:
    """Imports torch.utils.cpp_extension, which every graph needs, without its notices about CUDA and ROCm.

    Where a toolkit is installed but no device is visible, the import logs "No CUDA runtime is found".
    """
    logger = logging.getLogger("torch.utils.cpp_extension")
    logger.addFilter(_is_not_about_runtimes)
    try:
        import torch.utils.cpp_extension  # noqa: F401
    finally:
        logger.removeFilter(_is_not_about_runtimes)


def _is_not_about_runtimes(record: logging.LogRecord) -> bool:
    return "runtime is found" not in record.getMessage()


def inductor(
    graph: torch.fx.GraphModule,
    inputs: Sequence[Any],
    settings: dict[str, Any],
    look: Callable[[torch.fx.GraphModule, list[int]], list[int]] | None = None,
) -> Callable[..., Any]:
    """Code for a captured graph; `settings` are inductor's.

    Graphs with functions that have a backward of their own are kept on disk too, by the code of both: every training
    step has such a function, where its gradients begin. `look` is shown each graph that code is made of, and its inputs
    that keep their address; it returns the latter.
    """
    from torch._functorch import config
    from torch._inductor.compile_fx import compile_fx

    import_cpp_extension()
    if look is None:
        with config.patch(autograd_cache_allow_custom_autograd_functions=True):
            built: Any = compile_fx(graph, list(inputs), config_patches=settings)
        return built
    # The cache of whole graphs does not know `look`, and would pass it by; that of kernels stays.
    with config.patch(enable_autograd_cache=False):
        code: Any = compile_fx(
            graph, list(inputs), inspecting_compile(look), config_patches=settings
        )
        return code


def inspecting_compile(
    look: Callable[[torch.fx.GraphModule, list[int]], list[int]],
    then: Callable[..., Any] | None = None,
) -> Callable[..., Any]:
    """Inductor's inner compile function (`then`), with `look` called on each graph first."""

    def compile_one(graph: torch.fx.GraphModule, inputs: Sequence[Any], **options: Any) -> Any:
        from torch._inductor.compile_fx import compile_fx_inner

        still = look(graph, list(options.get("static_input_idxs") or ()))
        options["static_input_idxs"] = still
        return (then or compile_fx_inner)(graph, inputs, **options)

    return compile_one


def mark_static_input(node: torch.fx.Node) -> None:
    """Marks a captured graph's input as static: CUDA graphs use it at its address."""
    node.meta.setdefault("tensor_dict", {})["_dynamo_static_input_type"] = "unguarded"


def with_static_address(t: torch.Tensor) -> torch.Tensor:
    """`t`, marked for later captures as having a static address; no effect on the CPU."""
    if t.device.type != "cpu":
        dynamo().mark_static_address(t)
    return t


def source_name(node: torch.fx.Node) -> str:
    """How Dynamo names what an input of a captured graph is read from: L['args'][0], say."""
    name: Any = getattr(getattr(node, "_dynamo_source", None), "name", "")
    return str(name() if callable(name) else name)


def namespace_of(target: Any) -> str | None:
    """The library that an op of a captured graph is registered in ("aten", say); None for functions."""
    if isinstance(target, torch._ops.OpOverloadPacket):
        return target._qualified_op_name.partition("::")[0]
    return getattr(target, "namespace", None)


def captured_value(node: torch.fx.Node) -> Any:
    """What stands for the value of a node: a tensor without values, a size."""
    return node.meta.get("val", node.meta.get("example_value"))


def is_written(node: torch.fx.Node) -> bool:
    """Whether a graph as inductor gets it writes to its input `node`."""
    return any(
        user.target is torch.ops.aten.copy_.default and user.args[0] is node for user in node.users
    )


def cannot_be_recorded(node: torch.fx.Node) -> bool:
    """Whether inductor leaves `node` out of CUDA graphs whatever it works on."""
    from torch._inductor.utils import get_first_incompatible_cudagraph_node

    single_node_graph: Any = _Nodes([node])
    return get_first_incompatible_cudagraph_node(single_node_graph) is not None


class _Nodes:
    """Nodes in the place of a graph."""

    def __init__(self, nodes: list[torch.fx.Node]):
        self.graph, self.nodes = self, nodes


def cuda_graph_skips() -> int:
    """How often inductor made no CUDA graph where it was to, since the process began."""
    from torch._dynamo.utils import counters

    return int(counters["inductor"]["cudagraph_skips"])


def cpp_compiler() -> str:
    """The C++ compiler that inductor uses; an exception when there is none."""
    from torch._inductor.cpp_builder import get_cpp_compiler

    return get_cpp_compiler()


def compiler_version() -> str:
    """What the C++ compiler says about itself; empty where there is none."""
    from torch._inductor.cpp_builder import get_compiler_version_info

    try:
        return get_compiler_version_info(cpp_compiler())
    except Exception:  # InvalidCxxCompiler, or what a missing program raises
        return ""


@functools.cache
def instructions() -> dict[str, Any]:
    """Inductor's setting that spares it trying out, program by program, what the compiler can do for this processor.

    GCC knows all instructions that torch asks for since version 11; what the processor has torch asks it itself.
    """
    version = re.search(r"gcc version (\d+)\.", compiler_version())
    is_recent_gcc = platform.machine() == "x86_64" and version is not None and int(version[1]) >= 11
    return {"cpp.vec_isa_ok": True} if is_recent_gcc else {}


def compiled_folder() -> str:
    """Where inductor keeps compiled code."""
    from torch._inductor.runtime.cache_dir_utils import cache_dir

    return cache_dir()


def fresh_cache() -> AbstractContextManager[None]:
    """An empty folder for inductor's compiled code for a while."""
    from torch._inductor.utils import fresh_cache

    return fresh_cache()


def graph_pass(rewrite: Callable[[torch.fx.Graph], None], source: str) -> Any:
    """`rewrite` as inductor takes passes; the cache of compiled code knows it by the file `source`."""
    from torch._inductor.custom_graph_pass import CustomGraphPass, get_hash_for_files

    class Pass(CustomGraphPass):
        def __call__(self, graph: torch.fx.Graph) -> None:
            rewrite(graph)

        def uuid(self) -> Any:
            return get_hash_for_files((source,))

    return Pass()


def in_order() -> dict[str, Any]:
    """Inductor's settings under which code runs in the order of its graph, so that a pass decides what waits.

    By default inductor moves ops towards their uses and all-gathers to the front: it counts the gathered
    tensors less than what else it may move, and knows nothing of what a message in flight holds.
    """
    options = {"reorder_for_locality": False, "reorder_for_peak_memory": False}
    if _RELEASE >= (2, 14):
        options["aten_distributed_optimizations.enable_simple_overlap"] = False
    return options


# -- the processor -----------------------------------------------------------------------------
def has_float16_products() -> bool:
    """Whether torch's library of kernels multiplies float16 on this processor."""
    return _has_products("fp16")


def has_bfloat16_products() -> bool:
    """Whether it multiplies bfloat16."""
    return _has_products("bf16")


def _has_products(kind: str) -> bool:
    is_supported = getattr(torch.ops.mkldnn, f"_is_mkldnn_{kind}_supported", None)
    return (
        is_supported is not None and torch.backends.mkldnn.is_available() and bool(is_supported())
    )


def checkpoint_contexts(part: torch.fx.GraphModule) -> Any:
    """The `context_fn` that Dynamo keeps of a checkpointed part of a graph, or None."""
    return part.meta.get("_checkpoint_context_fn")


# -- tensors and ops ---------------------------------------------------------------------------
def view_base(t: torch.Tensor) -> torch.Tensor:
    """The base of the view `t`, or `t` itself."""
    return t if t._base is None else t._base


def version(t: torch.Tensor) -> int:
    """How often `t` was written to."""
    return t._version


def is_view(t: torch.Tensor) -> bool:
    """Whether `t` shows another tensor's memory, as autograd sees it."""
    return t._is_view()


def storage_key(storage: torch.UntypedStorage) -> int:
    """A number for this memory, the same for every object that stands for it."""
    return storage._cdata


def keep_in_order(op: Any) -> None:
    """Tell graphs that calls of `op`, which returns nothing, must stay, and stay in order."""
    _register_effectful_op(op, _EffectType.ORDERED)


def effect_of(node: torch.fx.Node) -> Any:
    """The op that is kept in order at a node of a graph that inductor takes on; None at others."""
    ordered = node.target is torch.ops.higher_order.with_effects
    return node.args[1] if ordered else None


# -- processes ---------------------------------------------------------------------------------
def default_store() -> dist.Store:
    """The store through which the processes of a job found each other."""
    return dist.distributed_c10d._get_default_store()


def process_group(name: str) -> dist.ProcessGroup:
    """The group that torch knows by `name`."""
    return dist.distributed_c10d._resolve_process_group(name)  # type: ignore[arg-type]


def flatten_mesh(mesh: Any, names: Sequence[str]) -> dist.ProcessGroup:
    """Make one group of several axes of a DeviceMesh: DTensor then sends one message over all of them."""
    return mesh[tuple(names)]._flatten().get_group()  # type: ignore[no-any-return]


def fake_mode() -> Any:
    """A mode in which tensors have shapes and no values, those made before it included."""
    from torch._subclasses.fake_tensor import FakeTensorMode

    return FakeTensorMode(allow_non_fake_inputs=True)


def cudnn_rnn() -> Any:
    """The op that runs recurrent layers on CUDA: (input, weights, ...)."""
    return torch.ops.aten._cudnn_rnn


def no_modes() -> AbstractContextManager[Any]:
    """Ops get and give real tensors inside, whatever mode a script is in: data is read in tensors
    without values too.
    """
    from torch.utils._python_dispatch import _disable_current_modes

    return _disable_current_modes()


def transforms_functions() -> bool:
    """Whether vmap, jvp or another transform of functions is under way: it wants ops that it has rules for."""
    return torch._C._functorch.maybe_current_level() is not None


class WatchedModule(torch.nn.Module):
    """A module that is told when torch is about to look at all of its tensors, and when it has changed them."""

    def before_tensors(self) -> None:
        """Torch is about to read or write the tensors of `_parameters` and `_buffers`."""

    def after_tensors(self) -> None:
        """`.to()` or one of its kin may have put others in their places."""

    def _save_to_state_dict(self, *args: Any) -> None:
        self.before_tensors()
        super()._save_to_state_dict(*args)

    def _load_from_state_dict(self, *args: Any) -> None:
        self.before_tensors()
        super()._load_from_state_dict(*args)

    def _apply(self, fn: Callable[[torch.Tensor], torch.Tensor], recurse: bool = True) -> Any:
        self.before_tensors()
        super()._apply(fn, recurse)
        self.after_tensors()
        return self


# -- updates in one pass -----------------------------------------------------------------------
def fused_sgd(
    params: Any, grads: Any, buffers: Any, *, lr: Any, momentum: float, nesterov: bool
) -> None:
    """held = momentum * held + grad; param -= lr * held, or lr * (grad + momentum * held)."""
    torch._fused_sgd_(
        *(params, grads, buffers),
        weight_decay=0.0,
        momentum=momentum,
        lr=lr,
        dampening=0.0,
        nesterov=nesterov,
        maximize=False,
        is_first_step=False,
    )


def fused_adam(*tensors: Any, **numbers: Any) -> None:
    """Adam over lists of params, grads, means, squares, largest squares and steps."""
    torch._fused_adam_(*tensors, maximize=False, **numbers)


def fused_adamw(*tensors: Any, **numbers: Any) -> None:
    """`fused_adam`, with lr * weight_decay of the parameters taken off before."""
    torch._fused_adamw_(*tensors, maximize=False, **numbers)
