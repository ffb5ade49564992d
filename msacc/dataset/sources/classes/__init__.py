"""The public datasets: arguments in MindSpore's order, checked, handed to a reader.

Imports the readers and argument readings.
"""
