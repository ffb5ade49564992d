"""What MindSpore 2.10 no longer does and the official models ask for; a module of its own, as graphs read its names."""

import inspect

import mindspore as ms
from mindspore import nn, ops


class Less(nn.Cell):
    """ops.Less as SSD calls it, with a number first."""

    def construct(self, x, y):
        return ops.greater(y, x)


class EmbeddingLookup(nn.EmbeddingLookup):
    """Takes the `vocab_cache_size` of 0 that Wide&Deep gives."""

    def __init__(self, *args, vocab_cache_size=0, **kwargs):
        super().__init__(*args, **kwargs)


def restore():
    """Put them where the models look for them."""
    ops.Less = Less
    if "vocab_cache_size" not in inspect.signature(nn.EmbeddingLookup.__init__).parameters:
        nn.EmbeddingLookup = EmbeddingLookup


def without_graphs():
    """A script that asks for GRAPH_MODE has PYNATIVE_MODE."""
    whole = ms.set_context
    ms.set_context = lambda **given: whole(**{**given, "mode": ms.PYNATIVE_MODE})
