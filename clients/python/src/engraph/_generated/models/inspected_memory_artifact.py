from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.inspected_memory_artifact_candidates_item import InspectedMemoryArtifactCandidatesItem
    from ..models.inspected_memory_artifact_extraction import InspectedMemoryArtifactExtraction
    from ..models.inspected_memory_artifact_graph import InspectedMemoryArtifactGraph
    from ..models.inspected_memory_artifact_keyword_fields_item import InspectedMemoryArtifactKeywordFieldsItem
    from ..models.inspected_memory_artifact_links_item import InspectedMemoryArtifactLinksItem
    from ..models.inspected_memory_artifact_record import InspectedMemoryArtifactRecord
    from ..models.inspected_memory_artifact_verdicts_item import InspectedMemoryArtifactVerdictsItem
    from ..models.relation import Relation
    from ..models.statement import Statement


T = TypeVar("T", bound="InspectedMemoryArtifact")


@_attrs_define
class InspectedMemoryArtifact:
    """
    Attributes:
        record (InspectedMemoryArtifactRecord):
        vector (list[float]):
        keyword_fields (list[InspectedMemoryArtifactKeywordFieldsItem]):
        hype_questions (list[str]):
        graph (InspectedMemoryArtifactGraph):
        relations (list[Relation]): Relations for which the memory is evidence, or that callers state of its candidates.
        statements (list[Statement]): Statements for which the memory is evidence, or that callers state of its
            candidates.
        candidates (list[InspectedMemoryArtifactCandidatesItem]): Claims of the memory that are too weak to be facts. No
            other route returns them.
        corrects (list[str]): Memories that said by mistake what this one puts right; at most 100.
        corrected_by (list[str]): Memories that put right what this one said; at most 100.
        links (list[InspectedMemoryArtifactLinksItem]): Links of the memory: those from it, then those to it, each at
            most 100.
        extraction (InspectedMemoryArtifactExtraction):
        verdicts (list[InspectedMemoryArtifactVerdictsItem] | Unset): What the LLM said of claims that were too weak to
            be facts. Absent without any.
    """

    record: InspectedMemoryArtifactRecord
    vector: list[float]
    keyword_fields: list[InspectedMemoryArtifactKeywordFieldsItem]
    hype_questions: list[str]
    graph: InspectedMemoryArtifactGraph
    relations: list[Relation]
    statements: list[Statement]
    candidates: list[InspectedMemoryArtifactCandidatesItem]
    corrects: list[str]
    corrected_by: list[str]
    links: list[InspectedMemoryArtifactLinksItem]
    extraction: InspectedMemoryArtifactExtraction
    verdicts: list[InspectedMemoryArtifactVerdictsItem] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        record = self.record.to_dict()

        vector = self.vector

        keyword_fields = []
        for keyword_fields_item_data in self.keyword_fields:
            keyword_fields_item = keyword_fields_item_data.to_dict()
            keyword_fields.append(keyword_fields_item)

        hype_questions = self.hype_questions

        graph = self.graph.to_dict()

        relations = []
        for relations_item_data in self.relations:
            relations_item = relations_item_data.to_dict()
            relations.append(relations_item)

        statements = []
        for statements_item_data in self.statements:
            statements_item = statements_item_data.to_dict()
            statements.append(statements_item)

        candidates = []
        for candidates_item_data in self.candidates:
            candidates_item = candidates_item_data.to_dict()
            candidates.append(candidates_item)

        corrects = self.corrects

        corrected_by = self.corrected_by

        links = []
        for links_item_data in self.links:
            links_item = links_item_data.to_dict()
            links.append(links_item)

        extraction = self.extraction.to_dict()

        verdicts: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.verdicts, Unset):
            verdicts = []
            for verdicts_item_data in self.verdicts:
                verdicts_item = verdicts_item_data.to_dict()
                verdicts.append(verdicts_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "record": record,
                "vector": vector,
                "keyword_fields": keyword_fields,
                "hype_questions": hype_questions,
                "graph": graph,
                "relations": relations,
                "statements": statements,
                "candidates": candidates,
                "corrects": corrects,
                "corrected_by": corrected_by,
                "links": links,
                "extraction": extraction,
            }
        )
        if verdicts is not UNSET:
            field_dict["verdicts"] = verdicts

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.inspected_memory_artifact_candidates_item import InspectedMemoryArtifactCandidatesItem  # noqa: PLC0415
        from ..models.inspected_memory_artifact_extraction import InspectedMemoryArtifactExtraction  # noqa: PLC0415
        from ..models.inspected_memory_artifact_graph import InspectedMemoryArtifactGraph  # noqa: PLC0415
        from ..models.inspected_memory_artifact_keyword_fields_item import InspectedMemoryArtifactKeywordFieldsItem  # noqa: PLC0415
        from ..models.inspected_memory_artifact_links_item import InspectedMemoryArtifactLinksItem  # noqa: PLC0415
        from ..models.inspected_memory_artifact_record import InspectedMemoryArtifactRecord  # noqa: PLC0415
        from ..models.inspected_memory_artifact_verdicts_item import InspectedMemoryArtifactVerdictsItem  # noqa: PLC0415
        from ..models.relation import Relation  # noqa: PLC0415
        from ..models.statement import Statement  # noqa: PLC0415

        d = dict(src_dict)
        record = InspectedMemoryArtifactRecord.from_dict(d.pop("record"))

        vector = cast(list[float], d.pop("vector"))

        keyword_fields = []
        _keyword_fields = d.pop("keyword_fields")
        for keyword_fields_item_data in _keyword_fields:
            keyword_fields_item = InspectedMemoryArtifactKeywordFieldsItem.from_dict(keyword_fields_item_data)

            keyword_fields.append(keyword_fields_item)

        hype_questions = cast(list[str], d.pop("hype_questions"))

        graph = InspectedMemoryArtifactGraph.from_dict(d.pop("graph"))

        relations = []
        _relations = d.pop("relations")
        for relations_item_data in _relations:
            relations_item = Relation.from_dict(relations_item_data)

            relations.append(relations_item)

        statements = []
        _statements = d.pop("statements")
        for statements_item_data in _statements:
            statements_item = Statement.from_dict(statements_item_data)

            statements.append(statements_item)

        candidates = []
        _candidates = d.pop("candidates")
        for candidates_item_data in _candidates:
            candidates_item = InspectedMemoryArtifactCandidatesItem.from_dict(candidates_item_data)

            candidates.append(candidates_item)

        corrects = cast(list[str], d.pop("corrects"))

        corrected_by = cast(list[str], d.pop("corrected_by"))

        links = []
        _links = d.pop("links")
        for links_item_data in _links:
            links_item = InspectedMemoryArtifactLinksItem.from_dict(links_item_data)

            links.append(links_item)

        extraction = InspectedMemoryArtifactExtraction.from_dict(d.pop("extraction"))

        _verdicts = d.pop("verdicts", UNSET)
        verdicts: list[InspectedMemoryArtifactVerdictsItem] | Unset = UNSET
        if _verdicts is not UNSET:
            verdicts = []
            for verdicts_item_data in _verdicts:
                verdicts_item = InspectedMemoryArtifactVerdictsItem.from_dict(verdicts_item_data)

                verdicts.append(verdicts_item)

        inspected_memory_artifact = cls(
            record=record,
            vector=vector,
            keyword_fields=keyword_fields,
            hype_questions=hype_questions,
            graph=graph,
            relations=relations,
            statements=statements,
            candidates=candidates,
            corrects=corrects,
            corrected_by=corrected_by,
            links=links,
            extraction=extraction,
            verdicts=verdicts,
        )

        inspected_memory_artifact.additional_properties = d
        return inspected_memory_artifact

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
