"""Flat buckets, pieces and the collectives around a local step."""
