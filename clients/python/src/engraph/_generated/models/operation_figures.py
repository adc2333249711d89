from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.operation_figures_dead_letters_item import OperationFiguresDeadLettersItem
    from ..models.operation_figures_extraction import OperationFiguresExtraction
    from ..models.operation_figures_last_hour import OperationFiguresLastHour
    from ..models.operation_figures_log_reader_type_0 import OperationFiguresLogReaderType0
    from ..models.operation_figures_storage_type_0 import OperationFiguresStorageType0


T = TypeVar("T", bound="OperationFigures")


@_attrs_define
class OperationFigures:
    """
    Attributes:
        extraction (OperationFiguresExtraction):
        log_reader (None | OperationFiguresLogReaderType0): What passes events on to the extractor; null where it cannot
            be read, or nothing is extracted.
        last_hour (OperationFiguresLastHour): Events of the last hour, among the latest 20000 of the scope.
        dead_letters (list[OperationFiguresDeadLettersItem]): Memories whose extraction was given up, newest first, at
            most 100.
        storage (None | OperationFiguresStorageType0): Null unless asked for.
    """

    extraction: OperationFiguresExtraction
    log_reader: None | OperationFiguresLogReaderType0
    last_hour: OperationFiguresLastHour
    dead_letters: list[OperationFiguresDeadLettersItem]
    storage: None | OperationFiguresStorageType0
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.operation_figures_log_reader_type_0 import OperationFiguresLogReaderType0  # noqa: PLC0415
        from ..models.operation_figures_storage_type_0 import OperationFiguresStorageType0  # noqa: PLC0415

        extraction = self.extraction.to_dict()

        log_reader: dict[str, Any] | None
        if isinstance(self.log_reader, OperationFiguresLogReaderType0):
            log_reader = self.log_reader.to_dict()
        else:
            log_reader = self.log_reader

        last_hour = self.last_hour.to_dict()

        dead_letters = []
        for dead_letters_item_data in self.dead_letters:
            dead_letters_item = dead_letters_item_data.to_dict()
            dead_letters.append(dead_letters_item)

        storage: dict[str, Any] | None
        if isinstance(self.storage, OperationFiguresStorageType0):
            storage = self.storage.to_dict()
        else:
            storage = self.storage

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "extraction": extraction,
                "log_reader": log_reader,
                "last_hour": last_hour,
                "dead_letters": dead_letters,
                "storage": storage,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.operation_figures_dead_letters_item import OperationFiguresDeadLettersItem  # noqa: PLC0415
        from ..models.operation_figures_extraction import OperationFiguresExtraction  # noqa: PLC0415
        from ..models.operation_figures_last_hour import OperationFiguresLastHour  # noqa: PLC0415
        from ..models.operation_figures_log_reader_type_0 import OperationFiguresLogReaderType0  # noqa: PLC0415
        from ..models.operation_figures_storage_type_0 import OperationFiguresStorageType0  # noqa: PLC0415

        d = dict(src_dict)
        extraction = OperationFiguresExtraction.from_dict(d.pop("extraction"))

        def _parse_log_reader(data: object) -> None | OperationFiguresLogReaderType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                log_reader_type_0 = OperationFiguresLogReaderType0.from_dict(data)

                return log_reader_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | OperationFiguresLogReaderType0, data)

        log_reader = _parse_log_reader(d.pop("log_reader"))

        last_hour = OperationFiguresLastHour.from_dict(d.pop("last_hour"))

        dead_letters = []
        _dead_letters = d.pop("dead_letters")
        for dead_letters_item_data in _dead_letters:
            dead_letters_item = OperationFiguresDeadLettersItem.from_dict(dead_letters_item_data)

            dead_letters.append(dead_letters_item)

        def _parse_storage(data: object) -> None | OperationFiguresStorageType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                storage_type_0 = OperationFiguresStorageType0.from_dict(data)

                return storage_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | OperationFiguresStorageType0, data)

        storage = _parse_storage(d.pop("storage"))

        operation_figures = cls(
            extraction=extraction,
            log_reader=log_reader,
            last_hour=last_hour,
            dead_letters=dead_letters,
            storage=storage,
        )

        operation_figures.additional_properties = d
        return operation_figures

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
