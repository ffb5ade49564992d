"""official/cv/SSD: train.py with the configuration ssd300 (MobileNetV2) on four pictures of two kinds."""

import json

import numpy as np
from laid import arguments, tell
from PIL import Image
from training import enter, train

given = arguments(mode=["GRAPH", "PYNATIVE"])
folder = given.checkout / "official/cv/SSD"
coco = given.data / "coco"
(coco / "train2017").mkdir(parents=True)
(coco / "annotations").mkdir()
draws = np.random.RandomState(0)
images, boxes = [], []
for number in range(4):
    picture = draws.randint(0, 90, (120, 160, 3)).astype(np.uint8)
    for kind in (1, 3):
        x, y, w, h = (int(v) for v in draws.randint((5, 5, 40, 40), (60, 50, 90, 60)))
        picture[y : y + h, x : x + w] = 80 * kind
        box = {"id": len(boxes) + 1, "image_id": number, "category_id": kind, "iscrowd": 0}
        boxes.append({**box, "bbox": [x, y, w, h], "area": w * h})
    Image.fromarray(picture).save(coco / f"train2017/{number}.jpg")
    images.append({"id": number, "width": 160, "height": 120, "file_name": f"{number}.jpg"})
kinds = [{"id": 1, "name": "person"}, {"id": 3, "name": "car"}]
(coco / "annotations/instances_train2017.json").write_text(
    json.dumps({"images": images, "annotations": boxes, "categories": kinds})
)
(given.data / "records").mkdir()
options = {
    "device_target": "CPU",
    "data_path": given.data,
    "coco_root": "coco",
    "mindrecord_dir": "records",
    "output_path": given.data / "outputs",
    "batch_size": 2,
    "epoch_size": 2,
    "save_checkpoint_epochs": 2,
    "feature_extractor_base_param": "",
    "pre_trained": "",
}
enter(folder, options)

import mindspore.dataset as ds
import older

older.restore()
if given.mode == "PYNATIVE":  # train.py asks for graphs
    older.without_graphs()
from src import dataset

# MindSpore deals the rows of several files at random: one file.
whole = dataset.FileWriter
dataset.FileWriter = lambda path, count: whole(f"{path}0", 1)
# The model draws crops, flips and colours in threads: they stand still here.
dataset._rand = lambda a=0.0, b=1.0: a + 0.7 * (b - a)
dataset.random_sample_crop = lambda image, found: (image, found)
ds.vision.RandomColorAdjust = lambda **_: ds.vision.Rescale(1.0, 0.0)
tell(given.out, **train(folder))
