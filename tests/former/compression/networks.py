"""Networks of blocks as scripts of MindSpore 1.x write them: LeNet5, and small ones like MobileNetV2 and ResNet."""

from __future__ import annotations

from typing import Any


def lenet(ms: Any, channel: int = 1, classes: int = 10) -> Any:
    """Of 32 x 32 pixels."""
    nn = ms.nn

    class LeNet5(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.conv1 = nn.Conv2dBnAct(channel, 6, 5, pad_mode="valid", activation="relu")
            self.conv2 = nn.Conv2dBnAct(6, 16, 5, pad_mode="valid", activation="relu")
            self.fc1 = nn.DenseBnAct(16 * 5 * 5, 120, activation="relu")
            self.fc2 = nn.DenseBnAct(120, 84, activation="relu")
            self.fc3 = nn.DenseBnAct(84, classes)
            self.max_pool2d = nn.MaxPool2d(kernel_size=2, stride=2)
            self.flatten = nn.Flatten()

        def construct(self, x: Any) -> Any:
            x = self.max_pool2d(self.conv1(x))
            x = self.max_pool2d(self.conv2(x))
            return self.fc3(self.fc2(self.fc1(self.flatten(x))))

    return LeNet5()


def mobilenet(ms: Any, classes: int = 10) -> Any:
    """An inverted residual block between convolutions."""
    nn, operations = ms.nn, ms.ops.operations

    class InvertedResidual(nn.Cell):
        def __init__(self, size: int, wide: int) -> None:
            super().__init__()
            self.conv = nn.SequentialCell(
                nn.Conv2dBnAct(size, wide, 3, pad_mode="pad", padding=1, group=size, has_bn=True, activation="relu6"),
                nn.Conv2dBnAct(wide, size, 1, pad_mode="pad", padding=0, has_bn=True),
            )  # fmt: skip
            self.add = operations.Add()

        def construct(self, x: Any) -> Any:
            return self.add(x, self.conv(x))

    class MobileNet(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            first = nn.Conv2dBnAct(
                3, 4, 3, stride=2, pad_mode="pad", padding=1, has_bn=True, activation="hswish"
            )
            self.features = nn.SequentialCell([first, InvertedResidual(4, 8)])
            self.mean = operations.ReduceMean(keep_dims=False)
            self.head = nn.SequentialCell(
                [nn.DenseBnAct(4, classes, has_bias=True, has_bn=False, after_fake=False)]
            )

        def construct(self, x: Any) -> Any:
            return self.head(self.mean(self.features(x), (2, 3)))

    return MobileNet()


def resnet(ms: Any, classes: int = 10) -> Any:
    """A basic block with a shortcut; its sum and product are layers that quantize by themselves, or operators."""
    nn, operations = ms.nn, ms.ops.operations

    class Block(nn.Cell):
        def __init__(self, size: int, out: int) -> None:
            super().__init__()
            self.conv1 = nn.Conv2dBnAct(size, out, 3, has_bn=True, activation="relu", has_bias=True)
            self.conv2 = nn.Conv2dBnAct(
                out, out, 3, has_bn=True, activation="leakyrelu", alpha=0.1, momentum=0.9
            )
            self.down = nn.Conv2dBnAct(size, out, 1, has_bn=True, after_fake=False)
            self.add = operations.Add()
            self.gate = operations.Mul()
            self.relu = operations.ReLU()

        def construct(self, x: Any) -> Any:
            y = self.add(self.conv2(self.conv1(x)), self.down(x))
            return self.relu(self.gate(y, y))

    class ResNet(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.layer = Block(3, 4)
            self.layers = nn.CellList([Block(4, 4)])
            self.end = nn.DenseBnAct(4, classes, activation="sigmoid", has_bn=True)

        def construct(self, x: Any) -> Any:
            y = self.layers[0](self.layer(x))
            return self.end(y.mean((2, 3)))

    return ResNet()
