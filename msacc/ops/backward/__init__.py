"""Gradients of single ops as ops, with the signatures of MindSpore's gradient primitives.

`bindings/primitives/backward.py` makes them primitives.

Imports: common, ops.core, ops.math.
"""
