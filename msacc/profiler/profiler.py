"""profile and Profiler: recordings in sequence, each a torch.profiler session."""

from __future__ import annotations

import atexit
import os
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import torch

from msacc.common import stage_timing
from msacc.common.warn_once import logger, no_effect, no_effects, once
from msacc.profiler.config import honoured, quiet_without_a_device, torch_activities
from msacc.profiler.schedule import Schedule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import Unpack

    from msacc.profiler.config import (
        AicoreMetrics,
        ExportType,
        ProfilerActivity,
        ProfilerLevel,
        _ExperimentalConfig,
    )


class _Recorder:
    """Start, step, stop; what `profile` and `Profiler` share."""

    def __init__(
        self, schedule: Any, on_trace_ready: Callable[..., Any] | None, options: dict[str, Any]
    ):
        self._where = type(self).__name__
        self._settings = honoured(self._where, options)
        self._schedule = self._checked_schedule(schedule)
        self._ready: Callable[..., Any] | None = on_trace_ready
        self._session: torch.profiler.profile | None = None
        self._last: torch.profiler.profile | None = None
        self._metadata: dict[str, str] = {}
        self._stages: stage_timing.Stages | None = None
        if self._settings["start_profile"]:
            self.start()

    def _checked_schedule(self, schedule: object) -> Schedule | None:
        if schedule is not None and not isinstance(schedule, Schedule):
            logger.warning(
                "For %s, 'schedule' %r is no schedule(...); reset to None.", self._where, schedule
            )
            return None
        return schedule

    def start(self) -> None:
        """Begin to record; a recorder that runs goes on."""
        if self._session is not None:
            logger.error("For %s, start() was called twice; the recording goes on.", self._where)
            return
        plan = self._schedule
        quiet_without_a_device()
        self._session = torch.profiler.profile(
            activities=torch_activities(self._settings["activities"]),
            schedule=None if plan is None else lambda step: _ACTIONS[plan(step).value],
            on_trace_ready=self._trace_ready,
            record_shapes=self._settings["record_shapes"],
            profile_memory=self._settings["profile_memory"],
            with_stack=self._settings["with_stack"],
        )
        self._session.start()
        if self._settings["data_process"]:
            self._stages = stage_timing.record()
        for key, value in self._metadata.items():
            self._session.add_metadata_json(key, value)
        atexit.register(self.stop)

    def step(self) -> None:
        """Tell the schedule that a step is over."""
        if self._session is None:
            logger.error("For %s, step() needs a recording; call start() first.", self._where)
            return
        if self._schedule is None:
            text = f"{self._where}.step() has no effect without a schedule: every step is recorded."
            once(f"profiler:{self._where}:step", text)
        with warnings.catch_warnings():
            # torch advises an option that would put every recording into the last one's file.
            warnings.filterwarnings("ignore", message=".*Profiler clears events at the end")
            self._session.step()

    def stop(self) -> None:
        """End the recording; `on_trace_ready` gets what was recorded."""
        if self._session is None:
            logger.error("For %s, stop() needs a recording; call start() first.", self._where)
            return
        session, self._session = self._session, None
        atexit.unregister(self.stop)
        self._last = session
        session.stop()
        if self._stages is not None:
            stage_timing.stop(self._stages)

    def _trace_ready(self, session: torch.profiler.profile) -> None:
        self._last = session
        if self._ready is not None:
            self._ready(self)

    def add_metadata(self, key: str, value: str) -> None:
        """Put the text `value` into the trace under `key`."""
        self.add_metadata_json(key, f'"{value}"')

    def add_metadata_json(self, key: str, value: str) -> None:
        """Put a JSON value (as text) into the trace under `key`."""
        if not isinstance(key, str) or not isinstance(value, str):
            logger.warning("For %s, metadata must be str, but got %r: %r.", self._where, key, value)
            return
        self._metadata[key] = value
        if self._session is not None:
            self._session.add_metadata_json(key, value)

    def write(self, folder: Path, name: str = "") -> list[Path]:
        """Write `trace.json` (for chrome://tracing, Perfetto) and `operators.txt` into `folder`.

        With `data_process` also `dataset.txt`: the stages of the data sets, their rows and seconds, and the slowest.
        """
        if self._last is None:
            return []
        folder.mkdir(parents=True, exist_ok=True)
        paths = [folder / f"{name}trace.json", folder / f"{name}operators.txt"]
        self._last.export_chrome_trace(str(paths[0]))
        by = "self_cuda_time_total" if torch.cuda.is_available() else "self_cpu_time_total"
        paths[1].write_text(str(self._last.key_averages().table(sort_by=by, row_limit=200)))
        if self._stages is not None:
            paths.append(folder / f"{name}dataset.txt")
            paths[-1].write_text(self._stages.report())
        return paths


_ACTIONS = {
    0: torch.profiler.ProfilerAction.NONE,
    1: torch.profiler.ProfilerAction.WARMUP,
    2: torch.profiler.ProfilerAction.RECORD,
    3: torch.profiler.ProfilerAction.RECORD_AND_SAVE,
}


