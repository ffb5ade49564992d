# Written by `python -m tests.stubs`.
from msacc.dataset.text.utils import *
