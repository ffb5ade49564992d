# Written by `python -m tests.stubs`.
from msacc.dataset.cache import DatasetCache as DatasetCache
