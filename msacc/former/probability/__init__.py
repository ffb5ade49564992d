"""The half of `mindspore.nn.probability` that MindSpore dropped: Bayesian layers, autoencoders, inference, uncertainty.

Parameters have MindSpore's names, so that checkpoints of that time load.

Imports: , _checkparam, common, log, nn, ops, train.
"""
