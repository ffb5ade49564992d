# Written by `python -m tests.stubs`.
from msacc.dataset.transforms.transforms import *
from msacc.dataset.transforms.transforms import _CombinedTransform as _CombinedTransform
