"""Loads the checkpoint that train.py saved, prints its accuracy on the test images, and draws the curve of the loss.

    DATA_PATH=test_images OUTPUT=output python -m msacc evaluate.py

The curve is printed; it is output/loss.png too where matplotlib is installed.
"""

import csv
import os

import mindspore as ms
from mindspore import nn, train
from train import Network, create_dataset

LINES, WIDTH = 11, 50


def accuracy(checkpoint, images):
    network = Network()
    ms.load_param_into_net(network, ms.load_checkpoint(checkpoint))
    model = train.Model(network, nn.CrossEntropyLoss(), metrics={"accuracy"})
    return model.eval(create_dataset(images, 500))["accuracy"]


def read_losses(path):
    with open(path) as file:
        return [(int(row["step"]), float(row["loss"])) for row in csv.DictReader(file)]


def print_curve(losses):
    """A bar for the first step, the last one and those at equal distances between them."""
    last, top = len(losses) - 1, max(loss for _, loss in losses)
    for index in sorted({round(i * last / (LINES - 1)) for i in range(LINES)}):
        step, loss = losses[index]
        print(f"  step {step:5d}  loss {loss:6.3f}  {'#' * max(1, round(WIDTH * loss / top))}")


def draw_curve(losses, path):
    """Writes the picture; False without matplotlib."""
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 3.6))
    axes.plot(*zip(*losses, strict=True))
    axes.set(xlabel="step", ylabel="loss per sample", ylim=(0, None))
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    return True


def main():
    output = os.getenv("OUTPUT", "output")
    checkpoint, picture = os.path.join(output, "mnist.ckpt"), os.path.join(output, "loss.png")
    losses = read_losses(os.path.join(output, "loss.csv"))
    print("loss per sample, the mean over all processes and micro-batches:")
    print_curve(losses)
    drawn = draw_curve(losses, picture)
    print(f"curve: {picture if drawn else os.path.join(output, 'loss.csv')}")
    value = accuracy(checkpoint, os.getenv("DATA_PATH"))
    print(f"checkpoint: {checkpoint}")
    print(f"accuracy of the checkpoint on the test images: {value:.3f}")


if __name__ == "__main__":
    main()
