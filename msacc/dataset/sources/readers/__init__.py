"""Rows of files and of memory, by number or in order. They know no public class and check no user's argument.

Imports: common, dataset, dataset.pipeline, mindrecord.
"""
