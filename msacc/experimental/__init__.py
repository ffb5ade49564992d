"""MindSpore's experimental interfaces.

Doors with argument checks.

Imports: common, nn.cell, ops.update.
"""

from msacc.experimental import optim as optim
