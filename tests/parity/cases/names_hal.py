"""mindspore.hal and mindspore.runtime on the CPU."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case

_FIGURES = [
    "memory_allocated",
    "memory_reserved",
    "max_memory_allocated",
    "max_memory_reserved",
    "reset_peak_memory_stats",
    "reset_max_memory_allocated",
    "reset_max_memory_reserved",
    "memory_summary",
    "device_count",
    "get_arch_list",
]
_OF_DEVICE = ("get_device_name", "get_device_capability", "get_device_properties")


def _raised(call: Any) -> np.ndarray:
    try:
        call()
    except Exception as error:
        return np.array(type(error).__name__)
    return np.array("")


@case(jit=False)
def devices_and_figures(ms: Any, run: Any) -> Any:
    hal = ms.hal
    (ms.Tensor([1.0]) + 1).asnumpy()
    result = {}
    for name in _FIGURES:
        ask = getattr(hal, name)
        result[name] = np.array(repr(ask()))
        result[f"{name} cpu"] = np.array(repr(ask("CPU")))
        result[f"{name} gpu"] = _raised(lambda ask=ask: ask("GPU"))
        result[f"{name} nowhere"] = _raised(lambda ask=ask: ask(device_target="moon"))
    for name in _OF_DEVICE:
        ask = getattr(hal, name)
        result[name] = np.array([repr(ask(0)), repr(ask(0, "CPU"))])
        result[f"{name} of a name"] = _raised(lambda ask=ask: ask("a"))
        result[f"{name} gpu"] = _raised(lambda ask=ask: ask(0, device_target="GPU"))
    targets = ("CPU", "GPU", "Ascend")
    result["available"] = np.array([hal.is_available(t) for t in targets])
    result["initialized"] = np.array([hal.is_initialized(t) for t in targets])
    result["nowhere"] = _raised(lambda: hal.is_available("moon"))
    result["nothing"] = _raised(lambda: hal.is_initialized(device_target=3))
    return result


@case(jit=False)
def streams(ms: Any, run: Any) -> Any:
    hal = ms.hal
    s = hal.Stream(priority=0)
    with hal.StreamCtx(ctx_stream=s):
        inside = repr(hal.current_stream())
    with hal.StreamCtx(None):
        pass
    return {
        "repr": np.array(
            [repr(s), inside, repr(hal.default_stream()), repr(hal.communication_stream())]
        ),
        "parts": np.array([str(s.id), s.device_name, str(s.device_id)]),
        "equal": np.array([s == hal.Stream(), s.query()]),
        "done": np.array([repr(f()) for f in (s.synchronize, hal.synchronize, hal.empty_cache)]),
        "waits": np.array([repr(s.wait_stream(stream=s)), repr(s.wait_event(event=hal.Event()))]),
        "set": np.array([repr(hal.set_cur_stream(stream=s)), repr(hal.set_cur_stream(None))]),
        "event": np.array([repr(s.record_event()), repr(s.record_event(event=hal.Event(True)))]),
        "equal wrong": _raised(lambda: s == 3),
        "set wrong": _raised(lambda: hal.set_cur_stream(3)),
        "ctx wrong": _raised(lambda: hal.StreamCtx(3)),
        "priority wrong": _raised(lambda: hal.Stream(priority="a")),
        "wait wrong": _raised(lambda: s.wait_stream(3)),
        "wait event wrong": _raised(lambda: s.wait_event(3)),
        "record wrong": _raised(lambda: s.record_event(3)),
    }


@case(jit=False)
def events(ms: Any, run: Any) -> Any:
    hal = ms.hal
    a, b, s = hal.Event(enable_timing=True), hal.Event(True, blocking=True), hal.Stream()
    early = _raised(lambda: a.elapsed_time(b))
    shown = [repr(a), repr(b)]
    a.record(stream=s)
    b.record()
    b.wait(stream=s)
    b.wait()
    b.synchronize()
    return {
        "early": early,
        "shown": np.array([*shown, repr(a)]),
        "time": np.array(a.elapsed_time(end_event=b)),
        "query": np.array(a.query()),
        "timing wrong": _raised(lambda: hal.Event(1)),
        "blocking wrong": _raised(lambda: hal.Event(True, 1)),
        "record wrong": _raised(lambda: a.record(3)),
        "wait wrong": _raised(lambda: a.wait(3)),
        "time wrong": _raised(lambda: a.elapsed_time(3)),
    }


@case(jit=False)
def the_runtime_counts_no_memory_on_a_cpu(ms: Any, run: Any) -> Any:
    stats = ms.runtime.memory_stats()
    return {
        "stats": np.array([f"{k}={stats[k]}" for k in sorted(stats) if k.startswith(("total", "max"))]),
        "keys": np.array(sorted(stats)),
        "table": np.array(ms.runtime.memory_summary()),
        "limits": np.array(
            [str(_raised(lambda: ms.runtime.set_stream_limit(3))),
                str(_raised(lambda: ms.runtime.reset_stream_limit(3))),
             str(_raised(lambda: ms.runtime.StreamLimitCtx(3, 1, 1)))]
        ),
    }  # fmt: skip
