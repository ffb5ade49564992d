"""Tables that open the chapters as Primitives and as methods of Tensor. Nothing is computed here.

Imports every other room of `ops`; none of them imports it.
"""
