"""SVTR (thin-plate transformer, local and global mixing, CTC): MindOCR's recipe made thin, on drawn words, with its EMA."""

from laid import arguments, tell
from tools_run import evaluate, make_importable, recipe, train
from written import words_in_lmdb

given = arguments(mode=["graph", "pynative"], recipe="rec/svtr/svtr_tiny.yaml", batch=2)
make_importable()
THIN = {
    "embed_dim": [16, 32, 64],
    "depth": [1, 1, 1],
    "num_heads": [2, 2, 4],
    "mixer": ["Local", "Local", "Global"],
    "out_channels": 32,
}

for part, count in (("training", 4), ("validation", 4)):
    words_in_lmdb(given.data / part, count, seed=count)


def made() -> dict:
    """The recipe without what draws numbers of MindSpore's own (dropped paths, the last dropout) and without pictures turned."""
    config = recipe(given.checkout, given.recipe)
    config["system"]["mode"] = 0 if given.mode == "graph" else 1
    config["model"]["backbone"].update(THIN, drop_path_rate=0.0, last_drop=0.0)
    config["loss"].update(batch_size=given.batch, max_label_len=6)
    config["scheduler"].update(num_epochs=2, warmup_epochs=1, decay_epochs=1)
    config["loss_scaler"] = {"type": "static", "loss_scale": 1.0}
    for part, folder in (("train", "training"), ("eval", "validation")):
        dataset = config[part]["dataset"]
        dataset.update(dataset_root=str(given.data), data_dir=folder, shuffle=False)
        steps = [step for step in dataset["transform_pipeline"] if "SVTRRecAug" not in step]
        for step in steps:
            step.get("RecCTCLabelEncode", {}).update(max_text_len=6)
        dataset["transform_pipeline"] = steps
        config[part]["loader"].update(batch_size=given.batch, shuffle=False, num_workers=1)
    config["train"]["dataset"]["max_text_len"] = 6
    return config


told = train(given.checkout, made(), given.data)
measures = evaluate(given.checkout, made(), given.data)
tell(given.out, **told, **measures)
