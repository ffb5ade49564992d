# Written by `python -m tests.stubs`.
from msacc.nn.layer.conv import *
from msacc.nn.layer.conv import _ConvTranspose as _ConvTranspose
from msacc.nn.layer.conv import _Conv as _Conv
from msacc.nn.layer.conv import _Conv1d as _Conv1d
