# Written by `python -m tests.stubs`.
from msacc.dataset.vision.transforms import *
