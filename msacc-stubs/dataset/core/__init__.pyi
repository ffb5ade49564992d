# Written by `python -m tests.stubs`.
from msacc.dataset import config as config
