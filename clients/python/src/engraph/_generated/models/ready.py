from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.ready_extraction_type_0 import ReadyExtractionType0, check_ready_extraction_type_0
from ..models.ready_log_reader_type_0 import ReadyLogReaderType0, check_ready_log_reader_type_0
from ..models.ready_status import ReadyStatus, check_ready_status

T = TypeVar("T", bound="Ready")


@_attrs_define
class Ready:
    """
    Attributes:
        status (ReadyStatus):
        postgres (str):
        log_reader (None | ReadyLogReaderType0):
        extraction (None | ReadyExtractionType0):
    """

    status: ReadyStatus
    postgres: str
    log_reader: None | ReadyLogReaderType0
    extraction: None | ReadyExtractionType0
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        status: str = self.status

        postgres = self.postgres

        log_reader: None | str
        if isinstance(self.log_reader, str):
            log_reader = self.log_reader
        else:
            log_reader = self.log_reader

        extraction: None | str
        if isinstance(self.extraction, str):
            extraction = self.extraction
        else:
            extraction = self.extraction

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "status": status,
                "postgres": postgres,
                "log_reader": log_reader,
                "extraction": extraction,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        status = check_ready_status(d.pop("status"))

        postgres = d.pop("postgres")

        def _parse_log_reader(data: object) -> None | ReadyLogReaderType0:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                log_reader_type_0 = check_ready_log_reader_type_0(data)

                return log_reader_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ReadyLogReaderType0, data)

        log_reader = _parse_log_reader(d.pop("log_reader"))

        def _parse_extraction(data: object) -> None | ReadyExtractionType0:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                extraction_type_0 = check_ready_extraction_type_0(data)

                return extraction_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ReadyExtractionType0, data)

        extraction = _parse_extraction(d.pop("extraction"))

        ready = cls(
            status=status,
            postgres=postgres,
            log_reader=log_reader,
            extraction=extraction,
        )

        ready.additional_properties = d
        return ready

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
