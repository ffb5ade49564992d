"""OnRequestExit."""

from __future__ import annotations

import json
import os
import signal
from typing import Any

from msacc.common import checks as check
from msacc.common.notice import no_effect
from msacc.train.callback._callback import Callback, RunContext
from msacc.train.callback._checkpoint import made
from msacc.train.serialization import load_checkpoint, save_checkpoint


class OnRequestExit(Callback):
    """On the signal `sig`, or once `config_file` (JSON) holds `{"GracefulExit": 1}`: stop after the step
    and save `<directory>/rank_<n>/<file_name>_train.ckpt` (`_eval.ckpt` in evaluation); the next run
    loads it.

    Differs from MindSpore: it needs no MS_ENABLE_GRACEFUL_EXIT, and saves no MindIR.
    """

    def __init__(
        self,
        save_ckpt: bool = True,
        save_mindir: bool = True,
        file_name: str = "Net",
        directory: str | None = "./",
        config_file: str | None = None,
        sig: int = signal.SIGTERM,
    ):
        super().__init__()
        self.save_ckpt = check.boolean("OnRequestExit", "save_ckpt", save_ckpt)
        self.save_mindir = check.boolean("OnRequestExit", "save_mindir", save_mindir)
        self.sig = check.instance("OnRequestExit", "sig", sig, int)
        if self.sig == signal.SIGKILL:
            raise ValueError("Not support send exit request by signal SIGKILL.")
        if save_mindir:
            no_effect(
                "OnRequestExit", "save_mindir", True, "MindIR is MindSpore's own graph format"
            )
        self.exit = False
        self.remote_config_file = config_file
        if self.save_ckpt:
            rank = os.environ.get("RANK") or "0"
            base = made(os.path.join(directory or os.getcwd(), f"rank_{rank}"))
            self.train_name = os.path.join(base, f"{file_name}_train")
            self.eval_name = os.path.join(base, f"{file_name}_eval")

    def on_train_begin(self, run_context: RunContext) -> None:
        """Listen for the signal; load what an earlier run saved."""
        signal.signal(self.sig, self._handle_signal)
        if self.save_ckpt:
            _load_first([self.train_name], run_context.original_args().train_network)

    def on_train_step_end(self, run_context: RunContext) -> None:
        """Stop if asked to."""
        if self.exit or self._asked_by_file():
            self.exit = True
            run_context.request_stop()

    def on_train_end(self, run_context: RunContext) -> None:
        """Save if the run was asked to stop."""
        if not (self.exit and self.save_ckpt):
            return
        params = run_context.original_args()
        extra = {
            "epoch_num": params.cur_epoch_num,
            "step_num": params.cur_step_num,
            "batch_num": params.batch_num,
        }
        save_checkpoint(params.train_network, self.train_name, append_dict=extra)

    def on_eval_begin(self, run_context: RunContext) -> None:
        """Listen for the signal; load what an earlier run saved."""
        signal.signal(self.sig, self._handle_signal)
        if self.save_ckpt:
            _load_first([self.eval_name, self.train_name], run_context.original_args().eval_network)

    def on_eval_step_end(self, run_context: RunContext) -> None:
        """Stop if asked to."""
        if self.exit:
            run_context.request_stop()

    def on_eval_end(self, run_context: RunContext) -> None:
        """Save if the run was asked to stop."""
        if self.exit and self.save_ckpt:
            save_checkpoint(run_context.original_args().eval_network, self.eval_name)

    def _handle_signal(self, signum: int, frame: Any) -> None:
        self.exit = True

    def _asked_by_file(self) -> bool:
        path = self.remote_config_file
        if path is None or not os.path.exists(path):
            return False
        try:
            with open(path, encoding="utf-8") as file:
                return json.load(file).get("GracefulExit") == 1
        except (json.JSONDecodeError, AttributeError):
            return False


def _load_first(names: list[str], network: Any) -> None:
    path = next((f"{n}.ckpt" for n in names if os.path.isfile(f"{n}.ckpt")), None)
    if path is not None:
        load_checkpoint(path, net=network)
