# Written by `python -m tests.stubs`.
from msacc.nn.layer.transformer import *
from msacc.nn.layer.transformer import _TransformerLayer as _TransformerLayer
