"""Contains all the data models used in inputs/outputs"""

from .batch_result import BatchResult
from .capabilities import Capabilities
from .capabilities_entity_types_item import CapabilitiesEntityTypesItem
from .capabilities_limits import CapabilitiesLimits
from .capabilities_relation_types_item import CapabilitiesRelationTypesItem
from .context_fact import ContextFact
from .context_fact_kind import ContextFactKind
from .created_webhook import CreatedWebhook
from .created_webhook_state import CreatedWebhookState
from .created_webhook_types_type_0_item import CreatedWebhookTypesType0Item
from .entity import Entity
from .entity_list import EntityList
from .entity_profile import EntityProfile
from .entity_profile_facts_item import EntityProfileFactsItem
from .entity_profile_facts_item_kind import EntityProfileFactsItemKind
from .entity_profile_format import EntityProfileFormat
from .entity_profile_memories_item import EntityProfileMemoriesItem
from .entity_profile_timeline_item import EntityProfileTimelineItem
from .entity_profile_timeline_item_kind import EntityProfileTimelineItemKind
from .error import Error
from .error_error import ErrorError
from .error_error_code import ErrorErrorCode
from .forget_result import ForgetResult
from .forgotten_memories import ForgottenMemories
from .graph_page import GraphPage
from .graph_page_edges_item import GraphPageEdgesItem
from .graph_page_edges_item_kind import GraphPageEdgesItemKind
from .graph_page_nodes_item import GraphPageNodesItem
from .graph_page_nodes_item_kind import GraphPageNodesItemKind
from .import_report import ImportReport
from .inspected_memory import InspectedMemory
from .inspected_memory_artifact import InspectedMemoryArtifact
from .inspected_memory_artifact_candidates_item import InspectedMemoryArtifactCandidatesItem
from .inspected_memory_artifact_candidates_item_kind import InspectedMemoryArtifactCandidatesItemKind
from .inspected_memory_artifact_candidates_item_polarity import InspectedMemoryArtifactCandidatesItemPolarity
from .inspected_memory_artifact_extraction import InspectedMemoryArtifactExtraction
from .inspected_memory_artifact_extraction_mentions_item import InspectedMemoryArtifactExtractionMentionsItem
from .inspected_memory_artifact_extraction_state import InspectedMemoryArtifactExtractionState
from .inspected_memory_artifact_graph import InspectedMemoryArtifactGraph
from .inspected_memory_artifact_graph_edges_item import InspectedMemoryArtifactGraphEdgesItem
from .inspected_memory_artifact_graph_edges_item_kind import InspectedMemoryArtifactGraphEdgesItemKind
from .inspected_memory_artifact_graph_nodes_item import InspectedMemoryArtifactGraphNodesItem
from .inspected_memory_artifact_keyword_fields_item import InspectedMemoryArtifactKeywordFieldsItem
from .inspected_memory_artifact_links_item import InspectedMemoryArtifactLinksItem
from .inspected_memory_artifact_links_item_kind import InspectedMemoryArtifactLinksItemKind
from .inspected_memory_artifact_record import InspectedMemoryArtifactRecord
from .inspected_memory_artifact_record_kind import InspectedMemoryArtifactRecordKind
from .inspected_memory_artifact_record_state import InspectedMemoryArtifactRecordState
from .inspected_memory_artifact_verdicts_item import InspectedMemoryArtifactVerdictsItem
from .inspected_memory_artifact_verdicts_item_kind import InspectedMemoryArtifactVerdictsItemKind
from .inspected_memory_artifact_verdicts_item_polarity import InspectedMemoryArtifactVerdictsItemPolarity
from .inspected_memory_artifact_verdicts_item_verdict import InspectedMemoryArtifactVerdictsItemVerdict
from .link_result import LinkResult
from .link_result_kind import LinkResultKind
from .list_entity_relations_direction import ListEntityRelationsDirection
from .list_entity_relations_type import ListEntityRelationsType
from .list_memories_dir import ListMemoriesDir
from .list_statements_kind import ListStatementsKind
from .list_statements_predicate import ListStatementsPredicate
from .live import Live
from .memory import Memory
from .memory_creation_result import MemoryCreationResult
from .memory_creation_result_kind import MemoryCreationResultKind
from .memory_extraction import MemoryExtraction
from .memory_kind import MemoryKind
from .memory_page import MemoryPage
from .memory_state import MemoryState
from .memory_version import MemoryVersion
from .memory_with_versions import MemoryWithVersions
from .memory_with_versions_extraction import MemoryWithVersionsExtraction
from .memory_with_versions_kind import MemoryWithVersionsKind
from .memory_with_versions_state import MemoryWithVersionsState
from .operation_figures import OperationFigures
from .operation_figures_dead_letters_item import OperationFiguresDeadLettersItem
from .operation_figures_extraction import OperationFiguresExtraction
from .operation_figures_last_hour import OperationFiguresLastHour
from .operation_figures_log_reader_type_0 import OperationFiguresLogReaderType0
from .operation_figures_log_reader_type_0_state import OperationFiguresLogReaderType0State
from .operation_figures_storage_type_0 import OperationFiguresStorageType0
from .plan import Plan
from .plan_steps_item import PlanStepsItem
from .plan_steps_item_transition_kind import PlanStepsItemTransitionKind
from .ready import Ready
from .ready_extraction_type_0 import ReadyExtractionType0
from .ready_log_reader_type_0 import ReadyLogReaderType0
from .ready_status import ReadyStatus
from .reasoning import Reasoning
from .reasoning_inferences_item import ReasoningInferencesItem
from .reasoning_inferences_item_inference_kind import ReasoningInferencesItemInferenceKind
from .recall import Recall
from .recall_answer_kind import RecallAnswerKind
from .recall_none_because import RecallNoneBecause
from .recalled_memory import RecalledMemory
from .recalled_memory_entities_item import RecalledMemoryEntitiesItem
from .recalled_memory_passage import RecalledMemoryPassage
from .recalled_memory_retrievers_item import RecalledMemoryRetrieversItem
from .redriven import Redriven
from .relation import Relation
from .relation_list import RelationList
from .relation_source import RelationSource
from .resolution import Resolution
from .resolution_outcome import ResolutionOutcome
from .resolved_entity import ResolvedEntity
from .retracted_relation import RetractedRelation
from .retracted_statement import RetractedStatement
from .retraction_list import RetractionList
from .retraction_list_retractions_item import RetractionListRetractionsItem
from .retraction_list_retractions_item_kind import RetractionListRetractionsItemKind
from .retraction_list_retractions_item_object_type_0 import RetractionListRetractionsItemObjectType0
from .retraction_list_retractions_item_object_type_1 import RetractionListRetractionsItemObjectType1
from .retraction_list_retractions_item_object_type_1_value_type_0 import (
    RetractionListRetractionsItemObjectType1ValueType0,
)
from .retraction_list_retractions_item_object_type_1_value_type_1 import (
    RetractionListRetractionsItemObjectType1ValueType1,
)
from .retraction_list_retractions_item_object_type_1_value_type_1_type import (
    RetractionListRetractionsItemObjectType1ValueType1Type,
)
from .retraction_list_retractions_item_object_type_1_value_type_2 import (
    RetractionListRetractionsItemObjectType1ValueType2,
)
from .retraction_list_retractions_item_object_type_1_value_type_3 import (
    RetractionListRetractionsItemObjectType1ValueType3,
)
from .revision_result import RevisionResult
from .stage_report import StageReport
from .stage_report_stage import StageReportStage
from .stage_report_state import StageReportState
from .statement import Statement
from .statement_kind import StatementKind
from .statement_list import StatementList
from .statement_object_type_0 import StatementObjectType0
from .statement_object_type_1 import StatementObjectType1
from .statement_object_type_1_value_type_0 import StatementObjectType1ValueType0
from .statement_object_type_1_value_type_1 import StatementObjectType1ValueType1
from .statement_object_type_1_value_type_1_type import StatementObjectType1ValueType1Type
from .statement_object_type_1_value_type_2 import StatementObjectType1ValueType2
from .statement_object_type_1_value_type_3 import StatementObjectType1ValueType3
from .statement_source import StatementSource
from .traversal import Traversal
from .traversal_paths_item import TraversalPathsItem
from .traversal_paths_item_steps_item import TraversalPathsItemStepsItem
from .unlink_memories_kind import UnlinkMemoriesKind
from .unlink_result import UnlinkResult
from .unlink_result_kind import UnlinkResultKind
from .webhook import Webhook
from .webhook_list import WebhookList
from .webhook_state import WebhookState
from .webhook_types_type_0_item import WebhookTypesType0Item
from .whoami import Whoami
from .whoami_auth import WhoamiAuth
from .whoami_permissions import WhoamiPermissions

