"""Limits of Ascend's cube and vector cores: without effect on other devices."""

from __future__ import annotations

from typing import Any

from msacc.common.unsupported_names import unsupported
from msacc.common.warn_once import no_effect
from msacc.runtime.stream import Stream, a_stream

_CORES = "cube and vector cores are Ascend's"


def set_device_limit(device: int, cube_num: int = -1, vector_num: int = -1) -> None:
    """Accepted; it concerns Ascend only. `device`, `cube_num` and `vector_num` have no effect, which is said once."""
    no_effect("runtime", "set_device_limit", (device, cube_num, vector_num))


def set_stream_limit(stream: Any, cube_num: int = -1, vector_num: int = -1) -> None:
    """Accepted; it concerns Ascend only. `stream`: a Stream (TypeError otherwise).

    `cube_num` and `vector_num` have no effect, which is said once.
    """
    a_stream("set_stream_limit", stream)
    no_effect("runtime", "set_stream_limit", (stream, cube_num, vector_num))


def reset_stream_limit(stream: Any) -> None:
    """Accepted; it concerns Ascend only. `stream`: a Stream (TypeError otherwise)."""
    a_stream("reset_stream_limit", stream)
    no_effect("runtime", "reset_stream_limit", stream)


class StreamLimitCtx:
    """`with StreamLimitCtx(stream, …):` accepted; TypeError for what is no Stream.

    `cube_num` and `vector_num` have no effect, which is said once.
    """

    def __init__(self, stream: Stream, cube_num: int = -1, vector_num: int = -1):
        set_stream_limit(stream, cube_num, vector_num)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        pass


@unsupported(_CORES)
def get_device_limit(device: int) -> dict[str, int]:
    """How many cores a device may use. Not here: raises NotImplementedError."""
    raise NotImplementedError


@unsupported(_CORES)
def get_stream_limit(stream: Stream) -> dict[str, int]:
    """How many cores a stream may use. Not here: raises NotImplementedError."""
    raise NotImplementedError
