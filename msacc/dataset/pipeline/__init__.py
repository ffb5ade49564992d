"""Pipeline nodes: operators that pass blocks of rows to each other.

Imports: common, dataset, mindspore_homes.
"""
