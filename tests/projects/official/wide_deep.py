"""official/recommend/Wide_and_Deep: train.py on a few hundred generated rows."""

import numpy as np
from laid import arguments, tell
from training import enter, train

given = arguments()
folder = given.checkout / "official/recommend/Wide_and_Deep"
LINE = 1000  # rows of one record: the model's own packing


def rows(count):
    draws = np.random.RandomState(0)
    for _ in range(count):
        ids = draws.randint(0, 400, (LINE, 39))
        weights = draws.rand(LINE, 39)
        labels = (ids[:, :5].sum(1) > 1000).astype(np.float32)
        yield {
            "feat_ids": ids.astype(np.int32).reshape(-1),
            "feat_vals": weights.astype(np.float32).reshape(-1),
            "label": labels.reshape(-1),
        }


from mindspore.mindrecord import FileWriter

schema = {
    "feat_ids": {"type": "int32", "shape": [-1]},
    "feat_vals": {"type": "float32", "shape": [-1]},
    "label": {"type": "float32", "shape": [-1]},
}
(given.data / "records").mkdir()
writer = FileWriter(str(given.data / "records/train_input_part.mindrecord00"), 1)
writer.add_schema(schema, "rows")
writer.write_raw_data(list(rows(3)))
writer.commit()
enter(
    folder,
    {
        "data_path": given.data / "records",
        "device_target": "CPU",
        "epochs": 2,
        "batch_size": LINE,
        "vocab_size": 400,
        "emb_dim": 8,
        "ckpt_path": given.data / "ckpt",
        "loss_file_name": given.data / "loss.log",
    },
)
import mindspore as ms
import mindspore.dataset as ds
import older

older.restore()
# The model asks for four workers, and MindSpore refuses more than the machine has cores.
whole = ds.MindDataset
ds.MindDataset = lambda *args, **kw: whole(*args, **{**kw, "num_parallel_workers": 1})
ms.set_seed(1)
tell(given.out, **train(folder))
