"""Arguments that a function takes and its body never reads, found in the source."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.house.source import modules

Function = ast.FunctionDef | ast.AsyncFunctionDef

# Why arguments are not read: reason -> `module:function argument …` lines.
_REASONS = {
    "the signature is Python's import machinery's": """
        msacc.alias:MindSporeFinder.find_spec path target
        msacc.alias:_Loader.create_module spec
        msacc.module_aliases:ModuleAliasFinder.find_spec path target""",
    "the signature is that of a signal handler": """
        msacc.launch.job:Job._on_signal frame
        msacc.train.callback._on_request_exit:OnRequestExit._handle_signal signum frame""",
    "IPython hands its shell to an extension": """
        msacc.alias:load_ipython_extension shell
        msacc.alias:unload_ipython_extension shell""",
    "the signature is that of torch.autograd.Function": """
        msacc.step.gather_autograd:AllGather.forward ctx leaf
        msacc.step.gather_autograd:AllGather.backward ctx
        msacc.step.pipeline_runtime.stage_layers:_Awaited.forward ctx
        msacc.step.pipeline_runtime.stage_layers:_Awaited.backward ctx
        msacc.ops.comm.autograd:Broadcast.forward ctx
        msacc.common.parameter_writes:_Overwritten.forward old
        msacc.common.parameter_writes:_Overwritten.backward ctx
        msacc.ops.comm.autograd:Broadcast.backward ctx
        msacc.graph.recomputed_results:_Result.backward ctx""",
    "the signature is that of torch's policies of selective checkpointing": """
        msacc.graph.kept_results:KeptResults._policy context args kwargs""",
    "the signature is that of torch.nn.Module": """
        msacc.step.pipeline_runtime.stage:ChunkModule.parameters recurse""",
    "torch asks for the fake of an op by the op's own signature": """
        msacc.ops.summary:_ plugin name value
        msacc.ops.printing:_ texts values
        msacc.step.overlapped_micro_step:_ grads sink bucket
        msacc.step.gather_autograd:_ group
        msacc.ops.nn.moe.grouped_products:_ ends""",
    "torch hands an op's inputs and output to what keeps them for the gradient": """
        msacc.ops.nn.kronecker_factors:_Observed.forward see
        msacc.ops.nn.kronecker_factors:_Observed.setup_context output
        msacc.ops.nn.moe.grouped_products:_keep output""",
    "Ascend's kernel starts from what the forward kernel kept; the same is computed anew": """
        msacc.ops.nn.attention.flash_grad:flash_attention_score_grad softmax_max softmax_sum softmax_in attention_in
        msacc.ops.backward.norms:batch_norm_grad reserve
        msacc.ops.backward.norms:layer_norm_grad_grad variance
        msacc.ops.backward.pooling:regions_largest_grad orig_output""",
    "both gradients are given, as MindSpore's kernels do, whichever is asked for": """
        msacc.ops.backward.factorizations:lu_unpack_grad L_grad_flag U_grad_flag
        msacc.ops.backward.binary_backward:maximum_grad grad_x grad_y
        msacc.ops.backward.binary_backward:maximum_grad_grad grad_x grad_y
        msacc.ops.backward.binary_backward:minimum_grad grad_x grad_y""",
    "a sparse matrix comes in five parts, of which this needs less": """
        msacc.ops.sparse.csr_batched:csr_counts x_dense_shape x_row_pointers x_col_indices x_values
        msacc.ops.sparse.csr_batched:csr_batched_coordinates x_batch_pointers""",
    "one signature for a row of rules, each of which reads its part": """
        msacc.dataset.samplers:PKSampler._msacc_start_without_child.order rows
        msacc.experimental.optim.adam:_Adam._msacc_check flags
        msacc.nn.metrics.confusion_matrix:_tpr fp tn
        msacc.nn.metrics.confusion_matrix:_tnr tp fn
        msacc.nn.metrics.confusion_matrix:_ppv tn fn
        msacc.nn.metrics.confusion_matrix:_npv tp fp
        msacc.nn.wrap.loss_scale:_scale_accumulated grad
        msacc.ops.core.errors:_broadcasts name
        msacc.ops.core.errors:_axes name
        msacc.train.callback._lambda_callback:_no_op run_context""",
    "one interface for all ways of sharding, of which this needs less": """
        msacc.step.layerwise.layer:Layer.before cell args
        msacc.step.layerwise.layer:Layer.after cell args out
        msacc.step.layerwise.layer:Running.begin cell args
        msacc.step.layerwise.layer:Running.end cell args out""",
    "refused whatever it is given": """
        msacc.nn.optim._unsupported:OptTFTWrapper.__init__ kwargs""",
    "out of place the result is returned, and what it would be written into is not needed": """
        msacc.mint.distributed.in_place:_all_gather output_tensor
        msacc.mint.distributed.in_place:_all_to_all_single output
        msacc.mint.distributed.in_place:_reduce_scatter output""",
    "documented to take any arguments and to return its input": """
        msacc.nn.layer.reshaping:Identity.__init__ args kwargs""",
    "a handle of Ascend's status register, which MindSpore's protocol hands on": """
        msacc.nn.wrap.loss_scale:TrainOneStepWithLossScaleCell.start_overflow_check pre_cond
        msacc.nn.wrap.loss_scale:TrainOneStepWithLossScaleCell.get_overflow_status status""",
    "what it asks for to have been computed has been, before the call": """
        msacc.ops.parameter_assign:depend expr""",
    "nothing is kept of a forward pass that `grad` runs again": """
        msacc.internals.pynative_executor:_PyNativeExecutor.check_run obj args kwargs
        msacc.internals.pynative_executor:_PyNativeExecutor.new_graph obj args kwargs""",
    "there is no cost model, so every key has the value None": """
        msacc.parallel.legacy_queries:get_cost_model_context attr_key""",
    "classes of scripts that derive from the layer hand it on": """
        msacc.former.transformer.attention:MultiHeadAttention._convert_to_2d_tensor attention_mask""",
    "there are no parameter servers, whatever the device": """
        msacc.internals.parameter_server:_need_reset_device_target_for_ps target""",
}


def table(reasons: dict[str, str]) -> dict[str, str]:
    """`module:function.argument` -> why it is not read; ValueError for one with two reasons."""
    allowed: dict[str, str] = {}
    for reason, text in reasons.items():
        for function, *arguments in map(str.split, text.strip().splitlines()):
            for argument in (f"{function}.{name}" for name in arguments):
                if argument in allowed:
                    raise ValueError(f"{argument}: {allowed[argument]!r} and {reason!r}")
                allowed[argument] = reason
    return allowed


ALLOWED = table(_REASONS)


@dataclass
class Reader:
    """The classes and functions of some modules, and what their bodies leave unread.

    Left out by rule: names that begin with `_`; bodies that are empty, raise, or only call a function that
    returns NoReturn; Python's protocols (`__exit__`, …); methods that a base or a derived class also has.
    """

    trees: dict[str, ast.Module]
    bases: dict[str, set[str]] = field(default_factory=dict)
    methods: dict[str, set[str]] = field(default_factory=dict)
    refusing: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        for tree in self.trees.values():
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    names = {_last(base) for base in node.bases}
                    self.bases.setdefault(node.name, set()).update(names)
                    own = {f.name for f in node.body if isinstance(f, Function)}
                    self.methods.setdefault(node.name, set()).update(own)
                elif isinstance(node, Function) and _last(node.returns) == "NoReturn":
                    self.refusing.add(node.name)

    def unread(self) -> list[str]:
        """`module:function.argument` of each."""
        return [
            f"{module}:{'.'.join((*path, name))}"
            for module, tree in self.trees.items()
            for path, owner, function in _functions(tree, (), None)
            if not self._passes(owner, function)
            for name in _unread(function)
        ]

    def _passes(self, owner: str | None, function: Function) -> bool:
        name = function.name
        if name in self.refusing or self._does_nothing(function):
            return True
        if owner is None:
            return False
        if name.startswith("__") and name not in ("__init__", "__call__", "__new__"):
            return True
        return name != "__init__" and any(name in self.methods[c] for c in self._relatives(owner))

    def _does_nothing(self, function: Function) -> bool:
        body = [s for s in function.body if not _is_text(s)]
        return all(
            isinstance(s, (ast.Pass, ast.Raise))
            or (
                isinstance(s, (ast.Expr, ast.Return))
                and isinstance(s.value, ast.Call)
                and _last(s.value.func) in self.refusing
            )
            for s in body
        )

    def _relatives(self, name: str) -> set[str]:
        up, down = {name}, {name}
        while True:
            higher = {b for c in up for b in self.bases.get(c, ()) if b in self.methods} - up
            lower = {c for c, names in self.bases.items() if names & down} - down
            if not higher and not lower:
                return (up | down) - {name}
            up, down = up | higher, down | lower


def _functions(
    node: ast.AST, path: tuple[str, ...], owner: str | None
) -> Iterator[tuple[tuple[str, ...], str | None, Function]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield (*path, child.name), owner, child
            yield from _functions(child, (*path, child.name), None)
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, (*path, child.name), child.name)
        else:
            yield from _functions(child, path, owner)


def _unread(function: Function) -> Iterator[str]:
    given = function.args
    parameters = [*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg]
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    read = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    for argument in parameters:
        name = "_" if argument is None else argument.arg
        if not ({name, "locals"} & read or name.startswith("_") or name in ("self", "cls")):
            yield name


def _last(node: ast.AST | None) -> str:
    """The last part of a dotted name; `Base` of `Base[T]`."""
    if isinstance(node, ast.Subscript):
        return _last(node.value)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


@functools.cache
def unread() -> tuple[str, ...]:
    """Those of the package."""
    return tuple(Reader(modules()).unread())
