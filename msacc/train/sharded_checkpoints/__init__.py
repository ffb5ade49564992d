"""Checkpoints of a running job."""
