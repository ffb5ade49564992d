# Written by `python -m tests.stubs`.
from msacc.mint.optim.adam import Adam as Adam
from msacc.mint.optim.adam import AdamW as AdamW
from msacc.mint.optim.adam import FusedAdamW as FusedAdamW
from msacc.mint.optim.sgd import SGD as SGD
