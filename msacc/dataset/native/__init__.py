"""Loops over images in C, compiled once per installation where a compiler is available.

Without one, or with MSACC_NATIVE=0, the numpy forms run: slower, the same bits.

Imports: datafiles.
"""
