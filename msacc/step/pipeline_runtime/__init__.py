"""A network over the processes of a pipeline: captured once, cut by stage, run by torch's schedules.

Imports what `step` may.
"""
