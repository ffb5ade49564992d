"""Streams of work and the events in them, over torch.cuda. On the CPU work is done when its call returns."""

from __future__ import annotations

from typing import Any

import torch

from msacc.common.checks import instance
from msacc.common.deferred_checks import raise_found
from msacc.common.settings import settings
from msacc.common.warn_once import no_effect
from msacc.runtime.device import on_cuda


class Stream:
    """A CUDA stream; on the CPU everything is one stream. TypeError for a `priority` that is no int."""

    def __init__(self, priority: int = 0, **kwargs: Any):
        instance("Stream", "priority", priority, int)
        if priority and not on_cuda():
            no_effect("runtime.Stream", "priority", priority, "the CPU has one stream")
        for name, value in kwargs.items():
            no_effect("runtime.Stream", name, value, "a stream has a priority only")
        self.torch = torch.cuda.Stream(priority=priority) if on_cuda() else None

    @property
    def id(self) -> int:
        """Its number; 0 on the CPU."""
        return 0 if self.torch is None else int(self.torch.stream_id)

    @property
    def device_name(self) -> str:
        """ "CPU" or "GPU"."""
        return "CPU" if self.torch is None else "GPU"

    @property
    def device_id(self) -> int:
        """The number of its device."""
        return 0 if self.torch is None else int(self.torch.device_index)

    def synchronize(self) -> None:
        """Wait until the stream has finished."""
        if self.torch is not None:
            self.torch.synchronize()

    def query(self) -> bool:
        """Whether the stream has finished."""
        return True if self.torch is None else bool(self.torch.query())

    def record_event(self, event: Event | None = None) -> Event:
        """Record `event`, a new one for None, after the work given so far; returns it."""
        target_event = Event() if event is None else an_event("record_event", "event", event)
        target_event.record(self)
        return target_event

    def wait_event(self, event: Event) -> None:
        """Later work of this stream waits for the event."""
        an_event("wait_event", "event", event).wait(self)

    def wait_stream(self, stream: Stream) -> None:
        """Later work of this stream waits for what `stream` was given so far."""
        a_stream("wait_stream", stream)
        if self.torch is not None and stream.torch is not None:
            self.torch.wait_stream(stream.torch)

    def __eq__(self, other: object) -> bool:
        # TypeError for another class, as in MindSpore.
        other_stream: Stream = instance("__eq__", "other", other, Stream)
        return self.torch == other_stream.torch

    def __hash__(self) -> int:
        return hash((self.device_name, self.device_id, self.id))

    def __repr__(self) -> str:
        return f"Stream(device_name={self.device_name}, device_id:{self.device_id}, stream id:{self.id})"


class Event:
    """A mark in a stream, which may be waited for and, with `enable_timing`, measured from.

    `blocking` lets a waiting thread sleep. TypeError for flags that are no bool. Differs from MindSpore: on the CPU
    `runtime.Event`, which has none there, is what `hal.Event` is.
    """

    def __init__(self, enable_timing: bool = False, blocking: bool = False):
        for name, value in (("enable_timing", enable_timing), ("blocking", blocking)):
            instance("Event", name, value, bool)
        self.enable_timing, self.blocking, self.is_recorded = enable_timing, blocking, False
        self.torch = torch.cuda.Event(enable_timing, blocking) if on_cuda() else None

    def record(self, stream: Stream | None = None) -> None:
        """Mark what `stream`, the current one for None, was given so far."""
        target_stream = current_stream() if stream is None else a_stream("record", stream)
        self.is_recorded = True
        if self.torch is not None:
            self.torch.record(target_stream.torch)

    def wait(self, stream: Stream | None = None) -> None:
        """Later work of `stream`, the current one for None, waits for this mark."""
        target_stream = current_stream() if stream is None else a_stream("wait", stream)
        if self.torch is not None:
            self.torch.wait(target_stream.torch)

    def query(self) -> bool:
        """Whether the work before the mark has finished."""
        return True if self.torch is None else bool(self.torch.query())

    def synchronize(self) -> None:
        """Wait until the work before the mark has finished."""
        if self.torch is not None:
            self.torch.synchronize()

    def elapsed_time(self, end_event: Event) -> float:
        """Milliseconds from this mark to `end_event`, another; on the CPU 0.0, as in MindSpore.

        RuntimeError where one of the two has not been recorded.
        """
        an_event("elapsed_time", "end_event", end_event)
        if not (self.is_recorded and end_event.is_recorded):
            raise RuntimeError("For 'elapsed_time', both events must have been recorded.")
        if self.torch is None or end_event.torch is None:
            return 0.0
        return float(self.torch.elapsed_time(end_event.torch))

    def __repr__(self) -> str:
        flags = f"enable_timing={int(self.enable_timing)}, blocking:{int(self.blocking)}"
        return f"Event({flags}, is_created:{int(self.is_recorded)}, event:0)"


def a_stream(where: str, stream: object) -> Stream:
    """The stream; TypeError for anything else."""
    checked_stream: Stream = instance(where, "stream", stream, Stream)
    return checked_stream


def an_event(where: str, name: str, event: Event) -> Event:
    """The event; TypeError for anything else."""
    checked_event: Event = instance(where, name, event, Event)
    return checked_event


class StreamCtx:
    """`with StreamCtx(stream):` queues work on a stream, nowhere else for None.

    `ctx_stream`: a Stream or None (TypeError otherwise).
    """

    def __init__(self, ctx_stream: Stream | None):
        torch_stream = None if ctx_stream is None else a_stream("StreamCtx", ctx_stream).torch
        self._inner = torch.cuda.stream(torch_stream) if torch_stream is not None else None

    def __enter__(self) -> None:
        if self._inner is not None:
            self._inner.__enter__()

    def __exit__(self, *error: object) -> None:
        if self._inner is not None:
            self._inner.__exit__(*error)


def _wrap_stream(stream: Any) -> Stream:
    wrapper = Stream.__new__(Stream)
    wrapper.torch = stream
    return wrapper


def current_stream() -> Stream:
    """The stream in use."""
    return _wrap_stream(torch.cuda.current_stream() if on_cuda() else None)


def default_stream() -> Stream:
    """The device's default stream."""
    return _wrap_stream(torch.cuda.default_stream() if on_cuda() else None)


def communication_stream() -> Stream:
    """The stream that collectives begin in. Differs from MindSpore: the current one, as NCCL keeps its own."""
    return current_stream()


def set_cur_stream(stream: Stream | None) -> None:
    """Use a stream from now on; None changes nothing. TypeError for what is no Stream."""
    torch_stream = None if stream is None else a_stream("set_cur_stream", stream).torch
    if torch_stream is not None:
        torch.cuda.set_stream(torch_stream)


def synchronize() -> None:
    """Wait until the device has finished."""
    if on_cuda():
        torch.cuda.synchronize(settings.device)
        raise_found()
