"""Files of weights from MindSpore to torch and back: `python -m msacc weights`.

Imports: common, interop, train.
"""
