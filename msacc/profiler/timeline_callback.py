"""StepTimeline: the timeline of one step of Model.train."""

from __future__ import annotations

from pathlib import Path

import torch.distributed as dist

from msacc.common import checks as check
from msacc.common.warn_once import logger
from msacc.profiler.step_recorder import StepRecorder, gathered
from msacc.profiler.step_timeline import Timeline
from msacc.train.callback._builtin_callbacks import built_in
from msacc.train.callback._callback import Callback, RunContext


@built_in()
class StepTimeline(Callback):
    """Records step `step` of a run, counted from 1, with the wait for its batch, and writes its timeline into `path`.

    The first process writes `step_<n>.svg` (the picture), `step_<n>.json` (for chrome://tracing or Perfetto) and
    `step_<n>.txt` (the tables), of all processes, and says so. `timeline` is the `Timeline` on every process then, None
    before. All processes of a job must have the callback. Further as `msacc.profiler.timeline`.

    Raises TypeError for a `step` that is no int and a `path` that is no str or Path, ValueError for a `step` below 1.
    MindSpore has no such callback.
    """

    def __init__(self, step: int = 10, path: str | Path = "timeline") -> None:
        check.integer("StepTimeline", "step", step, 1, check.INT32_MAX)
        check.instance("StepTimeline", "path", path, (str, Path))
        self.step, self.path = step, Path(path)
        self.timeline: Timeline | None = None
        self._msacc_recorder: StepRecorder | None = None

    def on_train_epoch_begin(self, run_context: RunContext) -> None:
        """Begin here where the step is the first of an epoch."""
        self._msacc_begin_before(run_context)

    def on_train_step_end(self, run_context: RunContext) -> None:
        """Begin here where the step comes next; write here where it is over."""
        run = run_context.original_args()
        if self._msacc_recorder is not None and run.cur_step_num == self.step:
            self._msacc_write()
        elif run.batch_num < 1 or run.cur_step_num % run.batch_num:
            self._msacc_begin_before(run_context)

    def on_train_end(self, run_context: RunContext) -> None:
        """Say so where the run had no such step."""
        if self._msacc_recorder is not None:
            self._msacc_recorder.stop()
            self._msacc_recorder = None
        if self.timeline is None:
            last = run_context.original_args().cur_step_num
            logger.warning(
                "StepTimeline: the run ended with step %d, before step %d was recorded; nothing was written.",
                last, self.step,
            )  # fmt: skip

    def _msacc_begin_before(self, run_context: RunContext) -> None:
        run = run_context.original_args()
        if (
            self._msacc_recorder is None
            and self.timeline is None
            and run.cur_step_num == self.step - 1
        ):
            self._msacc_recorder = StepRecorder()
            self._msacc_recorder.start()

    def _msacc_write(self) -> None:
        assert self._msacc_recorder is not None
        own, self._msacc_recorder = self._msacc_recorder.stop(), None
        self.timeline = Timeline()
        self.timeline.lanes = gathered(own)
        if dist.is_available() and dist.is_initialized() and dist.get_rank() > 0:
            return
        self.path.mkdir(parents=True, exist_ok=True)
        name = self.path / f"step_{self.step}"
        self.timeline.svg(name.with_suffix(".svg"))
        self.timeline.chrome_trace(name.with_suffix(".json"))
        name.with_suffix(".txt").write_text(f"{self.timeline}\n", encoding="utf-8")
        print(f"StepTimeline: wrote {name}.svg, .json and .txt", flush=True)
