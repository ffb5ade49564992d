"""Gradients of single ops as ops of their own, as MindSpore's gradient primitives give them.

`bindings/primitives/backward.py` makes them primitives.

Imports: common, ops.core, ops.math.
"""
