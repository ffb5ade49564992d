"""BackupAndRestore."""

from __future__ import annotations

import contextlib
import os
import stat

from msacc.common import checks as check
from msacc.train.callback._builtin_callbacks import built_in
from msacc.train.callback._callback import Callback, RunContext
from msacc.train.callback._checkpoint_files import create_folder
from msacc.train.serialization import load_checkpoint, save_checkpoint


@built_in()
class BackupAndRestore(Callback):
    """Saves the train network to `<backup_dir>/backup.ckpt` every `save_freq` epochs ('epoch': each),
    and loads it when training begins, so that an interrupted run continues. The file is removed at the end
    unless `delete_checkpoint` is False."""

    def __init__(
        self, backup_dir: str, save_freq: int | str = "epoch", delete_checkpoint: bool = True
    ):
        super().__init__()
        self.backup_file = os.path.join(create_folder(backup_dir), "backup.ckpt")
        if save_freq == "epoch":
            self.save_freq = 1
        else:
            self.save_freq = check.positive_int("BackupAndRestore", "save_freq", save_freq)
        self.delete_checkpoint = check.boolean(
            "BackupAndRestore", "delete_checkpoint", delete_checkpoint
        )

    def on_train_begin(self, run_context: RunContext) -> None:
        """Loads the backup if there is one. `run_context`: the run's RunContext."""
        if os.path.exists(self.backup_file):
            load_checkpoint(self.backup_file, net=run_context.original_args().train_network)

    def on_train_epoch_end(self, run_context: RunContext) -> None:
        """Saves the backup. `run_context`: the run's RunContext."""
        params = run_context.original_args()
        if params.cur_epoch_num % self.save_freq == 0:
            save_checkpoint(params.train_network, self.backup_file)

    def on_train_end(self, run_context: RunContext) -> None:
        """Removes the backup. `run_context`: the run's RunContext."""
        if not self.delete_checkpoint:
            return
        # Another process may be the first to remove it.
        with contextlib.suppress(FileNotFoundError):
            os.chmod(self.backup_file, stat.S_IWRITE)
            os.remove(self.backup_file)
