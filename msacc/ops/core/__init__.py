"""How an op is written: its wrapper, arguments, errors, primitives.

Imports `common` alone; every other room of `ops` may import it.
"""
