"""TimeMonitor."""

from __future__ import annotations

import time

from msacc.common import checks as check
from msacc.common.keyword_hints import hints_keywords
from msacc.train.callback._builtin_callbacks import built_in
from msacc.train.callback._callback import Callback, RunContext


@built_in(sees_validation=True)
class TimeMonitor(Callback):
    """Prints the milliseconds of each epoch and the mean per step.

    `data_size`: steps per epoch, where the run does not know it.
    `data_time`: add the mean time spent waiting for data.

    Raises TypeError when `data_time` is no bool; at the end of an epoch, where `data_size` is needed,
    ValueError or TypeError unless it is an int above 0.

    As in MindSpore.
    """

    @hints_keywords
    def __init__(self, data_size: int | None = None, data_time: bool = False):
        super().__init__()
        self.data_size = data_size
        self.data_time = check.boolean("TimeMonitor", "data_time", data_time)
        self.epoch_time = time.time()
        self.data_time_sum = 0.0
        self.data_time_start = 0.0

    def on_train_step_begin(self, run_context: RunContext) -> None:
        """Count the time since the last step as waiting for data. `run_context`: the run's RunContext."""
        if self.data_time:
            self.data_time_sum += time.time() - self.data_time_start

    def on_train_step_end(self, run_context: RunContext) -> None:
        """Start waiting for data. `run_context`: the run's RunContext."""
        self.data_time_start = time.time()

    def epoch_begin(self, run_context: RunContext) -> None:
        """Start the clock. `run_context`: the run's RunContext."""
        self.epoch_time = self.data_time_start = time.time()
        self.data_time_sum = 0.0

    def epoch_end(self, run_context: RunContext) -> None:
        """Print the times. `run_context`: the run's RunContext."""
        elapsed = (time.time() - self.epoch_time) * 1000
        params = run_context.original_args()
        steps = params.get("batch_num")
        if not (isinstance(steps, int) and steps > 0):
            steps = check.positive_int("TimeMonitor", "data_size", self.data_size)
        mode = params.get("mode", "").title()
        line = f"{mode} epoch time: {elapsed:5.3f} ms, per step time: {elapsed / steps:5.3f} ms"
        if self.data_time:
            line += f" (data time: {self.data_time_sum * 1000 / steps:5.3f} ms)"
        print(line, flush=True)
