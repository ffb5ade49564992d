"""Data pipelines: sources, operators and transforms, as in `mindspore.dataset`.

Imports `common` and `mindrecord`; it knows no network, so that a pipeline needs no torch.compile and no graph.
"""

from __future__ import annotations

from msacc.dataset import audio as audio
from msacc.dataset import config as config
from msacc.dataset import text as text
from msacc.dataset import transforms as transforms
from msacc.dataset import vision as vision
from msacc.dataset.cache import DatasetCache as DatasetCache
from msacc.dataset.callback import DSCallback as DSCallback
from msacc.dataset.dataset import BatchDataset as BatchDataset
from msacc.dataset.dataset import ConcatDataset as ConcatDataset
from msacc.dataset.dataset import Dataset as Dataset
from msacc.dataset.dataset import FilterDataset as FilterDataset
from msacc.dataset.dataset import MapDataset as MapDataset
from msacc.dataset.dataset import MappableDataset as MappableDataset
from msacc.dataset.dataset import PaddedBatchDataset as PaddedBatchDataset
from msacc.dataset.dataset import ProjectDataset as ProjectDataset
from msacc.dataset.dataset import RenameDataset as RenameDataset
from msacc.dataset.dataset import RepeatDataset as RepeatDataset
from msacc.dataset.dataset import ShuffleDataset as ShuffleDataset
from msacc.dataset.dataset import SkipDataset as SkipDataset
from msacc.dataset.dataset import SourceDataset as SourceDataset
from msacc.dataset.dataset import TakeDataset as TakeDataset
from msacc.dataset.dataset import ZipDataset as ZipDataset
from msacc.dataset.dataset import zip_datasets as zip  # noqa: F401
from msacc.dataset.enums import Shuffle as Shuffle
from msacc.dataset.pipeline.batch import BatchInfo as BatchInfo
from msacc.dataset.samplers import BuiltinSampler as BuiltinSampler
from msacc.dataset.samplers import DistributedSampler as DistributedSampler
from msacc.dataset.samplers import PKSampler as PKSampler
from msacc.dataset.samplers import RandomSampler as RandomSampler
from msacc.dataset.samplers import Sampler as Sampler
from msacc.dataset.samplers import SequentialSampler as SequentialSampler
from msacc.dataset.samplers import SubsetRandomSampler as SubsetRandomSampler
from msacc.dataset.samplers import SubsetSampler as SubsetSampler
from msacc.dataset.samplers import WeightedRandomSampler as WeightedRandomSampler
from msacc.dataset.schema import Schema as Schema
from msacc.dataset.sources.classes.annotated import CocoDataset as CocoDataset
from msacc.dataset.sources.classes.annotated import ManifestDataset as ManifestDataset
from msacc.dataset.sources.classes.annotated import VOCDataset as VOCDataset
from msacc.dataset.sources.classes.classed import Caltech101Dataset as Caltech101Dataset
from msacc.dataset.sources.classes.classed import CelebADataset as CelebADataset
from msacc.dataset.sources.classes.classed import Flowers102Dataset as Flowers102Dataset
from msacc.dataset.sources.classes.classed import Food101Dataset as Food101Dataset
from msacc.dataset.sources.classes.classed import IMDBDataset as IMDBDataset
from msacc.dataset.sources.classes.files import CSVDataset as CSVDataset
from msacc.dataset.sources.classes.files import TextFileDataset as TextFileDataset
from msacc.dataset.sources.classes.files import TFRecordDataset as TFRecordDataset
from msacc.dataset.sources.classes.images import EMnistDataset as EMnistDataset
from msacc.dataset.sources.classes.images import KMnistDataset as KMnistDataset
from msacc.dataset.sources.classes.images import QMnistDataset as QMnistDataset
from msacc.dataset.sources.classes.images import STL10Dataset as STL10Dataset
from msacc.dataset.sources.classes.images import SVHNDataset as SVHNDataset
from msacc.dataset.sources.classes.memory import Cifar10Dataset as Cifar10Dataset
from msacc.dataset.sources.classes.memory import Cifar100Dataset as Cifar100Dataset
from msacc.dataset.sources.classes.memory import FashionMnistDataset as FashionMnistDataset
from msacc.dataset.sources.classes.memory import GeneratorDataset as GeneratorDataset
from msacc.dataset.sources.classes.memory import ImageFolderDataset as ImageFolderDataset
from msacc.dataset.sources.classes.memory import MnistDataset as MnistDataset
from msacc.dataset.sources.classes.memory import NumpySlicesDataset as NumpySlicesDataset
from msacc.dataset.sources.classes.memory import PaddedDataset as PaddedDataset
from msacc.dataset.sources.classes.mind import MindDataset as MindDataset
from msacc.dataset.sources.classes.speech import CMUArcticDataset as CMUArcticDataset
from msacc.dataset.sources.classes.speech import GTZANDataset as GTZANDataset
from msacc.dataset.sources.classes.speech import LibriTTSDataset as LibriTTSDataset
from msacc.dataset.sources.classes.speech import LJSpeechDataset as LJSpeechDataset
from msacc.dataset.sources.classes.speech import SpeechCommandsDataset as SpeechCommandsDataset
from msacc.dataset.sources.classes.speech import TedliumDataset as TedliumDataset
from msacc.dataset.sources.classes.speech import YesNoDataset as YesNoDataset
from msacc.dataset.sources.classes.texts import AGNewsDataset as AGNewsDataset
from msacc.dataset.sources.classes.texts import AmazonReviewDataset as AmazonReviewDataset
from msacc.dataset.sources.classes.texts import DBpediaDataset as DBpediaDataset
from msacc.dataset.sources.classes.texts import PennTreebankDataset as PennTreebankDataset
from msacc.dataset.sources.classes.texts import SogouNewsDataset as SogouNewsDataset
from msacc.dataset.sources.classes.texts import USPSDataset as USPSDataset
from msacc.dataset.sources.classes.texts import WikiTextDataset as WikiTextDataset
from msacc.dataset.sources.classes.texts import YahooAnswersDataset as YahooAnswersDataset
from msacc.dataset.sources.classes.texts import YelpReviewDataset as YelpReviewDataset
from msacc.homes import refuse as _refuse

__getattr__ = _refuse("mindspore.dataset")
