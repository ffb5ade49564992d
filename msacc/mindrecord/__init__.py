"""MindRecord files, as `mindspore.mindrecord` reads and writes them.

Files go both ways: what MindSpore 2.10 writes is read here and what is written here MindSpore
reads. A file and its index (`.db`) belong together and keep their names. What differs: encryption
(`set_enc_key`), `MindPage` and `TFRecordToMR` are refused by name; `FileWriter` and `FileReader`
say the rest. `dataset.MindDataset` reads the files into a pipeline.
"""

from msacc.homes import refuse
from msacc.mindrecord.filereader import FileReader as FileReader
from msacc.mindrecord.filewriter import FileWriter as FileWriter

__getattr__ = refuse("mindspore.mindrecord")
