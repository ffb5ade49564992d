# Written by `python -m tests.stubs`.
from msacc.dataset.transforms.vision import *
from msacc.dataset.transforms.vision import _refuse as _refuse
