# Written by `python -m tests.stubs`.
from msacc.experimental.optim.adam import AdamW as AdamW
from msacc.experimental.optim.adam import AdamW as _AdamW
SpeedAdamW = _AdamW
