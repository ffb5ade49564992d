"""GradAccumulator: accumulation in a training loop of one's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msacc.common.random_state import get_random_state, set_random_state
from msacc.common.tensor import Tensor, wrap
from msacc.nn.cell import Cell
from msacc.nn.cell.calling import check_declared_inputs
from msacc.parallel.nn.grad_accumulation import GradAccumulation
from msacc.step.function_cell import Function
from msacc.step.loss_scale import loss_scale_fields
from msacc.step.step_factory import accumulator_factory
from msacc.step.validation import warn_of_batch_norm
from msacc.step.window_state import load_window_state, window_state

if TYPE_CHECKING:
    from msacc.nn.optim.optimizer import Optimizer
    from msacc.train.loss_scale_manager import DynamicLossScaleManager

_STATE = "accumulation."


class GradAccumulator(Cell):
    """Adds up gradients over micro-batches; applies them when told to.

        accumulator = GradAccumulator(loss_network, optimizer)
        for k, batch in enumerate(data):
            loss = accumulator.accumulate(*batch)
            if (k + 1) % 4 == 0:
                accumulator.step()

    As a Cell with `window=4`, `loss, updated = accumulator(*batch)` does the same. `network`: a Cell or
    function that gives the loss (with `has_aux`: the loss and more). Several processes synchronise at
    `step()`; how is said by AutoParallel around the network, or by the data parallel context. In an
    AutoParallel's `no_sync()` the Cell never steps. `reduction`, `count`, `clip_norm`,
    `running_statistics` and `communication` are those of GradAccumulation; the mean is over the number of
    micro-batches really accumulated. `loss_scale_manager`: as Model's.

    Raises TypeError or ValueError for arguments of other kinds.
    """

    def __init__(
        self,
        network: Cell | Callable[..., Any],
        optimizer: Optimizer,
        window: int | None = None,
        *,
        reduction: str = "mean",
        count: Callable[..., Any] | None = None,
        clip_norm: float | None = None,
        running_statistics: str = "micro",
        communication: str | None = None,
        loss_scale_manager: DynamicLossScaleManager | None = None,
        has_aux: bool = False,
    ):
        super().__init__(auto_prefix=False)
        if window is not None and (type(window) is not int or window < 1):
            raise ValueError(
                f"GradAccumulator: 'window' should be an int of 1 or more, but got {window!r}."
            )
        core = network if isinstance(network, Cell) else Function(network, optimizer.parameters)
        factory = accumulator_factory("GradAccumulator", core)
        # GradAccumulation checks the options both share.
        checked = GradAccumulation(
            core,
            1,
            reduction=reduction,
            count=count,
            clip_norm=clip_norm,
            running_statistics=running_statistics,
            communication=communication,
        )
        fields = {**checked.plan_fields(), **loss_scale_fields(loss_scale_manager, optimizer)}
        self.window, self.manager = window, loss_scale_manager
        self.train_step = factory.build(optimizer, has_aux=has_aux, **fields)
        warn_of_batch_norm(self.train_step.network)
        self.__dict__["_msacc_declared"] = getattr(network, "_msacc_declared", None)
        self.set_train()

    @property
    def micro_batches(self) -> int:
        """How many micro-batches the window holds so far."""
        runtime = self.train_step._msacc_step_runtime
        return 0 if runtime is None else runtime.window.micros

    # -- the building blocks -------------------------------------------------------------------
    def accumulate(self, *inputs: Any) -> Any:
        """Forward and backward of one micro-batch; returns what the network gave.

        None where `count` finds no valid target in it: it is not run then.
        """
        check_declared_inputs(self, inputs, {})
        step = self.train_step
        window = step.step_runtime(inputs).window
        window.start_call()
        inputs = step.local_batch(inputs)
        return step.micro_batch(inputs, window.weights([inputs])[0])

    def accumulate_grads(self, grads: Sequence[Tensor], weight: float = 1.0) -> None:
        """Add gradients of one micro-batch, one for each of the optimizer's parameters, in their order.

        With `count`, `weight` is the number of valid targets that the gradients are the mean over. Under
        a loss scale the gradients must be scaled by it.
        """
        self.train_step.take_gradients("GradAccumulator.accumulate_grads", grads, weight)

    def step(self) -> bool:
        """Synchronise, normalise, update, clear; False where an overflow on any process skipped it.

        RuntimeError when nothing was accumulated.
        """
        if not self.micro_batches:
            raise RuntimeError(
                "GradAccumulator.step(): nothing was accumulated since the last one."
            )
        step = self.train_step
        _, overflow = step.finish_window()
        if self.manager is not None and step.plan.drop_overflow:
            self.manager.update_loss_scale(overflow)
        return not overflow

    def clear(self) -> None:
        """Forget what was accumulated since the last step."""
        if self.train_step._msacc_step_runtime is not None:
            self.train_step.forget_window()

    def __call__(self, *inputs: Any) -> Any:
        """accumulate(), and step() at the window's end; returns (loss, whether parameters changed)."""
        if self.window is None:
            raise ValueError(
                "GradAccumulator: calling it needs window=...; or use accumulate(), step()."
            )
        out = self.accumulate(*inputs)
        due = self.micro_batches >= self.window and self.train_step.plan.switch.on
        return out, self.step() if due else False

    construct = __call__

    # -- checkpoints in the middle of a window -------------------------------------------------
    def window_state(self) -> dict[str, Tensor]:
        """This process's part of the window and its random states, by name.

        Goes beside the parameters: `save_checkpoint(accumulator, file, append_dict=accumulator.window_state())`
        in one process. In several, each keeps a file of its own.
        """
        tensors = window_state(self.train_step)
        for name, t in get_random_state().items():
            tensors[f"random.{name}"] = t
        return {f"{_STATE}{name}": wrap(t) for name, t in tensors.items()}

    def load_window_state(self, state: dict[str, Any]) -> None:
        """Go on in the middle of a window: what `window_state` gave, alone or in a checkpoint's dict.

        Load the parameters first. KeyError where entries are missing.
        """
        own = {n[len(_STATE) :]: t._t for n, t in state.items() if n.startswith(_STATE)}
        load_window_state(self.train_step, own)
        set_random_state({n[7:]: t for n, t in own.items() if n.startswith("random.")})
