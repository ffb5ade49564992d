"""Utilities: lines of a file by number, boxes drawn on images.

Imports: common.
"""

from msacc.dataset.utils.browse_dataset import imshow_det_bbox as imshow_det_bbox
from msacc.dataset.utils.line_reader import LineReader as LineReader

__all__ = ["LineReader", "imshow_det_bbox"]
