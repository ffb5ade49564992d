"""`mindspore.compression` of MindSpore 1.x.

Imports: former.quantization.
"""
