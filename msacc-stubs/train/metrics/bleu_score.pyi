# Written by `python -m tests.stubs`.
from msacc.nn.metrics.bleu_score import BleuScore as BleuScore
from msacc.nn.metrics.bleu_score import _grams as _grams
from msacc.nn.metrics.metric import Metric as Metric
from msacc.nn.metrics.metric import rearrange_inputs as rearrange_inputs
