# Written by `python -m tests.stubs`.
from msacc.train.metrics.cosine_similarity import *
