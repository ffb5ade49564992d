# Written by `python -m tests.stubs`.
from msacc.nn.metrics._classification_rates import PositiveRate as PositiveRate
from msacc.nn.metrics.recall import Recall as Recall
