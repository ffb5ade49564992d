"""msrun: starts, monitors and ends the processes of a job.

Starts processes and knows no network; imports `common`, `communication`, `graph` (to load the compiler once) and
`alias`.
"""
