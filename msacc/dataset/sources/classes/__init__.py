"""The public datasets: their arguments in MindSpore's order are checked and passed to a reader.

Imports: common, dataset, dataset.sources.readers, mindrecord.
"""
