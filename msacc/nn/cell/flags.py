"""A Cell's flags: training, gradients, precision, and options of MindSpore's compiler."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import torch

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.distributed_runtime import runtime
from msacc.common.settings import settings
from msacc.common.warn_once import no_effect, no_effects, once
from msacc.graph.distributed_cells import DistributedCells
from msacc.graph.dynamic_inputs import DeclaredInputs, argument_names
from msacc.graph.jit import JitConfig
from msacc.graph.train_flag_cache import TrainFlags
from msacc.ops.core.sharded_primitive import shard_function

# Options of Cell.recompute that steer how MindSpore does it, with their defaults.
_CHECKPOINTING = {"use_reentrant": True, "early_stop": True}
_ON_COMMUNICATION = (
    "mp_comm_recompute",
    "parallel_optimizer_comm_recompute",
    "output_recompute",
    "recompute_slice_activation",
)
# Flags that say what a Cell computes in.
_PRECISIONS = {"fp16": torch.float16, "fp32": torch.float32, "bf16": torch.bfloat16}


def checked_contexts(
    where: str, context_fn: Callable[[], Any] | None, use_reentrant: Any
) -> Callable[[], Any] | None:
    """`context_fn` of a recomputation, whose result is checked when it is called."""
    if context_fn is None:
        return None
    if use_reentrant:
        raise ValueError(
            f"For '{where}', context_fn is only supported when use_reentrant=False, but got {context_fn!r}."
        )
    if not callable(context_fn):
        raise TypeError(
            f"For '{where}', 'context_fn' should be a function, but got {context_fn!r}."
        )

    def contexts() -> Any:
        pair = context_fn()
        wanted = (
            f"For '{where}', 'context_fn' should return two context managers, but got {pair!r}."
        )
        if not isinstance(pair, (tuple, list)):
            raise TypeError(wanted)
        if len(pair) != 2:
            raise ValueError(wanted)
        if not all(isinstance(each, AbstractContextManager) for each in pair):
            raise TypeError(wanted)
        return pair

    return contexts


class FlagsMixin:
    """Flags set on a Cell, most of them on all below it."""

    _flags: dict[str, Any]
    # The name of this Cell's part of the graph.
    _scope: str | None = None

    def set_train(self, mode: bool = True) -> Any:
        """Training mode for this Cell and all below it, and the phase of this Cell; returns self."""
        mode = bool(mode)
        TrainFlags.changes += 1
        for _, cell in self.cells_and_names():  # type: ignore[attr-defined]
            cell.__dict__["training"] = mode
        # As in MindSpore, those below it keep theirs.
        self.__dict__["phase"] = "train" if mode else "predict"
        self._flags["training"] = mode
        return self

    def set_grad(self, requires_grad: bool = True) -> Any:
        """Say that a gradient of this Cell will be asked for; its forward pass is then kept. Returns self.

        `requires_grad`: a bool, False takes it back.
        """
        self.__dict__["requires_grad"] = requires_grad
        self._refresh()  # type: ignore[attr-defined]
        return self

    def add_flags(self, **flags: Any) -> Any:
        """Keep named flags on this Cell, also as attributes; returns self.

        `fp16`, `bf16` and `fp32` are the precision that this Cell computes in, as `to_float` sets it for all below as
        well; the last one that is True holds, and False takes it back.
        """
        self._flags.update(flags)
        self.__dict__.update(flags)
        for name, compute in _PRECISIONS.items():
            if flags.get(name):
                self.__dict__["_compute_dtype"] = compute
            elif name in flags and self.__dict__.get("_compute_dtype") is compute:
                self.__dict__["_compute_dtype"] = None
        self._refresh()  # type: ignore[attr-defined]
        return self

    def add_flags_recursive(self, **flags: Any) -> Any:
        """`add_flags` with `flags` on this Cell and all below it; returns self."""
        for _, cell in self.cells_and_names():  # type: ignore[attr-defined]
            cell.add_flags(**flags)
        return self

    def get_flags(self) -> dict[str, Any]:
        """The flags set so far."""
        return self._flags

    def to_float(self, dst_type: mstype.Type) -> Any:
        """Compute this Cell and all below it in `dst_type`: float16, bfloat16 or float32; returns self.

        Inputs and parameters are cast where they are used; the parameters keep their type. Raises ValueError
        for another.
        """
        if dst_type not in (mstype.float16, mstype.float32, mstype.bfloat16):
            raise ValueError(
                "For 'to_float', the argument 'dst_type' must be mstype.float32, mstype.float16 or "
                f"mstype.bfloat16, but got type: {type(dst_type)} and value: {dst_type}."
            )
        chosen = mstype.to_torch(dst_type)
        return self.add_flags_recursive(**{n: kind is chosen for n, kind in _PRECISIONS.items()})

    def get_mixed_precision_type(self) -> mstype.Type | None:
        """The type `to_float` set, or None."""
        compute: torch.dtype | None = self.__dict__.get("_compute_dtype")
        return None if compute is None else mstype.from_torch(compute)

    def set_jit_config(self, jit_config: JitConfig) -> None:
        """Choose the compile level of this Cell. `jit_config`: a `JitConfig(jit_level=...)` (TypeError otherwise)."""
        if not isinstance(jit_config, JitConfig):
            raise TypeError(
                f"For 'set_jit_config', 'jit_config' should be JitConfig, got {jit_config!r}."
            )
        self.__dict__["_jit_level"] = jit_config.jit_config_dict["jit_level"] or None
        self.__dict__["_compiled"] = None

    def _get_attr_from_cell(self, network: Any) -> None:
        """Be compiled as `network` was told to: what wrappers of MindSpore's call."""
        level = getattr(network, "_jit_level", None)
        if level:
            self.__dict__["_jit_level"] = level
            self.__dict__["_compiled"] = None
        runtime().wrapper_made(self, network)

    def set_inputs(self, *inputs: Any, **kwargs: Any) -> None:
        """Declare the inputs of this Cell's graph: all by position, or some by name.

        A size that is None (or a Symbol, or -1) varies: one graph holds all sizes above 1. A Tensor without a shape
        has any rank. In GRAPH_MODE, where this Cell is called from outside other Cells, a call with other inputs
        raises: ValueError for another number, rank, size or value, TypeError for another type. A tuple or list
        of Tensors is declared, and given, as `mutable`; with `dynamic_len` each length makes a graph. PyNative mode
        makes no graph and takes any inputs. Raises ValueError here for both ways at once and for unknown names.
        """
        if inputs and kwargs:
            raise ValueError(
                "For Cell, set_inputs should only set inputs or kwargs, but got "
                f"inputs: {inputs}, kwargs: {kwargs}."
            )
        names = argument_names(self.construct)  # type: ignore[attr-defined]
        for name in kwargs:
            if name not in names:
                raise ValueError(f"For 'set_inputs', valid names are {names}, but got {name!r}.")
        self.__dict__["_declared"] = DeclaredInputs("set_inputs", inputs, kwargs)
        self.__dict__["_compiled"] = None

    def get_inputs(self) -> Any:
        """What `set_inputs` was given, or None."""
        declared = self.__dict__.get("_declared")
        return None if declared is None else (declared.named or declared.positional)

    def set_comm_fusion(self, fusion_type: int, recurse: bool = True) -> Any:
        """Give every parameter below a fusion group number, which bucketed gradients follow; returns self.

        `fusion_type`: that number, an int from 0 (ValueError otherwise); `recurse`: of the cells below too.
        """
        if not isinstance(fusion_type, int) or fusion_type < 0:
            raise ValueError(
                f"For 'set_comm_fusion', 'fusion_type' should be an int >= 0, got {fusion_type!r}."
            )
        for parameter in self.trainable_params(recurse):  # type: ignore[attr-defined]
            parameter.comm_fusion = fusion_type
        return self

    def recompute(self, mode: bool = True, **options: Any) -> None:
        """Free this Cell's activations after its forward pass; the backward pass makes them again.

        `mode`: a bool, False takes it back. `options`: with `use_reentrant=False`, `context_fn()` gives two context
        managers, around the first run and around the second one; without it, primitives told `recompute(False)` keep
        their results. MindSpore's `use_reentrant` alone, `early_stop`, `output_recompute` and those on communication
        have no effect; that is said once. Raises ValueError for another name and for a `context_fn` without
        `use_reentrant=False`, TypeError for one that is no function and for a `mode` that is no bool.
        """
        check.boolean("Cell.recompute", "mode", mode)
        reentrant = options.get("use_reentrant", True) and not options.get("output_recompute")
        contexts = checked_contexts("Cell.recompute", options.pop("context_fn", None), reentrant)
        for name, value in options.items():
            if name in _ON_COMMUNICATION:
                check.boolean("Cell.recompute", name, value)
                no_effect("Cell.recompute", name, value)
            elif name not in _CHECKPOINTING:
                known = ["context_fn", *_CHECKPOINTING, *_ON_COMMUNICATION]
                raise ValueError(
                    f"For 'recompute', the keyword {name!r} is not known: it takes {known}."
                )
            elif value != _CHECKPOINTING[name]:
                no_effect("Cell.recompute", name, value, "torch's checkpointing decides")
        self.__dict__["_recompute"], self.__dict__["_recompute_contexts"] = mode, contexts
        for _, cell in self.cells_and_names():  # type: ignore[attr-defined]
            cell.__dict__["_scope"] = "recompute_" if mode else None
        self._refresh()  # type: ignore[attr-defined]

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
        `parameter_plan`: {'self.dense.weight': tuple or Layout}, how parameters are cut. `device` and `level` have
        no effect. One process computes the same without. Raises TypeError for other strategies and plans.
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
        self.__dict__["_placed_on"] = rank_id

    @property
    def placed_on(self) -> int | None:
        """The rank that `place` chose, or None."""
        return self.__dict__.get("_placed_on")

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

    def get_scope(self) -> str | None:
        """'recompute_' where `recompute` was set for this Cell or one that holds it, else None.

        MindSpore names the nodes of its graphs so.
        """
        return self._scope

    def set_broadcast_flag(self, mode: bool = True) -> Any:
        """Keep `mode`, a bool, whether data parallelism broadcasts these parameters; returns self."""
        return self.add_flags_recursive(broadcast_flag=mode)

    def offload(self, backward_prefetch: Any = "Auto") -> None:
        """Keep what this Cell's gradient needs in the CPU's memory between the forward and the backward pass.

        Parameters stay where they are. On a CPU nothing is moved, which is said once; in graph mode such a Cell is a
        graph by itself. `backward_prefetch`: 'Auto' or an int from 0, which has no effect:
        each tensor comes back when its gradient is computed. Raises TypeError and ValueError for other values.
        Differs from MindSpore: it acts in PyNative mode, too.
        """
        if isinstance(backward_prefetch, str):
            check.choice("Cell.offload", "backward_prefetch", backward_prefetch, ("Auto",))
        else:
            check.non_negative_int("Cell.offload", "backward_prefetch", backward_prefetch)
        why = "a tensor comes back when its gradient is computed"
        no_effects("Cell.offload", why, backward_prefetch=(backward_prefetch, "Auto"))
        if settings.device.type == "cpu":
            once(
                "offload on a CPU", "Cell.offload has no effect on a CPU: there is nothing to move."
            )
        self.__dict__["_offload"] = settings.device.type != "cpu"
        self._refresh()  # type: ignore[attr-defined]

    @property
    def pipeline_stage(self) -> int | None:
        """The stage of a pipeline that this Cell runs on, or None: that of its inputs.

        Cells below it run there too, where they have no stage of their own.
        """
        return self.__dict__.get("_pipeline_stage")

    @pipeline_stage.setter
    def pipeline_stage(self, value: int) -> None:
        self.__dict__["_pipeline_stage"] = _stage("pipeline_stage", value)
        DistributedCells.exist = True

    @property
    def pipeline_segment(self) -> int | None:
        """Which of its stage's chunks this Cell belongs to, or None: found from the order of the stages.

        Read by the schedules "zero_bubble_v" and "dual_pipe_v": 0 on the way to the last stage, 1 on the way back.
        """
        return self.__dict__.get("_pipeline_segment")

    @pipeline_segment.setter
    def pipeline_segment(self, value: int) -> None:
        self.__dict__["_pipeline_segment"] = _stage("pipeline_segment", value)


def _stage(name: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(
            f"For 'Cell', the property '{name}' must be int type, but got {value!r} of {type(value)}."
        )
    if value < 0:
        raise ValueError(
            f"For 'Cell', the property '{name}' can not be less than 0, but got {value}."
        )
    return value
