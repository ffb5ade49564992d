# Written by `python -m tests.stubs`.
import numpy as _numpy
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any
def imshow_det_bbox(image: _numpy.ndarray, bboxes: _numpy.ndarray | None, labels: _numpy.ndarray | None, segm: _numpy.ndarray | None = None, class_names: Sequence[str] | Mapping[int, str] | None = None, score_threshold: float = 0, bbox_color: tuple[int, int, int] = (0, 255, 0), text_color: tuple[int, int, int] = (203, 192, 255), mask_color: tuple[int, int, int] = (128, 0, 128), thickness: int = 2, font_size: float = 0.8, show: bool = True, win_name: str = 'win', wait_time: int = 2000, out_file: str | None = None) -> _numpy.ndarray: ...
