"""The module path that MindSpore keeps lazy_inline under."""

from msacc.graph.jit import lazy_inline as lazy_inline

__all__ = ["lazy_inline"]
