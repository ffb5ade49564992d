"""How an op is written: the skin of Tensors, arguments, primitives.

Imports `common` alone; every other room of `ops` may import it.
"""
