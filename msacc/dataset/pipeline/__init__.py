"""Nodes of a pipeline: blocks of rows go from one to the next.

Imports: common, dataset, dataset.native.
"""
