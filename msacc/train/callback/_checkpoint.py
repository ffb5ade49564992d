"""ModelCheckpoint."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common.keyword_hints import hints_keywords
from msacc.common.warn_once import logger
from msacc.step.context_settings import world_size
from msacc.train.callback._builtin_callbacks import built_in
from msacc.train.callback._callback import Callback, RunContext
from msacc.train.callback._checkpoint_config import CheckpointConfig
from msacc.train.callback._checkpoint_files import (
    BREAKPOINT,
    check_prefix,
    create_folder,
    modified_time,
    remove,
    unused_prefix,
)
from msacc.train.callback._checkpoint_sets import newest_complete_set, wait_for_complete_set
from msacc.train.callback._collective_decision import CollectiveDecision, is_shared
from msacc.train.resharding.rank_folders import epoch_step
from msacc.train.serialization import save_checkpoint, wait_for_async_saves
from msacc.train.serialization.save import values_here

if TYPE_CHECKING:
    from msacc.train.callback._callback import InternalCallbackParam

# Files of another host's process may bear its time; and what the end of a run waits for the others' last files.
_MAX_CLOCK_SKEW = 60.0
_END_SECONDS = 10.0


@built_in()
class ModelCheckpoint(Callback, CollectiveDecision):
    """Saves the train network: `<prefix>-<epoch>_<step>.ckpt` in `directory` (here by default).

    `prefix` and `directory` may be functions of the run's parameters, called at every step. A
    prefix already used in the directory gets `_1`, `_2`, … at its end. `config`: a
    CheckpointConfig; without one every step is saved and five files are kept.
    `latest_ckpt_file_name` is the newest file's path.

    Raises ValueError for a prefix with '/', TypeError for a `directory` or `config` of another
    type. As in MindSpore, but no graph file is written beside.
    """

    resume_attributes = (
        "_prefix",
        "_last_triggered_step",
        "_latest_ckpt_file_name",
        "_append_dict",
    )

    @hints_keywords
    def __init__(
        self,
        prefix: str | Callable[[Any], str] = "CKP",
        directory: str | Callable[[Any], str] | None = None,
        config: CheckpointConfig | None = None,
    ):
        super().__init__()
        if not callable(prefix):
            check_prefix(prefix)
        if config is not None:
            check.instance("ModelCheckpoint", "config", config, CheckpointConfig)
        self._config = config or CheckpointConfig()
        self._msacc_prefix_fn = prefix if callable(prefix) else None
        self._msacc_directory_fn = directory if callable(directory) else None
        self._prefix = self._exception_prefix = "" if callable(prefix) else prefix
        self._directory = (
            os.getcwd() if callable(directory) or directory is None else create_folder(directory)
        )
        if not callable(prefix) and not callable(directory):
            self._prefix = unused_prefix(self._directory, self._prefix)
        self._last_time = self._msacc_last_save_time = time.time()
        self._msacc_created = time.time() - _MAX_CLOCK_SKEW
        self._last_triggered_step = 0
        self._latest_ckpt_file_name = ""
        self._append_dict = dict(self._config.append_dict or {})
        self._msacc_first = {
            name: self._append_dict.get(name, 0) for name in ("epoch_num", "step_num")
        }

    @property
    def latest_ckpt_file_name(self) -> str:
        """The path of the newest file."""
        return self._latest_ckpt_file_name

    def step_end(self, run_context: RunContext) -> None:
        """Saves if it is due. `run_context`: the run's RunContext."""
        params = run_context.original_args()
        if self._msacc_prefix_fn is not None:
            self._prefix = check_prefix(self._msacc_prefix_fn(params))
        if self._msacc_directory_fn is not None:
            self._directory = create_folder(self._msacc_directory_fn(params))
        # By the clock of one process alone: all of them decide at the step boundary.
        if not (self.may_request and is_shared(run_context)):
            self._msacc_save(params)

    @property
    def may_request(self) -> bool:
        """Whether a time interval decides when to save."""
        return not self._config.save_checkpoint_steps and bool(self._config.save_checkpoint_seconds)

    request_kind = "save"

    def requests(self, run_context: RunContext) -> bool:
        """Whether the interval is over by this process's clock."""
        if not self.may_request:
            return False
        new = run_context.original_args().cur_step_num != self._last_triggered_step
        seconds = self._config.save_checkpoint_seconds or 0
        return new and time.time() - self._last_time > seconds

    def act(self, run_context: RunContext) -> None:
        """Saves, as all processes do."""
        if self.may_request:
            self._last_time = time.time()
            self._msacc_save_now(run_context.original_args())

    def end(self, run_context: RunContext) -> None:
        """Saves the last step, unless that was done. `run_context`: the run's RunContext."""
        self._msacc_save(run_context.original_args(), last=True)
        if self._config.async_save:
            wait_for_async_saves()
        last = epoch_step(Path(self._latest_ckpt_file_name))
        if last is not None:
            folder = Path(self._directory)
            wait_for_complete_set(
                folder, self._config.format, self._msacc_created, last, _END_SECONDS
            )
        # Once more for a number of files; `keep_checkpoint_per_n_minutes` was applied with each save.
        if self._config.async_save or self._config.keep_checkpoint_max:
            self._msacc_prune(self._msacc_last_save_time)

    def _msacc_due(self, step: int, last: bool) -> bool:
        config = self._config
        if config.save_checkpoint_steps:
            return step >= self._last_triggered_step + config.save_checkpoint_steps or last
        if config.save_checkpoint_seconds:
            now = time.time()
            if now - self._last_time > config.save_checkpoint_seconds or last:
                self._last_time = now
                return True
        return False

    def _msacc_save(self, params: InternalCallbackParam, last: bool = False) -> None:
        step = params.cur_step_num
        if step != self._last_triggered_step and self._msacc_due(step, last):
            self._msacc_save_now(params)

    def _msacc_save_now(self, params: InternalCallbackParam) -> None:
        step = params.cur_step_num
        in_epoch = int((step - 1) % params.batch_num + 1)
        name = (
            self._prefix
            if self._msacc_prefix_fn
            else f"{self._prefix}-{params.cur_epoch_num}_{in_epoch}"
        )
        before, self._msacc_last_save_time, self._last_triggered_step = (
            self._msacc_last_save_time,
            time.time(),
            step,
        )
        path = os.path.join(self._directory, f"{name}.{self._config.format}")
        self._msacc_write(params, path, params.cur_epoch_num, step)
        self._latest_ckpt_file_name = path
        self._msacc_prune(before)

    def _msacc_write(
        self,
        params: InternalCallbackParam,
        path: str,
        epoch: int,
        step: int,
        is_alone: bool = False,
    ) -> None:
        config = self._config
        for name, now in (("epoch_num", epoch), ("step_num", step)):
            if name in self._append_dict:
                self._append_dict[name] = self._msacc_first[name] + now
        network = config.saved_network if config.saved_network is not None else params.train_network
        extra: dict[str, Any] = {"remove_redundancy": True} if config.remove_redundancy else {}
        if config.remove_redundancy and world_size() == 1:
            raise TypeError(
                "remove_redundancy=True is for several processes, of which each saves a part; this is one: "
                "leave it out "
                "of CheckpointConfig."
            )
        how = "alone" if is_alone else "share" if config.remove_redundancy else ""
        save_checkpoint(
            values_here(network, how) if how else network,
            path,
            config.integrated_save,
            config.async_save,
            self._append_dict,
            config.enc_key,
            config.enc_mode,
            crc_check=config.crc_check,
            format=config.format,
            **extra,
        )

    def save_breakpoint(
        self, params: InternalCallbackParam, epoch: int, step: int, torn: bool = False
    ) -> None:
        """After an error in training: saves `<prefix>-<epoch>_<step>_breakpoint.ckpt`, with `exception_save`.

        Waits for no other process: parameters that this one does not hold are left out, and logged. `torn`: the
        parameters are part old, part new, and not saved.
        """
        if not self._config.exception_save:
            return
        if torn:
            logger.error("exception_save: the parameters were being sent around; nothing is saved.")
            return
        prefix = unused_prefix(self._directory, self._exception_prefix, breakpoints=True)
        path = os.path.join(self._directory, f"{prefix}-{epoch}_{step}{BREAKPOINT}")
        self._msacc_write(params, path, epoch, step, is_alone=True)

    # -- removing old files ------------------------------------------------------------------
    def _msacc_written_files(self) -> list[Path]:
        """This callback's numbered files, oldest first."""
        pattern = re.compile(
            re.escape(self._prefix) + r"-[^A-Za-z]*\." + re.escape(self._config.format)
        )
        files = [p for p in Path(self._directory).iterdir() if pattern.fullmatch(p.name)]
        return sorted(files, key=modified_time)

    def _msacc_prune(self, last_save: float) -> None:
        """Deletes old files, once the new one exists.

        A file written in the background counts with the next save. Where several processes share a folder, each
        finds the same surplus files; where each has its own, the newest set that all have written stays.
        """
        config, files, now = self._config, self._msacc_written_files(), time.time()
        if config.keep_checkpoint_max:
            surplus = files[: -config.keep_checkpoint_max]
            newest = surplus and newest_complete_set(
                Path(self._directory), config.format, self._msacc_created
            )
            for path in surplus:
                if not newest or (epoch_step(path) or newest) < newest:
                    remove(path)
        elif config.keep_checkpoint_per_n_minutes:
            window = config.keep_checkpoint_per_n_minutes * 60
            others = [p for p in files if str(p) != self._latest_ckpt_file_name]
            if now - last_save < window:
                for path in [p for p in others if now - modified_time(p) < window][1:]:
                    remove(path)
