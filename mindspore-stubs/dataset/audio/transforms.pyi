# Written by `python -m tests.stubs`.
from msacc.dataset.audio.transforms import *
