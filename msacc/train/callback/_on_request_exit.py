"""OnRequestExit."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common.safe_parsing import json_object, read_text
from msacc.common.warn_once import no_effect
from msacc.train.callback._builtin_callbacks import built_in
from msacc.train.callback._callback import Callback, RunContext
from msacc.train.callback._checkpoint_files import create_folder
from msacc.train.callback._collective_decision import CollectiveDecision, is_shared
from msacc.train.serialization import load_checkpoint, save_checkpoint
from msacc.train.serialization.save import values_here

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell
    from msacc.train.callback._callback import InternalCallbackParam


@built_in()
class OnRequestExit(Callback, CollectiveDecision):
    """On the signal `sig`, or once `config_file` (JSON) holds `{"GracefulExit": 1}`: stop after the step and
    save `<directory>/rank_<n>/<file_name>_train.ckpt` (`_eval.ckpt` in evaluation); the next run loads it.
    Where several processes train together, a request on one is enough: all stop after the same step, and each
    saves whole parameters.

    `save_ckpt`: whether to save, and load, at all.
    `save_mindir` has no effect, which is said once.
    `sig`: an int but SIGKILL (ValueError).
    `directory`: None means the current one.

    Raises TypeError for flags that are no bool.

    Differs from MindSpore: it needs no MS_ENABLE_GRACEFUL_EXIT, and saves no MindIR. A process without a file
    of its own loads that of rank 0.
    """

    request_kind = "exit"

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
        self.exit = self._msacc_all_exit = False
        self._msacc_before: list[Any] = []
        self.remote_config_file = config_file
        if self.save_ckpt:
            rank = os.environ.get("RANK") or "0"
            folder = directory or os.getcwd()
            base, first = (
                create_folder(os.path.join(folder, f"rank_{rank}")),
                os.path.join(folder, "rank_0"),
            )
            self.train_name = os.path.join(base, f"{file_name}_train")
            self.eval_name = os.path.join(base, f"{file_name}_eval")
            self._msacc_first_train = os.path.join(first, f"{file_name}_train")
            self._msacc_first_eval = os.path.join(first, f"{file_name}_eval")

    def on_train_begin(self, run_context: RunContext) -> None:
        """Installs the signal handler; loads the file of an earlier run. `run_context`: the run's RunContext."""
        self._msacc_install_handler()
        if self.save_ckpt:
            names = [self.train_name, *[self._msacc_first_train] * is_shared(run_context)]
            _load_first(names, run_context.original_args().train_network)

    def requests(self, run_context: RunContext) -> bool:
        """Whether this process was asked to stop."""
        return self.exit or self._msacc_requested_by_file()

    def act(self, run_context: RunContext) -> None:
        """Requests the stop."""
        self.exit = self._msacc_all_exit = True
        run_context.request_stop()

    def on_train_step_end(self, run_context: RunContext) -> None:
        """Stops if requested. `run_context`: the run's RunContext."""
        if not is_shared(run_context) and self.requests(run_context):
            self.act(run_context)

    def on_train_end(self, run_context: RunContext) -> None:
        """Saves if a stop was requested; restores the script's signal handler. `run_context`: the run's
        RunContext.
        """
        # A signal after the last step boundary concerns this process only.
        exit_requested = self._msacc_all_exit if is_shared(run_context) else self.exit
        if exit_requested and self.save_ckpt:
            self._msacc_save_train(run_context.original_args())
        self._msacc_restore_handler()

    def _msacc_save_train(self, params: InternalCallbackParam) -> None:
        extra = {
            "epoch_num": params.cur_epoch_num,
            "step_num": params.cur_step_num,
            "batch_num": params.batch_num,
        }
        values = values_here(params.train_network, "each")
        save_checkpoint(values, self.train_name, append_dict=extra)

    def on_eval_begin(self, run_context: RunContext) -> None:
        """Installs the signal handler; loads the file of an earlier run. `run_context`: the run's RunContext."""
        self._msacc_install_handler()
        if self.save_ckpt:
            names = [self.eval_name, self.train_name]
            if is_shared(run_context):
                names += [self._msacc_first_eval, self._msacc_first_train]
            _load_first(names, run_context.original_args().eval_network)

    def on_eval_step_end(self, run_context: RunContext) -> None:
        """Stops if requested. `run_context`: the run's RunContext."""
        if not is_shared(run_context) and self.exit:
            run_context.request_stop()

    def on_eval_end(self, run_context: RunContext) -> None:
        """Saves if a stop was requested; restores the signal handler. `run_context`: the run's RunContext."""
        shared = is_shared(run_context)
        if self.save_ckpt and (self._msacc_all_exit if shared else self.exit):
            network = run_context.original_args().eval_network
            save_checkpoint(values_here(network, "each" if shared else "alone"), self.eval_name)
        self._msacc_restore_handler()

    def _msacc_install_handler(self) -> None:
        self._msacc_before.append(signal.signal(self.sig, self._handle_signal))

    def _msacc_restore_handler(self) -> None:
        """Restores the handler that was installed before the run."""
        if self._msacc_before:
            before = self._msacc_before.pop()
            signal.signal(self.sig, signal.SIG_DFL if before is None else before)

    def _handle_signal(self, signum: int, frame: Any) -> None:
        self.exit = True

    def _msacc_requested_by_file(self) -> bool:
        path = self.remote_config_file
        if path is None or not os.path.exists(path):
            return False
        try:
            return json_object(read_text(path)).get("GracefulExit") == 1
        except ValueError:
            return False


def _load_first(names: list[str], network: Cell) -> None:
    path = next((f"{n}.ckpt" for n in names if os.path.isfile(f"{n}.ckpt")), None)
    if path is not None:
        load_checkpoint(path, net=network)
