"""A folder on the path of processes that multiprocessing spawns: its `mindspore` sets the alias up there.

Imports: alias.
"""
