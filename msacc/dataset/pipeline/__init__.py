"""Pipeline nodes: operators that pass blocks of rows to each other.

Imports `common` and the modules of `dataset` that define no node (errors, random numbers, config).
"""
