# Written by `python -m tests.stubs`.
from msacc.dataset.vision.c_transforms import *
