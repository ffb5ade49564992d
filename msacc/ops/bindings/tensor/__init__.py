"""The ops as operators and methods of Tensor.

Tables; they import every room of `ops`, and none imports them.
"""
