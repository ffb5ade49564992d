"""SVTR (rectification, local and global mixers, CTC): tools/train.py and tools/eval.py with MindOCR's recipe made
small.
"""

from laid import arguments, tell
from tools_run import evaluate, make_importable, recipe, train
from written import words_in_lmdb

given = arguments(mode=["graph", "pynative"], recipe="rec/svtr/svtr_tiny.yaml", level="O0")
make_importable()

for part, count in (("training", 4), ("validation", 4)):
    words_in_lmdb(given.data / part, count, seed=count)

SMALL = {
    "embed_dim": [16, 32, 64],
    "depth": [1, 2, 1],
    "num_heads": [2, 2, 4],
    "mixer": ["Local", "Local", "Global", "Global"],
    "out_channels": 48,
    "last_drop": 0.0,  # the masks are draws of other streams
    "drop_path_rate": 0.0,
}


def made() -> dict:
    config = recipe(given.checkout, given.recipe)
    config["system"].update(mode=0 if given.mode == "graph" else 1, amp_level_infer=given.level)
    config["model"]["backbone"].update(SMALL)
    config["loss"].update(batch_size=2, max_label_len=6)
    # Its AdamW counts no steps on MindSpore 2.10 ("2.10" < "2.2" as text), and steps by the sign of what is rounding
    # in the rectification, whose gradients begin as zeros.
    config["optimizer"]["opt"] = "momentum"
    config["scheduler"].update(num_epochs=2, warmup_epochs=0, decay_epochs=2)
    for part, folder in (("train", "training"), ("eval", "validation")):
        dataset = config[part]["dataset"]
        dataset.update(dataset_root=str(given.data), data_dir=folder, shuffle=False)
        steps = dataset["transform_pipeline"]
        dataset["transform_pipeline"] = [step for step in steps if "SVTRRecAug" not in step]
        for step in steps:
            step.get("RecCTCLabelEncode", {}).update(max_text_len=6)
        config[part]["loader"].update(batch_size=2, shuffle=False, num_workers=1)
    config["train"]["dataset"]["max_text_len"] = 6
    return config


told = train(given.checkout, made(), given.data)
measures = evaluate(given.checkout, made(), given.data)
tell(given.out, **told, **measures)
