# Written by `python -m tests.stubs`.
from msacc.train.metrics.bleu_score import *
from msacc.train.metrics.bleu_score import _grams as _grams
