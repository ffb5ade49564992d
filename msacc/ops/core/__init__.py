"""How an op is written: the skin of Tensors, arguments, primitives.

Imports: common, graph, sharding.
"""
