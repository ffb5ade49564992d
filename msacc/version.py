"""The version of msacc."""

__version__ = "0.1.0"
