"""MindSpore's experimental interfaces."""

from msacc.experimental import optim as optim
