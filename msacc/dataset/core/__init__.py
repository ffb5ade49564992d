"""MindSpore's name for the engine's settings."""

from msacc.dataset import config as config
