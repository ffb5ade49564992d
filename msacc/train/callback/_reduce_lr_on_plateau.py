"""ReduceLROnPlateau."""

from __future__ import annotations

from msacc.common import checks as check
from msacc.common.keyword_hints import hints_keywords
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.train.callback._builtin_callbacks import built_in
from msacc.train.callback._callback import RunContext
from msacc.train.callback._monitored_value import Monitor


@built_in()
class ReduceLROnPlateau(Monitor):
    """Multiplies the learning rate by `factor` when `monitor` has not improved for `patience` epochs.

    Not below `min_lr`; then it waits `cooldown` epochs.

    `monitor`: 'loss', 'eval_loss' or the name of a metric of `Model.fit`.
    `mode`: whether smaller ('min') or larger ('max') is better; 'auto' decides by the name.
    `min_delta`: a smaller change is no improvement.
    `verbose` prints each change.

    Raises ValueError or TypeError for other arguments, and ValueError at the first epoch's end for a learning
    rate that changes by itself or by group.
    """

    resume_attributes = ("best", "wait", "cooldown_counter")

    @hints_keywords
    def __init__(
        self,
        monitor: str = "eval_loss",
        factor: float = 0.1,
        patience: int = 10,
        verbose: bool = False,
        mode: str = "auto",
        min_delta: float = 1e-4,
        cooldown: int = 0,
        min_lr: float = 0,
    ):
        super().__init__(monitor, min_delta, mode)
        where = "ReduceLROnPlateau"
        self.factor = check.in_range(where, "factor", factor, 0.0, 1.0)
        self.patience = check.non_negative_int(where, "patience", patience)
        self.verbose = check.boolean(where, "verbose", verbose)
        self.cooldown = check.non_negative_int(where, "cooldown", cooldown)
        self.min_lr = check.instance(where, "min_lr", min_lr, (float, int))
        self.cooldown_counter = self.wait = 0

    def on_train_begin(self, run_context: RunContext) -> None:
        """Resets the state. `run_context`: the run's RunContext."""
        self._msacc_reset_best()
        self.cooldown_counter = self.wait = 0

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Compares, and lowers the rate. `run_context`: the run's RunContext."""
        params = run_context.original_args()
        rate = params.optimizer.learning_rate
        if not isinstance(rate, Parameter):
            raise ValueError(
                "ReduceLROnPlateau does not support dynamic learning rate and group learning rate now."
            )
        value = self.current(run_context)
        if value is None:
            return
        if self.cooldown_counter > 0:
            self.cooldown_counter -= 1
            self.wait = 0
        if self.is_improvement(value, self.best):
            self.best = value
            self.wait = 0
        elif self.cooldown_counter <= 0:
            self.wait += 1
            if self.wait >= self.patience:
                self._msacc_lower(rate, params.cur_epoch_num)
                self.cooldown_counter = self.cooldown
                self.wait = 0

    def _msacc_lower(self, rate: Parameter, epoch: int) -> None:
        if not rate._t > self.min_lr:
            return
        rate._t.copy_((rate._t * self.factor).clamp(min=self.min_lr))
        if self.verbose:
            new = Tensor(rate._t)
            print(f"Epoch {epoch:05d}: ReduceLROnPlateau reducing learning rate to {new}.")
