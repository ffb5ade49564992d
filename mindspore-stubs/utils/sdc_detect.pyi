# Written by `python -m tests.stubs`.
from msacc.utils.sdc_detect import *
