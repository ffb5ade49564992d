"""MindRecord files, as `mindspore.mindrecord` reads and writes them.

Reads files of MindSpore 2.10, which can read the files written here. A file and its index (`.db`) belong together
and must not be renamed. Differences: the converters encode images with Pillow (quality 95, as MindSpore's OpenCV),
read tables without pandas and TFRecords without tensorflow; see also `FileWriter` and `FileReader`.
`dataset.MindDataset` reads the files in a pipeline.

Contains the file format.

Imports: common, examples, module_aliases.
"""

from msacc.examples import attach as _attach_examples
from msacc.mindrecord.encryption import set_dec_mode as set_dec_mode
from msacc.mindrecord.encryption import set_enc_key as set_enc_key
from msacc.mindrecord.encryption import set_enc_mode as set_enc_mode
from msacc.mindrecord.errors import MindRecordException as MindRecordException
from msacc.mindrecord.errors import MRMAddIndexError as MRMAddIndexError
from msacc.mindrecord.errors import MRMAddSchemaError as MRMAddSchemaError
from msacc.mindrecord.errors import MRMBuildSchemaError as MRMBuildSchemaError
from msacc.mindrecord.errors import MRMCommitError as MRMCommitError
from msacc.mindrecord.errors import MRMDefineCategoryError as MRMDefineCategoryError
from msacc.mindrecord.errors import MRMDefineIndexError as MRMDefineIndexError
from msacc.mindrecord.errors import MRMGenerateIndexError as MRMGenerateIndexError
from msacc.mindrecord.errors import MRMGetMetaError as MRMGetMetaError
from msacc.mindrecord.errors import MRMIndexGeneratorError as MRMIndexGeneratorError
from msacc.mindrecord.errors import MRMInvalidHeaderSizeError as MRMInvalidHeaderSizeError
from msacc.mindrecord.errors import MRMInvalidPageSizeError as MRMInvalidPageSizeError
from msacc.mindrecord.errors import MRMInvalidSchemaError as MRMInvalidSchemaError
from msacc.mindrecord.errors import MRMOpenError as MRMOpenError
from msacc.mindrecord.errors import MRMOpenForAppendError as MRMOpenForAppendError
from msacc.mindrecord.errors import MRMSetHeaderError as MRMSetHeaderError
from msacc.mindrecord.errors import MRMUnsupportedSchemaError as MRMUnsupportedSchemaError
from msacc.mindrecord.errors import MRMValidateDataError as MRMValidateDataError
from msacc.mindrecord.errors import MRMWriteDatasetError as MRMWriteDatasetError
from msacc.mindrecord.errors import ParamTypeError as ParamTypeError
from msacc.mindrecord.errors import ParamValueError as ParamValueError
from msacc.mindrecord.errors import PathNotExistsError as PathNotExistsError
from msacc.mindrecord.errors import UnknownError as UnknownError
from msacc.mindrecord.filereader import FileReader as FileReader
from msacc.mindrecord.filewriter import FileWriter as FileWriter
from msacc.mindrecord.mindpage import MindPage as MindPage
from msacc.mindrecord.tools import Cifar10ToMR as Cifar10ToMR
from msacc.mindrecord.tools import Cifar100ToMR as Cifar100ToMR
from msacc.mindrecord.tools import CsvToMR as CsvToMR
from msacc.mindrecord.tools import ImageNetToMR as ImageNetToMR
from msacc.mindrecord.tools import MnistToMR as MnistToMR
from msacc.mindrecord.tools import TFRecordToMR as TFRecordToMR
from msacc.mindrecord.tools.base import FAILED as FAILED
from msacc.mindrecord.tools.base import SUCCESS as SUCCESS
from msacc.module_aliases import refuse

__getattr__ = refuse("mindspore.mindrecord")
_attach_examples("mindrecord")
