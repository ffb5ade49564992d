# Written by `python -m tests.stubs`.
from msacc.scipy import fft as fft
from msacc.scipy import linalg as linalg
from msacc.scipy import optimize as optimize
