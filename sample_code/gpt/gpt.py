"""A GPT of about 10 million parameters: stages of a pipeline, and the strategies of its operators.

`data` processes of a stage share its batch, `parts` share each head's, hidden unit's and character's work: products
are cut by outputs, then by what they sum over, so that a block sends two messages forward.
"""

import mindspore as ms
import numpy as np
from experts import Experts
from mindspore import Parameter, Tensor, nn, ops
from mindspore.common.initializer import Normal, initializer


class Attention(nn.Cell):
    def __init__(self, size, heads, length, data, parts):
        super().__init__()
        self.heads, self.length, self.width = heads, length, size // heads
        self.query, self.key, self.value = (dense(size, size, data, parts) for _ in range(3))
        self.merge = dense_back(size, size, data, parts)
        self.score = ops.BatchMatMul(transpose_b=True).shard(
            ((data, parts, 1, 1), (data, parts, 1, 1))
        )
        self.weigh = ops.BatchMatMul().shard(((data, parts, 1, 1), (data, parts, 1, 1)))
        self.softmax = ops.Softmax(-1).shard(((data, parts, 1, 1),))
        self.mask = Tensor(np.triu(np.full((length, length), -1e4, np.float32), 1))

    def split(self, x):
        return x.reshape(-1, self.length, self.heads, self.width).transpose(0, 2, 1, 3)

    def construct(self, x):
        query, key, value = (
            self.split(self.query(x)),
            self.split(self.key(x)),
            self.split(self.value(x)),
        )
        weights = self.softmax(self.score(query, key) * self.width**-0.5 + self.mask)
        mixed = self.weigh(weights, value).transpose(0, 2, 1, 3)
        return self.merge(mixed.reshape(-1, self.heads * self.width))


class LongAttention(nn.Cell):
    """Rows are positions, then texts; `data` processes share the positions of all."""

    def __init__(self, size, heads, length, data, parts):
        super().__init__()
        self.size, self.length = size, length
        self.query, self.key, self.value = (dense(size, size, data, parts) for _ in range(3))
        self.merge = dense_back(size, size, data, parts)
        self.attend = ops.FlashAttentionScore(
            heads, scale_value=(size // heads) ** -0.5, input_layout="SBH", sparse_mode=2
        )
        self.attend.shard(((data, 1, parts), (1, 1, parts), (1, 1, parts), (1, 1)))
        # Later characters are hidden; of this mode's mask MindSpore reads no more than these.
        self.mask = Tensor(np.triu(np.ones((2048, 2048), np.uint8), 1))

    def split(self, x):
        return x.reshape(self.length, -1, self.size)

    def construct(self, x):
        query, key, value = (self.split(layer(x)) for layer in (self.query, self.key, self.value))
        mixed = self.attend(query, key, value, None, None, None, self.mask)[3]
        return self.merge(mixed.reshape(-1, self.size))


class Block(nn.Cell):
    def __init__(self, size, heads, length, data, parts, long, experts):
        super().__init__()
        self.norm1, self.norm2 = norm(size, data), norm(size, data)
        attention = LongAttention if long else Attention
        self.attention = attention(size, heads, length, data, parts)
        forward = Experts(size, 2 * size, data) if experts else FeedForward(size, data, parts)
        self.forward = forward

    def construct(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.forward(self.norm2(x))


class FeedForward(nn.Cell):
    def __init__(self, size, data, parts):
        super().__init__()
        self.up = dense(size, 4 * size, data, parts)
        self.gelu = ops.GeLU().shard(((data, parts),))
        self.down = dense_back(4 * size, size, data, parts)

    def construct(self, x):
        return self.down(self.gelu(self.up(x)))


class Embedding(nn.Cell):
    def __init__(self, characters, size, length, data, parts):
        super().__init__()
        self.size = size
        self.table = Parameter(initializer(Normal(0.5), (characters, size)), name="table")
        self.places = Parameter(initializer(Normal(0.1), (length, size)), name="places")
        self.gather = ops.Gather().shard(((parts, 1), (data, 1)))

    def construct(self, text):
        return (self.gather(self.table, text, 0) + self.places).reshape(-1, self.size)


class LongEmbedding(Embedding):
    """Positions come first, so that it is these that `data` processes share."""

    def construct(self, text):
        x = self.gather(self.table, text.T, 0)
        return (x + self.places.expand_dims(1)).reshape(-1, self.size)


class Head(nn.Cell):
    def __init__(self, size, characters, data, parts):
        super().__init__()
        self.norm, self.logits = norm(size, data), dense(size, characters, data, parts)

    def construct(self, x):
        return self.logits(self.norm(x))


class Gpt(nn.Cell):
    """Called with texts (batch, length) of int32 it gives logits (batch * length, characters).

    With `long` they are (length * batch, characters), and `data` processes share the positions of each text. With
    `folded` each stage has two chunks of the blocks, there and back, and the first stage the loss too. With `experts`
    every second block has experts, which `data` processes share.
    """

    def __init__(
        self,
        characters,
        length,
        size=384,
        heads=6,
        blocks=6,
        stages=1,
        data=1,
        parts=1,
        long=False,
        folded=False,
        experts=False,
    ):
        super().__init__()
        embedding = LongEmbedding if long else Embedding
        self.embedding = embedding(characters, size, length, data, parts)
        self.blocks = nn.CellList(
            [
                Block(size, heads, length, data, parts, long, experts and i % 2 == 1)
                for i in range(blocks)
            ]
        )
        self.head = Head(size, characters, data, parts)
        self.embedding.pipeline_stage = 0
        for i, block in enumerate(self.blocks):
            chunk = i * stages * (1 + folded) // blocks
            block.pipeline_stage = min(chunk, 2 * stages - 1 - chunk)
            if folded:
                block.pipeline_segment = chunk // stages
        self.head.pipeline_stage = 0 if folded else stages - 1

    def construct(self, text):
        x = self.embedding(text)
        for block in self.blocks:
            x = block(x)
        return self.head(x)


class Loss(nn.Cell):
    """The mean cross entropy of the next characters; `long` as the network's."""

    def __init__(self, long=False):
        super().__init__()
        self.cross_entropy, self.long = nn.CrossEntropyLoss(), long

    def construct(self, logits, following):
        following = following.T if self.long else following
        return self.cross_entropy(logits, following.reshape(-1))


def dense(inputs, outputs, data, parts):
    """Cut by its outputs."""
    layer = nn.Dense(inputs, outputs, weight_init=Normal(0.02), dtype=ms.float32)
    layer.matmul.shard(((data, 1), (parts, 1)))
    layer.bias_add.shard(((data, parts), (parts,)))
    return layer


def dense_back(inputs, outputs, data, parts):
    """Cut by its inputs; what the parts find is summed. It adds little to the characters at first."""
    layer = nn.Dense(inputs, outputs, weight_init=Normal(0.006), dtype=ms.float32)
    layer.matmul.shard(((data, parts), (1, parts)))
    layer.bias_add.shard(((data, 1), (1,)))
    return layer


def norm(size, data):
    layer = nn.LayerNorm((size,))
    layer.layer_norm.shard(((data, 1), (1,), (1,)))
    return layer
