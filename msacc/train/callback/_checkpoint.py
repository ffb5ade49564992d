"""ModelCheckpoint and its CheckpointConfig."""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msacc.common import checks as check
from msacc.common.notice import logger, no_effect, once
from msacc.common.parameter import Parameter
from msacc.common.tensor import Tensor
from msacc.nn.cell import Cell
from msacc.step.context import world_size
from msacc.train.callback._callback import Callback, RunContext
from msacc.train.callback._concerted import Concerted, is_shared
from msacc.train.serialization import save_checkpoint, wait_for_async_saves
from msacc.train.serialization.check import instance as option
from msacc.train.serialization.save import values_here

_BREAKPOINT = "_breakpoint.ckpt"
_SUFFIXES = (".ckpt", ".safetensors")


def _count(value: Any, name: str) -> int | None:
    return None if value is None else check.non_negative_int("CheckpointConfig", name, value)


class CheckpointConfig:
    """When ModelCheckpoint saves, how many files it keeps, and what else goes into them.

    Every `save_checkpoint_steps` steps, or else every `save_checkpoint_seconds`. Keeps the newest
    `keep_checkpoint_max` files, or else one per `keep_checkpoint_per_n_minutes`. `append_info`: a
    list of 'epoch_num', 'step_num' and one dict of further values. `exception_save`: also save when
    training fails. `saved_network`: the Cell to save instead of the trained one. `integrated_save`,
    `async_save`, `enc_key`, `enc_mode`, `crc_check`, `format` as in save_checkpoint;
    `remove_redundancy`: of processes that hold the same value one saves it; load with the same argument.

    Raises ValueError when no rule is set, for negative numbers, for an unknown name in
    `append_info`, and for another type of `enc_key`, `enc_mode`, `crc_check`, `format` and
    `remove_redundancy`; TypeError for other types of the rest. As in MindSpore.
    """

    def __init__(
        self,
        save_checkpoint_steps: int | None = 1,
        save_checkpoint_seconds: int | None = 0,
        keep_checkpoint_max: int | None = 5,
        keep_checkpoint_per_n_minutes: int | None = 0,
        integrated_save: bool = True,
        async_save: bool | str = False,
        saved_network: Cell | None = None,
        append_info: list[Any] | None = None,
        enc_key: bytes | None = None,
        enc_mode: str = "AES-GCM",
        exception_save: bool = False,
        crc_check: bool = False,
        remove_redundancy: bool = False,
        format: str = "ckpt",
        **kwargs: Any,
    ):
        steps = _count(save_checkpoint_steps, "save_checkpoint_steps")
        seconds = _count(save_checkpoint_seconds, "save_checkpoint_seconds")
        most = _count(keep_checkpoint_max, "keep_checkpoint_max")
        minutes = _count(keep_checkpoint_per_n_minutes, "keep_checkpoint_per_n_minutes")
        if not (steps or seconds or most or minutes):
            raise ValueError(
                "For 'CheckpointConfig', the input arguments 'save_checkpoint_steps', "
                "'save_checkpoint_seconds', 'keep_checkpoint_max' and 'keep_checkpoint_per_n_minutes' can't be "
                "all None or 0."
            )
        self.exception_save = check.boolean("CheckpointConfig", "exception_save", exception_save)
        # The first rule that is set wins, as in MindSpore.
        self.save_checkpoint_steps = steps
        self.save_checkpoint_seconds = None if steps else seconds
        self.keep_checkpoint_max = most
        self.keep_checkpoint_per_n_minutes = None if most else minutes
        if not most and (not minutes):
            self.keep_checkpoint_max = 1
        self._take_saving(integrated_save, async_save, saved_network, remove_redundancy)
        self._take_file(enc_key, enc_mode, crc_check, format)
        self.append_dict = _appended(append_info)
        for name, value in kwargs.items():
            if name not in ("incremental", "enable_redundance"):
                raise TypeError(f"CheckpointConfig() got an unexpected keyword argument '{name}'")
            if value:
                no_effect(
                    "CheckpointConfig", name, value, "it belongs to MindSpore's map parameters"
                )
        self.map_param_inc = False

    def _take_saving(
        self, integrated: Any, in_background: Any, network: Any, redundancy: Any
    ) -> None:
        where = "CheckpointConfig"
        self.integrated_save = check.boolean(where, "integrated_save", integrated)
        if not isinstance(in_background, bool):
            check.choice(where, "async_save", in_background, ("process", "thread"))
        self.async_save = in_background
        if network is not None and not isinstance(network, Cell):
            raise TypeError(
                "For 'CheckpointConfig', the type of 'saved_network' must be None or Cell, but got "
                f"{type(network)}."
            )
        self.saved_network = network
        option("remove_redundancy", redundancy, bool)
        self.remove_redundancy = redundancy

    def _take_file(self, enc_key: Any, enc_mode: Any, crc_check: Any, form: Any) -> None:
        option("enc_key", enc_key, (bytes, type(None)))
        option("enc_mode", enc_mode, str)
        option("crc_check", crc_check, bool)
        option("format", form, str)
        self.enc_key, self.enc_mode = enc_key, enc_mode
        self.crc_check, self.format = crc_check, form
        plain = (
            enc_key is None and enc_mode == "AES-GCM" and not crc_check and not self.exception_save
        )
        if form == "safetensors" and not plain:
            raise ValueError(
                "For 'save_checkpoint', when format is 'safetensors', encryption, crc_check and "
                "exception_save must be left at their defaults."
            )

    def get_checkpoint_policy(self) -> dict[str, Any]:
        """When to save and what to keep, as a dict."""
        names = (
            "save_checkpoint_steps",
            "save_checkpoint_seconds",
            "keep_checkpoint_max",
            "keep_checkpoint_per_n_minutes",
            "saved_network",
        )
        return {name: getattr(self, name) for name in names}


