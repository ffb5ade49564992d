"""Tutorials of mindspore-courses/applications, written for MindSpore 1.x and 2.0."""

from __future__ import annotations

import laying
from shortened import Tutorial

TUTORIALS = {
    "unet": Tutorial(
        "U-Net/U-Net",
        laying.cells,
        ("val",),
        {
            'os.system("pip install ml_collections" )': "",
            # The order of a folder's files is the file system's.
            "glob.glob(": "laid_sorted(",
            "import glob\n": "import glob\nlaid_sorted = lambda where: sorted(glob.glob(where))\n",
            "prob=0.5": "prob=0.0",
            "random.randint(1,1000)": "1",
            "config.imgsize = 224": "config.imgsize = 32",
            "config.batch_size = 4": "config.batch_size = 2",
            "config.epochs = 100": "config.epochs = 2",
            "img_size=224, batch_size=3": "img_size=32, batch_size=2",
        },
        'print("Done!")',
        nets=("net",),
        printed=r"(?:Train loss|Val loss|丨acc|丨丨iou|丨丨dice|丨丨sens|丨丨spec):\s*([\d.]+)",
        root=".",
    ),
    "neural_style": Tutorial(
        "arbitrary_image_stylization/Ais",
        laying.styles,
        rules={
            "default='GPU'": "default='CPU'",
            # Threads of MindSpore's own wait for each other where cores are few.
            "device_id=args.device_id)": "device_id=args.device_id, runtime_num_threads=1)",
            "default=16)": "default=1)",
            "'/data0/imagenet2012/train/'": "'content'",
            "'/data0/dtd/dtd/images/'": "'style'",
            "type=int, default=256": "type=int, default=224",
            "default=100000": "default=3",
            # The products of pictures overflow float16, on MindSpore's side too.
            'feature_map.astype("float16")': "feature_map",
            # Draws: the chances of flips are none, the cut is the middle, colours stay.
            "dataset = create_dataset(args)": "from src.dataset import ais_dataset as made\n"
            "laid_flips = made.transforms.RandomHorizontalFlip\n"
            "made.transforms.RandomHorizontalFlip = lambda prob: laid_flips(0.0)\n"
            "made.transforms.RandomVerticalFlip = lambda prob: laid_flips(0.0)\n"
            "made.transforms.RandomColorAdjust = lambda **_: laid_flips(0.0)\n"
            "made.transforms.RandomCrop = made.transforms.CenterCrop\n"
            "dataset = create_dataset(args)",
            # Checkpoints that would be downloaded.
            "load_param_into_net(loss, load_checkpoint(args.vgg_ckpt))": "laid_losses = []",
            "load_param_into_net(network.style_predict.encoder, load_checkpoint(args.inception_v3_path))": "",
            "    loss += result\n": "    loss += result\n    laid_losses.append(float(result.asnumpy()))\n",
        },
        until="import cv2\n",
        kept={"losses": "laid_losses"},
        older_repeat=True,
        root=".",
    ),
}
