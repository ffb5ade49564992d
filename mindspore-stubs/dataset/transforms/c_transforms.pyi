# Written by `python -m tests.stubs`.
from msacc.dataset.transforms.c_transforms import *
