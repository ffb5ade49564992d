"""Graph mode by recording: one run of a function on tensors without values, compiled and replayed.

Imports: common, graph, mindspore_homes.
"""
