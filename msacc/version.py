"""The version of msacc, and that of the MindSpore whose API it mirrors."""

__version__ = "0.1.0"
# What scripts compare `mindspore.__version__` with.
MINDSPORE_VERSION = "2.10.0"
