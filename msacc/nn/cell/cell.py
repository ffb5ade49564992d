"""Cell: the base class of networks, losses, optimizers and train steps."""

from __future__ import annotations

from contextlib import nullcontext
from types import NoneType
from typing import Any

import torch
from torch.fx.traceback import annotate

from msacc.common import dtype as mstype
from msacc.common.autocast import autocast_kinds, without_autocast
from msacc.common.buffer import Buffer
from msacc.common.distributed_runtime import runtime
from msacc.common.parameter import Parameter, ParameterTuple, Structure
from msacc.common.settings import GRAPH_MODE, settings
from msacc.common.tensor import Tensor, is_described, wrap
from msacc.common.tensor_tree import leaves
from msacc.common.torch_names import CELL, no_attribute
from msacc.graph import forward_cache
from msacc.graph.activations_on_cpu import ActivationsOnCpu
from msacc.graph.compiler import Compiled
from msacc.graph.distributed_cells import runs_op_by_op
from msacc.graph.dry_run import unchanged
from msacc.graph.execution_state import execution
from msacc.graph.kept_results import keeps_results
from msacc.graph.own_bprop import inputs_of, with_bprop
from msacc.graph.recomputation import check_not_in_graph, offloaded, recomputed
from msacc.nn.cell import hooks
from msacc.nn.cell.casting import MovingMixin
from msacc.nn.cell.flags import FlagsMixin
from msacc.nn.cell.html_text import HtmlMixin
from msacc.nn.cell.parameters import NUMBERS, ParametersMixin, number_for
from msacc.nn.cell.registry_table import Table
from msacc.nn.cell.state import StateMixin
from msacc.nn.cell.tree import TreeMixin, check_new
from msacc.sharding.strategy_state import sharding


