"""Converters of well-known data sets to MindRecord: `ImageNetToMR(...).transform()` and the like.

One converter per file.

Imports: common, mindrecord.
"""

from msacc.mindrecord.tools.cifar import Cifar10ToMR as Cifar10ToMR
from msacc.mindrecord.tools.cifar import Cifar100ToMR as Cifar100ToMR
from msacc.mindrecord.tools.csv_to_mr import CsvToMR as CsvToMR
from msacc.mindrecord.tools.imagenet_to_mr import ImageNetToMR as ImageNetToMR
from msacc.mindrecord.tools.mnist_to_mr import MnistToMR as MnistToMR
from msacc.mindrecord.tools.tfrecord_to_mr import TFRecordToMR as TFRecordToMR
