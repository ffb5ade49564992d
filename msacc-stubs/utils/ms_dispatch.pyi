# Written by `python -m tests.stubs`.
from msacc.utils import MsDispatchMode as MsDispatchMode