__all__ = (
    "BatchResult",
    "Capabilities",
    "CapabilitiesEntityTypesItem",
    "CapabilitiesLimits",
    "CapabilitiesRelationTypesItem",
    "ContextFact",
    "ContextFactKind",
    "CreatedWebhook",
    "CreatedWebhookState",
    "CreatedWebhookTypesType0Item",
    "Entity",
    "EntityList",
    "EntityProfile",
    "EntityProfileFactsItem",
    "EntityProfileFactsItemKind",
    "EntityProfileFormat",
    "EntityProfileMemoriesItem",
    "EntityProfileTimelineItem",
    "EntityProfileTimelineItemKind",
    "Error",
    "ErrorError",
    "ErrorErrorCode",
    "ForgetResult",
    "ForgottenMemories",
    "GraphPage",
    "GraphPageEdgesItem",
    "GraphPageEdgesItemKind",
    "GraphPageNodesItem",
    "GraphPageNodesItemKind",
    "ImportReport",
    "InspectedMemory",
    "InspectedMemoryArtifact",
    "InspectedMemoryArtifactCandidatesItem",
    "InspectedMemoryArtifactCandidatesItemKind",
    "InspectedMemoryArtifactCandidatesItemPolarity",
    "InspectedMemoryArtifactExtraction",
    "InspectedMemoryArtifactExtractionMentionsItem",
    "InspectedMemoryArtifactExtractionState",
    "InspectedMemoryArtifactGraph",
    "InspectedMemoryArtifactGraphEdgesItem",
    "InspectedMemoryArtifactGraphEdgesItemKind",
    "InspectedMemoryArtifactGraphNodesItem",
    "InspectedMemoryArtifactKeywordFieldsItem",
    "InspectedMemoryArtifactLinksItem",
    "InspectedMemoryArtifactLinksItemKind",
    "InspectedMemoryArtifactRecord",
    "InspectedMemoryArtifactRecordKind",
    "InspectedMemoryArtifactRecordState",
    "InspectedMemoryArtifactVerdictsItem",
    "InspectedMemoryArtifactVerdictsItemKind",
    "InspectedMemoryArtifactVerdictsItemPolarity",
    "InspectedMemoryArtifactVerdictsItemVerdict",
    "LinkResult",
    "LinkResultKind",
    "ListEntityRelationsDirection",
    "ListEntityRelationsType",
    "ListMemoriesDir",
    "ListStatementsKind",
    "ListStatementsPredicate",
    "Live",
    "Memory",
    "MemoryCreationResult",
    "MemoryCreationResultKind",
    "MemoryExtraction",
    "MemoryKind",
    "MemoryPage",
    "MemoryState",
    "MemoryVersion",
    "MemoryWithVersions",
    "MemoryWithVersionsExtraction",
    "MemoryWithVersionsKind",
    "MemoryWithVersionsState",
    "OperationFigures",
    "OperationFiguresDeadLettersItem",
    "OperationFiguresExtraction",
    "OperationFiguresLastHour",
    "OperationFiguresLogReaderType0",
    "OperationFiguresLogReaderType0State",
    "OperationFiguresStorageType0",
    "Plan",
    "PlanStepsItem",
    "PlanStepsItemTransitionKind",
    "Ready",
    "ReadyExtractionType0",
    "ReadyLogReaderType0",
    "ReadyStatus",
    "Reasoning",
    "ReasoningInferencesItem",
    "ReasoningInferencesItemInferenceKind",
    "Recall",
    "RecallAnswerKind",
    "RecalledMemory",
    "RecalledMemoryEntitiesItem",
    "RecalledMemoryPassage",
    "RecalledMemoryRetrieversItem",
    "RecallNoneBecause",
    "Redriven",
    "Relation",
    "RelationList",
    "RelationSource",
    "Resolution",
    "ResolutionOutcome",
    "ResolvedEntity",
    "RetractedRelation",
    "RetractedStatement",
    "RetractionList",
    "RetractionListRetractionsItem",
    "RetractionListRetractionsItemKind",
    "RetractionListRetractionsItemObjectType0",
    "RetractionListRetractionsItemObjectType1",
    "RetractionListRetractionsItemObjectType1ValueType0",
    "RetractionListRetractionsItemObjectType1ValueType1",
    "RetractionListRetractionsItemObjectType1ValueType1Type",
    "RetractionListRetractionsItemObjectType1ValueType2",
    "RetractionListRetractionsItemObjectType1ValueType3",
    "RevisionResult",
    "StageReport",
    "StageReportStage",
    "StageReportState",
    "Statement",
    "StatementKind",
    "StatementList",
    "StatementObjectType0",
    "StatementObjectType1",
    "StatementObjectType1ValueType0",
    "StatementObjectType1ValueType1",
    "StatementObjectType1ValueType1Type",
    "StatementObjectType1ValueType2",
    "StatementObjectType1ValueType3",
    "StatementSource",
    "Traversal",
    "TraversalPathsItem",
    "TraversalPathsItemStepsItem",
    "UnlinkMemoriesKind",
    "UnlinkResult",
    "UnlinkResultKind",
    "Webhook",
    "WebhookList",
    "WebhookState",
    "WebhookTypesType0Item",
    "Whoami",
    "WhoamiAuth",
    "WhoamiPermissions",
)
