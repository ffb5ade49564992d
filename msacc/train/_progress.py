"""One progress line on a terminal or in a notebook, below the callbacks' output."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from msacc.communication._groups import GlobalComm
from msacc.communication.management import get_rank
from msacc.train._notebook_progress import NotebookProgress, in_notebook
from msacc.train.callback._builtin_callbacks import built_in
from msacc.train.callback._callback import Callback, RunContext

# mpirun gives each of its processes a terminal of its own making, whose output may well go to a file.
_MPI_VARIABLES = ("OMPI_COMM_WORLD_RANK", "PMI_RANK")
_RANK_VARIABLES = ("RANK", "RANK_ID", "MS_NODE_ID")


def is_enabled() -> bool:
    """Whether to show progress: on the first process of a job only, where stdout is a terminal or a notebook."""
    terminal = getattr(sys.stdout, "isatty", None)  # what stands in for stdout may have none
    shows = (terminal is not None and terminal()) or in_notebook()
    return shows and _is_first_process(os.environ)


def _is_first_process(env: Mapping[str, str]) -> bool:
    if GlobalComm.INITED and get_rank() != 0:
        return False
    return not any(env.get(name) for name in _MPI_VARIABLES) and all(
        env.get(name, "") in ("", "0") for name in _RANK_VARIABLES
    )


class _TerminalProgress:
    """rich's line."""

    def __init__(self, label: str, total: int | None):
        from rich import console, progress  # only a terminal asks for it

        columns = (
            progress.TextColumn("{task.description}"),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            progress.TimeElapsedColumn(),
            progress.TimeRemainingColumn(),
        )
        terminal = console.Console(soft_wrap=True, highlight=False)
        self._progress = progress.Progress(*columns, console=terminal, transient=True)
        self._task = self._progress.add_task(label, total=total)
        self._progress.start()

    def reset(self, label: str) -> None:
        """Begins anew under another label."""
        self._progress.reset(self._task, description=label)

    def advance(self) -> None:
        """One step is done."""
        self._progress.advance(self._task)

    def stop(self) -> None:
        """Takes the line away."""
        self._progress.stop()


@built_in()
class ProgressLine(Callback):
    """Shows epoch, step and time left; removed when the run ends."""

    def __init__(self) -> None:
        super().__init__()
        self._msacc_progress: _TerminalProgress | NotebookProgress | None = None

    def __exit__(self, *err: object) -> None:
        self._msacc_stop()

    def begin(self, run_context: RunContext) -> None:
        """Shows the line; printed lines scroll above it."""
        params = run_context.original_args()
        total = params.batch_num if isinstance(params.batch_num, int) else None
        kind = NotebookProgress if in_notebook() else _TerminalProgress
        self._msacc_progress = kind(params.get("mode", ""), total)

    def epoch_begin(self, run_context: RunContext) -> None:
        """Restarts the line with the epoch's number."""
        params = run_context.original_args()
        label = f"{params.get('mode', '')} epoch {params.get('cur_epoch_num', 1)}"
        if self._msacc_progress is not None:
            self._msacc_progress.reset(label)

    def step_end(self, run_context: RunContext) -> None:
        """Advances by one step."""
        if self._msacc_progress is not None:
            self._msacc_progress.advance()

    def end(self, run_context: RunContext) -> None:
        """Removes the line."""
        self._msacc_stop()

    def _msacc_stop(self) -> None:
        if self._msacc_progress is not None:
            self._msacc_progress.stop()
            self._msacc_progress = None
