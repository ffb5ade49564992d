# Written by `python -m tests.stubs`.
from msacc.scipy.fft import *
