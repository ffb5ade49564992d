"""LearningRateScheduler."""

from __future__ import annotations

import math
from collections.abc import Callable

from msacc.common.keyword_hints import hints_keywords
from msacc.common.parameter import Parameter
from msacc.common.warn_once import logger
from msacc.train.callback._builtin_callbacks import built_in
from msacc.train.callback._callback import Callback, RunContext


@built_in()
class LearningRateScheduler(Callback):
    """Sets the learning rate after each step to `learning_rate_function(rate, step)`, step from 1.

    TypeError when the optimizer's learning rate changes by itself or by group.
    """

    @hints_keywords
    def __init__(self, learning_rate_function: Callable[[float, int], float]):
        super().__init__()
        self.learning_rate_function = learning_rate_function

    def step_end(self, run_context: RunContext) -> None:
        """Computes the new rate, and sets it if it differs. `run_context`: the run's RunContext."""
        params = run_context.original_args()
        learning_rate = params.optimizer.learning_rate
        if not isinstance(learning_rate, Parameter) or learning_rate.size != 1:
            raise TypeError(
                "LearningRateScheduler needs an optimizer with one fixed learning rate."
            )
        # The shortest decimal of the float32, as MindSpore hands it over.
        rate = float(str(learning_rate.asnumpy()))
        new = self.learning_rate_function(rate, params.cur_step_num)
        if not math.isclose(rate, new, rel_tol=1e-10):
            learning_rate.set_data(float(new))
            logger.debug(f"At step {params.cur_step_num}, learning_rate change to {new}")
