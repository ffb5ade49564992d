"""Rows of refused.py: arguments of primitives that no parity case can exercise."""
