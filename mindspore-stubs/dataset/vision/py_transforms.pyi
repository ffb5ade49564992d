# Written by `python -m tests.stubs`.
from msacc.dataset.vision.py_transforms import *
