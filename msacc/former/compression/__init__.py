"""`mindspore.compression` of MindSpore 1.1 to 1.10 and `mindspore.train.quant` of 1.0: quantization-aware training.

The layers that quantize are those of `mindspore.nn.layer.quant`.

Imports: nothing of msacc.
"""
