"""MindYOLO's detectors with their losses, small, each with a batch to train on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn

Kind = tuple[Any, tuple[Any, ...]]
SIDE, BATCH, CLASSES = 64, 2, 3


class _WithLoss(nn.Cell):
    """The sum that MindYOLO's training step differentiates."""

    def __init__(self, network: Any, loss: Any) -> None:
        super().__init__()
        self.network, self.loss = network, loss

    def construct(self, x: Any, labels: Any) -> Any:
        return self.loss(self.network(x), labels, x)[0]


def _kind(config: str, width: float) -> Kind:
    import mindyolo
    from mindyolo.models import create_loss, create_model
    from mindyolo.utils.config import Config, load_config

    path = Path(mindyolo.__file__).parents[1] / "configs" / config
    args = Config(load_config(str(path))[0])
    args.network.width_multiple, args.network.depth_multiple = width, 0.33
    network = create_model(
        model_name=args.network.model_name,
        model_cfg=args.network,
        num_classes=CLASSES,
        sync_bn=False,
    )
    loss = create_loss(
        **args.loss, anchors=args.network.get("anchors", 1), stride=args.network.stride, nc=CLASSES
    )
    draws = np.random.RandomState(0)
    labels = np.full((BATCH, 8, 6), -1.0, np.float32)
    for i in range(BATCH):
        labels[i, :2] = [[i, 0, 0.4, 0.4, 0.6, 0.5], [i, 2, 0.6, 0.55, 0.5, 0.7]]
    return _WithLoss(network, loss), (
        Tensor(draws.rand(BATCH, 3, SIDE, SIDE).astype(np.float32)),
        Tensor(labels, ms.float32),
    )


def yolov8() -> Kind:
    """Without anchors."""
    return _kind("yolov8/yolov8n.yaml", 0.125)


def yolov5() -> Kind:
    """With anchors."""
    return _kind("yolov5/yolov5n.yaml", 0.125)


def yolov7() -> Kind:
    """With anchors, and labels assigned by the predictions."""
    return _kind("yolov7/yolov7-tiny.yaml", 0.25)
