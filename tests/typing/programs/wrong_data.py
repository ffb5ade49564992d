# %% number_for_columns
import msacc.dataset as ds

ds.NumpySlicesDataset([1, 2], column_names=3)  # wrong

# %% numbers_for_columns
import msacc.dataset as ds

ds.NumpySlicesDataset([1, 2], column_names=[1])  # wrong

# %% keyword_of_map
import msacc.dataset as ds

ds.NumpySlicesDataset([1, 2], ["x"]).map(lambda v: v, input_column=["x"])  # wrong

# %% number_for_a_column_of_map
import msacc.dataset as ds

ds.NumpySlicesDataset([1, 2], ["x"]).map(lambda v: v, input_columns=[0])  # wrong

# %% keyword_of_batch
import msacc.dataset as ds

ds.NumpySlicesDataset([1, 2], ["x"]).batch(2, drop_reminder=True)  # wrong

# %% text_for_a_buffer
import msacc.dataset as ds

ds.NumpySlicesDataset([1, 2], ["x"]).shuffle("2")  # wrong

# %% float_for_a_count
import msacc.dataset as ds

ds.NumpySlicesDataset([1, 2], ["x"]).repeat(1.5)  # wrong

# %% number_for_projected_columns
import msacc.dataset as ds

ds.NumpySlicesDataset([1, 2], ["x"]).project(1)  # wrong

# %% number_for_a_new_name
import msacc.dataset as ds

ds.NumpySlicesDataset([1, 2], ["x"]).rename("x", 3)  # wrong

# %% keyword_of_a_generator
import msacc.dataset as ds

ds.GeneratorDataset([(1,), (2,)], ["x"], num_paralel_workers=1)  # wrong

# %% keyword_of_an_iterator
import msacc.dataset as ds

ds.NumpySlicesDataset([1, 2], ["x"]).create_dict_iterator(num_epoch=1)  # wrong

# %% keyword_of_a_sampler
import msacc.dataset as ds

ds.RandomSampler(replacment=True)  # wrong

# %% text_for_shards
import msacc.dataset as ds

ds.DistributedSampler("2", 0)  # wrong

# %% text_for_a_size_of_images
from msacc.dataset import vision

vision.Resize("32")  # wrong

# %% number_for_a_mean_of_channels
from msacc.dataset import vision

vision.Normalize(mean=0.5, std=[0.5])  # wrong
