"""Packages of MindSpore 1.x that later releases dropped, for scripts of that time; loaded with their first use.

Written over the public names of msacc alone.

Imports: , _checkparam, common, communication, context, dataset, log, nn, ops.
"""
