# Written by `python -m tests.stubs`.
from msacc.dataset.utils.browse_dataset import imshow_det_bbox as imshow_det_bbox
from msacc.dataset.utils.line_reader import LineReader as LineReader
