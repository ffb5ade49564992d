"""MindRecord files, as `mindspore.mindrecord` reads and writes them.

Files go both ways: what MindSpore 2.10 writes is read here and what is written here MindSpore
reads. A file and its index (`.db`) belong together and keep their names. What differs: encryption
(`set_enc_key`), `MindPage` and `TFRecordToMR` are refused by name; the converters encode images with
Pillow (quality 95, as MindSpore's OpenCV) and read tables without pandas; `FileWriter` and
`FileReader` say the rest. `dataset.MindDataset` reads the files into a pipeline.

Holds the file format; imports `common`.
"""

from msacc.homes import refuse
from msacc.mindrecord.filereader import FileReader as FileReader
from msacc.mindrecord.filewriter import FileWriter as FileWriter
from msacc.mindrecord.tools import Cifar10ToMR as Cifar10ToMR
from msacc.mindrecord.tools import Cifar100ToMR as Cifar100ToMR
from msacc.mindrecord.tools import CsvToMR as CsvToMR
from msacc.mindrecord.tools import ImageNetToMR as ImageNetToMR
from msacc.mindrecord.tools import MnistToMR as MnistToMR
from msacc.mindrecord.tools.base import FAILED as FAILED
from msacc.mindrecord.tools.base import SUCCESS as SUCCESS

__getattr__ = refuse("mindspore.mindrecord")
