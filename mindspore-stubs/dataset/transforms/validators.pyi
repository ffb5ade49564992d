# Written by `python -m tests.stubs`.
from msacc.dataset.transforms.validators import *
from msacc.dataset.transforms.validators import _check as _check
