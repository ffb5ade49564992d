"""Flat buckets, pieces and the collectives around a local step.

The inside of a sharded step; imports what `parallel` may, but no class that a user names.
"""
