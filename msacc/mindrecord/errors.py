"""What MindRecord's readers and writers raise, in MindSpore's classes."""

from __future__ import annotations

# Class name -> number and text of MindSpore's error table.
_TABLE = {
    "UnknownError": (0, "Unknown Error."),
    "ParamTypeError": (1, "Param type is error."),
    "ParamValueError": (2, "Param value is error."),
    "PathNotExistsError": (4, "Path does not exist."),
    "MRMOpenError": (100, "MindRecord could not open."),
    "MRMOpenForAppendError": (101, "MindRecord could not open for append."),
    "MRMInvalidPageSizeError": (102, "Failed to set page size."),
    "MRMInvalidHeaderSizeError": (103, "Failed to set header size."),
    "MRMSetHeaderError": (104, "Failed to set header."),
    "MRMWriteDatasetError": (105, "Failed to write dataset."),
    "MRMCommitError": (107, "Failed to commit."),
    "MRMAddSchemaError": (111, "Failed to add schema."),
    "MRMAddIndexError": (112, "Failed to add index field."),
    "MRMBuildSchemaError": (113, "Failed to build schema."),
    "MRMGetMetaError": (114, "Failed to get meta info."),
    "MRMIndexGeneratorError": (115, "Failed to create index generator."),
    "MRMGenerateIndexError": (116, "Failed to generate index."),
    "MRMInvalidSchemaError": (200, "Schema format is error."),
    "MRMValidateDataError": (201, "Raw data do not match the schema."),
    "MRMDefineIndexError": (202, "Failed to define index field."),
    "MRMDefineCategoryError": (203, "Failed to define category field."),
    "MRMUnsupportedSchemaError": (204, "Schema is not supported."),
}


class MindRecordException(Exception):
    """Base of MindRecord's own exceptions; `error_msg` says what was wrong."""

    def __init__(self, detail: str = "") -> None:
        self.error_number, text = _TABLE.get(type(self).__name__, _TABLE["UnknownError"])
        self.error_msg = f"{text} {detail}".strip()
        super().__init__(self.error_msg)

    def __str__(self) -> str:
        return f"[{type(self).__name__}]: {self.error_msg}"


class UnknownError(MindRecordException):
    """None of the others."""


class ParamTypeError(MindRecordException):
    """An argument of another type than the one it takes."""

    def __init__(self, name: str, expected: str, got: object = None) -> None:
        more = "" if got is None else f", but got {got!r:.80} ({type(got).__name__})"
        super().__init__(f"'{name}' expects {expected}{more}.")


class ParamValueError(MindRecordException):
    """An argument that is out of range or no fit name."""


class PathNotExistsError(MindRecordException):
    """A folder or file that a converter needs is not there."""


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
    """Rows cannot be brought to disk."""


class MRMAddSchemaError(MindRecordException):
    """A file has one schema; a second one was added."""


class MRMAddIndexError(MindRecordException):
    """An index field cannot be added."""


class MRMBuildSchemaError(MindRecordException):
    """The shape of a field cannot be read."""


class MRMGetMetaError(MindRecordException):
    """There is no schema yet."""


class MRMIndexGeneratorError(MindRecordException):
    """The index cannot be made."""


class MRMGenerateIndexError(MindRecordException):
    """The index cannot be written."""


class MRMInvalidSchemaError(MindRecordException):
    """A schema that MindRecord does not know."""


class MRMValidateDataError(MindRecordException):
    """A row that does not fit the schema."""


class MRMDefineIndexError(MindRecordException):
    """An index over a field that is no number and no string."""


class MRMDefineCategoryError(MindRecordException):
    """A field that rows cannot be grouped by."""


class MRMUnsupportedSchemaError(MindRecordException):
    """Stored data that do not fit the stored schema."""
