from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.capabilities_entity_types_item import CapabilitiesEntityTypesItem
    from ..models.capabilities_limits import CapabilitiesLimits
    from ..models.capabilities_relation_types_item import CapabilitiesRelationTypesItem


T = TypeVar("T", bound="Capabilities")


@_attrs_define
class Capabilities:
    """
    Attributes:
        version (str):
        rerank (bool): Whether recall reranks the best memories by token embeddings.
        llm_extractor (bool): Whether the LLM stage of extraction runs.
        classifier_extractor (bool): Whether the classifier stage of extraction runs.
        pattern_extractor (bool): Whether the pattern stage of extraction runs.
        schema_namespaces (list[str]):
        vector_dim (int): Dimensions of vectors; 0 without an embedding model.
        entity_types (list[CapabilitiesEntityTypesItem]):
        relation_types (list[CapabilitiesRelationTypesItem]):
        retrievers (list[str]):
        limits (CapabilitiesLimits): Maximum values of requests.
    """

    version: str
    rerank: bool
    llm_extractor: bool
    classifier_extractor: bool
    pattern_extractor: bool
    schema_namespaces: list[str]
    vector_dim: int
    entity_types: list[CapabilitiesEntityTypesItem]
    relation_types: list[CapabilitiesRelationTypesItem]
    retrievers: list[str]
    limits: CapabilitiesLimits
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        version = self.version

        rerank = self.rerank

        llm_extractor = self.llm_extractor

        classifier_extractor = self.classifier_extractor

        pattern_extractor = self.pattern_extractor

        schema_namespaces = self.schema_namespaces

        vector_dim = self.vector_dim

        entity_types = []
        for entity_types_item_data in self.entity_types:
            entity_types_item = entity_types_item_data.to_dict()
            entity_types.append(entity_types_item)

        relation_types = []
        for relation_types_item_data in self.relation_types:
            relation_types_item = relation_types_item_data.to_dict()
            relation_types.append(relation_types_item)

        retrievers = self.retrievers

        limits = self.limits.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "version": version,
                "rerank": rerank,
                "llm_extractor": llm_extractor,
                "classifier_extractor": classifier_extractor,
                "pattern_extractor": pattern_extractor,
                "schema_namespaces": schema_namespaces,
                "vector_dim": vector_dim,
                "entity_types": entity_types,
                "relation_types": relation_types,
                "retrievers": retrievers,
                "limits": limits,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.capabilities_entity_types_item import CapabilitiesEntityTypesItem  # noqa: PLC0415
        from ..models.capabilities_limits import CapabilitiesLimits  # noqa: PLC0415
        from ..models.capabilities_relation_types_item import CapabilitiesRelationTypesItem  # noqa: PLC0415

        d = dict(src_dict)
        version = d.pop("version")

        rerank = d.pop("rerank")

        llm_extractor = d.pop("llm_extractor")

        classifier_extractor = d.pop("classifier_extractor")

        pattern_extractor = d.pop("pattern_extractor")

        schema_namespaces = cast(list[str], d.pop("schema_namespaces"))

        vector_dim = d.pop("vector_dim")

        entity_types = []
        _entity_types = d.pop("entity_types")
        for entity_types_item_data in _entity_types:
            entity_types_item = CapabilitiesEntityTypesItem.from_dict(entity_types_item_data)

            entity_types.append(entity_types_item)

        relation_types = []
        _relation_types = d.pop("relation_types")
        for relation_types_item_data in _relation_types:
            relation_types_item = CapabilitiesRelationTypesItem.from_dict(relation_types_item_data)

            relation_types.append(relation_types_item)

        retrievers = cast(list[str], d.pop("retrievers"))

        limits = CapabilitiesLimits.from_dict(d.pop("limits"))

        capabilities = cls(
            version=version,
            rerank=rerank,
            llm_extractor=llm_extractor,
            classifier_extractor=classifier_extractor,
            pattern_extractor=pattern_extractor,
            schema_namespaces=schema_namespaces,
            vector_dim=vector_dim,
            entity_types=entity_types,
            relation_types=relation_types,
            retrievers=retrievers,
            limits=limits,
        )

        capabilities.additional_properties = d
        return capabilities

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
