"""Small files in the layouts of public sets of scenes, faces and signs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from tests.dataset.layouts import pattern, picture


def caltech256(folder: Path) -> None:
    for k, name in enumerate(("002.flag", "001.cup", "010.ant")):
        for i in range(2):
            picture(folder / name / f"{name[:3]}_{2 - i:04}.jpg", 3 + i, seed=i + k)
    (folder / "002.flag/notes.txt").write_text("no image")
    (folder / "empty").mkdir()


_ROADS = {
    "train": ("bonn", "aachen"),
    "test": ("berlin",),
    "val": ("ulm",),
    "train_extra": ("ulm",),
}


def cityscapes(folder: Path) -> None:
    for k, (part, cities) in enumerate(_ROADS.items()):
        for j, city in enumerate(cities):
            for i in range(2):
                stem = f"{part}/{city}/{city}_{1 - i:06}"
                picture(folder / f"leftImg8bit/{stem}_leftImg8bit.png", 3 + i, 4 + j, seed=i + k)
                for mode in ("gtFine", "gtCoarse"):
                    for task in ("color", "instanceIds", "labelIds"):
                        path = folder / f"{mode}/{stem}_{mode}_{task}.png"
                        picture(path, 3 + i, 4 + j, seed=9 * i + len(mode + task))
                    text = f'{{"imgHeight": {i},\n "objects": ["{city}"]}}'
                    (folder / f"{mode}/{stem}_{mode}_polygons.json").write_text(text)


def div2k(folder: Path) -> None:
    for part, first in (("train", 1), ("valid", 801)):
        for i in (first + 1, first):
            name = f"{i:04}"
            picture(folder / f"DIV2K_{part}_HR/{name}.png", 4 + i % 2, seed=i)
            for down in ("bicubic", "unknown"):
                for scale in (2, 3, 4):
                    path = f"DIV2K_{part}_LR_{down}/X{scale}/{name}x{scale}.png"
                    picture(folder / path, 2, seed=i + scale + len(down))
            for down in ("mild", "difficult", "wild"):
                path = f"DIV2K_{part}_LR_{down}/{name}x4{down[0]}.png"
                picture(folder / path, 2, seed=i + len(down))
            picture(folder / f"DIV2K_{part}_LR_x8/{name}x8.png", 2, seed=i + 8)


def flickr(folder: Path) -> None:
    for i in range(3):
        picture(folder / f"images/{i}.jpg", 3 + i, seed=i)
    lines = [f"{i}.jpg#{k}\tPicture {i}, line {k} é ." for i in (2, 0) for k in range(5)]
    (folder / "good.token").write_text("\n".join(lines))
    (folder / "few.token").write_text("\n".join(lines[:3]))
    (folder / "gone.token").write_text("\n".join(f"z.jpg#{k}\tx" for k in range(5)))
    (folder / "bad.token").write_text("a.jpg no tab\n")
    (folder / "text.token").write_text("\n".join(f"a.txt#{k}\tx" for k in range(5)))


def kitti(folder: Path) -> None:
    marks = "0.5 1 -1.5 1 2 3.25 4 5 6 7 8 9 10 0.01"
    names = {2: ["Van", "Car"], 0: ["Tram", "DontCare", "Zebra"], 1: ["Car"]}
    for i, kinds in names.items():
        picture(folder / f"data_object_image_2/training/image_2/{i:06}.png", 3 + i, seed=i)
        picture(folder / f"data_object_image_2/testing/image_2/{i:06}.png", 3 + i, seed=i + 5)
        labels = folder / f"data_object_label_2/training/label_2/{i:06}.txt"
        labels.parent.mkdir(parents=True, exist_ok=True)
        labels.write_text("\n".join(f"{kind} {marks}" for kind in kinds))


def lfw(folder: Path) -> None:
    people = {"Zoe_A": 3, "Bob": 2, "Ann_B_C": 1}
    for k, kind in enumerate(("lfw", "lfw_funneled", "lfw-deepfunneled")):
        for j, (name, count) in enumerate(people.items()):
            for i in range(1, 1 + count):
                picture(folder / kind / name / f"{name}_{i:04}.jpg", 3 + i, 3 + j, seed=i + k)
    texts = {
        "lfw-names.txt": "Ann_B_C\t1\nZoe_A\t3\nBob\t2\n",
        "people.txt": "2\n2\nZoe_A\t3\nAnn_B_C\t1\n1\nBob\t2\n",
        "peopleDevTrain.txt": "2\nZoe_A\t2\nBob\t1\n",
        "peopleDevTest.txt": "1\nAnn_B_C\t1\n",
        "pairs.txt": "2\t1\nZoe_A\t1\t3\nBob\t1\tAnn_B_C\t1\nBob\t2\t1\nBob\t1\tZoe_A\t2\n",
        "pairsDevTrain.txt": "1\nZoe_A\t2\t1\nBob\t1\tZoe_A\t3\n",
        "pairsDevTest.txt": "1\nBob\t1\t2\nZoe_A\t1\tAnn_B_C\t1\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)


def lsun(folder: Path) -> None:
    for k, kind in enumerate(("kitchen", "bedroom", "tower")):
        for part in ("train", "val"):
            for i in range(2):
                picture(folder / f"{kind}_{part}/{1 - i}.jpg", 3 + i, 3 + len(part), seed=i + k)
    for i in range(3):
        picture(folder / f"test/{i}.jpg", 6 + i, seed=i + 7)
    (folder / "notes").mkdir()


def omniglot(folder: Path) -> None:
    for k, part in enumerate(("background", "evaluation")):
        for j, sign in enumerate(("Zulu/character02", "Zulu/character01", "Alpha/character07")):
            for i in range(2):
                picture(folder / f"images_{part}/{sign}/{2 - i}.png", 3 + i, 3 + k, seed=j)


def photo_tour(folder: Path) -> None:
    home = folder / "liberty"
    home.mkdir()
    for k in range(2):
        cells = (np.arange(256).reshape(16, 16) + 3 * k).astype(np.uint8)
        pixels = np.repeat(np.repeat(cells, 64, 0), 64, 1)
        pixels[::64, ::64] = 255 - cells
        Image.fromarray(pixels).save(home / f"patches{k:04}.bmp", format="BMP")
    (home / "info.txt").write_text("".join(f"{i // 3} 0\n" for i in range(258)))
    rows = [(0, 5, 2, 5), (1, 7, 257, 9), (256, 1, 3, 1)]
    text = "".join(f"{a} {x} 0 {b} {y} 0 0\n" for a, x, b, y in rows)
    (home / "m50_100000_100000_0.txt").write_text(text)


def places365(folder: Path) -> None:
    (folder / "categories_places365.txt").write_text("/a/barn 0\n/a/attic 1\n/b/bay/in 2\n")
    pictures = ["a/attic/2.jpg", "b/bay/in/1.jpg", "a/barn/3.jpg"]
    homes = ["val_large", "val_256", "data_large_standard", "data_256_standard"]
    for k, home in enumerate([*homes, "data_large_challenge", "data_256_challenge"]):
        for i, path in enumerate(pictures):
            picture(folder / home / path, 3 + i, 3 + k, seed=i)
    labels = "".join(f"/{path} {n}\n" for path, n in zip(pictures, (1, 2, 0), strict=True))
    for name in ("val", "train_standard", "train_challenge"):
        (folder / f"places365_{name}.txt").write_text(labels)


def rendered(folder: Path) -> None:
    for part in ("train", "test", "valid"):
        for kind in ("positive", "negative"):
            for i in range(2):
                path = folder / part / kind / f"{2 - i:04}.png"
                picture(path, 3 + i, len(part), seed=i + len(kind))


def borders(folder: Path) -> None:
    from scipy.io import savemat
    from scipy.sparse import csc_matrix

    (folder / "cls").mkdir()
    for i in range(3):
        picture(folder / f"img/{i}.jpg", 4 + i, seed=i)
        marks = pattern(4 + i, 5, seed=i) % 21
        edges = np.empty((20, 1), object)
        for k in range(20):
            edges[k, 0] = csc_matrix((marks == k + 1).astype(np.uint8))
        savemat(folder / f"cls/{i}.mat", {"GTcls": {"Segmentation": marks, "Boundaries": edges}})
    (folder / "train.txt").write_text("2\n0\n")
    (folder / "val.txt").write_text("1\n")
    (folder / "train_noval.txt").write_text("0\n")


def captions(folder: Path) -> None:
    """SBU's files; two of four pictures are there."""
    urls = [f"http://static.flickr.com/12{i}/a_{i}.jpg" for i in range(4)]
    (folder / "SBU_captioned_photo_dataset_urls.txt").write_text("\n".join(urls) + "\n")
    told = "".join(f" Picture {i} é . \n" for i in range(4))
    (folder / "SBU_captioned_photo_dataset_captions.txt").write_text(told)
    for i in (3, 1):
        picture(folder / f"sbu_images/m_12{i}_a_{i}.jpg", 3 + i, seed=i)


