# Written by `python -m tests.stubs`.
from msacc.dataset.engine.cache_client import *
