"""Cell: the base class of networks, losses, optimizers and train steps."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from types import NoneType
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.buffer import Buffer
from msacc.common.cell_tables import Table
from msacc.common.cell_tree import CellTree, walk
from msacc.common.distributed_runtime import runtime
from msacc.common.parameter import Parameter, ParameterTuple, Structure
from msacc.common.settings import GRAPH_MODE, settings
from msacc.common.tensor import Tensor, is_described
from msacc.common.tensor_tree import leaves
from msacc.common.torch_names import CELL, no_attribute
from msacc.common.unsupported_names import unsupported
from msacc.common.warn_once import no_effect, no_effects, once
from msacc.graph.distributed_cells import DistributedCells
from msacc.graph.dry_run import unchanged
from msacc.graph.execution_state import execution
from msacc.graph.jit import JitConfig
from msacc.graph.own_bprop import inputs_of
from msacc.graph.train_flag_cache import TrainFlags
from msacc.nn.cell import casting
from msacc.nn.cell import flags as flag_settings
from msacc.nn.cell.attribute_names import check_free, check_new
from msacc.nn.cell.calling import choose_call, compiled, graph_of, refresh, run
from msacc.nn.cell.flags import Recomputing
from msacc.nn.cell.hooks import HookHandle, add_hook
from msacc.nn.cell.html_text import as_html
from msacc.nn.cell.parts import (
    insert_param,
    keep_cell,
    keep_param,
    keep_tuple,
    layouts,
    register_buffer,
    replace,
)
from msacc.nn.cell.state import add_state_hook, collect, load
from msacc.ops.core.sharded_primitive import shard_function

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Cell(CellTree):
    """Base class of every network part: assign Parameters and Cells as attributes, define
    `construct`.

    `auto_prefix`: put the attribute's name in front of the parameter names of cells assigned to it.
    `flags`: a dict of initial flags. Calling a Cell returns what `construct` returns. In GRAPH_MODE
    the outermost Cell called is compiled as one graph per signature. Raises AttributeError when
    attributes are set before `super().__init__()` and when `construct` is missing, TypeError when a
    parameter or cell is replaced by something else. Differs from MindSpore: a run is recorded and
    compiled, not translated from the source of `construct`.
    """

    # A Cell whose parameters keep their own type under to_float (normalisation, embeddings).
    _msacc_keeps_parameter_dtype = False
    # Whether its compiled call looks at the inputs that were declared, or has done so before.
    _msacc_takes_declared = True
    # MindSpore's names for what torch's modules have.
    _msacc_torch_names: dict[str, str] = CELL
    # The name of this Cell's part of the graph.
    _scope: str | None = None

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.bprop is not CellTree.bprop:
            cls._msacc_construct_inputs = inputs_of(cls.construct)

    def __init__(self, auto_prefix: bool = True, flags: dict[str, Any] | None = None):
        own = self.__dict__
        own["_params"], own["_cells"], own["_auto_prefix"] = Table(self), Table(self), auto_prefix
        own["training"], own["requires_grad"] = False, False
        own["phase"], own["param_prefix"] = "train", ""
        own["_msacc_flags"], own["_msacc_hooks"] = {}, {}
        own["_msacc_compiled"] = own["_msacc_jit_level"] = own["_msacc_declared"] = None
        own["_msacc_compute_dtype"] = own["_msacc_batch_strategy"] = None
        own["_msacc_recompute"] = own["_msacc_unfilled"] = own["_msacc_is_region"] = False
        own["_msacc_uncalled"] = True
        if "_msacc_held_tensors" not in own:  # torch 2.11 traces no `setdefault` of attributes
            own["_msacc_held_tensors"] = ()
        choose_call(self)
        if flags:
            self.add_flags(**flags)

    @property
    def _phase(self) -> str:
        """`phase`, by the name that networks read in construct."""
        return self.phase

    @_phase.setter
    def _phase(self, phase: str) -> None:
        self.phase = phase

    # -- calling -------------------------------------------------------------------------------

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if settings.mode == GRAPH_MODE and not execution.now.graph and not execution.now.gradient:
            return compiled(self, args, kwargs)
        call = self._msacc_call
        if call is not None:
            return call(self, args, kwargs)
        return self.construct(*args, **kwargs) if kwargs else self.construct(*args)

    def _msacc_run_once(self, *args: Any, **kwargs: Any) -> Any:
        """One call op by op: what a graph records."""
        if self._msacc_has_extras:
            return run(self, args, kwargs)
        return self.construct(*args, **kwargs)

    def _msacc_refresh(self) -> None:
        """Work out again how a call runs: after a change of what it depends on."""
        refresh(self)

    def construct(self, *args: Any, **kwargs: Any) -> Any:
        """The computation; subclasses define it."""
        raise AttributeError(
            f"For 'Cell', the method 'construct' of {type(self).__name__} is not defined."
        )

    def _msacc_explain_refusal(self, *args: Any, **kwargs: Any) -> Exception | None:
        """After an error in `construct` with these inputs: the exception that says which size of the Cell's is not
        theirs (without its name), or None. Layers with sizes define it.
        """
        return None

    def compile_and_run(self, *args: Any, **kwargs: Any) -> Any:
        """Call the Cell."""
        return self(*args, **kwargs)

    def run_construct(self, cast_inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call `construct` without hooks and casts: with the tuple `cast_inputs` and the dict `kwargs`."""
        return self.construct(*cast_inputs, **kwargs)

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Compile for these inputs now rather than at the first call.

        Inputs of unknown shape are kept as `set_inputs` keeps them: the graph is made at the first call.
        The compiler needs one run; parameters and random streams are as before it. Returns None. Raises ValueError
        where parameters share a name, and what `construct` raises on such inputs; MindSpore finds those errors that
        shapes and types tell.
        """
        self.check_names()
        if any(is_described(t) for t in leaves((args, kwargs))):
            self.set_inputs(*args, **kwargs)
            return
        graph_of(self).compile_next(args, kwargs)
        with unchanged(list(self.get_parameters())):
            compiled(self, args, kwargs)

    # -- cells ---------------------------------------------------------------------------------

    def cells(self) -> Any:
        """The direct children."""
        return self.name_cells().values()

    def name_cells(self) -> OrderedDict[str, Cell]:
        """The direct children by attribute name, each once."""
        seen: set[int] = set()
        children: OrderedDict[str, Cell] = OrderedDict()
        for name, cell in self._cells.items():
            if cell is not None and id(cell) not in seen:
                seen.add(id(cell))
                children[name] = cell
        return children

    def cells_and_names(
        self, cells: Any = None, name_prefix: str = ""
    ) -> Iterator[tuple[str, Cell]]:
        """(path, cell) for this Cell and all below it, parents first.

        `cells`: Cells that are left out with what is below them, None for none.
        `name_prefix`: a str before each path.
        """
        seen = set() if cells is None else {id(c) for c in cells}
        return walk(self, name_prefix, seen)  # type: ignore[return-value]

    def get_sub_cell(self, target: str) -> Cell:
        """The cell at the dotted path `target`; AttributeError where there is none."""
        at: Any = self
        for name in filter(None, target.split(".")):
            at = at._cells.get(name)
            if at is None:
                raise AttributeError(f"{type(self).__name__} has no cell '{target}' (no '{name}').")
        return at

    def insert_child_to_cell(self, child_name: str, child_cell: Cell) -> None:
        """Add the Cell `child_cell` under the new name `child_name`, or in the place of a child; its parameters
        keep their names.

        Raises TypeError for a name that is no str and for what is no Cell, KeyError for a name that is empty,
        has a '.' or is another attribute's.
        """
        check_free(self, "insert_child_to_cell", "child_name", child_name, self._cells)
        if not isinstance(child_cell, Cell) and child_cell is not None:
            raise TypeError(
                f"For 'insert_child_to_cell', 'child_cell' must be a Cell, but got {type(child_cell)}."
            )
        Structure.change()
        self._cells[child_name] = self.__dict__[child_name] = child_cell

    def apply(self, fn: Callable[[Cell], Any]) -> Any:
        """Call `fn` on every cell, children first; returns self."""
        for cell in self.cells():
            cell.apply(fn)
        fn(self)
        return self

    def update_cell_prefix(self) -> None:
        """Note each cell's path in its `param_prefix`."""
        for name, cell in self.cells_and_names():
            cell.param_prefix = name

    def generate_scope(self) -> None:
        """Scopes name nodes in MindSpore's own graphs; nothing to do here."""

    # -- parameters and buffers ----------------------------------------------------------------

    def insert_param_to_cell(
        self, param_name: str, param: Parameter | None, check_name_contain_dot: bool = True
    ) -> None:
        """Register the Parameter `param` under the new name `param_name`, or in the place of a parameter.

        Raises KeyError for a name that is empty, has a '.' where `check_name_contain_dot`, or is another
        attribute's; TypeError for one that is no str and for what is no Parameter.
        """
        insert_param(self, param_name, param, not check_name_contain_dot)

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Register `tensor`, a Tensor or None, that is state but no parameter; `persistent`: in state dicts too.

        Raises TypeError for a `name` that is no str and for what is no Tensor, KeyError for a name that is
        empty, has a '.' or is another attribute's.
        """
        register_buffer(self, name, tensor, persistent)

    @property
    def parameter_layout_dict(self) -> dict[str, list[Any]]:
        """How parameters lie whose operators are cut: name -> [device matrix, tensor map, shape of a slice, 0, True,
        "", whole shape, shape of a slice]. Empty in one process."""
        return layouts(self)

    def to(self, *args: Any, **kwargs: Any) -> Any:
        """Move parameters and buffers, also of cells below, and cast those of float and complex dtypes; returns self.

        Called as to(device, dtype, non_blocking), to(dtype, non_blocking) or to(tensor, non_blocking), whose dtype is
        taken. Raises TypeError for other arguments and for a dtype that is neither float nor complex, ValueError for
        an unknown device, NotImplementedError for one that is not here, RuntimeError for values that are on 'meta'.
        """
        casting.to(self, args, kwargs)
        return self

    def to_empty(self, *, device: str | None = None, recurse: bool = True) -> Any:
        """Give parameters and buffers new memory whose values are arbitrary; returns self.

        `device`: where that is, the process's own for None.
        `recurse`: those of cells below too.

        Raises ValueError for an unknown device, NotImplementedError for one that is not here.
        """
        casting.to_empty(self, device, recurse)
        return self

    def cast(self, x: Any, dtype: mstype.Type) -> Tensor:
        """`x` in another type. Until MindSpore 2.4 every Cell held a Cast under this name."""
        return (x if isinstance(x, Tensor) else Tensor(x)).astype(dtype)

    def cast_inputs(self, inputs: Any, dst_type: mstype.Type) -> Any:
        """The float Tensors of `inputs`, of any shape, in the float dtype `dst_type`.

        `inputs`: a Tensor, or a tuple, list or dict with Tensors in it; what is no float Tensor stays, and so
        do Parameters.
        """
        return casting.cast(inputs, mstype.to_torch(dst_type))

    # -- state dicts ---------------------------------------------------------------------------

    def state_dict(
        self, *args: Any, destination: Any = None, prefix: str = "", keep_vars: bool = False
    ) -> OrderedDict[str, Any]:
        """Parameters and persistent buffers by path; the objects themselves, whose values change with training.

        `destination`, `prefix` and `keep_vars` may also come by position, as in MindSpore, where `keep_vars` changes
        nothing either: said once here. What `get_extra_state` gives stands under '<path>_extra_state'.
        """
        named: tuple[Any, ...] = (destination, prefix, keep_vars)
        destination, prefix, keep_vars = (*args, *named[len(args) :])
        if check.boolean("state_dict", "keep_vars", keep_vars):
            no_effect(
                "Cell.state_dict", "keep_vars", keep_vars, "the Parameters themselves are given"
            )
        if destination is not None and not isinstance(destination, dict):
            raise TypeError(
                f"For 'state_dict', 'destination' must be a dict, but got {destination!r}."
            )
        check.instance("state_dict", "prefix", prefix, str)
        state: Any = OrderedDict() if destination is None else destination
        collect(self, state, prefix, keep_vars)
        return state

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True) -> Any:
        """Copy values in by path; returns (missing_keys, unexpected_keys).

        Raises TypeError where `state_dict` is no mapping, RuntimeError for other shapes and, if `strict`, for paths
        that are missing or unexpected. Differs from MindSpore: nothing is copied then, unless a hook that runs
        afterwards may forgive them.
        """
        return load(self, state_dict, strict)

    def register_state_dict_pre_hook(self, hook: Callable[..., Any]) -> HookHandle:
        """Call `hook(cell, prefix, keep_vars)` before `state_dict` reads this Cell; gives a handle to remove it."""
        return add_state_hook(self, "before giving", hook)

    def register_state_dict_post_hook(self, hook: Callable[..., Any]) -> HookHandle:
        """Call `hook(cell, state_dict, prefix, local_metadata)` after `state_dict` has read this Cell.

        It may change the dict. Gives a handle whose `remove()` takes the hook away.
        """
        return add_state_hook(self, "after giving", hook)

    def register_load_state_dict_pre_hook(self, hook: Callable[..., Any]) -> HookHandle:
        """Call `hook` before `load_state_dict` takes this Cell's values; gives a handle to remove it.

        Its arguments are (cell, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
        error_msgs); it may change the dict, a copy, and add to the lists.
        """
        return add_state_hook(self, "before taking", hook)

    def register_load_state_dict_post_hook(self, hook: Callable[..., Any]) -> HookHandle:
        """Call `hook(cell, incompatible_keys)` after `load_state_dict`; it may change the two lists of keys.

        What it leaves there is what `strict` complains of. Gives a handle whose `remove()` takes the hook away.
        """
        return add_state_hook(self, "after taking", hook)

    # -- hooks ---------------------------------------------------------------------------------

    def register_forward_pre_hook(
        self, hook_fn: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> HookHandle:
        """Have `hook_fn(cell, inputs)` called before construct; it may return new positional inputs.

        `prepend`: before the other hooks.
        `with_kwargs`: `hook_fn(cell, inputs, kwargs)`, which may return new (inputs, kwargs).

        The handle returned has `remove()`.

        Raises TypeError for what is no function.
        """
        return add_hook(self, "pre", hook_fn, prepend, with_kwargs)

    def register_forward_hook(
        self,
        hook_fn: Callable[..., Any],
        *,
        prepend: bool = False,
        with_kwargs: bool = False,
        always_call: bool = False,
    ) -> HookHandle:
        """Have `hook_fn(cell, inputs, output)` called after construct; it may return a new output.

        `prepend`: before the other hooks.
        `with_kwargs`: `hook_fn(cell, inputs, kwargs, output)`.
        `always_call`: also after an error, with the output so far or None, before the error goes on.

        The handle returned has `remove()`.

        Raises TypeError for what is no function.
        """
        return add_hook(self, "post", hook_fn, prepend, with_kwargs, always_call)

    def register_backward_hook(self, hook_fn: Callable[..., Any]) -> HookHandle:
        """`hook_fn(cell, grad_inputs, grad_outputs)` in the backward pass; may return new grad_inputs."""
        return add_hook(self, "backward", hook_fn)

    def register_backward_pre_hook(self, hook_fn: Callable[..., Any]) -> HookHandle:
        """`hook_fn(cell, grad_outputs)` before the Cell's backward pass; may return new ones."""
        return add_hook(self, "backward_pre", hook_fn)

    @unsupported(
        "a graph chooses itself what it keeps; use mindspore.saved_tensors_hooks outside ms.jit"
    )
    def register_saved_tensors_hooks(
        self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]
    ) -> None:
        """How a graph packs what it keeps for the backward pass. Not here: raises NotImplementedError.

        Neither `pack_hook` nor `unpack_hook` is called.
        """
        raise NotImplementedError

    @unsupported(
        "a graph reads its parameters when it needs them; register_forward_hook sees a Cell's results"
    )
    def register_parameter_forward_hook(
        self, hook: Callable[..., Any] | list[dict[str, Any]]
    ) -> None:
        """Change parameters by `hook` where a graph reads them. Not here: raises NotImplementedError."""
        raise NotImplementedError

    # -- flags ---------------------------------------------------------------------------------

    def set_train(self, mode: bool = True) -> Any:
        """Training mode for this Cell and all below it, and the phase of this Cell; returns self."""
        mode = bool(mode)
        TrainFlags.changes += 1
        Structure.note_attribute()
        for _, cell in self.cells_and_names():
            cell.__dict__["training"] = mode
        # As in MindSpore, those below it keep theirs.
        self.__dict__["phase"] = "train" if mode else "predict"
        self._msacc_flags["training"] = mode
        return self

    def set_grad(self, requires_grad: bool = True) -> Any:
        """Say that a gradient of this Cell will be asked for; its forward pass is then kept.

        `requires_grad`: a bool, False takes it back.

        Returns self.
        """
        self.__dict__["requires_grad"] = requires_grad
        refresh(self)
        return self

    def add_flags(self, **flags: Any) -> Any:
        """Keep named flags on this Cell, also as attributes; returns self.

        `fp16`, `bf16` and `fp32` are the precision that this Cell computes in, as `to_float` sets it for all below as
        well; the last one that is True holds, and False takes it back.
        """
        flag_settings.add_flags(self, flags)
        return self

    def add_flags_recursive(self, **flags: Any) -> Any:
        """`add_flags` with `flags` on this Cell and all below it; returns self."""
        for _, cell in self.cells_and_names():
            cell.add_flags(**flags)
        return self

    def get_flags(self) -> dict[str, Any]:
        """The flags set so far."""
        return self._msacc_flags

    def to_float(self, dst_type: mstype.Type) -> Any:
        """Compute this Cell and all below it in `dst_type`: float16, bfloat16 or float32; returns self.

        Inputs and parameters are cast where they are used; the parameters keep their type. Raises ValueError
        for another.
        """
        return self.add_flags_recursive(**flag_settings.precision_flags(dst_type))

    def get_mixed_precision_type(self) -> mstype.Type | None:
        """The type `to_float` set, or None."""
        compute = self._msacc_compute_dtype
        return None if compute is None else mstype.from_torch(compute)

    def set_jit_config(self, jit_config: JitConfig) -> None:
        """Choose the compile level of this Cell. `jit_config`: a `JitConfig(jit_level=...)` (TypeError otherwise)."""
        if not isinstance(jit_config, JitConfig):
            raise TypeError(
                f"For 'set_jit_config', 'jit_config' should be JitConfig, got {jit_config!r}."
            )
        self.__dict__["_msacc_jit_level"] = jit_config.jit_config_dict["jit_level"] or None
        self.__dict__["_msacc_compiled"] = None

    def _get_attr_from_cell(self, network: Any) -> None:
        """Be compiled as `network` was told to: what wrappers of MindSpore's call."""
        level = getattr(network, "_msacc_jit_level", None)
        if level:
            self.__dict__["_msacc_jit_level"] = level
            self.__dict__["_msacc_compiled"] = None
        runtime().wrapper_made(self, network)

    def set_inputs(self, *inputs: Any, **kwargs: Any) -> None:
        """Declare the inputs of this Cell's graph: all by position, or some by name.

        A size that is None (or a Symbol, or -1) varies: one graph holds all sizes above 1. A Tensor without a shape
        has any rank. In GRAPH_MODE, where this Cell is called from outside other Cells, a call with other inputs
        raises: ValueError for another number, rank, size or value, TypeError for another type. A tuple or list
        of Tensors is declared, and given, as `mutable`; with `dynamic_len` each length makes a graph. PyNative mode
        makes no graph and takes any inputs. Raises ValueError here for both ways at once and for unknown names.
        """
        flag_settings.declare_inputs(self, inputs, kwargs)

    def get_inputs(self) -> Any:
        """What `set_inputs` was given, or None."""
        declared = self.__dict__.get("_msacc_declared")
        return None if declared is None else (declared.named or declared.positional)

    def set_auto_parallel(self) -> None:
        """No effect, which is said once: the process's parallel mode counts. MindSpore 1.x asked for it."""
        once(
            "Cell.set_auto_parallel",
            "Cell.set_auto_parallel() has no effect here; the mode of set_auto_parallel_context counts.",
        )

    def set_param_ps(self, recurse: bool = True, init_in_server: bool = False) -> None:
        """Refused: parameter servers belonged to the cluster runtime of MindSpore 1.x."""
        raise NotImplementedError("msacc has no parameter-server mode (Cell.set_param_ps).")

    def set_comm_fusion(self, fusion_type: int, recurse: bool = True) -> Any:
        """Give every parameter below a fusion group number, which bucketed gradients follow; returns self.

        `fusion_type`: that number, an int from 0 (ValueError otherwise).
        `recurse`: of the cells below too.
        """
        if not isinstance(fusion_type, int) or fusion_type < 0:
            raise ValueError(
                f"For 'set_comm_fusion', 'fusion_type' should be an int >= 0, got {fusion_type!r}."
            )
        for parameter in self.trainable_params(recurse):
            parameter.comm_fusion = fusion_type
        return self

    def recompute(self, mode: bool = True, **options: Unpack[Recomputing]) -> None:
        """Free this Cell's activations after its forward pass; the backward pass makes them again.

        `mode`: a bool, False takes it back.
        `options`: with `use_reentrant=False`, `context_fn()` gives two context managers, around the first run
          and around the second one; without it, primitives told `recompute(False)` keep their results.

        Raises ValueError for another name and for a `context_fn` without `use_reentrant=False`, TypeError for
        one that is no function and for a `mode` that is no bool.

        MindSpore's `use_reentrant` alone, `early_stop`, `output_recompute` and those on communication have no
        effect; that is said once.
        """
        flag_settings.recompute(self, mode, {**options})

    def get_scope(self) -> str | None:
        """'recompute_' where `recompute` was set for this Cell or one that holds it, else None.

        MindSpore names the nodes of its graphs so.
        """
        return self._scope

    def offload(self, backward_prefetch: Any = "Auto") -> None:
        """Keep what this Cell's gradient needs in the CPU's memory between the forward and the backward pass.

        Parameters stay where they are. On a CPU nothing is moved, which is said once; in graph mode such a Cell is a
        graph by itself. `backward_prefetch`: 'Auto' or an int from 0, which has no effect:
        each tensor comes back when its gradient is computed. Raises TypeError and ValueError for other values.
        Differs from MindSpore: it acts in PyNative mode, too.
        """
        flag_settings.offload(self, backward_prefetch)

    def shard(
        self,
        in_strategy: Any,
        out_strategy: Any = None,
        parameter_plan: Any = None,
        device: str = "Ascend",
        level: int = 0,
    ) -> Any:
        """A function that calls this Cell with its inputs cut over processes; what is inside follows its inputs.

        `in_strategy`, `out_strategy`: a tuple with a tuple of ints, or a Layout, for each tensor.
        `parameter_plan`: {'self.dense.weight': tuple or Layout}, how parameters are cut.
        `device` and `level` have no effect.

        One process computes the same without.

        Raises TypeError for other strategies and plans.
        """
        why = "torch's DTensor cuts on every device alike"
        no_effects("Cell.shard", why, device=(device, "Ascend"), level=(level, 0))
        return shard_function("Cell.shard", self, in_strategy, out_strategy, parameter_plan)

    def place(self, role: str, rank_id: int) -> None:
        """Run this Cell on the process of rank `rank_id` of a job; its parameters are held there alone.

        `role`: 'MS_WORKER'. A network with such Cells is trained over those processes, to which a batch comes one
        after the other; a Cell that is placed nowhere runs where its inputs are, and every process gets the loss.
        Raises TypeError and ValueError for other arguments; training raises RuntimeError where a batch would come to
        a process twice. Differs from MindSpore: it goes with TrainOneStepCell and Model.
        """
        check.non_negative_int("Cell.place", "rank_id", rank_id)
        check.instance("Cell.place", "role", role, str)
        check.choice("Cell.place", "role", role, ("MS_WORKER",))
        self.__dict__["_msacc_placed_on"] = rank_id

    @property
    def placed_on(self) -> int | None:
        """The rank that `place` chose, or None."""
        own = self.__dict__  # the name is free for attributes of users' classes
        return own["placed_on"] if "placed_on" in own else own.get("_msacc_placed_on")

    @placed_on.setter
    def placed_on(self, value: Any) -> None:
        self.__dict__["placed_on"] = value

    def set_boost(self, boost_type: str) -> Any:
        """Accepted; boosting algorithms are Ascend's. `boost_type` has no effect, which is said once. Returns
        self.
        """
        no_effect("Cell.set_boost", "boost_type", boost_type)
        return self

    def set_data_parallel(self) -> None:
        """Accepted; `AutoParallel` chooses how operators without a strategy are cut."""
        no_effect(
            "Cell",
            "set_data_parallel",
            True,
            "AutoParallel chooses for operators without a strategy",
        )

    def update_cell_type(self, cell_type: str) -> None:
        """Note a kind, "quant" or "second-order", in `cell_type`."""
        self.cell_type = cell_type

    def set_broadcast_flag(self, mode: bool = True) -> Any:
        """Keep `mode`, a bool, whether data parallelism broadcasts these parameters; returns self."""
        return self.add_flags_recursive(broadcast_flag=mode)

    @property
    def pipeline_stage(self) -> int | None:
        """The stage of a pipeline that this Cell runs on, or None: that of its inputs.

        Cells below it run there too, where they have no stage of their own.
        """
        return self.__dict__.get("_pipeline_stage")

    @pipeline_stage.setter
    def pipeline_stage(self, value: int) -> None:
        self.__dict__["_pipeline_stage"] = flag_settings.stage_number("pipeline_stage", value)
        DistributedCells.exist = True

    @property
    def pipeline_segment(self) -> int | None:
        """Which of its stage's chunks this Cell belongs to, or None: found from the order of the stages.

        Read by the schedules "zero_bubble_v" and "dual_pipe_v": 0 on the way to the last stage, 1 on the way back.
        """
        return self.__dict__.get("_pipeline_segment")

    @pipeline_segment.setter
    def pipeline_segment(self, value: int) -> None:
        self.__dict__["_pipeline_segment"] = flag_settings.stage_number("pipeline_segment", value)

    # -- attributes ----------------------------------------------------------------------------

    def __setattr__(self, name: str, value: Any) -> None:
        own = self.__dict__
        if isinstance(value, (Cell, Parameter, ParameterTuple)) and "_cells" not in own:
            raise AttributeError(
                f"{type(self).__name__}.{name} is set before super().__init__(): call it first in __init__."
            )
        if isinstance(value, Cell):
            keep_cell(self, name, value)
        elif isinstance(value, Parameter):
            check_new(self, name, self._params)
            own.pop(name, None)
            keep_param(self, name, value)
        elif isinstance(value, ParameterTuple):
            keep_tuple(self, value)
            own[name] = value
        elif isinstance(value, Buffer):
            own.pop(name, None)
            self.register_buffer(name, value, value.persistent)
        elif "_cells" in own and (name in own["_params"] or name in own["_cells"]):
            replace(self, name, value)
        elif hasattr(type(getattr(type(self), name, None)), "__set__"):
            Structure.note_attribute()
            object.__setattr__(self, name, value)  # a property, a slot
        elif name in own.get("_buffers", ()) and not isinstance(value, (Tensor, NoneType)):
            raise TypeError(
                f"Buffer '{name}' already exists in network, can not assign this type: '{type(value)}'."
            )
        else:
            if own.get(name, Structure) is not value:
                Structure.note_attribute()
            own[name] = value
            if isinstance(value, Tensor) and name not in own.get("_msacc_held_tensors", ()):
                own["_msacc_held_tensors"] = (*own.get("_msacc_held_tensors", ()), name)
            if name == "requires_grad" and "_cells" in own:
                refresh(self)

    def __getattr__(self, name: str) -> Any:
        if "_cells" not in self.__dict__:
            raise AttributeError(
                f"The '{type(self).__name__}' object has no attribute '{name}': its super().__init__() "
                "was not called; call it first in __init__."
            )
        raise AttributeError(no_attribute(type(self).__name__, name, self._msacc_torch_names))

    def __delattr__(self, name: str) -> None:
        Structure.change()
        for table in (self._params, self._cells, self.__dict__.get("_buffers", {})):
            table.pop(name, None)
        if name not in self.__dict__:
            raise AttributeError(f"The '{type(self).__name__}' object has no attribute '{name}'.")
        del self.__dict__[name]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_msacc_compiled": None, "_msacc_trainable": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for name in ("_params", "_cells"):
            self.__dict__[name] = Table(self, state[name])

    # -- texts ---------------------------------------------------------------------------------

    def extend_repr(self) -> str:
        """What stands between the brackets when the Cell is printed."""
        return ""

    def __repr__(self) -> str:
        inside = self.extend_repr()
        lines = [f"({name}): {_indented(repr(cell))}" for name, cell in self._cells.items()]
        if not lines:
            return f"{type(self).__name__}({inside})"
        head = f"{type(self).__name__}(\n" + (f"  {inside}\n" if inside else "")
        return head + "".join(f"  {line}\n" for line in lines) + ")"

    def _repr_html_(self) -> str:
        return as_html(self)


def _indented(text: str) -> str:
    return text.replace("\n", "\n  ")
