"""The tutorials: where each lies, what is shortened, whose results are noted.

Rules of text change numbers of steps, sizes of networks and of pictures, paths of checkpoints that would be downloaded,
and draws that a seed does not repeat from one library to the next (Dropout, flips, noise). Nothing else.
"""

from __future__ import annotations

import courses
import laying
from shortened import Tutorial

_NOISE = "ms.Tensor(np.random.RandomState(1).randn({}).astype(np.float32))"
_SMALL_VIT = "ViT(embed_dim=48, num_layers=2, num_heads=4, mlp_dim=96)"

TUTORIALS = {
    "quick_start": Tutorial(
        "beginner/quick_start", laying.quick_start, ("train_step",), nets=("model",)
    ),
    "sequence_labeling": Tutorial(
        "nlp/sequence_labeling",
        laying.nothing,
        rules={"steps = 500": "steps = 12"},
        kept={"score": "score.asnumpy()", "length": "[len(p) for p in predict]"},
        nets=("model",),
    ),
    "sentiment_analysis": Tutorial(
        "nlp/sentiment_analysis",
        laying.reviews,
        ("train_step", "evaluate"),
        {
            "num_epochs = 5": "num_epochs = 2",
            "PadEnd([500]": "PadEnd([20]",
            "batch(64": "batch(4",
            "hidden_size = 256": "hidden_size = 16",
            # NumPy 2 makes no number of an array with axes.
            "int(np.round(ops.sigmoid(prediction).asnumpy()))": (
                "int(np.round(ops.sigmoid(prediction).asnumpy()).item())"
            ),
        },
        nets=("model",),
    ),
    "gan": Tutorial(
        "generative/gan",
        laying.gan,
        rules={
            "batch_size = 128": "batch_size = 32",
            "total_epoch = 200": "total_epoch = 2",
            "Generator199": "Generator1",
            "np.random.normal(size=latent_size)": "np.random.RandomState(int(x.sum())).normal(size=latent_size)",
        },
        # The biases before a BatchNorm have gradients of rounding alone, which Adam makes steps of.
        nets=("net_d",),
    ),
    "dcgan": Tutorial(
        "generative/dcgan",
        laying.dcgan,
        rules={
            "num_parallel_workers=4": "num_parallel_workers=1",
            "batch_size = 128": "batch_size = 4",
            "ngf = 64": "ngf = 8",
            "ndf = 64": "ndf = 8",
            "num_epochs = 10": "num_epochs = 2",
            "range(3)": "range(1)",
            "def generator_forward": f"NOISE = {_NOISE.format('batch_size, nz, 1, 1')}\ndef generator_forward",
            "ops.standard_normal((real_imgs.shape[0], nz, 1, 1))": "NOISE[:real_imgs.shape[0]]",
            "ops.standard_normal((batch_size, nz, 1, 1))": "NOISE",
        },
        nets=("generator", "discriminator"),
    ),
    "resnet50": Tutorial(
        "cv/resnet50",
        laying.cifar,
        ("train_step", "evaluate"),
        {
            "batch_size = 256": "batch_size = 10",
            "workers = 4": "workers = 1",
            "data_set.batch(": "data_set.take(20).batch(",
            "num_epochs = 5": "num_epochs = 2",
            "pretrained=True": "pretrained=False",
            "[3, 4, 6, 3]": "[1, 1, 1, 1]",
            'if usage == "train":': "if False:",
            "best_acc = 0\n": "best_acc = -1\n",
        },
    ),
    "transfer_learning": Tutorial(
        "cv/transfer_learning",
        laying.wolves,
        rules={
            "batch_size = 18": "batch_size = 2",
            "workers = 4": "workers = 1",
            "num_epochs = 10": "num_epochs = 1",
            "range(4)": "range(2)",
            "pretrained=True": "pretrained=False",
            "[3, 4, 6, 3]": "[1, 1, 1, 1]",
            'if usage == "train":': "if False:",
            "best_acc = 0\n": "best_acc = -1\n",
            "acc > best_acc": "acc >= best_acc",
        },
        kept={"accuracy": "best_acc"},
        nets=("net_work",),
    ),
    "vit": Tutorial(
        "cv/vit",
        laying.imagenet,
        (),
        {
            "ViT()": _SMALL_VIT,
            "batch_size=16": "batch_size=4",
            "epoch_size = 10": "epoch_size = 3",
            "num_classes = 1000": "num_classes = 10",
            "LossMonitor(125)": "LossMonitor(1)",
            "transforms.RandomCropDecodeResize(size=224,\n                                      scale=(0.08, 1.0),\n"
            "                                      ratio=(0.75, 1.333))": "transforms.Decode(), "
            "transforms.Resize([224, 224])",
            "transforms.RandomHorizontalFlip(prob=0.5),": "",
            "vit_path = download(vit_url, path, replace=True)": "vit_path = path; ms.save_checkpoint(network, path)",
        },
        until="import os\nimport pathlib",
        kept={"metrics": "[result[k] for k in sorted(result)]"},
        nets=("network",),
    ),
    "fcn8s": Tutorial(
        "cv/fcn8s",
        laying.segmentation,
        (),
        {
            "crop_size = 512": "crop_size = 64",
            # MindSpore's CPU build refuses the dynamic one.
            "loss_scale_manager=loss_scale_manager, ": "",
            "num_readers=2": "num_readers=1",
            "num_parallel_calls=4": "num_parallel_calls=1",
            "4, 512, 512": "4, 64, 64",
            "4096": "32",
            "=512": "=32",
            "(512)": "(32)",
            "=256": "=16",
            "(256)": "(16)",
            # A draw of the workers' moves the stream that parameters are drawn from, by as many rows as are read ahead.
            "np.random.uniform(self.min_scale, self.max_scale)": "1.0",
            "min_scale = 0.5": "min_scale = 1.0",
            "max_scale = 2.0": "max_scale = 1.0",
            "np.random.randint(0, out_h - self.crop_size + 1)": "3",
            "np.random.randint(0, out_w - self.crop_size + 1)": "5",
            "np.random.uniform(0.0, 1.0) > 0.5": "image_out.sum() > 0",
            'url = "https://mindspore-website.obs.cn-north-4.myhuaweicloud.com/notebook/datasets/'
            'fcn8s_vgg16_pretrain.ckpt"': "",
            "# 导入vgg16预训练参数": 'mindspore.save_checkpoint(net, "fcn8s_vgg16_pretrain.ckpt")',
            'download(url, "FCN8s.ckpt", replace=True)': 'mindspore.save_checkpoint(net, "FCN8s.ckpt")',
            'download(url, "fcn8s_vgg16_pretrain.ckpt", replace=True)': "",
            "model.eval(dataset_eval)": "result = model.eval(dataset_eval)",
            "ds.config.set_numa_enable(True)": "pass",
        },
        kept={"metrics": "[result[k] for k in sorted(result)]"},
        nets=("net",),
    ),
    "ssd": Tutorial(
        "cv/ssd",
        laying.boxes,
        rules={
            "batch_size=5": "batch_size=2",
            "range(60)": "range(2)",
            "num_epochs=60": "num_epochs=2",
            "nn.Dropout(p=0.5)": "nn.Dropout(p=0.0)",
            "color_adjust_op, normalize_op": "normalize_op",
            "use_multiprocessing=True": "use_multiprocessing=False",
            "image, box = random_sample_crop(image, box)": "",
            "flip = _rand() < .5": "flip = image.sum() % 2 == 0",
            "lr_max=0.05": "lr_max=0.005",
            "[3, 64, 64]": "[3, 8, 8]",
            "[64, 128, 128]": "[8, 16, 16]",
            "[128, 256, 256, 256]": "[16, 16, 16, 16]",
            "[256, 512, 512, 512]": "[16, 32, 32, 32]",
            "[512, 512, 512, 512]": "[32, 32, 32, 32]",
            "in_channels=512, out_channels=1024": "in_channels=32, out_channels=64",
            "in_channels=1024, out_channels=1024": "in_channels=64, out_channels=64",
            "in_channels=1024, out_channels=256": "in_channels=64, out_channels=16",
            "in_channels=256, out_channels=512": "in_channels=16, out_channels=32",
            "in_channels=512, out_channels=128": "in_channels=32, out_channels=8",
            "in_channels=128, out_channels=256": "in_channels=8, out_channels=16",
            "in_channels=256, out_channels=128": "in_channels=16, out_channels=8",
            "[512, 1024, 512, 256, 256, 256]": "[32, 64, 32, 16, 16, 16]",
            "{cat['name']: cat['id'] for cat in cat_ids}": "{name: i for i, name in enumerate(classes)}",
            # MindSpore 2.10 takes no number first.
            "ops.less(0, gt_label)": "ops.greater(gt_label, 0)",
        },
        nets=("network",),
    ),
    "pix2pix": Tutorial(
        "generative/pix2pix",
        laying.pix2pix,
        rules={
            "g_ngf = 64": "g_ngf = 8",
            "d_ndf = 64": "d_ndf = 8",
            "epoch_num = 100": "epoch_num = 1",
            "n_epochs_decay = 100": "n_epochs_decay = 1",
            "range(10)": "range(1)",
            "num_parallel_workers=16": "num_parallel_workers=1",
        },
        nets=("net_generator", "net_discriminator"),
    ),
    "cyclegan": Tutorial(
        "generative/cyclegan",
        laying.cyclegan,
        ("train_step_g", "train_step_d"),
        {
            "output_channel=64": "output_channel=8",
            "n_layers=9": "n_layers=2",
            "epochs = 7": "epochs = 2",
            "./CycleGAN_apple2orange/ckpt/g_a.ckpt": "./train_ckpt_outputs/g_a_0.ckpt",
            "./CycleGAN_apple2orange/ckpt/g_b.ckpt": "./train_ckpt_outputs/g_b_0.ckpt",
            "Resize((256, 256))": "Resize((64, 64))",
        },
        nets=("net_rg_a", "net_rg_b", "net_d_a", "net_d_b"),
    ),
    "diffusion": Tutorial(
        "generative/diffusion",
        laying.diffusion,
        rules={
            "res = ops.standard_normal(x.shape).astype(dtype)": f"res = {_NOISE.format('*x.shape')}",
            "res = ops.standard_normal(shape).astype(dtype)": f"res = {_NOISE.format('*shape')}",
            "t = randint(0, timesteps, (batch_size,), dtype=ms.int32)": "t = Tensor((np.arange(batch_size) "
            "* 7) % timesteps, ms.int32)",
            "timesteps = 200": "timesteps = 8",
            "RandomHorizontalFlip(),\n": "\n",
            "transforms.insert(1, RandomHorizontalFlip())": "",
            "Tensor([40])": "Tensor([4])",
            "[0, 50, 100, 150, 199]": "[0, 3, 7]",
            "figsize=(200, 200)": "figsize=(4, 4)",
            "epochs = 10": "epochs = 2",
            "batch_size=64": "batch_size=2",
            "batch(16": "batch(4",
            "samples[-1][5]": "samples[-1][1]",
            "random_index = 53": "random_index = 1",
            "random_index = 5": "random_index = 1",
            "cpu_count()": "1",
            "dim=image_size": "dim=12",
        },
        kept={"sampled": "[float(np.abs(s).sum()) for s in samples]"},
        nets=("unet_model",),
    ),
} | courses.TUTORIALS
