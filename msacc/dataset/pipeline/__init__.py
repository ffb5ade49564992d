"""Nodes of a pipeline: blocks of rows go from one to the next.

Imports `common` and, of `dataset`, what has no node: errors, rng, config.
"""
