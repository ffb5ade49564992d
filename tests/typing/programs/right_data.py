# %% generator
import numpy as np

import msacc.dataset as ds


def rows():
    for n in range(6):
        yield np.float32(n), n % 2


data = ds.GeneratorDataset(rows, ["value", "label"], shuffle=False)
data = data.map(lambda v: v * 2, input_columns=["value"]).filter(
    lambda v: v > 1, input_columns="value"
)
data = data.batch(2, drop_remainder=True).repeat(2)
for value, label in data.create_tuple_iterator(num_epochs=1):
    print(value + 1, label.shape)
for row in data.create_dict_iterator(output_numpy=True, num_epochs=1):
    print(row["value"].mean())
print(data.get_dataset_size(), data.output_shapes(), data.get_col_names())

# %% source_object
import numpy as np

import msacc.dataset as ds


class Numbers:
    def __getitem__(self, index: int) -> tuple[np.ndarray, int]:
        return np.ones(3, np.float32) * index, index

    def __len__(self) -> int:
        return 5


data = ds.GeneratorDataset(
    Numbers(), column_names=["x", "n"], sampler=ds.SequentialSampler(), num_parallel_workers=1
)
print(len(list(data)), data.take(2).skip(1).get_dataset_size())

# %% images
import numpy as np

import msacc as ms
import msacc.dataset as ds
from msacc.dataset import transforms, vision
from msacc.dataset.vision import Inter

pictures = np.zeros((4, 8, 8, 3), np.uint8)
steps = [
    vision.Resize((6, 6), interpolation=Inter.BILINEAR),
    vision.RandomHorizontalFlip(0.5),
    vision.Normalize(mean=[0.5, 0.5, 0.5], std=[0.2, 0.2, 0.2]),
    vision.HWC2CHW(),
]
data = ds.NumpySlicesDataset({"image": pictures, "label": [0, 1, 2, 3]}, shuffle=False)
data = data.map(operations=steps, input_columns="image")
data = data.map(transforms.TypeCast(ms.int32), input_columns=["label"]).shuffle(4).batch(2)
print([image.shape for image, _ in data], vision.ToTensor()(pictures[0]).shape)

# %% text
import msacc.dataset.text as text

vocab = text.Vocab.from_list(["deep", "learning", "is", "fun"], special_tokens=["<unk>"])
print(
    text.Lookup(vocab, "<unk>")("deep"),
    vocab.tokens_to_ids(["deep", "fun"]),
    text.WhitespaceTokenizer()("is fun"),
)

# %% composed
import numpy as np

from msacc.dataset import transforms, vision

compose = transforms.Compose([vision.CenterCrop(4), vision.ToTensor()])
print(transforms.OneHot(4)(np.array(2)), compose(np.zeros((6, 6, 3), np.uint8)))

# %% settings_of_pipelines
import msacc.dataset as ds

ds.config.set_seed(3)
ds.config.set_num_parallel_workers(2)
ds.config.set_prefetch_size(4)
print(ds.config.get_num_parallel_workers())
