"""msrun: starts, monitors and ends the processes of a job.

Starts processes and knows no network.

Imports: alias, common, communication, graph.
"""
