"""The value that EarlyStopping and ReduceLROnPlateau monitor."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch

from msacc.common import checks as check
from msacc.common.settings import settings
from msacc.common.warn_once import logger
from msacc.communication._peer_status import waiting
from msacc.train.callback._callback import Callback, RunContext, handle_loss

_SMALLER_IS_BETTER = (
    "hausdorff_distance",
    "mae",
    "mse",
    "loss",
    "perplexity",
    "mean_surface_distance",
    "root_mean_square_distance",
    "eval_loss",
)


class Monitor(Callback):
    """Monitors `monitor`: 'loss', 'eval_loss' or the name of a metric of Model.fit.

    `mode`: 'min', 'max', or 'auto' by the name. A change of less than `min_delta` is none.
    """

    def __init__(self, monitor: str, min_delta: float, mode: str):
        super().__init__()
        name = type(self).__name__
        self.monitor = check.instance(name, "monitor", monitor, str)
        self.min_delta = abs(check.instance(name, "min_delta", min_delta, (float, int)))
        self.mode = check.instance(name, "mode", mode, str)
        if mode not in ("auto", "min", "max"):
            raise ValueError(f"mode should be 'auto', 'min' or 'max', but got {mode}.")
        self._msacc_smaller = mode == "min" or (mode == "auto" and monitor in _SMALLER_IS_BETTER)
        self.best = math.inf if self._msacc_smaller else -math.inf

    def _msacc_reset_best(self) -> None:
        self.best = math.inf if self._msacc_smaller else -math.inf

    def is_improvement(self, value: float, than: float) -> bool:
        """Whether `value` is better by more than `min_delta`."""
        if self._msacc_smaller:
            return bool(value < than - self.min_delta)
        return bool(value > than + self.min_delta)

    def current(self, run_context: RunContext) -> Any:
        """The current value, averaged over the processes of a job; None where there is none."""
        params = run_context.original_args()
        candidates = params.get("eval_results") or {}
        if self.monitor == "loss":
            value = handle_loss(params.get("net_outputs"))
        else:
            value = candidates.get(self.monitor)
        if value is None:
            choices = sorted({"loss", *candidates})
            logger.warning(
                f"{type(self).__name__} watches {self.monitor}, which is not available. Available choices "
                f"are: {choices}"
            )
            return None
        if isinstance(value, np.ndarray) and value.shape != ():
            raise ValueError(f"{type(self).__name__} only supports scalar monitor now.")
        return _mean_over_processes(float(value))


def _mean_over_processes(value: float) -> float:
    if not (torch.distributed.is_available() and torch.distributed.is_initialized()):
        return value
    shared = torch.tensor(value, dtype=torch.float32, device=settings.device)
    with waiting("the mean of a watched value"):
        torch.distributed.all_reduce(shared)
    return shared.item() / torch.distributed.get_world_size()