class profile(_Recorder):
    """Record what runs, by torch.profiler; use it in a `with` statement or call start() and stop().

    `schedule` (with `step()`) chooses the steps, `on_trace_ready(prof)` gets each recording, for example
    `tensorboard_trace_handler("./data")`. `activities`, `with_stack`, `profile_memory` and `record_shapes` as
    in MindSpore; `data_process` times each stage of the data sets that are first iterated meanwhile, and
    `dataset.txt` names the slowest; `parallel_strategy`, `start_profile`, `hbm_ddr`, `pcie`, `sync_enable` and
    `experimental_config` concern Ascend: they have no effect, which is said once of those that are given.
    """

    def __init__(
        self,
        activities: Sequence[ProfilerActivity] | None = None,
        with_stack: bool = False,
        profile_memory: bool = False,
        data_process: bool = False,
        parallel_strategy: bool = False,
        start_profile: bool = True,
        hbm_ddr: bool = False,
        pcie: bool = False,
        sync_enable: bool = True,
        record_shapes: bool = False,
        schedule: Callable[[int], Any] | None = None,
        on_trace_ready: Callable[..., Any] | None = None,
        experimental_config: _ExperimentalConfig | None = None,
    ):
        options = dict(locals())
        for name in ("self", "schedule", "on_trace_ready", "__class__"):
            options.pop(name, None)
        super().__init__(schedule, on_trace_ready, options)

    def __enter__(self) -> profile:
        if self._session is None:
            self.start()
        return self

    def __exit__(self, *err: object) -> None:
        if self._session is not None:
            self.stop()


class _Settings(TypedDict, total=False):
    """What `Profiler` takes."""

    output_path: str
    activities: Sequence[ProfilerActivity]
    with_stack: bool
    profile_memory: bool
    data_process: bool
    parallel_strategy: bool
    start_profile: bool
    hbm_ddr: bool
    pcie: bool
    sync_enable: bool
    record_shapes: bool
    schedule: Callable[[int], Any] | None
    on_trace_ready: Callable[..., Any] | None
    profiler_level: ProfilerLevel
    aic_metrics: AicoreMetrics
    l2_cache: bool
    mstx: bool
    mstx_domain_include: list[str]
    mstx_domain_exclude: list[str]
    sys_io: bool
    sys_interconnection: bool
    host_sys: list[Any]
    data_simplification: bool
    export_type: list[ExportType]


class Profiler(_Recorder):
    """The older interface: records from its making (unless `start_profile=False`) until `analyse()`,
    which writes `trace.json` and `operators.txt` into `output_path` (default ./data).

    Takes the arguments of `profile`, `output_path`, and those of its config by name.
    """

    def __init__(self, **kwargs: Unpack[_Settings]):
        settings: dict[str, Any] = {**kwargs}
        schedule, ready = settings.pop("schedule", None), settings.pop("on_trace_ready", None)
        super().__init__(schedule, ready, settings)

    def analyse(
        self,
        offline_path: str | None = None,
        pretty: bool = False,
        step_list: list[int] | None = None,
        mode: str = "sync",
    ) -> None:
        """Stop if need be, and write the results; of the arguments only the defaults have a meaning.

        `pretty` and `mode` have no effect, which is said once.
        `offline_path` and `step_list` are refused.
        """
        ignored_arguments = {"pretty": (pretty, False), "mode": (mode, "sync")}
        no_effects("Profiler.analyse", "one file is written, at once", **ignored_arguments)
        for name, value in (("offline_path", offline_path), ("step_list", step_list)):
            if value:
                raise NotImplementedError(
                    f"msacc's Profiler.analyse() writes the whole of its own recording; '{name}' is not "
                    "supported."
                )
        if self._session is not None:
            self.stop()
        folder = Path(self._settings["output_path"])
        for path in self.write(folder, _rank_prefix()):
            logger.info("profiler: wrote %s", path)

    @staticmethod
    def offline_analyse(
        path: str, pretty: bool = False, step_list: object = None, data_simplification: bool = True
    ) -> None:
        """Refused: there is no raw data to analyse later.

        Not looked at: `path`, `pretty`, `step_list` and `data_simplification`.
        """
        raise NotImplementedError(
            "msacc's profiler leaves no raw data: analyse() writes trace.json and operators.txt at once."
        )

    def op_analyse(self, op_name: object, device_id: int | None = None) -> Any:
        """Refused, whatever `op_name` and `device_id` are: the figures by operator are in operators.txt."""
        raise NotImplementedError(
            "msacc has no Profiler.op_analyse(); see operators.txt after analyse()."
        )


def analyse(
    profiler_path: str,
    max_process_number: int = 1,
    pretty: bool = False,
    step_list: list[int] | None = None,
    data_simplification: bool = True,
) -> None:
    """MindSpore's analysis of raw data in the folder `profiler_path`; has no effect, which is said once.

    A recording of msacc is written whole when it ends, and leaves no raw data for a later analysis.
    """
    why = "a recording is written whole when it ends, and leaves nothing to analyse"
    no_effect("analyse", "profiler_path", profiler_path, why)
    no_effects(
        "analyse",
        why,
        max_process_number=(max_process_number, 1),
        pretty=(pretty, False),
        step_list=(step_list, None),
        data_simplification=(data_simplification, True),
    )


def _rank_prefix() -> str:
    rank = os.environ.get("RANK", "")
    return f"rank_{rank}_" if rank else ""


def tensorboard_trace_handler(
    dir_name: str | None = None,
    worker_name: str | None = None,
    analyse_flag: bool = True,
    async_mode: bool = False,
) -> Callable[[Any], None]:
    """A function for `on_trace_ready` that writes one trace per recording into a folder.

    It is `dir_name` (./data), the file `<worker_name>.<time>.pt.trace.json`; with `analyse_flag=False` nothing
    is written. `async_mode` has no effect, which is said once.
    """
    no_effects(
        "tensorboard_trace_handler", "the file is written at once", async_mode=(async_mode, False)
    )

    def handle(recorder: _Recorder) -> None:
        if analyse_flag and recorder._last is not None:
            write = torch.profiler.tensorboard_trace_handler(dir_name or "./data", worker_name)
            write(recorder._last)

    return handle
