"""`mindspore.dataset.core`: MindSpore's module path for the engine's settings.

Constants and type names that old scripts import; imports `common`.
"""

from msacc.dataset import config as config
