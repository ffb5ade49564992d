"""LossMonitor."""

from __future__ import annotations

import math

from msacc.common import checks as check
from msacc.common.keyword_hints import hints_keywords
from msacc.train.callback._builtin_callbacks import built_in
from msacc.train.callback._callback import Callback, RunContext, handle_loss


@built_in()
class LossMonitor(Callback):
    """Prints `epoch: E step: S, loss is L` every `per_print_times` steps (0: never).

    After an evaluation in `Model.fit` it prints the metrics, too.

    Raises ValueError when the loss is NaN or infinite, and for a negative `per_print_times`;
    TypeError when that is no int. As in MindSpore.
    """

    resume_attributes = ("_last_print_time",)

    @hints_keywords
    def __init__(self, per_print_times: int = 1):
        super().__init__()
        self._per_print_times = check.non_negative_int(
            "LossMonitor", "per_print_times", per_print_times
        )
        self._last_print_time = 0

    def step_end(self, run_context: RunContext) -> None:
        """Checks and prints the loss. `run_context`: the run's RunContext."""
        params = run_context.original_args()
        epoch = params.get("cur_epoch_num", 1)
        loss = handle_loss(params.net_outputs)
        step = (params.cur_step_num - 1) % params.batch_num + 1
        if isinstance(loss, float) and not math.isfinite(loss):
            raise ValueError(
                f"In epoch: {epoch} step: {step}, loss is NAN or INF, training process cannot continue, "
                "terminating training."
            )
        if self._per_print_times == 0:
            return
        self._msacc_reset_last_print(params)
        if params.cur_step_num - self._last_print_time >= self._per_print_times:
            self._last_print_time = params.cur_step_num
            print(f"epoch: {epoch} step: {step}, loss is {loss}", flush=True)

    def _msacc_reset_last_print(self, params: dict) -> None:  # type: ignore[type-arg]
        """Resets the last printed step, as a new run counts its steps from 1."""
        stride = max(
            self._per_print_times, params["batch_num"] if params.get("dataset_sink_mode") else 1
        )
        while params["cur_step_num"] <= self._last_print_time:
            self._last_print_time -= stride

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Prints the metrics of an evaluation in `Model.fit`. `run_context`: the run's RunContext."""
        params = run_context.original_args()
        if params.get("metrics"):
            print(f"Eval result: epoch {params.cur_epoch_num}, metrics: {params['metrics']}")
