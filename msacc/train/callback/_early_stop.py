"""EarlyStopping."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from msacc.common import checks as check
from msacc.common.keyword_hints import hints_keywords
from msacc.step.bucket import local_value
from msacc.train.callback._builtin_callbacks import built_in
from msacc.train.callback._callback import RunContext
from msacc.train.callback._monitored_value import Monitor

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell


@built_in()
class EarlyStopping(Monitor):
    """Stops training when `monitor` has not improved for `patience` epochs.

    `monitor`: 'loss', 'eval_loss' or the name of a metric of `Model.fit`.
    `mode`: whether smaller ('min') or larger ('max') is better; 'auto' decides by the name.
    `min_delta`: a smaller change is no improvement.
    `baseline`: a number; improving counts only beyond it.
    `restore_best_weights`: give the train network the values of its best epoch back.
    `verbose` prints what happens.

    Raises ValueError or TypeError for other arguments.
    """

    resume_attributes = ("best", "wait", "stopped_epoch", "_msacc_best_values")

    @hints_keywords
    def __init__(
        self,
        monitor: str = "eval_loss",
        min_delta: float = 0,
        patience: int = 0,
        verbose: bool = False,
        mode: str = "auto",
        baseline: float | None = None,
        restore_best_weights: bool = False,
    ):
        super().__init__(monitor, min_delta, mode)
        self.patience = check.non_negative_int("EarlyStopping", "patience", patience)
        self.verbose = check.boolean("EarlyStopping", "verbose", verbose)
        if baseline is not None:
            check.instance("EarlyStopping", "baseline", baseline, (float, int))
        self.baseline = baseline
        self.restore_best_weights = check.boolean(
            "EarlyStopping", "restore_best_weights", restore_best_weights
        )
        self.wait = self.stopped_epoch = 0
        self._msacc_best_values: list[torch.Tensor] | None = None

    def on_train_begin(self, run_context: RunContext) -> None:
        """Resets the state. `run_context`: the run's RunContext."""
        self._msacc_reset_best()
        self.wait = self.stopped_epoch = 0
        self._msacc_best_values = None

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Compares, and requests the stop. `run_context`: the run's RunContext."""
        params = run_context.original_args()
        value = self.current(run_context)
        if value is None:
            return
        if self.restore_best_weights and self._msacc_best_values is None:
            self._msacc_save_best(params.train_network)
        self.wait += 1
        if self.is_improvement(value, self.best):
            self.best = value
            if self.restore_best_weights:
                self._msacc_save_best(params.train_network)
            if self.baseline is None or self.is_improvement(value, self.baseline):
                self.wait = 0
        if self.wait >= self.patience:
            self.stopped_epoch = params.cur_epoch_num
            run_context.request_stop()
            if self._msacc_best_values is not None:
                self._msacc_restore(params.train_network)

    def _msacc_save_best(self, network: Cell) -> None:
        self._msacc_best_values = [
            local_value(p).detach().clone() for p in network.get_parameters()
        ]

    def _msacc_restore(self, network: Cell) -> None:
        if self.verbose:
            print("Restoring model weights from the end of the best epoch.")
        for parameter, value in zip(
            network.get_parameters(), self._msacc_best_values or (), strict=False
        ):
            local_value(parameter).copy_(value)

    def on_train_end(self, run_context: RunContext) -> None:
        """Prints the epoch at which training stopped. `run_context`: the run's RunContext."""
        if self.stopped_epoch > 0 and self.verbose:
            print(f"Epoch {self.stopped_epoch:05d}: early stopping")
