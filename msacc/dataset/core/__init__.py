"""`mindspore.dataset.core`: MindSpore's module path for the engine's settings.

Constants and type names that old scripts import.

Imports: common, dataset.
"""

from msacc.dataset import config as config
