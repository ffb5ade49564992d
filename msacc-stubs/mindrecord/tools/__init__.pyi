# Written by `python -m tests.stubs`.
from msacc.mindrecord.tools.cifar import Cifar100ToMR as Cifar100ToMR
from msacc.mindrecord.tools.cifar import Cifar10ToMR as Cifar10ToMR
from msacc.mindrecord.tools.csv_to_mr import CsvToMR as CsvToMR
from msacc.mindrecord.tools.imagenet_to_mr import ImageNetToMR as ImageNetToMR
from msacc.mindrecord.tools.mnist_to_mr import MnistToMR as MnistToMR
from msacc.mindrecord.tools.tfrecord_to_mr import TFRecordToMR as TFRecordToMR
