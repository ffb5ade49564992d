"""What torch logs and warns of while msacc compiles a graph: for the debug log, not for the script's terminal.

Where TORCH_LOGS is set torch's log messages stay as they are.
"""

from __future__ import annotations

import functools
import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import torch

from msacc.common.status import is_compiling
from msacc.common.warn_once import logger
from msacc.graph.execution_state import execution

_TORCH = str(Path(torch.__file__).parent)


@functools.cache
def divert_torch_logs() -> None:
    """Has the handlers of torch's loggers pass on what comes from graphs of msacc's."""
    if os.environ.get("TORCH_LOGS"):
        return
    for name, log in list(logging.root.manager.loggerDict.items()):
        if name.partition(".")[0] == "torch" and isinstance(log, logging.Logger):
            for handler in log.handlers:
                handler.addFilter(_is_not_from_our_graph)


def _is_not_from_our_graph(record: logging.LogRecord) -> bool:
    # A handler may be others' too. The trace that TORCH_TRACE asks for is no message.
    if not record.name.startswith("torch.") or record.name == "torch.__trace":
        return True
    # Inductor's threads know nothing of the thread that compiles.
    if not (execution.now.graph or is_compiling()):
        return True
    logger.debug("%s: %s", record.name, record.getMessage())
    return False


@contextmanager
def diverted_warnings() -> Iterator[None]:
    """Sends warnings about torch's files, by what compiles a graph in the block, to the debug log."""
    with warnings.catch_warnings():
        show = warnings.showwarning

        def log_torchs(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> Any:
            if filename.startswith(_TORCH):
                logger.debug("%s: %s: %s", filename, category.__name__, message)
            else:
                show(message, category, filename, lineno, file, line)

        warnings.showwarning = log_torchs
        yield