def _appended(info: Any) -> dict[str, Any] | None:
    if info is None or info == []:
        return None
    found: dict[str, Any] = {}
    for item in check.instance("CheckpointConfig", "append_info", info, list):
        if isinstance(item, dict):
            found.update(_checked_values(item))
        elif isinstance(item, str):
            found[
                check.choice("CheckpointConfig", "append_info", item, ("epoch_num", "step_num"))
            ] = 0
        else:
            raise TypeError(
                "For 'CheckpointConfig', the type of 'append_info' element must be str or dict, but got "
                f"{type(item)}."
            )
    if sum(isinstance(item, dict) for item in info) > 1:
        raise TypeError("For 'CheckpointConfig', 'append_info' must hold one dict at most.")
    return found


def _checked_values(values: dict[Any, Any]) -> dict[str, Any]:
    for key, value in values.items():
        if not isinstance(key, str) or not isinstance(
            value, (int, float, bool, str, Parameter, Tensor)
        ):
            raise TypeError(
                "For 'CheckpointConfig', the dict in 'append_info' must map str to int, float, bool, str, "
                f"Tensor or Parameter, but got {key!r}: {value!r}."
            )
    return values


class ModelCheckpoint(Callback, Concerted):
    """Saves the train network: `<prefix>-<epoch>_<step>.ckpt` in `directory` (here by default).

    `prefix` and `directory` may be functions of the run's parameters, called at every step. A
    prefix already used in the directory gets `_1`, `_2`, … at its end. `config`: a
    CheckpointConfig; without one every step is saved and five files are kept.
    `latest_ckpt_file_name` is the newest file's path.

    Raises ValueError for a prefix with '/', TypeError for a `directory` or `config` of another
    type. As in MindSpore, but no graph file is written beside.
    """

    def __init__(
        self,
        prefix: str | Callable[[Any], str] = "CKP",
        directory: str | Callable[[Any], str] | None = None,
        config: CheckpointConfig | None = None,
    ):
        super().__init__()
        if not callable(prefix):
            _check_prefix(prefix)
        if config is not None:
            check.instance("ModelCheckpoint", "config", config, CheckpointConfig)
        self._config = config or CheckpointConfig()
        self._prefix_fn = prefix if callable(prefix) else None
        self._directory_fn = directory if callable(directory) else None
        self._prefix = self._exception_prefix = "" if callable(prefix) else prefix
        self._directory = (
            os.getcwd() if callable(directory) or directory is None else made(directory)
        )
        if not callable(prefix) and not callable(directory):
            self._prefix = fresh_prefix(self._directory, self._prefix)
        self._last_time = self._last_kept_time = time.time()
        self._last_triggered_step = 0
        self._latest_ckpt_file_name = ""
        self._append_dict = dict(self._config.append_dict or {})
        self._first = {name: self._append_dict.get(name, 0) for name in ("epoch_num", "step_num")}

    @property
    def latest_ckpt_file_name(self) -> str:
        """The path of the newest file."""
        return self._latest_ckpt_file_name

    def step_end(self, run_context: RunContext) -> None:
        """Save if it is time."""
        params = run_context.original_args()
        if self._prefix_fn is not None:
            self._prefix = _check_prefix(self._prefix_fn(params))
        if self._directory_fn is not None:
            self._directory = made(self._directory_fn(params))
        # By the clock of one process alone: all of them decide at the step's border.
        if not (self.may_wish and is_shared(run_context)):
            self._save(params)

    @property
    def may_wish(self) -> bool:
        """Whether the time decides when to save."""
        return not self._config.save_checkpoint_steps and bool(self._config.save_checkpoint_seconds)

    concern = "save"

    def wishes(self, run_context: RunContext) -> bool:
        """Whether this process's clock says that it is time."""
        if not self.may_wish:
            return False
        new = run_context.original_args().cur_step_num != self._last_triggered_step
        seconds = self._config.save_checkpoint_seconds or 0
        return new and time.time() - self._last_time > seconds

    def comply(self, run_context: RunContext) -> None:
        """Save, as all processes do."""
        if self.may_wish:
            self._last_time = time.time()
            self._save_now(run_context.original_args())

    def end(self, run_context: RunContext) -> None:
        """Save the last step, unless that was done."""
        self._save(run_context.original_args(), last=True)
        if self._config.async_save:
            wait_for_async_saves()

    def _due(self, step: int, last: bool) -> bool:
        config = self._config
        if config.save_checkpoint_steps:
            return step >= self._last_triggered_step + config.save_checkpoint_steps or last
        if config.save_checkpoint_seconds:
            now = time.time()
            if now - self._last_time > config.save_checkpoint_seconds or last:
                self._last_time = now
                return True
        return False

    def _save(self, params: Any, last: bool = False) -> None:
        step = params.cur_step_num
        if step != self._last_triggered_step and self._due(step, last):
            self._save_now(params)

    def _save_now(self, params: Any) -> None:
        step = params.cur_step_num
        in_epoch = int((step - 1) % params.batch_num + 1)
        name = (
            self._prefix if self._prefix_fn else f"{self._prefix}-{params.cur_epoch_num}_{in_epoch}"
        )
        self._make_room()
        self._last_kept_time, self._last_triggered_step = time.time(), step
        path = os.path.join(self._directory, f"{name}.{self._config.format}")
        self._write(params, path, params.cur_epoch_num, step)
        self._latest_ckpt_file_name = path

    def _write(self, params: Any, path: str, epoch: int, step: int, alone: bool = False) -> None:
        config = self._config
        for name, now in (("epoch_num", epoch), ("step_num", step)):
            if name in self._append_dict:
                self._append_dict[name] = self._first[name] + now
        network = config.saved_network if config.saved_network is not None else params.train_network
        extra: dict[str, Any] = {"remove_redundancy": True} if config.remove_redundancy else {}
        if config.remove_redundancy and world_size() == 1:
            raise TypeError(
                "remove_redundancy=True is for several processes, of which each saves a part; this is one: leave it out "
                "of CheckpointConfig."
            )
        how = "alone" if alone else "share" if config.remove_redundancy else ""
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

    def save_breakpoint(self, params: Any, epoch: int, step: int, torn: bool = False) -> None:
        """After an error in training: `<prefix>-<epoch>_<step>_breakpoint.ckpt`, if the config says so.

        No other process is waited for: what this one does not hold is left out, and named. `torn`: the parameters
        are part old, part new, and not saved.
        """
        if not self._config.exception_save:
            return
        if torn:
            logger.error("exception_save: the parameters were being sent around; nothing is saved.")
            return
        prefix = fresh_prefix(self._directory, self._exception_prefix, breakpoints=True)
        path = os.path.join(self._directory, f"{prefix}-{epoch}_{step}{_BREAKPOINT}")
        self._write(params, path, epoch, step, alone=True)

    # -- which files stay ----------------------------------------------------------------------
    def _own_files(self) -> list[Path]:
        """This callback's numbered files, oldest first."""
        pattern = re.compile(
            re.escape(self._prefix) + r"-[^A-Za-z]*\." + re.escape(self._config.format)
        )
        found = [p for p in Path(self._directory).iterdir() if pattern.fullmatch(p.name)]
        return sorted(found, key=_written)

    def _make_room(self) -> None:
        config, files, now = self._config, self._own_files(), time.time()
        if config.keep_checkpoint_max and len(files) >= config.keep_checkpoint_max:
            _remove(files[0])
        elif config.keep_checkpoint_per_n_minutes:
            window = config.keep_checkpoint_per_n_minutes * 60
            if now - self._last_kept_time < window:
                for path in [p for p in files if now - _written(p) < window][1:]:
                    _remove(path)


