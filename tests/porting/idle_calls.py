"""Calls that change nothing whatever they are given; the ledger counts their arguments as exercised."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msacc as ms
import msacc.dataset as ds
from msacc import ops, runtime
from msacc.parallel import _cost_model_context
from tests.ledger.row import Row

# (setter of dataset.config, argument): (a value that it speaks of, the values that are no change).
_PIPELINES: dict[tuple[str, str], tuple[Any, str]] = {
    ("auto_num_workers", "enable"): (True, "only True"),
    ("auto_offload", "offload"): (True, "only True"),
    ("autotune_interval", "interval"): (5, "not 0"),
    ("enable_autotune", "enable"): (True, "only True"),
    ("enable_watchdog", "enable"): (False, "only False"),
    ("iterator_mode", "do_copy"): (True, ""),
    ("iterator_mode", "parallel_convert"): (True, ""),
    ("monitor_sampling_interval", "interval"): (5, "not 1000"),
    ("multiprocessing_start_method", "start_method"): ("spawn", ""),
    ("multiprocessing_timeout_interval", "interval"): (5, "not 300"),
    ("numa_enable", "numa_enable"): (True, "only True"),
    ("sending_batches", "batch_num"): (5, "not 0"),
}
VALUES = {
    (f"mindspore.dataset.config.set_{setter}", word): values
    for (setter, word), (_, values) in _PIPELINES.items()
    if values
}


def _set(setter: str, word: str, value: Any) -> Callable[[], None]:
    def call() -> None:
        kept = dict(ds.config._values)
        try:
            getattr(ds.config, f"set_{setter}")(**{word: value})
        finally:
            ds.config._values.update(kept)

    return call


IDLE = (
    *(
        Row(f"mindspore.dataset.config.set_{s}", word, _set(s, word, value), None, "", s)
        for (s, word), (value, _) in _PIPELINES.items()
    ),
    Row("mindspore.sdc_detect_start", "*", ms.sdc_detect_start, None, "", "sdc_detect_start"),
    Row("mindspore.sdc_detect_stop", "*", ms.sdc_detect_stop, None, "", "sdc_detect_stop"),
    Row(
        "mindspore.parallel._cost_model_context._set_multi_subgraphs",
        *("*", _cost_model_context._set_multi_subgraphs, None, "", "multi_subgraph"),
    ),
    Row(
        "mindspore.runtime.launch_blocking",
        *("*", runtime.launch_blocking, None, "", "launch_blocking"),
    ),
    Row(
        "mindspore.ops.Primitive.set_device",
        *("*", lambda: ops.ReLU().set_device("CPU"), None, "", "set_device"),
    ),
)  # fmt: skip
