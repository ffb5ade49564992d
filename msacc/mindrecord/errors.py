"""Exceptions of MindRecord's readers and writers, as MindSpore's."""

from __future__ import annotations

# Class name -> number and text of MindSpore's error table.
_TABLE = {
    "UnknownError": (0, "Unknown Error."),
    "ParamTypeError": (1, "Invalid parameter type."),
    "ParamValueError": (2, "Invalid parameter value."),
    "ParamMissError": (3, "Param missing."),
    "PathNotExistsError": (4, "Invalid path."),
    "DbConnectionError": (5, "Db connection is error. Detail:"),
    "MRMOpenError": (100, "MindRecord File could not open successfully."),
    "MRMOpenForAppendError": (101, "MindRecord File could not open successfully for append."),
    "MRMInvalidPageSizeError": (102, "Failed to set page size."),
    "MRMInvalidHeaderSizeError": (103, "Failed to set header size."),
    "MRMSetHeaderError": (104, "Failed to set header."),
    "MRMWriteDatasetError": (105, "Failed to write dataset."),
    "MRMCommitError": (107, "Failed to commit."),
    "MRMLaunchError": (108, "Failed to launch."),
    "MRMFinishError": (109, "Failed to finish."),
    "MRMCloseError": (110, "Failed to close."),
    "MRMAddSchemaError": (111, "Failed to add schema."),
    "MRMAddIndexError": (112, "Failed to add index field."),
    "MRMBuildSchemaError": (113, "Failed to build schema."),
    "MRMGetMetaError": (114, "Failed to get meta info."),
    "MRMIndexGeneratorError": (115, "Failed to create index generator."),
    "MRMGenerateIndexError": (116, "Failed to generate index."),
    "MRMInitSegmentError": (117, "Failed to initialize segment."),
    "MRMFetchCandidateFieldsError": (118, "Failed to fetch candidate category fields."),
    "MRMReadCategoryInfoError": (119, "Failed to read category information."),
    "MRMFetchDataError": (120, "Failed to fetch data by category."),
    "MRMInvalidSchemaError": (200, "Schema format is error. Detail:"),
    "MRMValidateDataError": (201, "Raw data do not match the schema. Detail:"),
    "MRMDefineIndexError": (202, "Failed to define index field. Detail:"),
    "MRMDefineBlobError": (203, "Failed to define blob field. Detail:"),
    "MRMUnsupportedSchemaError": (204, "Schema is not supported. Detail:"),
    "MRMDefineCategoryError": (205, "Failed to define category field. Detail:"),
}

# Host (1) from bit 30, error code (1) from 28, common level (0) from 25, MindRecord (42) from 17.
_ORIGIN = 1 << 30 | 1 << 28 | 42 << 17


class MindRecordException(Exception):
    """Base class of MindRecord's exceptions; `error_msg` is the message."""

    def __init__(self, detail: str = "") -> None:
        self.error_number, text = _TABLE.get(type(self).__name__, _TABLE["UnknownError"])
        self.error_msg = f"{text} {detail}".strip()
        super().__init__(self.error_msg)

    def __str__(self) -> str:
        return f"[{type(self).__name__}]: {self.error_msg}"

    @property
    def error_code(self) -> int:
        """The error's number as MindSpore packs it: host, error, common level, MindRecord, group, number."""
        group = self.error_number // 100 + 1
        return _ORIGIN | group << 12 | self.error_number


class UnknownError(MindRecordException):
    """Any other error."""


class ParamTypeError(MindRecordException):
    """An argument of an invalid type."""

    def __init__(self, name: str, expected: str, got: object = None) -> None:
        more = "" if got is None else f" Got {got!r:.80} ({type(got).__name__})."
        super().__init__(f"'{name}' expect {expected} type.{more}")


class ParamValueError(MindRecordException):
    """An argument that is out of range or an invalid name."""


class ParamMissError(MindRecordException):
    """A missing argument."""

    def __init__(self, name: str) -> None:
        super().__init__(f"'{name}' is required.")


class DbConnectionError(MindRecordException):
    """An index cannot be opened."""


class PathNotExistsError(MindRecordException):
    """A folder or file that a converter needs does not exist."""


class MRMOpenError(MindRecordException):
    """A file cannot be opened."""


class MRMOpenForAppendError(MindRecordException):
    """A file cannot be opened to append rows."""


class MRMInvalidPageSizeError(MindRecordException):
    """`set_page_size` failed."""


class MRMInvalidHeaderSizeError(MindRecordException):
    """`set_header_size` failed."""


class MRMSetHeaderError(MindRecordException):
    """The header cannot be set."""


class MRMWriteDatasetError(MindRecordException):
    """Rows cannot be written."""


class MRMCommitError(MindRecordException):
    """Rows cannot be written to disk."""


class MRMLaunchError(MindRecordException):
    """Reading cannot start."""


class MRMFinishError(MindRecordException):
    """Reading cannot end."""


class MRMCloseError(MindRecordException):
    """A file cannot be closed."""


class MRMAddSchemaError(MindRecordException):
    """A file has one schema; a second one was added."""


class MRMAddIndexError(MindRecordException):
    """An index field cannot be added."""


class MRMBuildSchemaError(MindRecordException):
    """The shape of a field cannot be read."""


class MRMGetMetaError(MindRecordException):
    """There is no schema yet."""


class MRMIndexGeneratorError(MindRecordException):
    """The index cannot be created."""


class MRMGenerateIndexError(MindRecordException):
    """The index cannot be written."""


class MRMInitSegmentError(MindRecordException):
    """Pages of rows cannot be initialized."""


class MRMFetchCandidateFieldsError(MindRecordException):
    """The fields that rows can be grouped by cannot be read."""


class MRMReadCategoryInfoError(MindRecordException):
    """The groups of rows cannot be read."""


class MRMFetchDataError(MindRecordException):
    """The rows of a group cannot be read."""


class MRMInvalidSchemaError(MindRecordException):
    """An invalid schema."""


class MRMValidateDataError(MindRecordException):
    """A row that does not match the schema."""


class MRMDefineIndexError(MindRecordException):
    """An index over a field that is neither a number nor a string."""


class MRMDefineBlobError(MindRecordException):
    """A field that cannot contain bytes."""


class MRMDefineCategoryError(MindRecordException):
    """A field by which rows cannot be grouped."""


class MRMUnsupportedSchemaError(MindRecordException):
    """Stored data that do not match the stored schema."""
