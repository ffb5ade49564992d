"""ResNet-18 on CIFAR-10, updated every fourth batch only.

    bash run.sh                                one process, then two
    python -m msacc train.py --data_path DIR   one process

Prints the first parameter's first element after each iteration, and checks that only the last of each
window changes it. The pictures are CIFAR-10's binary files in --data_path (default: the folder DATA_PATH); run.sh
finds or draws them.
"""

from __future__ import annotations

import argparse
import os
from contextlib import nullcontext

import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.communication import get_group_size, get_rank, init
from mindspore.dataset import transforms, vision
from mindspore.parallel.auto_parallel import AutoParallel
from resnet import ResNet18

GRADIENT_ACCUMULATION = 4
MEAN, STD = [0.4914, 0.4822, 0.4465], [0.2023, 0.1994, 0.2010]


def create_dataset(folder: str, batch_size: int, rank: int, ranks: int) -> ds.Dataset:
    """Batches of (images (N, 3, 32, 32) float32, labels (N,) int32), each process its own part."""
    data = ds.Cifar10Dataset(folder, usage="train", shuffle=True, num_shards=ranks, shard_id=rank)
    augment = [
        vision.RandomCrop(32, padding=4),
        vision.RandomHorizontalFlip(),
        vision.ToTensor(),
        vision.Normalize(MEAN, STD, is_hwc=False),
    ]
    data = data.map(augment, input_columns="image")
    data = data.map(transforms.TypeCast(ms.int32), input_columns="label")
    return data.batch(batch_size, drop_remainder=True)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--iterations", type=int, default=8)
    parser.add_argument("--batch_size", type=int, default=16)
    parser.add_argument(
        "--data_path", default=os.environ.get("DATA_PATH", "./cifar-10-batches-bin")
    )
    parser.add_argument("--hsdp", action="store_true", help="shard parameters over the processes")
    return parser.parse_args()


def main() -> None:
    args = parse()
    rank, ranks = 0, 1
    if "RANK_ID" in os.environ or "RANK" in os.environ:
        init()
        rank, ranks = get_rank(), get_group_size()
    ms.set_seed(1)
    model = ResNet18(10)
    net = AutoParallel(nn.WithLossCell(model, nn.CrossEntropyLoss()))
    if args.hsdp:
        net.hsdp()
    optimizer = nn.Momentum(model.trainable_params(), 0.1, 0.9, weight_decay=5e-4)
    step = ms.Model(net, optimizer=optimizer).train_network
    data = create_dataset(args.data_path, args.batch_size, rank, ranks)
    first = model.trainable_params()[0]

    seen = [float(first.asnumpy().reshape(-1)[0])]
    for idx, (image, label) in enumerate(data.create_tuple_iterator(num_epochs=1)):
        last_of_window = (idx + 1) % GRADIENT_ACCUMULATION == 0
        # Without synchronisation the step only adds to the gradient sums; the last one of the window
        # reduces them over the processes, takes their mean and updates.
        with nullcontext() if last_of_window else net.no_sync():
            loss = step(image, label)
        seen.append(float(first.asnumpy().reshape(-1)[0]))
        if rank == 0:
            print(f"iteration {idx} - loss: {float(loss):.4f} - value: {seen[-1]:.8f}")
        changed = seen[-1] != seen[-2]
        if changed != last_of_window:
            raise AssertionError(f"iteration {idx}: the parameter changed: {changed}")
        if idx + 1 == args.iterations:
            break
    if rank == 0:
        print(f"The parameter changed only in every {GRADIENT_ACCUMULATION}th iteration.")


if __name__ == "__main__":
    main()
