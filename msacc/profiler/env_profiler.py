"""EnvProfiler: profiles a whole run when MS_PROFILER_OPTIONS is set."""

from __future__ import annotations

import atexit
import json
import os
from typing import Any

from msacc.common.warn_once import logger
from msacc.profiler.config import HONOURED, ProfilerActivity
from msacc.profiler.profiler import Profiler

VARIABLE = "MS_PROFILER_OPTIONS"


class EnvProfiler:
    """Reads the JSON object in MS_PROFILER_OPTIONS; `{"start": true, "output_path": "..."}` starts a
    Profiler whose results are written when Python ends."""

    profiler: Profiler | None = None

    def init_profiler(self) -> None:
        """Start the profiler if the variable asks for one."""
        options = self._options()
        if not options.get("start") or EnvProfiler.profiler is not None:
            return
        known: dict[str, Any] = {k: v for k, v in options.items() if k in HONOURED}
        if isinstance(known.get("activities"), list):
            named = {activity.value: activity for activity in ProfilerActivity}
            known["activities"] = [named[a] for a in known["activities"] if a in named]
        EnvProfiler.profiler = Profiler(**known)
        atexit.register(self.analyse)

    @staticmethod
    def _options() -> dict[str, Any]:
        text = os.environ.get(VARIABLE)
        if not text:
            return {}
        try:
            options = json.loads(text)
        except ValueError as error:
            logger.error("%s is no JSON (%s): %r. Nothing is profiled.", VARIABLE, error, text)
            return {}
        return options if isinstance(options, dict) else {}

    def analyse(self) -> None:
        """Stop, and write the results."""
        profiler, EnvProfiler.profiler = EnvProfiler.profiler, None
        atexit.unregister(self.analyse)
        if profiler is not None:
            profiler.analyse()


def act() -> None:
    """What MS_PROFILER_OPTIONS, which is set, asks for."""
    EnvProfiler().init_profiler()
