"""Loops over images in C, compiled once per installation where a compiler is available.

Without a compiler, or with MSACC_NATIVE=0, numpy implementations run: slower, with the same bits.

Imports: datafiles.
"""
