"""Sources of rows: `readers` read files and memory, `classes` are the public datasets over them.

Imports: common, dataset, dataset.pipeline, mindrecord.
"""
