"""Video functions, which are not supported: arguments are checked, and the error names an alternative."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from msacc.common import checks as check
from msacc.common.unsupported_names import refusal_reason
from msacc.dataset.transforms.transforms import PyTensorOperation

if TYPE_CHECKING:
    from msacc.dataset.vision.base import Picture

_WHY = (
    "it decodes with FFmpeg, which MindSpore's wheel holds; decode with PyAV (`av.open`) in a Python "
    "function, or extract the frames as images first"
)


def _refuse(name: str) -> NoReturn:
    raise NotImplementedError(f"vision.{name}: msacc does not decode videos: {_WHY}.")


def _check_file(filename: str, pts_unit: object) -> None:
    check.instance(None, "filename", filename, str)
    if not os.path.exists(filename):
        raise ValueError(f"Invalid file path, {filename} does not exist.")
    if pts_unit not in ("pts", "sec"):
        raise ValueError(f"Not supported pts_unit for {pts_unit}; use 'pts' or 'sec'.")


@refusal_reason(_WHY)
def read_video(
    filename: str, start_pts: float = 0, end_pts: float | None = None, pts_unit: str = "pts"
) -> NoReturn:
    """Refused: NotImplementedError, after TypeError or ValueError for arguments that do not fit.

    `filename`: a str.
    `start_pts`, `end_pts`: numbers.
    `pts_unit`: 'pts' or 'sec'.
    """
    _check_file(filename, pts_unit)
    if end_pts is not None and end_pts < start_pts:
        raise ValueError(
            f"Not supported end_pts for {end_pts}. start_pts = {start_pts}. The end_pts should be >= "
            "start_pts."
        )
    _refuse("read_video")


@refusal_reason(_WHY)
def read_video_timestamps(filename: str, pts_unit: str = "pts") -> NoReturn:
    """Refused: NotImplementedError, after TypeError or ValueError for arguments that do not fit.

    `filename`: a str.
    `pts_unit`: 'pts' or 'sec'.
    """
    _check_file(filename, pts_unit)
    _refuse("read_video_timestamps")


@refusal_reason(_WHY)
class DecodeVideo(PyTensorOperation):
    """Refused when it is applied: NotImplementedError; TypeError for what is no array."""

    def sample(self, x: Picture) -> NoReturn:
        _refuse("DecodeVideo")

    def __call__(self, *input_tensor_list: Any) -> Any:
        for item in input_tensor_list:
            if not isinstance(item, np.ndarray):
                raise TypeError(f"Input should be ndarray, got {type(item)}.")
        _refuse("DecodeVideo")


@refusal_reason(_WHY)
class VideoDecoder:
    """Refused: NotImplementedError, after TypeError for a source that is no path."""

    def __init__(self, source: str) -> None:
        if not isinstance(source, str):
            raise TypeError(f"path: {source} is not string")
        _refuse("VideoDecoder")

    @refusal_reason(_WHY)
    def get_frames_at(self, indices: list[int]) -> NoReturn:
        """Refused, whatever `indices` are: NotImplementedError."""
        _refuse(f"VideoDecoder.get_frames_at({indices!r})")

    @property
    @refusal_reason(_WHY)
    def metadata(self) -> NoReturn:
        """Refused."""
        _refuse("VideoDecoder.metadata")
