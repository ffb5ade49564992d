"""History."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc.common.tensor import Tensor
from msacc.train.callback._builtin_callbacks import built_in
from msacc.train.callback._callback import Callback, RunContext


@built_in()
class History(Callback):
    """Keeps each epoch's last network output and, with Model.fit, the metrics, in `history`."""

    resume_attributes = ("history", "epoch")

    def __init__(self) -> None:
        super().__init__()
        self.history: dict[str, list[Any]] = {}
        self.epoch: dict[str, list[int]] | None = None

    def begin(self, run_context: RunContext) -> None:
        """Starts the list of epochs. `run_context`: the run's RunContext."""
        self.epoch = {"epoch": []}

    def epoch_end(self, run_context: RunContext) -> None:
        """Appends this epoch's values. `run_context`: the run's RunContext."""
        params = run_context.original_args()
        if self.epoch is not None:
            self.epoch["epoch"].append(params.get("cur_epoch_num", 1))
        output = params.net_outputs
        if isinstance(output, (tuple, list)) and output and isinstance(output[0], Tensor):
            output = output[0]
        if isinstance(output, Tensor):
            output = np.mean(output.asnumpy())
        for name, value in {"net_output": output, **(params.get("metrics") or {})}.items():
            self.history.setdefault(name, []).append(value)
