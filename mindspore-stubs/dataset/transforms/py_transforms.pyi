# Written by `python -m tests.stubs`.
from msacc.dataset.transforms.py_transforms import *
