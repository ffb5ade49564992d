# Written by `python -m tests.stubs`.
from msacc.dataset.text.transforms import *
