"""The networks of training_step.py, with the shape of a batch. msacc is imported late: only a side's own checkout has
it.
"""

from __future__ import annotations

from typing import Any


def lenet() -> tuple[Any, Any]:
    """LeNet and 32 images."""
    from msacc import nn

    def conv(inputs: int, outputs: int) -> Any:
        return nn.Conv2d(inputs, outputs, 5, pad_mode="valid", weight_init="he_uniform")

    first = [conv(1, 6), nn.ReLU(), nn.MaxPool2d(2, 2), conv(6, 16), nn.ReLU(), nn.MaxPool2d(2, 2)]
    dense = [nn.Dense(400, 120), nn.ReLU(), nn.Dense(120, 84), nn.ReLU(), nn.Dense(84, 10)]
    return nn.SequentialCell(*first, nn.Flatten(), *dense), (32, 1, 32, 32)


def mlp() -> tuple[Any, Any]:
    """Seven layers, 1.6 million parameters, and 64 rows."""
    from msacc import nn

    layers = [layer for _ in range(6) for layer in (nn.Dense(500, 500), nn.Tanh())]
    return nn.SequentialCell(*layers, nn.Dense(500, 10)), (64, 500)


def transformer() -> tuple[Any, Any]:
    """Four encoder layers 1024 wide, 50 million parameters, and four sequences of eight."""
    from msacc import nn

    layer = nn.TransformerEncoderLayer(1024, 16, 4096, dropout=0.0, batch_first=True)
    head = nn.Dense(8 * 1024, 10)
    return nn.SequentialCell(nn.TransformerEncoder(layer, 4), nn.Flatten(), head), (4, 8, 1024)


MODELS = {"lenet": lenet, "mlp": mlp, "transformer": transformer}