def _written(path: Path) -> float:
    """When a file was written; another process may have removed it meanwhile."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _remove(path: Path) -> None:
    try:
        path.chmod(stat.S_IWRITE)
        path.unlink()
    except OSError as error:
        once(f"remove:{path}", f"ModelCheckpoint: {path} could not be removed: {error}.")


def _check_prefix(prefix: Any) -> str:
    if not isinstance(prefix, str) or "/" in prefix:
        raise ValueError(
            "For 'ModelCheckpoint', the argument 'prefix' for checkpoint file name must be a string without "
            f"'/', or a function that returns one, but got {prefix!r}."
        )
    return prefix


def made(directory: str) -> str:
    """The directory's absolute path, created if need be; TypeError unless a str that is not empty."""
    if not isinstance(directory, str) or not directory.strip():
        raise TypeError(
            f"The directory path should be a str that is not empty, but got {directory!r}."
        )
    path = os.path.realpath(directory)
    os.makedirs(path, exist_ok=True)
    return path


def fresh_prefix(directory: str, prefix: str, breakpoints: bool = False) -> str:
    """`prefix`, or `prefix_N` where files with that prefix are in the directory already."""
    pattern = re.compile(re.escape(prefix) + r"(?:_(\d+))?-.*")
    highest = 0
    for name in os.listdir(directory):
        if name.endswith(_BREAKPOINT) != breakpoints or not name.endswith(_SUFFIXES):
            continue
        match = pattern.fullmatch(name)
        if match:
            highest = max(highest, int(match[1]) + 1 if match[1] else 1)
    return f"{prefix}_{highest}" if highest else prefix
