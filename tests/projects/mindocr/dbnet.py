"""DBNet (ResNet18, FPN, differentiable binarisation): MindOCR's recipe on drawn pages, trained and evaluated."""

from laid import arguments, tell
from tools_run import captured, evaluate, make_importable, recipe, train
from written import pages

given = arguments(mode=["graph", "pynative"], recipe="det/dbnet/db_r18_icdar15.yaml", size=64)
make_importable()
if given.mode == "graph":
    captured()

for part, count in (("training", 4), ("validation", 2)):
    pages(given.data / part, given.data / f"{part}.txt", count, seed=count)


def _smaller(steps: list[dict]) -> list[dict]:
    """Without the step whose draws are MindSpore's own (the others draw by numpy), and with small crops."""
    kept = [step for step in steps if "RandomColorAdjust" not in step]
    for step in kept:
        if "RandomCropWithBBox" in step:
            step["RandomCropWithBBox"]["crop_size"] = [given.size, given.size]
        if "DetResize" in step:
            step["DetResize"]["target_size"] = [given.size, given.size]
    return kept


def made() -> dict:
    config = recipe(given.checkout, given.recipe)
    config["system"]["mode"] = 0 if given.mode == "graph" else 1
    config["model"]["neck"]["out_channels"] = 32
    config["scheduler"].update(num_epochs=2, warmup_epochs=1, lr=0.001)
    config["train"]["dataset_sink_mode"] = False
    for part, folder in (("train", "training"), ("eval", "validation")):
        dataset = config[part]["dataset"]
        dataset.update(dataset_root=str(given.data), data_dir=folder, label_file=f"{folder}.txt")
        dataset["transform_pipeline"] = _smaller(dataset["transform_pipeline"])
        config[part]["loader"].update(shuffle=False, num_workers=1)
    config["train"]["loader"]["batch_size"] = 2
    return config


told = train(given.checkout, made(), given.data)
measures = evaluate(given.checkout, made(), given.data)
tell(given.out, **told, **measures)
