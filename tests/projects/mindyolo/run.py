"""MindYOLO's train.py, test.py and demo/predict.py, one after the other, on sixteen pictures."""

from __future__ import annotations

import glob
import sys
import time
from typing import Any

import numpy as np
import yaml
from afresh import afresh
from coco import lay
from laid import arguments, sums, tell

given = arguments(
    family=["yolov8", "yolov5", "yolov7"],
    mode=["pynative", "graph"],
    epochs=2,
    level="O0",
    accumulate=1,
)

CONFIGS = {"yolov5": "yolov5n", "yolov7": "yolov7-tiny", "yolov8": "yolov8n"}
# yolov5 and v7 have anchors, and v5 divides by how many boxes each level has: large enough for all levels.
SIDES = {"yolov5": (0.45, 0.8), "yolov7": (0.45, 0.8), "yolov8": (0.2, 0.5)}
SMALL = {"yolov5": 0.125, "yolov7": 0.25, "yolov8": 0.125}


def config() -> str:
    """The family's own settings over small data, without what draws at random."""
    base = given.checkout / "configs" / given.family / f"{CONFIGS[given.family]}.yaml"
    data = lay(given.data / "boxes", SIDES[given.family])
    told = {
        "__BASE__": [str(base)],
        "img_size": 64,
        "per_batch_size": 4,
        "ms_amp_level": given.level,
        "precision_mode": None,
        "log_interval": 3,  # the rate that it prints is one step late: none is there after the last
        "network": {"width_multiple": SMALL[given.family], "depth_multiple": 0.33},
        # Two things MindSpore's CPU build leaves undone (docs/differences.md): Nesterov's momentum, and a momentum
        # that is set between calls of the compiled step.
        "optimizer": {
            "nesterov": False,
            "momentum": 0.8,
            "warmup_momentum": None,
            "lr_init": 5e-4,
            "warmup_bias_lr": 5e-4,
            "warmup_epochs": 1,
            "min_warmup_step": 4,
        },
        "data": {
            "dataset_name": "boxes",
            "train_set": str(data / "train2017.txt"),
            "val_set": str(data / "val2017.txt"),
            "nc": 3,
            "names": ["red", "green", "blue"],
            "num_parallel_workers": 1,
            "train_transforms": [
                {"func_name": "letterbox", "scaleup": True},
                {"func_name": "label_norm", "xyxy2xywh_": True},
                {"func_name": "label_pad", "padding_size": 8, "padding_value": -1},
                {"func_name": "image_norm", "scale": 255.0},
                {"func_name": "image_transpose", "bgr2rgb": True, "hwc2chw": True},
            ],
        },
    }
    place = given.data / f"{CONFIGS[given.family]}.yaml"
    place.write_text(yaml.safe_dump(told))
    return str(place)


def called(name: str, parser: Any, main: Any, settings: str, *more: str) -> None:
    """What the project's script `name` does when started with these arguments."""
    from mindyolo.utils.config import parse_args

    mode = "0" if given.mode == "graph" else "1"
    sys.argv = [name, "--config", settings, "--device_target", "CPU", "--ms_mode", mode, *more]
    main(parse_args(parser()))


settings = config()
import mindspore as ms

ms.set_context(
    runtime_num_threads=1
)  # MindSpore's own threads wait for each other where cores are few
sys.path.insert(0, str(given.checkout / "demo"))

import predict
import test
import train
from mindyolo.utils.trainer_factory import Trainer

losses: list[Any] = []
trained: list[Any] = []
step = Trainer.train_step


def watched(self: Trainer, *args: Any, **named: Any) -> Any:
    told = step(self, *args, **named)
    losses.append(told[0].asnumpy().tolist())
    trained[:] = [self.network, self.ema.ema]
    return told


settled: dict[str, Any] = {}
create_loss = train.create_loss


def weighed(**named: Any) -> Any:
    settled.update(named)
    return create_loss(**named)


Trainer.train_step, train.create_loss = watched, weighed
jit = str(given.mode == "graph")
called(
    "train.py", train.get_parser_train, train.train, settings,
    "--epochs", str(given.epochs), "--ms_jit", jit, "--accumulate", str(given.accumulate),
)  # fmt: skip
network, ema = trained
# It saves beside the training, and its scripts are processes of their own.
while ms.async_ckpt_thread_status():
    time.sleep(0.1)
weights = glob.glob("runs/*/weights/EMA_*.ckpt")
latest = max(weights, key=lambda name: int(name.split("-")[-1].split("_")[0]))

scores: list[Any] = []
tested = test.test
test.test = lambda *args, **named: scores.append(tested(*args, **named))
called("test.py", test.get_parser_test, test.main, settings, "--weight", latest)

boxes: list[Any] = []
kept: list[Any] = []
detect, suppress = predict.detect, predict.non_max_suppression


def detected(**named: Any) -> Any:
    found = detect(**named)
    boxes.append(found)
    return found


def suppressed(*args: Any, **named: Any) -> Any:
    found = suppress(*args, **named)
    kept.append(np.array(found[0]))
    return found


predict.detect, predict.non_max_suppression = detected, suppressed
picture = str(given.data / "boxes/images/val2017/000003.png")
called(
    "predict.py", predict.get_parser_infer, predict.infer, settings,
    "--weight", latest, "--image_path", picture, "--conf_thres", "0.001",
)  # fmt: skip

tell(
    given.out,
    losses=afresh(losses, settled),
    sums=sums(network.get_parameters()),
    ema=sums(ema.get_parameters()),
    map=list(scores[0]),
    scores=kept[0][:5, 4],  # what it prints has five digits
    boxes=np.array(boxes[0]["bbox"][:5]).ravel(),
)
