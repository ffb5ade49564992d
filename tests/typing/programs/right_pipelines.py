# %% columns
import numpy as np

import mindspore.dataset as ds

data = ds.NumpySlicesDataset({"x": np.arange(4), "y": [0, 1, 0, 1]}, shuffle=False)
data = data.project(["x", "y"]).rename("y", "label").map(lambda v: v + 1, "x")
data = data.map(operations=[lambda v: v, lambda v: v * 2], input_columns=["label"])
data = data.map(lambda v: (v, v), input_columns=["x"], output_columns=["x", "copy"])
data = data.batch(2, drop_remainder=True, num_parallel_workers=1)
print(
    data.get_col_names(), data.output_types(), len(list(data.create_tuple_iterator(num_epochs=1)))
)

# %% shapes_of_slices
import numpy as np

import mindspore.dataset as ds

pairs = ([1, 2], [3, 4])
for made in (
    ds.NumpySlicesDataset([1, 2, 3]),
    ds.NumpySlicesDataset(np.ones((3, 2))),
    ds.NumpySlicesDataset(pairs, ["a", "b"]),
    ds.NumpySlicesDataset([[1, 2], [3, 4]], column_names="row", num_shards=2, shard_id=0),
):
    print(made.get_dataset_size())

# %% sources
import numpy as np

import mindspore.dataset as ds


class Pairs:
    def __init__(self, count: int) -> None:
        self.rows = np.ones((count, 2), np.float32)

    def __getitem__(self, index):
        return self.rows[index], np.int32(index)

    def __len__(self):
        return len(self.rows)


data = ds.GeneratorDataset(Pairs(4), ["x", "y"], shuffle=True, num_parallel_workers=1)
more = ds.GeneratorDataset(source=[(np.ones(2),)], column_names="x", sampler=ds.SequentialSampler())
both = ds.zip((ds.NumpySlicesDataset([1, 2], ["a"]), ds.NumpySlicesDataset([3, 4], ["b"])))
print(data.batch(2).get_dataset_size(), more.get_dataset_size(), both.get_dataset_size())

# %% samplers
import mindspore.dataset as ds

for sampler in (
    ds.RandomSampler(replacement=True, num_samples=2),
    ds.DistributedSampler(2, 0, shuffle=False),
    ds.SubsetRandomSampler([0, 1]),
    ds.WeightedRandomSampler([0.5, 1], 2),
    ds.SequentialSampler(0, 2),
):
    print(ds.NumpySlicesDataset([1, 2, 3], ["x"], sampler=sampler).get_dataset_size())

# %% transforms_of_images
import numpy as np

import mindspore as ms
from mindspore.dataset import transforms, vision
from mindspore.dataset.vision import Border, Inter

picture = np.zeros((8, 8, 3), np.uint8)
steps = transforms.Compose(
    [
        vision.RandomCrop((6, 6), padding=[1, 1, 1, 1], padding_mode=Border.REFLECT),
        vision.RandomColorAdjust(brightness=0.4, contrast=(0.5, 1), saturation=[1, 1], hue=0.1),
        vision.RandomRotation(15, resample=Inter.BILINEAR),
        vision.Resize(4, Inter.BICUBIC),
        vision.Rescale(1 / 255, 0),
        vision.Normalize((0.5, 0.5, 0.5), [1, 1, 1], is_hwc=True),
        vision.HWC2CHW(),
    ]
)
print(steps(picture), transforms.TypeCast(ms.float16)(picture), transforms.OneHot(2)(np.array(1)))

# %% rows_by_name
import mindspore.dataset as ds

data = ds.NumpySlicesDataset({"x": [1, 2]}).repeat(2).shuffle(buffer_size=2).skip(1).take(2)
for row in data.create_dict_iterator(num_epochs=1, output_numpy=True):
    print(row["x"].dtype, row["x"] + 1)
for (value,) in data.create_tuple_iterator(columns=["x"], num_epochs=1):
    print(value.asnumpy())
data = ds.NumpySlicesDataset([1, 2, 3, 4], ["x"])
first, second = data.split([0.5, 0.5], randomize=False)
for step, batch in enumerate(first.batch(1)):
    print(step, batch[0])

# %% own_batches
import numpy as np

import mindspore.dataset as ds


def joined(column, info):
    return (np.stack(column) + info.get_batch_num(),)


data = ds.NumpySlicesDataset([1, 2, 3, 4], ["x"], shuffle=False)
data = data.batch(batch_size=2, per_batch_map=joined, input_columns=["x"])
data = data.batch(1, drop_remainder=False)
print(data.get_batch_size(), [row[0].shape for row in data])