def semeion(folder: Path) -> None:
    bits = pattern(4, 256, seed=3) % 2
    rows = [
        " ".join([f"{b}.0000" for b in row] + [str(int(k == n)) for k in range(10)])
        for row, n in zip(bits.tolist(), (3, 0, 9, 3), strict=True)
    ]
    (folder / "semeion.data").write_text(" \n".join(rows) + " \n")


def sun397(folder: Path) -> None:
    (folder / "ClassName.txt").write_text("/b/bay/outdoor\n/a/attic\n/b/bay/indoor\n")
    for k, name in enumerate(("a/attic", "b/bay/indoor", "b/bay/outdoor")):
        for i in range(2):
            picture(folder / name / f"sun_{2 - i}.jpg", 3 + i, 3 + k, seed=i)


def wider_face(folder: Path) -> None:
    names = {"train": ["1--B/b.jpg", "0--A/a.jpg"], "val": ["0--A/c.jpg"]}
    lists = folder / "wider_face_split"
    lists.mkdir()
    for k, (part, paths) in enumerate(names.items()):
        text = ""
        (folder / f"WIDER_{part}/images/1--B").mkdir(parents=True)
        for i, path in enumerate(paths):
            picture(folder / f"WIDER_{part}/images/{path}", 3 + i, 3 + k, seed=i)
            rows = [[10 * r + c for c in range(10)] for r in range(1 + i)]
            text += f"{path}\n{1 + i}\n" + "".join(f"{' '.join(map(str, r))} \n" for r in rows)
        (lists / f"wider_face_{part}_bbx_gt.txt").write_text(text)
    for i, path in enumerate(("1--B/t.jpg", "0--A/s.jpg")):
        picture(folder / f"WIDER_test/images/{path}", 3 + i, seed=i)
    (lists / "wider_face_test_filelist.txt").write_text("1--B/t.jpg\n0--A/s.jpg\n")
