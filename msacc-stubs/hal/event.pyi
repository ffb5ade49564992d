# Written by `python -m tests.stubs`.
from msacc.runtime.stream import Event as Event
