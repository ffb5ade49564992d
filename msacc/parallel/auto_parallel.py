"""AutoParallel: parallel training of a network over processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from msacc.auto_parallel_context import LEVELS, SCHEDULERS, set_auto_parallel_context
from msacc.common.cell_tree import refresh_names_once
from msacc.common.checks import choice, instance
from msacc.common.settings import GRAPH_MODE, settings
from msacc.common.warn_once import no_effect, once
from msacc.graph.execution_state import execution
from msacc.graph.jit import ensure_jit
from msacc.nn.cell import Cell
from msacc.nn.cell.calling import check_declared_inputs
from msacc.nn.wrap.plan_following import same
from msacc.nn.wrap.train_cells import TrainOneStepCell
from msacc.parallel.functional_step import (
    auto_parallel_calls,
    inside_auto_parallel,
    shards_operators,
    whole_step_inputs,
    without_reduction,
)
from msacc.parallel.pipeline_api.stage_config import PipelineScheme, set_scheme
from msacc.step.batch_reassembly import read_strategy
from msacc.step.context_settings import world_size
from msacc.step.pending_slices import ExpectedSharding
from msacc.step.pipeline_runtime.schedules import check_schedule
from msacc.step.plan import Switch
from msacc.step.sharded_call import call_sharded_operators
from msacc.step.step import TrainStep
from msacc.step.step_flag import step_depth
from msacc.step.strategy_search import choose_strategies as choose_strategies
from msacc.step.wrapper import StepWrapper, warn_ignored_hooks

_MODES = ("semi_auto", "sharding_propagation", "recursive_programming")


class AutoParallel(StepWrapper):
    """Wraps a network, or a train step written as a function; its methods say how it is parallel.

    `network`: a Cell or a function. `parallel_mode`: 'semi_auto' and 'sharding_propagation' mean the same:
    operators that were given strategies by `shard` are cut over the processes, the others follow their inputs.
    'recursive_programming' chooses strategies where none were given, by the bytes that they send and hold, and says
    once what it chose. Without strategies and `hsdp()` it is data parallel.

    Every process computes its own part of the global batch; parameters and optimizer state may be
    sharded by `hsdp`. The result is that of one process with the whole batch.

    Raises TypeError for a `network` that cannot be called, ValueError for another `parallel_mode`.
    Differs from MindSpore: it also runs on CPU and in one process, which strategies do not change.
    """

    # The distributed step of a wrapped train-step Cell, and the Cells it was built from.
    _msacc_distributed_step: TrainStep | None
    _msacc_distributed_step_cells: tuple[Any, ...] | None

    # Declared inputs are checked at this Cell's call: what runs inside has the joined batch.
    _msacc_takes_declared = False

    def __init__(self, network: Cell | Callable[..., Any], parallel_mode: str = "semi_auto"):
        super().__init__(auto_prefix=False)
        if not callable(network):
            raise TypeError(
                f"For 'AutoParallel', 'network' must be a Cell or a function, but got {type(network)}."
            )
        if parallel_mode not in _MODES:
            raise ValueError(
                f"AutoParallel's parallel_mode should be one of {_MODES}, but got {parallel_mode!r}."
            )
        auto_parallel_calls.made = ExpectedSharding.for_auto_parallel = True
        self.network = network
        self.__dict__["_msacc_search"] = parallel_mode == "recursive_programming"
        self.__dict__["_msacc_graph"] = None if isinstance(network, Cell) else ensure_jit(network)
        self.__dict__["_msacc_hsdp"] = None
        self.__dict__["_msacc_dataset_strategy"] = "data_parallel"
        self.__dict__["_msacc_switch"] = Switch()
        self.__dict__["_msacc_save_strategy_file_path"] = self.__dict__[
            "_msacc_load_strategy_file_path"
        ] = ""
        self.__dict__["_msacc_only_trainable_params"] = True
        self.__dict__["_msacc_pipeline"] = PipelineScheme()
        self.__dict__["_msacc_begun"] = self.__dict__["_msacc_inner_steps_checked"] = False
        self.__dict__["_msacc_distributed_step"] = self.__dict__[
            "_msacc_distributed_step_cells"
        ] = None

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        if step_depth.value:
            return self.construct(*inputs, **kwargs)
        # A gradient through this call, taken now or of the pass that is kept for it, is the global batch's.
        if execution.now.gradient or (self.requires_grad and self.training):
            auto_parallel_calls.called = True
        if execution.now.graph:
            return self.construct(*inputs, **kwargs)
        if self._msacc_uncalled:
            refresh_names_once(self)
        check_declared_inputs(self, inputs, kwargs)
        if isinstance(self.network, TrainOneStepCell):
            step = self._msacc_train_step(self.network)
            if step is not None:
                if step.training != self.network.training:
                    step.set_train(self.network.training)
                return step(*inputs, **kwargs)
        self._msacc_check_inner_steps()
        if self._msacc_chooses(inputs, kwargs) or shards_operators(inside=True):
            return call_sharded_operators(
                self._msacc_step, self.network, inputs, kwargs, self._msacc_dataset_strategy
            )
        with inside_auto_parallel(self._msacc_dataset_strategy):
            return self._msacc_step(
                *whole_step_inputs(inputs, self._msacc_dataset_strategy), **kwargs
            )

    def _msacc_chooses(self, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Whether a strategy search sharded some operator."""
        if (
            not self._msacc_search
            or self._msacc_pipeline.stages > 1
            or world_size() == 1
            or auto_parallel_calls.paused
        ):
            return False
        return choose_strategies(self.network, inputs, kwargs, self._msacc_dataset_strategy)

    def _msacc_step(self, *inputs: object, **kwargs: object) -> Any:
        if isinstance(self.network, Cell):
            return super().__call__(*inputs, **kwargs)
        if self._msacc_hsdp is not None:
            why = "a step written as a function shards nothing more; use Model or GradAccumulator"
            no_effect("AutoParallel", "hsdp", True, why)
        # A function is its own graph.
        step = self._msacc_graph if settings.mode == GRAPH_MODE else self.network
        return step(*inputs, **kwargs)

    def _msacc_train_step(self, cell: TrainOneStepCell) -> Any:
        """The distributed step for a wrapped train-step Cell; None where a script has written its own."""
        now = (cell, *cell._msacc_components())
        if self._msacc_distributed_step_cells is None or not same(
            now, self._msacc_distributed_step_cells
        ):
            if self._msacc_distributed_step is not None:
                self._msacc_distributed_step.check_no_window(
                    f"The network or optimizer of {cell.cls_name}"
                )
            warn_ignored_hooks(self)
            # A part of this Cell, so that a run of a Model sees that it is shared.
            self._msacc_distributed_step = None
            self._msacc_distributed_step = cell._msacc_distributed_step(self)
            self.__dict__["_msacc_distributed_step_cells"] = (cell, *cell._msacc_components())
        return self._msacc_distributed_step

    def _msacc_check_inner_steps(self) -> None:
        """Refuses a train step deeper inside, or warns that hsdp() does not reach it."""
        if self._msacc_inner_steps_checked or world_size() == 1:
            return
        self.__dict__["_msacc_inner_steps_checked"] = True
        cells = self.network.cells_and_names() if isinstance(self.network, Cell) else ()
        steps = (TrainOneStepCell, TrainStep)
        for cell in [c for _, c in cells if isinstance(c, steps)]:
            where = f"a {cell.cls_name} inside of {self.network.cls_name}"
            remedy = (
                f"put AutoParallel around the {cell.cls_name} itself, or around the network in it"
            )
            if isinstance(cell, TrainStep) or cell._msacc_step_factory is not None:
                raise ValueError(f"AutoParallel does not reach {where}; {remedy}.")
            if self._msacc_hsdp is not None:
                once(
                    "hsdp:inner-step",
                    f"hsdp() does not reach {where}: nothing is sharded; {remedy}.",
                )

    def construct(self, *inputs: Any, **kwargs: Any) -> Any:
        return self.network(*inputs, **kwargs)

    wraps = construct

    def hsdp(
        self, shard_size: int = -1, threshold: int = 64, optimizer_level: str = "level1"
    ) -> None:
        """Shard parameters and optimizer state over groups of `shard_size` processes (-1: all).

        Parameters below `threshold` KB stay whole. `optimizer_level`: "level1" reduces gradients once
        per step, "level2" after each micro-batch, "level3" also gathers parameters layer by layer.
        Raises ValueError for other values.
        """
        if not isinstance(shard_size, int) or (shard_size <= 0 and shard_size != -1):
            raise ValueError(
                f"For 'hsdp', shard_size must be a positive integer or -1 (all processes), but got {shard_size!r}."
            )
        if not isinstance(threshold, int) or threshold < 0:
            raise ValueError(
                f"For 'hsdp', threshold (KB) must be a positive integer or 0, but got {threshold!r}."
            )
        if optimizer_level not in LEVELS:
            raise ValueError(
                f"For 'hsdp', optimizer_level should be one of {list(LEVELS)}, but got {optimizer_level!r}."
            )
        self._msacc_warn_if_late("hsdp")
        self.__dict__["_msacc_hsdp"] = (shard_size, threshold * 1024, optimizer_level)

    def _msacc_warn_if_late(self, method: str) -> None:
        if self._msacc_begun:
            once(
                f"late:{method}",
                f"AutoParallel.{method}() comes after a training step of this network began, which goes on as it was; "
                "call it before the first step.",
            )

    @contextmanager
    def no_sync(self) -> Iterator[None]:
        """Train steps of this network called inside only add to the gradient sums.

        Neither messages nor an update; the first call after it reduces and applies the whole window.
        Gradients that a script takes itself inside stay those of this process: add them up, and reduce
        the sum once. All processes must use it alike. Under "level3" each layer still gathers.
        """
        before, self._msacc_switch.on = self._msacc_switch.on, False
        try:
            with without_reduction():
                yield
        finally:
            self._msacc_switch.on = before

    def plan_fields(self) -> dict[str, Any]:
        """Sharding, the batch's strategy, the pipeline, and the switch of `no_sync`."""
        size, threshold, level = self._msacc_hsdp or (1, 64 * 1024, "level1")
        return {
            "shard_size": size,
            "threshold": threshold,
            "level": level,
            "strategy": self._msacc_dataset_strategy,
            "switch": self._msacc_switch,
            "strategy_file": self._msacc_save_strategy_file_path,
            "only_trainable": self._msacc_only_trainable_params,
            "stages": self._msacc_pipeline.stages,
            "schedule": self._msacc_pipeline.schedule,
            "interleave": self._msacc_pipeline.interleave,
            "search": self._msacc_search,
        }

    def _msacc_reread_context(self) -> None:
        """A run of a Model is about to begin: it agrees with other processes where it finds a step."""
        if isinstance(self.network, TrainOneStepCell):
            self._msacc_train_step(self.network)

    def on_step_begin(self) -> None:
        """A step with this wrapper's settings begins."""
        self.__dict__["_msacc_begun"] = True

    # -- switches ------------------------------------------------------------------------------
    def dataset_strategy(self, config: str | tuple[Any, ...] | None) -> None:
        """How the dataset's batches relate to the global batch.

        "data_parallel": each process feeds its own part. "full_batch": every process feeds the whole
        batch, and each computes its part of it. A tuple of tuples (or Layouts) splits each input
        so along its axes: slices of other axes than the first are joined again before the network.
        """
        if config is None:
            raise ValueError("dataset_strategy is none in config!")
        if not isinstance(config, (str, tuple)):
            raise TypeError(
                f"For 'AutoParallel.dataset_strategy', 'config' must be str or tuple, but got {config!r}."
            )
        if config not in ("data_parallel", "full_batch") and not isinstance(config, tuple):
            raise ValueError(
                f"dataset_strategy should be 'data_parallel', 'full_batch' or a tuple, but got {config!r}."
            )
        if isinstance(config, tuple):
            read_strategy(config)
        self._msacc_warn_if_late("dataset_strategy")
        self.__dict__["_msacc_dataset_strategy"] = config

    def comm_fusion(self, config: dict[str, Any]) -> None:
        """Accepted; gradients travel in one bucket per fusion group (see Cell.set_comm_fusion)."""
        instance("AutoParallel.comm_fusion", "config", config, dict)
        no_effect("AutoParallel", "comm_fusion", config, "buckets follow Cell.set_comm_fusion")

    def pipeline(
        self,
        stages: int = 1,
        output_broadcast: bool = False,
        interleave: bool = False,
        scheduler: str = "1f1b",
    ) -> None:
        """Run the network as a pipeline of `stages`, each on as many processes (see Cell.pipeline_stage).

        `scheduler`: "1f1b", "gpipe" or "zero_bubble_v"; msacc's own are "zero_bubble" and "dual_pipe_v" (see
        docs/pipelines.md). `interleave`: a stage that comes again is another chunk of its processes.
        `output_broadcast` has no effect: every process gets the last stage's result. TypeError and ValueError for
        other values, NotImplementedError for the schedulers that cut sequences ("seqpipe", "seqvpp", "seqsmartvpp").
        """
        where = "AutoParallel.pipeline"
        if not isinstance(stages, int):
            raise TypeError(
                f"For '{where}', the argument 'stages' must be int type, but got {stages!r}."
            )
        if stages <= 0:
            raise ValueError(
                f"For '{where}', the argument 'stages' must be larger than zero, but got {stages}."
            )
        instance(where, "output_broadcast", output_broadcast, bool)
        instance(where, "interleave", interleave, bool)
        choice(where, "scheduler", instance(where, "scheduler", scheduler, str), SCHEDULERS)
        if output_broadcast:
            no_effect(where, "output_broadcast", True, "every process gets the last stage's result")
        if stages > 1:
            check_schedule(scheduler)
        self._msacc_warn_if_late("pipeline")
        self.__dict__["_msacc_pipeline"] = set_scheme(stages, scheduler, interleave)

    def get_pipeline_stages(self) -> int:
        """The number of stages."""
        return self._msacc_pipeline.stages  # type: ignore[no-any-return]

    def enable_gradients_mean(self) -> None:
        """Gradients are the mean over the processes already."""

    def disable_gradient_fp32_sync(self) -> None:
        """Accepted; gradients below float32 are always summed in float32."""
        no_effect(
            "AutoParallel",
            "disable_gradient_fp32_sync",
            True,
            "gradients are always summed in float32",
        )

    def enable_fp32_communication(self) -> None:
        """Sum in float32 what is summed over processes, which gradients are anyhow.

        A step that cuts operators, whose partial sums are of their own type, raises NotImplementedError.
        """
        set_auto_parallel_context(force_fp32_communication=True)

    def disable_loss_repeated_mean(self) -> None:
        """Refused: gradients would grow with the number of processes that compute the same loss."""
        set_auto_parallel_context(loss_repeated_mean=False)

    def disable_strategy_file_only_for_trainable_params(self) -> None:
        """Name parameters that are not trained in the strategy file, too."""
        self.__dict__["_msacc_only_trainable_params"] = False

    def no_init_parameters_in_compile(self) -> None:
        """Accepted; compiling never fills parameters twice."""
        no_effect(
            "AutoParallel", "no_init_parameters_in_compile", True, "compiling fills nothing twice"
        )

    def save_param_strategy_file(self, file_path: str) -> None:
        """Write to `file_path` how each parameter is cut over the processes, when training begins.

        With it each process saves its slices so (integrated_save=False), and transform_checkpoints brings them to any
        other layout. A name that ends with `.json` is written as JSON, any other as protobuf. The optimizer's shards
        (hsdp) cut the first axis; parameters whose first axis they do not divide are saved whole.
        Raises TypeError for a path that is no str.
        """
        self.__dict__["_msacc_save_strategy_file_path"] = self._msacc_path(
            "save_param_strategy_file", file_path
        )

    def load_param_strategy_file(self, file_path: str) -> None:
        """The strategy file that load_distributed_checkpoint reads where none is given.

        Differs from MindSpore: the operators' strategies stay those of the script.
        """
        self.__dict__["_msacc_load_strategy_file_path"] = self._msacc_path(
            "load_param_strategy_file", file_path
        )

    @staticmethod
    def _msacc_path(method: str, path: str) -> str:
        if not isinstance(path, str):
            raise TypeError(
                f"For 'AutoParallel.{method}', 'file_path' must be str, but got {path!r} of type {type(path)}."
            )
        return path

    def save_operator_strategy_file(self, file_path: str) -> None:
        """Accepted; operators' strategies stand in the script."""
        no_effect(
            "AutoParallel",
            "save_operator_strategy_file",
            file_path,
            "strategies stand in the script",
        )

    load_operator_strategy_file = save_operator_strategy_file

    def set_group_ckpt_save_file(self, file_path: str) -> None:
        """Accepted; every process knows who holds the same as it does."""
        no_effect(
            "AutoParallel",
            "set_group_ckpt_save_file",
            file_path,
            "the strategy file tells the groups",
        )

    def transformer_opt(self, file_path: str | None) -> None:
        """Accepted; it concerns Ascend only."""
        no_effect("AutoParallel", "transformer_opt", file_path)

    def print_local_norm(self) -> None:
        """Accepted; use Cell hooks to see local values."""
        no_effect("AutoParallel", "print_local_norm", True, "use Cell hooks")

    enable_device_local_norm = print_local_norm

    def dump_local_norm(self, file_path: str) -> None:
        """Accepted; use Cell hooks to see local values."""
        no_effect("AutoParallel", "dump_local_norm", file_path, "use Cell hooks")
