"""CRNN (ResNet34 or VGG, two LSTMs, CTC): tools/train.py and tools/eval.py with MindOCR's recipes on drawn words."""

from laid import arguments, tell
from tools_run import captured, evaluate, make_importable, recipe, train
from written import words_in_lmdb

given = arguments(
    mode=["graph", "pynative"], recipe="rec/crnn/crnn_resnet34.yaml", batch=2, optimizer="adam"
)
make_importable()
if given.mode == "graph":
    captured()

for part, count in (("training", 4), ("validation", 4)):
    words_in_lmdb(given.data / part, count, seed=count)


def made() -> dict:
    config = recipe(given.checkout, given.recipe)
    config["system"]["mode"] = 0 if given.mode == "graph" else 1
    config["model"]["neck"]["hidden_size"] = 32
    config["loss"].update(batch_size=given.batch, pred_seq_len=9, max_label_len=6)
    config["scheduler"].update(num_epochs=2, warmup_epochs=1, decay_epochs=1)
    config["optimizer"]["opt"] = given.optimizer
    for part, folder in (("train", "training"), ("eval", "validation")):
        config[part]["dataset"].update(dataset_root=str(given.data), data_dir=folder, shuffle=False)
        for step in config[part]["dataset"]["transform_pipeline"]:
            step.get("RecCTCLabelEncode", {}).update(max_text_len=6)
            step.get("RecResizeNormForInfer", {}).update(target_width=36)
            if "RecResizeImg" in step:
                step["RecResizeImg"]["image_shape"] = [32, 36]
        config[part]["loader"].update(batch_size=given.batch, shuffle=False, num_workers=1)
    return config


told = train(given.checkout, made(), given.data)
measures = evaluate(given.checkout, made(), given.data)
tell(given.out, **told, **measures)
