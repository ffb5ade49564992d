# Written by `python -m tests.stubs`.
from msacc.nn.layer.channel_shuffle import *
