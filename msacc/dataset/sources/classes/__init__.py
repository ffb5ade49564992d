"""The public datasets: arguments in MindSpore's order, checked, handed to a reader.

Imports: common, dataset, dataset.sources.readers, mindrecord.
"""
