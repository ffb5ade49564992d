"""MindSpore's experimental interfaces.

Doors with argument checks; imports `common`, `ops` and `nn`.
"""

from msacc.experimental import optim as optim
