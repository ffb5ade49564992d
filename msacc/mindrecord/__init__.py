"""MindRecord files are not read or written; every name here is refused by name.

Read images with `dataset.ImageFolderDataset`, anything else with `dataset.GeneratorDataset`.
"""

from msacc.homes import refuse

__getattr__ = refuse("mindspore.mindrecord")
