"""The public datasets: their arguments in MindSpore's order are checked and passed to a reader.

Imports the readers and argument checks.
"""
