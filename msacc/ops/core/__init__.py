"""How an op is written: its wrapper, arguments, errors, primitives.

Imports: common, graph, mindspore_homes, sharding.
"""
