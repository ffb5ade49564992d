"""`mindspore.dataset.core`: MindSpore's module path for the engine's settings.

Numbers that old scripts import, and names of types.

Imports: common, dataset.
"""

from msacc.dataset import config as config
