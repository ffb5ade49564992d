"""ResNet-18 as in the paper: a 7x7 stem, four stages of two basic blocks."""

from __future__ import annotations

import mindspore as ms
from mindspore import nn


class BasicBlock(nn.Cell):
    """Two 3x3 convolutions beside a shortcut, which is a 1x1 convolution where shapes change."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1):
        super().__init__()
        self.conv1 = convolution(inputs, outputs, 3, stride)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = convolution(outputs, outputs, 3)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.relu = nn.ReLU()
        self.shortcut = None
        if stride != 1 or inputs != outputs:
            self.shortcut = nn.SequentialCell(
                convolution(inputs, outputs, 1, stride), nn.BatchNorm2d(outputs)
            )

    def construct(self, x: ms.Tensor) -> ms.Tensor:
        """(N, inputs, H, W) to (N, outputs, H / stride, W / stride)."""
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        return self.relu(out + (x if self.shortcut is None else self.shortcut(x)))


def convolution(inputs: int, outputs: int, size: int, stride: int = 1) -> nn.Conv2d:
    """A convolution without bias that keeps H / stride."""
    return nn.Conv2d(
        inputs, outputs, size, stride, pad_mode="pad", padding=size // 2, weight_init="he_normal"
    )


class ResNet18(nn.Cell):
    """(N, 3, H, W) to (N, num_classes)."""

    def __init__(self, num_classes: int = 10):
        super().__init__()
        self.stem = nn.SequentialCell(
            convolution(3, 64, 7, 2),
            nn.BatchNorm2d(64),
            nn.ReLU(),
            nn.MaxPool2d(3, 2, pad_mode="pad", padding=1),
        )
        widths = [64, 64, 128, 256, 512]
        stages = [
            nn.SequentialCell(
                BasicBlock(before, width, 1 if before == width else 2), BasicBlock(width, width)
            )
            for before, width in zip(widths, widths[1:], strict=False)
        ]
        self.stages = nn.SequentialCell(*stages)
        self.classify = nn.Dense(512, num_classes)

    def construct(self, x: ms.Tensor) -> ms.Tensor:
        """Logits."""
        return self.classify(self.stages(self.stem(x)).mean((2, 3)))
