"""Sources of rows: `readers` read files and memory, `classes` are the public datasets over them.

Imports `common`, `mindrecord` and the rest of `dataset` except its operators.
"""
