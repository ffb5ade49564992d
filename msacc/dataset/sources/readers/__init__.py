"""Readers of rows in files and memory, by number or in sequence; they do not check the user's arguments.

Imports: common, dataset, dataset.pipeline, mindrecord.
"""
