"""Gradients of single ops as ops of their own, as MindSpore's gradient primitives give them.

May import every chapter of ops but the doors. `doors/primitives/backward.py` opens them.
"""
