"""DynamicProfilerMonitor: starts profiling in a running training when its config file changes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msacc.common.warn_once import logger, no_effect
from msacc.profiler.config import HONOURED, ProfilerActivity
from msacc.profiler.profiler import profile
from msacc.train.callback._callback import Callback, RunContext

if TYPE_CHECKING:
    from collections.abc import Sequence

_DEFAULTS: dict[str, Any] = {
    "start_step": -1,
    "stop_step": -1,
    "activities": ["CPU", "NPU"],
    "with_stack": False,
    "profile_memory": False,
    "record_shapes": False,
}


class DynamicProfilerMonitor(Callback):
    """Looks into `cfg_path`/profiler_config.json at every step and records the steps from 'start_step' to
    'stop_step' into `output_path`/rank<r>_start<a>_stop<b>.

    As a callback of Model.train, or by calling `step()` once a step. The file is made with its defaults if it
    is not there.

    `poll_interval` has no effect, which is said once: each step looks at the file.

    Raises TypeError when `cfg_path` is no str.
    """

    def __init__(
        self,
        cfg_path: str | None = None,
        output_path: str = "./dyn_profile_data",
        poll_interval: int = 2,
        **kwargs: Any,
    ):
        if not isinstance(cfg_path, str):
            raise TypeError(
                f"For 'DynamicProfilerMonitor', 'cfg_path' must be a str, but got {cfg_path!r}."
            )
        if poll_interval != 2:
            no_effect(
                "DynamicProfilerMonitor",
                "poll_interval",
                poll_interval,
                "each step looks at the file",
            )
        for name, value in kwargs.items():
            no_effect("DynamicProfilerMonitor", name, value, "there is no such argument")
        self._msacc_file = Path(cfg_path) / "profiler_config.json"
        self._msacc_output = Path(output_path)
        self._msacc_step, self._msacc_read_at = 0, -1
        self._msacc_config: dict[str, Any] = dict(_DEFAULTS)
        self._msacc_recorder: profile | None = None
        if not self._msacc_file.exists():
            self._msacc_file.parent.mkdir(parents=True, exist_ok=True)
            self._msacc_file.write_text(json.dumps(_DEFAULTS, indent=4))

    def step_begin(self, run_context: RunContext) -> None:
        """Start here if this is the step to start at."""
        self._msacc_step += 1
        self._msacc_look()
        self._msacc_start_if_due()

    def step_end(self, run_context: RunContext) -> None:
        """Stop here if this was the last step to record."""
        self._msacc_stop_if_over(self._msacc_step)

    def end(self, run_context: RunContext) -> None:
        """Write what was recorded even if the last step never came."""
        self._msacc_stop_if_over(None)

    def step(self) -> None:
        """For loops of one's own: call it once after each step."""
        self._msacc_stop_if_over(self._msacc_step)
        self._msacc_step += 1
        self._msacc_look()
        self._msacc_start_if_due()

    def _msacc_look(self) -> None:
        try:
            changed = self._msacc_file.stat().st_mtime_ns
            if changed == self._msacc_read_at:
                return
            self._msacc_read_at = changed
            config = {**_DEFAULTS, **json.loads(self._msacc_file.read_text())}
        except (OSError, ValueError) as error:
            logger.error("DynamicProfilerMonitor: %s cannot be read: %s.", self._msacc_file, error)
            return
        start, stop = config["start_step"], config["stop_step"]
        if not (isinstance(start, int) and isinstance(stop, int) and start <= stop):
            logger.error(
                "DynamicProfilerMonitor: start_step %r should not be above stop_step %r.",
                start,
                stop,
            )
        elif 0 < start < self._msacc_step:
            logger.error(
                "DynamicProfilerMonitor: start_step %d is over; this is %d.",
                start,
                self._msacc_step,
            )
        else:
            self._msacc_config = config

    def _msacc_start_if_due(self) -> None:
        if self._msacc_recorder is not None or self._msacc_step != self._msacc_config["start_step"]:
            return
        options = {
            k: v for k, v in self._msacc_config.items() if k in HONOURED and k != "output_path"
        }
        options["activities"] = _activities(options["activities"])
        self._msacc_recorder = profile(**options)

    def _msacc_stop_if_over(self, step: int | None) -> None:
        if self._msacc_recorder is None or (
            step is not None and step < self._msacc_config["stop_step"]
        ):
            return
        recorder, self._msacc_recorder = self._msacc_recorder, None
        recorder.stop()
        rank = os.environ.get("RANK", "0")
        name = f"rank{rank}_start{self._msacc_config['start_step']}_stop{self._msacc_config['stop_step']}"
        paths = recorder.write(self._msacc_output / name)
        logger.info("DynamicProfilerMonitor: wrote %s", ", ".join(map(str, paths)))


def _activities(names: Sequence[str]) -> list[ProfilerActivity]:
    """The activities the file names; unknown ones are left out."""
    known = {activity.value: activity for activity in ProfilerActivity}
    return [known[name] for name in names if name in known] if isinstance(names, list) else []
