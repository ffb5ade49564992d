"""MindCV's train.py with one recipe, then validate.py, on a small ImageNet folder."""

from __future__ import annotations

import sys
import time
from typing import Any

from laid import arguments, pictures, sums, tell

RECIPES = {
    "plain": (),
    "mixup": ("--mixup", "0.8"),
    "cutmix": ("--cutmix", "1.0", "--cutmix_prob", "0.7"),
    "both": ("--mixup", "0.8", "--cutmix", "1.0"),
    "autoaug": ("--auto_augment", "autoaug"),
    "randaug": ("--auto_augment", "randaug-m7-mstd0.5"),
    "smoothing": ("--label_smoothing", "0.1"),
    "ema": ("--ema", "true", "--ema_decay", "0.9"),
    "accumulate": ("--gradient_accumulation_steps", "2"),
    "clip": ("--clip_grad", "true", "--clip_value", "1.0"),
    "O1": ("--amp_level", "O1"),
    "O2": ("--amp_level", "O2", "--loss_scale", "128"),
    "O3": ("--amp_level", "O3", "--loss_scale", "128"),
}

given = arguments(
    model="resnet18",
    recipe=list(RECIPES),
    mode=["pynative", "graph"],
    epochs=2,
    batch=4,
    size=64,
    shuffle="true",
    distribute="false",
    times="",
)
# No draws but those of the recipe: the whole picture, not mirrored, its colours as they are.
STILL = "{scale: [1.0, 1.0], ratio: [1.0, 1.0], hflip: 0.0, color_jitter: null}"

import mindspore as ms

ms.set_context(
    runtime_num_threads=1
)  # MindSpore's own threads wait for each other where cores are few
rank, processes = 0, 1
if given.distribute == "true":
    from mindspore.communication import get_group_size, get_rank, init

    init()
    rank, processes = get_rank(), get_group_size()

if rank == 0:
    draft = given.data / "draft"
    pictures(draft / "train", classes=5, each=4, suffix="jpg")
    pictures(draft / "val", classes=5, each=2, seed=1, suffix="jpg")
    (given.data / "still.yaml").write_text(STILL)
    draft.rename(given.data / "flowers")
while not (given.data / "flowers").exists():
    time.sleep(0.1)

from mindcv.models.registry import register_model
from mindcv.models.vit import VisionTransformer


@register_model
def vit_small_pieces(pretrained: bool = False, **more: Any) -> VisionTransformer:
    """MindCV's ViT, small."""
    return VisionTransformer(
        image_size=64, patch_size=16, embed_dim=32, depth=2, num_heads=4, **more
    )


import train
import validate

losses: list[float] = []
ends: list[float] = [time.monotonic()]
networks: list[Any] = []
Monitor = train.StateMonitor


class Watched(Monitor):  # type: ignore[misc, valid-type]
    """The project's callback, which keeps every loss."""

    def on_train_step_end(self, run_context: Any) -> Any:
        losses.append(float(self._get_loss_from_cbp(run_context.original_args()).asnumpy()))
        return super().on_train_step_end(run_context)

    def on_train_epoch_end(self, run_context: Any) -> Any:
        ends.append(time.monotonic())
        return super().on_train_epoch_end(run_context)


def created(*args: Any, **named: Any) -> Any:
    networks.append(create(*args, **named))
    for _, cell in networks[-1].cells_and_names():
        if isinstance(cell, ms.nn.Dropout):
            cell.p = 0.0  # the masks are draws of other streams
    return networks[-1]


create, train.create_model = train.create_model, created
train.StateMonitor = Watched
# Batch norms over four pictures make rounding grow a thousandfold in five steps at the usual rates.
rate = "0.01" if given.model == "vit_small_pieces" else "2e-5"
shared = [
    "--model", given.model, "--data_dir", str(given.data / "flowers"), "--dataset", "imagenet",
    "--num_classes", "5", "--batch_size", str(given.batch), "--image_resize", str(given.size),
    "--num_parallel_workers", "1",
    "--mode", "0" if given.mode == "graph" else "1",
]  # fmt: skip
sys.argv = [
    "train.py", "--config", "still.yaml", *shared, "--epoch_size", str(given.epochs), "--opt", "momentum",
    "--lr", rate, "--scheduler", "constant",
    "--weight_decay", "1e-4", "--warmup_epochs", "0", "--dataset_sink_mode", "false", "--log_interval", "5",
    "--distribute", given.distribute, "--shuffle", given.shuffle, *RECIPES[given.recipe],
]  # fmt: skip
train.main()
if processes > 1:  # each has the loss of its own rows
    losses = (ms.ops.AllReduce()(ms.Tensor(losses)) / processes).asnumpy().tolist()
values: dict[str, Any] = {"losses": losses, "sums": sums(networks[0].get_parameters())}

if rank == 0:
    ms.save_checkpoint(networks[0], str(given.data / "kept.ckpt"))
    results: list[Any] = []
    evaluate = validate.Model.eval
    validate.Model.eval = lambda *args, **named: results.append(evaluate(*args, **named))
    sys.argv = [
        "validate.py",
        *shared,
        "--ckpt_path",
        str(given.data / "kept.ckpt"),
        "--device_target",
        "CPU",
    ]
    validate.validate(validate.parse_args())
    values["validated"] = [float(value) for _, value in sorted(results[0].items())]
    if given.times:
        print(
            "seconds of each epoch:",
            [round(b - a, 2) for a, b in zip(ends, ends[1:], strict=False)],
        )
    tell(given.out, **values)
