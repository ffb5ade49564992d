"""What layers and losses compute.

Chapters over torch tensors; they import `common`, `ops.core`, `ops.math`, `ops.array` and, to normalise over processes,
`ops.comm`.
"""
