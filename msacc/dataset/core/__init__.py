"""MindSpore's name for the engine's settings.

Numbers that old scripts import; imports nothing.
"""

from msacc.dataset import config as config