class Cell(
    TreeMixin, ParametersMixin, StateMixin, MovingMixin, FlagsMixin, hooks.HooksMixin, HtmlMixin
):
    """Base class of every network part: assign Parameters and Cells as attributes, define
    `construct`.

    `auto_prefix`: put the attribute's name in front of the parameter names of cells assigned to it.
    `flags`: a dict of initial flags. Calling a Cell returns what `construct` returns. In GRAPH_MODE
    the outermost Cell called is compiled as one graph per signature. Raises AttributeError when
    attributes are set before `super().__init__()` and when `construct` is missing, TypeError when a
    parameter or cell is replaced by something else. Differs from MindSpore: graphs are captured and
    compiled by torch, not translated from the source of `construct`.
    """

    # A Cell whose parameters keep their own type under to_float (normalisation, embeddings).
    _keeps_parameter_dtype = False

    # What is noted on a graph's nodes while this Cell is captured: a pipeline's stage.
    _mark: dict[str, Any] | None = None

    # The pipeline that this Cell's parts run on, once processes hold their own parts of it only.
    _pipeline_engine: Any = None

    # MindSpore's names for what torch's modules have.
    _torch_names: dict[str, str] = CELL

    # The contexts that `recompute` was given, and whether activations wait on the CPU for the backward pass.
    _recompute_contexts: Any = None
    _offload = False

    # The inputs of construct, where the class has its own bprop.
    _construct_inputs: tuple[Any, ...] = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.bprop is not Cell.bprop:
            cls._construct_inputs = inputs_of(cls.construct)

    def __init__(self, auto_prefix: bool = True, flags: dict[str, Any] | None = None):
        own = self.__dict__
        own["_params"], own["_cells"] = Table(self), Table(self)
        own["_flags"], own["_hooks"] = {}, {}
        own["_auto_prefix"] = auto_prefix
        own["training"], own["requires_grad"] = False, False
        own["phase"], own["param_prefix"] = "train", ""
        own["_compiled"], own["_jit_level"], own["_declared"] = None, None, None
        own["_compute_dtype"], own["_recompute"], own["_unfilled"] = None, False, False
        if "_held_tensors" not in own:  # torch 2.11 traces no `setdefault` of attributes
            own["_held_tensors"] = ()
        # How a batch lies on the processes, once operators below are cut.
        own["_batch_strategy"] = None
        # Whether calling this Cell means more than calling construct().
        own["_special"] = type(self).bprop is not Cell.bprop
        # Whether it may run by code that it shares with equal Cells (see msacc.graph.regions).
        own["_is_region"] = False
        if flags:
            self.add_flags(**flags)

    @property
    def _phase(self) -> str:
        """`phase`, by the name that networks read in construct."""
        return self.phase

    @_phase.setter
    def _phase(self, phase: str) -> None:
        self.phase = phase

    @property
    def is_distributed(self) -> bool:
        """Whether it is several graphs of its own whatever calls it (see graph.apart)."""
        return self._pipeline_engine is not None

    def construct(self, *args: Any, **kwargs: Any) -> Any:
        """The computation; subclasses define it."""
        raise AttributeError(
            f"For 'Cell', the method 'construct' of {type(self).__name__} is not defined."
        )

    def bprop(self, *args: Any) -> Any:
        """Optional: (inputs..., out, dout) -> gradients of the inputs, instead of autograd's."""
        raise NotImplementedError

    def _explain_refusal(self, *args: Any, **kwargs: Any) -> Exception | None:
        """After an error in `construct` with these inputs: the exception that says which size of the Cell's is not
        theirs (without its name), or None. Layers with sizes define it.
        """
        return None

    # Whether its compiled call looks at the inputs that were declared, or has done so before.
    _takes_declared = True

    # -- calling -------------------------------------------------------------------------------
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if settings.mode == GRAPH_MODE and not execution.in_graph and not execution.differentiating:
            return self._call_compiled(args, kwargs)
        if self._special:
            return self._call_specially(args, kwargs)
        return self.construct(*args, **kwargs) if kwargs else self.construct(*args)

    def _call_specially(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if self._pipeline_engine is not None and not execution.in_graph:
            return runtime().call_over_stages(self, args, kwargs)
        if self._batch_strategy is not None and not sharding.active and not execution.in_graph:
            return runtime().call_outermost(self._call_sharded, self, args, kwargs)
        if self._unfilled:
            self.init_parameters_data()
        if self.requires_grad and self.training and not execution.differentiating and not kwargs:
            if not execution.in_graph:
                runtime().before_recorded_forward(self, args)
                if runtime().shards_forward():
                    return runtime().call_outermost(self._call_sharded, self, args, kwargs)
            recording = forward_cache.Recording(args, self._recorded_params())
            out = recording.run(self._run_once)
            forward_cache.store(self, recording)
            return out
        return self._run_once(*args, **kwargs)

    def _call_sharded(self, *args: Any, **kwargs: Any) -> Any:
        """The call, where it is known how the batch lies on the processes."""
        return self(*args, **kwargs)

    def _call_compiled(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if self._takes_declared:
            self._check_declared_inputs(args, kwargs)
        if runtime().runs_over_stages(self):
            return runtime().call_over_stages(self, args, kwargs)
        if runs_op_by_op(self, (args, kwargs)):
            return self._run_once(*args, **kwargs)
        trains = self.requires_grad and self.training and not kwargs
        shards = self._batch_strategy is not None or (trains and runtime().shards_forward())
        if shards and not sharding.active:
            return runtime().call_outermost(self._call_sharded, self, args, kwargs)
        return self._graphs()(*args, **kwargs)

    def _graphs(self) -> Compiled:
        """The compiled form of this Cell."""
        if self._compiled is None:
            if hasattr(type(self).construct, "_declared"):
                raise ValueError(
                    "For 'enable_dynamic', a Cell's construct in GRAPH_MODE is declared by Cell.set_inputs instead."
                )
            self.init_parameters_data()
            name = type(self).__name__
            self.__dict__["_compiled"] = Compiled(
                self._run_once,
                name,
                self._jit_level or None,
                dynamic=bool(self._declared and self._declared.any_rank) or None,
                patches=self._compile_patches(),
            )
        return self._compiled

    def _check_declared_inputs(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Checks the inputs of a call against `set_inputs`; not where it got a part of the batch, as in `vmap`."""
        if (
            self._declared
            and settings.mode == GRAPH_MODE
            and not execution.in_graph
            and not sharding.active
            and not execution.by_vmap
        ):
            self._declared.take(self.construct, args, kwargs)

    def _compile_patches(self) -> dict[str, Any] | None:
        """Settings of inductor's for this Cell's graph."""
        return None

    def _run_once(self, *args: Any, **kwargs: Any) -> Any:
        """One call op by op: what a graph captures."""
        if self._special:
            return self._call_with_extras(*args, **kwargs)
        return self.construct(*args, **kwargs)

    def _call_with_extras(self, *args: Any, **kwargs: Any) -> Any:
        if self._mark is not None:
            with annotate(self._mark):
                return self._with_hooks(args, kwargs)
        return self._with_hooks(args, kwargs)

    def _with_hooks(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if self._hooks.get("post"):
            return hooks.with_post_hooks(self, args, kwargs, self._inner)
        if self._hooks.get("pre"):
            args, kwargs = hooks.pre_hooks(self, args, kwargs)
        return hooks.with_backward_hooks(self, args, lambda *a: self._inner(a, kwargs))

    def _inner(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if self._compute_dtype is not None:
            if not execution.fixed_dtype and (kinds := autocast_kinds()):
                return self._without_autocast(kinds, args, kwargs)
            args, kwargs = _cast(args, self._compute_dtype), _cast(kwargs, self._compute_dtype)
            if not self._keeps_parameter_dtype:
                return self._with_cast_tensors(args, kwargs)
        return self._construct_or_recompute(args, kwargs)

    def _without_autocast(
        self, kinds: list[str], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Amp level "auto" leaves the type of `to_float` alone."""
        context, execution.recompute_context = execution.recompute_context, nullcontext
        execution.fixed_dtype = True
        try:
            with without_autocast(kinds):
                return self._inner(args, kwargs)
        finally:
            execution.fixed_dtype, execution.recompute_context = False, context

    def _with_cast_parameters(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Own float parameters in the compute dtype while construct runs; writes go to the copies."""
        own = [p for p in self._params.values() if p is not None and p._t.is_floating_point()]
        original_tensors = [p._t for p in own]
        for parameter, t in zip(own, original_tensors, strict=True):
            parameter._t = t.to(self._compute_dtype)
        try:
            return self._construct_or_recompute(args, kwargs)
        finally:
            for parameter, t in zip(own, original_tensors, strict=True):
                parameter._t = t

    def _with_cast_tensors(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """As `_with_cast_parameters`, with own Tensors alike; who else holds one of them sees it as it is."""
        if not self._held_tensors:
            return self._with_cast_parameters(args, kwargs)
        own, dtype = self.__dict__, self._compute_dtype
        original_tensors = {
            name: own[name] for name in self._held_tensors if isinstance(own.get(name), Tensor)
        }
        cast = {name: _cast(value, dtype) for name, value in original_tensors.items()}
        own.update(cast)
        try:
            return self._with_cast_parameters(args, kwargs)
        finally:
            for name, value in original_tensors.items():
                if own.get(name) is cast[name]:  # what construct assigned anew stays
                    own[name] = value

    def _construct_or_recompute(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if type(self).bprop is not Cell.bprop:
            return with_bprop(self, args, kwargs)
        if self._offload and execution.differentiating:
            if execution.captures_checkpoints:
                call = self._construct_once_or_twice
                return recomputed(lambda *a, **k: call(a, k), [], args, kwargs, offloaded)
            if torch.compiler.is_compiling():
                raise NotImplementedError("Cell.offload(), activations on the CPU")
            with ActivationsOnCpu(self.get_parameters()):
                return self._construct_once_or_twice(args, kwargs)
        return self._construct_once_or_twice(args, kwargs)

    def _construct_once_or_twice(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if self._recompute and execution.differentiating:
            check_not_in_graph(self.cls_name)
            parameters = [p for p in self.get_parameters() if not p.gathers]
            contexts, keeps = self._recompute_contexts, keeps_results(self)
            return recomputed(self._construct_here, parameters, args, kwargs, contexts, keeps)
        return self._construct_here(*args, **kwargs)

    def _construct_here(self, *args: Any, **kwargs: Any) -> Any:
        """`construct`, or the code that this Cell shares with equal ones."""
        if self._is_region and execution.regions is not None:
            region = execution.regions.get(id(self))
            if region is not None:
                return region(self, args, kwargs)
        return self.construct(*args, **kwargs)

    def _refresh(self) -> None:
        """Work out again whether calling this Cell means more than construct()."""
        self.__dict__["_special"] = bool(
            any(self._hooks.values())
            or self._compute_dtype is not None
            or self._recompute
            or self._offload
            or type(self).bprop is not Cell.bprop
            or self._unfilled
            or self.requires_grad
            or self._mark is not None
            or self._pipeline_engine is not None
            or self._batch_strategy is not None
            or self._is_region
        )

    def mark_region(self) -> None:
        """Has calls of this Cell look for code that it shares with equal Cells."""
        self.__dict__["_is_region"] = True
        self._refresh()

    def compile_and_run(self, *args: Any, **kwargs: Any) -> Any:
        """Call the Cell."""
        return self(*args, **kwargs)

    def run_construct(self, cast_inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call `construct` without hooks and casts: with the tuple `cast_inputs` and the dict `kwargs`."""
        return self.construct(*cast_inputs, **kwargs)

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Compile for these inputs now rather than at the first call.

        Inputs of unknown shape are kept as `set_inputs` keeps them: the graph is made at the first call.
        The compiler needs one run; parameters and random streams are as before it. Returns None. Raises what
        `construct` raises on such inputs; MindSpore finds those errors that shapes and types tell.
        """
        if any(is_described(t) for t in leaves((args, kwargs))):
            self.set_inputs(*args, **kwargs)
            return
        self._graphs().compile_next(args, kwargs)
        with unchanged(list(self.get_parameters())):
            self._call_compiled(args, kwargs)

    # -- attributes ----------------------------------------------------------------------------
    def __setattr__(self, name: str, value: Any) -> None:
        own = self.__dict__
        if isinstance(value, (Cell, Parameter, ParameterTuple)) and "_cells" not in own:
            raise AttributeError(
                f"{type(self).__name__}.{name} is set before super().__init__(): call it first in __init__."
            )
        if isinstance(value, Cell):
            self._set_cell(name, value)
        elif isinstance(value, Parameter):
            check_new(self, name, self._params)
            own.pop(name, None)
            self._keep_param(name, value)
        elif isinstance(value, ParameterTuple):
            self._keep_tuple(value)
            own[name] = value
        elif isinstance(value, Buffer):
            own.pop(name, None)
            self.register_buffer(name, value, value.persistent)
        elif "_cells" in own and (name in own["_params"] or name in own["_cells"]):
            self._replace(name, value)
        elif isinstance(getattr(type(self), name, None), property):
            object.__setattr__(self, name, value)
        elif name in own.get("_buffers", ()) and not isinstance(value, (Tensor, NoneType)):
            raise TypeError(
                f"Buffer '{name}' already exists in network, can not assign this type: '{type(value)}'."
            )
        else:
            own[name] = value
            if isinstance(value, Tensor) and name not in own.get("_held_tensors", ()):
                own["_held_tensors"] = (*own.get("_held_tensors", ()), name)
            if name == "requires_grad":
                self._refresh()

    def _set_cell(self, name: str, value: Cell) -> None:
        check_new(self, name, self._cells)
        Structure.change()
        self._cells[name] = value
        self.__dict__[name] = value
        if self._auto_prefix:
            value.update_parameters_name(name + ".")

    def _replace(self, name: str, value: Any) -> None:
        parameter = self._params.get(name)
        # New values change no structure: a graph that counts its steps in a parameter stays compiled.
        if parameter is not None and isinstance(value, Tensor):
            parameter.set_data(value)
            return
        if parameter is not None and execution.rebinds and type(value) in NUMBERS:
            parameter.set_data(number_for(name, parameter, value))
            return
        Structure.change()
        if value is None:
            for table in (self._params, self._cells):
                if name in table:
                    table[name] = None
            self.__dict__[name] = None
        elif name in self._cells:
            raise TypeError(
                f"Sub cell '{name}' already exists in network, can not assign this type: "
                f"'{type(value)}' as a cell."
            )
        elif name in self._params and (parameter is not None or not isinstance(value, Tensor)):
            raise TypeError(
                f"Parameter '{name}' already exists in network, can not assign this type: "
                f"'{type(value)}' as a parameter."
            )
        else:
            self._params.pop(name, None), self._cells.pop(name, None)
            self.__dict__[name] = value

    def __getattr__(self, name: str) -> Any:
        if "_cells" not in self.__dict__:
            raise AttributeError(
                f"The '{type(self).__name__}' object has no attribute '{name}': its super().__init__() "
                "was not called; call it first in __init__."
            )
        raise AttributeError(no_attribute(type(self).__name__, name, self._torch_names))

    def __delattr__(self, name: str) -> None:
        Structure.change()
        for table in (self._params, self._cells, self.__dict__.get("_buffers", {})):
            table.pop(name, None)
        if name not in self.__dict__:
            raise AttributeError(f"The '{type(self).__name__}' object has no attribute '{name}'.")
        del self.__dict__[name]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_compiled": None, "_trainable": (-1, [])}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for name in ("_params", "_cells"):
            self.__dict__[name] = Table(self, state[name])

    # -- facts ---------------------------------------------------------------------------------
    @property
    def cls_name(self) -> str:
        """The class's name."""
        return type(self).__name__

    def cast(self, x: Any, dtype: mstype.Type) -> Tensor:
        """`x` in another type. Until MindSpore 2.4 every Cell held a Cast under this name."""
        return (x if isinstance(x, Tensor) else Tensor(x)).astype(dtype)

    def cast_inputs(self, inputs: Any, dst_type: mstype.Type) -> Any:
        """The float Tensors of `inputs`, of any shape, in the float dtype `dst_type`.

        `inputs`: a Tensor, or a tuple, list or dict with Tensors in it; what is no float Tensor stays, and so
        do Parameters.
        """
        return _cast(inputs, mstype.to_torch(dst_type))

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


def _indented(text: str) -> str:
    return text.replace("\n", "\n  ")


def _cast(value: Any, dtype: torch.dtype) -> Any:
    if isinstance(value, Parameter):
        return value
    if isinstance(value, Tensor):
        return wrap(value._t.to(dtype)) if value._t.is_floating_point() else value
    if isinstance(value, (list, tuple)):
        return type(value)([_cast(item, dtype) for item in value])
    if isinstance(value, dict):
        return {key: _cast(item, dtype) for key, item in value.items()}
    return value
