"""The client: a method for each operation of the API, named as the operation is."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, cast

import httpx

from .._generated.api.edge import capabilities, live, operation_figures, ready, redrive_extractions, whoami
from .._generated.api.events import create_webhook, delete_webhook, list_webhooks, resume_webhook
from .._generated.api.graph import (
    assert_relation,
    assert_statement,
    confirm_relation,
    confirm_statement,
    correct_entity,
    create_entity,
    entity_profile,
    get_entity,
    get_relation,
    get_statement,
    graph_fetch,
    list_entities,
    list_entity_relations,
    list_retractions,
    list_statements,
    merge_entity,
    resolve_entity,
    retract_relation,
    retract_statement,
    split_entity,
    traverse_relations,
)
from .._generated.api.links import link_memories, unlink_memories
from .._generated.api.memories import (
    encode_memories,
    encode_memory,
    forget_memory,
    get_memory,
    inspect_memory,
    list_memories,
    revise_memory,
)
from .._generated.api.recall import plan, reason, recall
from .._generated.api.transfer import import_scope
from .._generated.models import (
    BatchResult,
    Capabilities,
    CreatedWebhook,
    EntityList,
    EntityProfile,
    ForgetResult,
    ForgottenMemories,
    GraphPage,
    ImportReport,
    InspectedMemory,
    LinkResult,
    Live,
    Memory,
    MemoryCreationResult,
    MemoryPage,
    MemoryWithVersions,
    OperationFigures,
    Plan,
    Ready,
    Reasoning,
    Recall,
    Redriven,
    Relation,
    RelationList,
    Resolution,
    ResolvedEntity,
    RetractedRelation,
    RetractedStatement,
    RetractionList,
    RevisionResult,
    Statement,
    StatementList,
    Traversal,
    UnlinkResult,
    Webhook,
    WebhookList,
    Whoami,
)
from .._generated.types import UNSET, Unset
from .._request import ApiKey, changes, fields, json_text, preference, timeout_error
from .._request import idempotency_key as key_of
from ..events import ScopeEvent
from ..retry import Retry
from ..values import BatchItem, Filter, Genre, LinkKind, Retriever, Role, Session, TextOrMemory, Time
from .streams import export_lines, follow_events, import_in_parts
from .transport import Transport


class Engraph:
    """A client of one credential, and so of one scope.

    Every method raises EngraphError, or one of its kinds, and tries again what may pass: lost connections, 429 and 503.
    A write keeps its idempotency key over its attempts, so that it is done once.

    base_url: address of the service, without /v1.
    api_key: an API key or a JWT; a function is asked before every attempt, so that a short-lived token can be renewed.
    timeout: seconds that a call may take, its retries included.
    http_client: one with proxies, certificates or limits of your own; `close` closes it too.
    """

    def __init__(
        self,
        base_url: str = "http://127.0.0.1:8080",
        *,
        api_key: ApiKey,
        timeout: float = 60.0,
        retry: Retry = Retry(),
        http_client: httpx.Client | None = None,
    ) -> None:
        self._transport = Transport(base_url, api_key, timeout=timeout, retry=retry, http=http_client)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._transport.address!r})"

    def __enter__(self) -> Engraph:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def with_timeout(self, timeout: float) -> Engraph:
        """This client, with the same connections and another timeout in seconds."""
        client = object.__new__(type(self))
        client._transport = self._transport.patient(timeout)
        return client

    def encode_memory(
        self,
        text: str,
        *,
        speaker: str | None = None,
        role: Role | None = None,
        genre: Genre | None = None,
        session: Session | None = None,
        occurred_at: Time | None = None,
        kind: Literal[0, 1] | None = None,
        metadata: Mapping[str, Any] | None = None,
        tags: Sequence[str] | None = None,
        expires_at: Time | None = None,
        pinned: bool | None = None,
        dedupe: Literal["none", "content"] | None = None,
        wait: int | None = None,
        idempotency_key: str | None = None,
    ) -> MemoryCreationResult:
        """Stores a memory durably; its extraction follows.

        wait: seconds, at most 30, that the answer may wait for the extraction; see `wait_for_extraction`.
        """
        body = fields(
            text=text,
            speaker=speaker,
            role=role,
            genre=genre,
            session=session,
            occurred_at=occurred_at,
            kind=kind,
            metadata=metadata,
            tags=tags,
            expires_at=expires_at,
            pinned=pinned,
            dedupe=dedupe,
        )
        operation = encode_memory.operation(prefer=preference(wait), idempotency_key=key_of(idempotency_key))
        return self._transport.send(operation, body=body, wait=wait)

    def encode_memories(
        self, items: Sequence[BatchItem], *, wait: int | None = None, idempotency_key: str | None = None
    ) -> BatchResult:
        """Stores up to 1,000 memories in their order, with a result or an error for each."""
        operation = encode_memories.operation(prefer=preference(wait), idempotency_key=key_of(idempotency_key))
        return self._transport.send(operation, body={"items": items}, wait=wait)

    def wait_for_extraction(self, memory_id: str, *, timeout: float = 60.0) -> Memory:
        """The memory, once its extraction is no longer pending. EngraphTimeoutError after so many seconds."""
        deadline, pause = time.monotonic() + timeout, 0.05
        while True:
            memory = self.get_memory(memory_id)
            if memory.extraction != "pending":
                return Memory.from_dict(memory.to_dict())
            if time.monotonic() + pause > deadline:
                raise timeout_error(timeout)
            time.sleep(pause)
            pause = min(pause * 2, 2.0)

    def get_memory(
        self, memory_id: str, *, versions: bool | None = None, include_tombstoned: bool | None = None
    ) -> MemoryWithVersions:
        """One memory; with `versions` its history too."""
        operation = get_memory.operation(memory_id, versions=versions, include_tombstoned=include_tombstoned)
        return self._transport.send(operation)

    def revise_memory(
        self,
        memory_id: str,
        *,
        text: str | Unset = UNSET,
        metadata: Mapping[str, Any] | None | Unset = UNSET,
        tags: Sequence[str] | None | Unset = UNSET,
        expires_at: Time | None | Unset = UNSET,
        pinned: bool | Unset = UNSET,
        if_version: int | None = None,
        wait: int | None = None,
        idempotency_key: str | None = None,
    ) -> RevisionResult:
        """Changes what is given of a memory; None takes it away.

        ConflictError where it has another version than `if_version`.
        """
        operation = revise_memory.operation(
            memory_id,
            if_match=None if if_version is None else f'"{if_version}"',
            prefer=preference(wait),
            idempotency_key=key_of(idempotency_key),
        )
        body = changes(text=text, metadata=metadata, tags=tags, expires_at=expires_at, pinned=pinned)
        return self._transport.send(operation, body=body, wait=wait)

    def list_memories(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        dir: Literal["desc", "asc"] | None = None,
        session: Session | None = None,
        subject: str | None = None,
        filter: Filter | None = None,
        include_tombstoned: bool | None = None,
    ) -> MemoryPage:
        """One page of memories, newest first."""
        operation = list_memories.operation(
            limit=limit,
            cursor=cursor,
            dir_=dir,
            session=session,
            subject=subject,
            filter_=None if filter is None else json_text(filter),
            include_tombstoned=include_tombstoned,
        )
        return self._transport.send(operation)

    def memories(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        dir: Literal["desc", "asc"] | None = None,
        session: Session | None = None,
        subject: str | None = None,
        filter: Filter | None = None,
        include_tombstoned: bool | None = None,
    ) -> Iterator[Memory]:
        """All memories, one by one; `limit` is the size of a page, which is fetched when its first is asked for."""
        while True:
            page = self.list_memories(
                limit=limit,
                cursor=cursor,
                dir=dir,
                session=session,
                subject=subject,
                filter=filter,
                include_tombstoned=include_tombstoned,
            )
            for memory in page.items:
                yield memory
            if isinstance(page.next_cursor, Unset):
                return
            cursor = page.next_cursor

    def forget_memory(self, memory_id: str, *, hard: bool = False, idempotency_key: str | None = None) -> ForgetResult:
        """Forgets a memory, and takes back what it gave the graph; with `hard` its text is erased at once."""
        operation = forget_memory.operation(idempotency_key=key_of(idempotency_key))
        result = self._transport.send(operation, body={"memory_id": memory_id, "hard": hard})
        return cast(ForgetResult, result)

    def forget_where(
        self,
        filter: Filter | None = None,
        *,
        all: bool | None = None,
        dry_run: bool = False,
        hard: bool = False,
        idempotency_key: str | None = None,
    ) -> ForgottenMemories:
        """Forgets the oldest 500 memories that pass a filter, or of all; with `more`, call it again for the next."""
        operation = forget_memory.operation(idempotency_key=key_of(idempotency_key))
        body = fields(filter=filter, all=all, dry_run=dry_run, hard=hard)
        return cast(ForgottenMemories, self._transport.send(operation, body=body))

    def inspect_memory(self, memory_id: str) -> InspectedMemory:
        """One memory with all that was found in it."""
        return self._transport.send(inspect_memory.operation(memory_id))

    def recall(
        self,
        query: str,
        *,
        max_results: int | None = None,
        session: Session | None = None,
        since: Time | None = None,
        until: Time | None = None,
        subject: str | None = None,
        filter: Filter | None = None,
        retrievers: Sequence[Retriever] | None = None,
        min_confidence: float | None = None,
        kind: Literal[0, 1, 2] | None = None,
        format: Literal["memories", "context"] | None = None,
        max_tokens: int | None = None,
        max_facts: int | None = None,
        context_ids: bool | None = None,
        min_fact_confidence: float | None = None,
        neighbours: bool | None = None,
        include_trace: bool | None = None,
    ) -> Recall:
        """The memories that answer a question, best first; with format="context" also a text for a prompt."""
        body = fields(
            query=query,
            max_results=max_results,
            session=session,
            since=since,
            until=until,
            subject=subject,
            filter=filter,
            retrievers=retrievers,
            min_confidence=min_confidence,
            kind=kind,
            format=format,
            max_tokens=max_tokens,
            max_facts=max_facts,
            context_ids=context_ids,
            min_fact_confidence=min_fact_confidence,
            neighbours=neighbours,
            include_trace=include_trace,
        )
        return self._transport.send(recall.operation(), body=body)

    def plan(
        self,
        start: TextOrMemory,
        goal: TextOrMemory,
        *,
        max_steps: int | None = None,
        max_branches: int | None = None,
        max_wall_time_ms: int | None = None,
        strategy: Literal["auto", "a_star"] | None = None,
    ) -> Plan:
        """A path of memories from a start to a goal, over links, shared entities and words."""
        body = fields(
            start=start,
            goal=goal,
            max_steps=max_steps,
            max_branches=max_branches,
            max_wall_time_ms=max_wall_time_ms,
            strategy=strategy,
        )
        return self._transport.send(plan.operation(), body=body)

    def reason(
        self,
        observation: TextOrMemory,
        *,
        depth: int | None = None,
        confidence_threshold: float | None = None,
        max_inferences: int | None = None,
        budget_wall_time_ms: int | None = None,
    ) -> Reasoning:
        """What the graph holds for and against an observation."""
        body = fields(
            observation=observation,
            depth=depth,
            confidence_threshold=confidence_threshold,
            max_inferences=max_inferences,
            budget_wall_time_ms=budget_wall_time_ms,
        )
        return self._transport.send(reason.operation(), body=body)

    def link_memories(
        self,
        source: str,
        target: str,
        kind: LinkKind,
        *,
        weight: float | None = None,
        idempotency_key: str | None = None,
    ) -> LinkResult:
        """Links two memories; a link that exists is not changed."""
        operation = link_memories.operation(idempotency_key=key_of(idempotency_key))
        body = fields(source=source, target=target, kind=kind, weight=weight)
        return self._transport.send(operation, body=body)

    def unlink_memories(
        self, source: str, target: str, kind: LinkKind, *, idempotency_key: str | None = None
    ) -> UnlinkResult:
        """Removes a link."""
        operation = unlink_memories.operation(idempotency_key=key_of(idempotency_key))
        return self._transport.send(operation, body={"source": source, "target": target, "kind": kind})

    def list_entities(
        self,
        *,
        ids: Sequence[str] | None = None,
        prefix: str | None = None,
        name: str | None = None,
        type_id: int | None = None,
        mention_count_min: int | None = None,
        include_merged: bool | None = None,
        include_candidates: bool | None = None,
        limit: int | None = None,
    ) -> EntityList:
        """Entities, most mentioned first: one page, as wide as `limit`."""
        operation = list_entities.operation(
            ids=None if ids is None else ",".join(ids),
            prefix=prefix,
            name=name,
            type_id=type_id,
            mention_count_min=mention_count_min,
            include_merged=include_merged,
            include_candidates=include_candidates,
            limit=limit,
        )
        return self._transport.send(operation)

    def create_entity(
        self,
        entity_type_id: int,
        canonical_name: str,
        *,
        aliases: Sequence[str] | None = None,
        idempotency_key: str | None = None,
    ) -> ResolvedEntity:
        """Makes an entity, or finds the one that has the name; it stays when memories that name it are forgotten."""
        operation = create_entity.operation(idempotency_key=key_of(idempotency_key))
        body = fields(entity_type_id=entity_type_id, canonical_name=canonical_name, aliases=aliases)
        return self._transport.send(operation, body=body)

    def resolve_entity(
        self,
        candidate_name: str,
        *,
        resolution_context: str | None = None,
        type_hint: int | str | None = None,
        allow_create: bool | None = None,
        idempotency_key: str | None = None,
    ) -> Resolution:
        """The entity that a name refers to, in another spelling too; with `allow_create` a new one if there is none."""
        operation = resolve_entity.operation(idempotency_key=key_of(idempotency_key))
        body = fields(
            candidate_name=candidate_name,
            resolution_context=resolution_context,
            type_hint=type_hint,
            allow_create=allow_create,
        )
        return self._transport.send(operation, body=body)

    def get_entity(self, entity_id: str) -> ResolvedEntity:
        """One entity; for a merged one, the entity that it was merged into."""
        return self._transport.send(get_entity.operation(entity_id))

    def list_entity_relations(
        self,
        entity_id: str,
        *,
        direction: Literal["from", "to", "both", "outgoing", "incoming"] | None = None,
        type: str | None = None,
        include_superseded: bool | None = None,
        limit: int | None = None,
    ) -> RelationList:
        """Relations of an entity, the most confident first. type: such as `core:works_at` or `works_at`."""
        operation = list_entity_relations.operation(
            entity_id,
            direction=direction,
            type_=cast(Any, type),
            include_superseded=include_superseded,
            limit=limit,
        )
        return self._transport.send(operation)

    def traverse_relations(
        self,
        entity_id: str,
        *,
        direction: Literal["outgoing", "incoming", "both"] | None = None,
        relation_types: Sequence[str] | None = None,
        max_depth: int | None = None,
        max_nodes: int | None = None,
        include_superseded: bool | None = None,
    ) -> Traversal:
        """The paths that lead away from an entity, shortest first."""
        body = fields(
            direction=direction,
            relation_types=relation_types,
            max_depth=max_depth,
            max_nodes=max_nodes,
            include_superseded=include_superseded,
        )
        return self._transport.send(traverse_relations.operation(entity_id), body=body)

    def entity_profile(self, entity_id: str, *, format: Literal["json", "text"] | None = None) -> EntityProfile:
        """What is known of an entity: current facts, timeline, recent memories; with format="text" also as a text."""
        return self._transport.send(entity_profile.operation(entity_id, format_=format))

    def correct_entity(
        self,
        entity_id: str,
        *,
        canonical_name: str | None = None,
        entity_type_id: int | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
    ) -> ResolvedEntity:
        """Puts the name or type of an entity right; ConflictError where another has them, or `if_match` is no more."""
        operation = correct_entity.operation(entity_id, if_match=if_match, idempotency_key=key_of(idempotency_key))
        body = fields(canonical_name=canonical_name, entity_type_id=entity_type_id)
        return self._transport.send(operation, body=body)

    def merge_entity(self, entity_id: str, into: str, *, idempotency_key: str | None = None) -> ResolvedEntity:
        """Makes two entities one."""
        operation = merge_entity.operation(entity_id, idempotency_key=key_of(idempotency_key))
        return self._transport.send(operation, body={"into": into})

    def split_entity(self, entity_id: str, name: str, *, idempotency_key: str | None = None) -> ResolvedEntity:
        """Splits a name from an entity; the answer is the entity that it now belongs to."""
        operation = split_entity.operation(entity_id, idempotency_key=key_of(idempotency_key))
        return self._transport.send(operation, body={"name": name})

    def list_statements(
        self,
        *,
        subject: str | None = None,
        predicate: str | None = None,
        kind: Literal["preference", "attribute", "fact", "event", "directive", "relation", "custom"] | None = None,
        min_confidence: float | None = None,
        only_current: bool | None = None,
        include_tombstoned: bool | None = None,
        limit: int | None = None,
    ) -> StatementList:
        """Statements about entities, the most confident first. predicate: such as `core:likes` or `likes`."""
        operation = list_statements.operation(
            subject=subject,
            predicate=cast(Any, predicate),
            kind=kind,
            min_confidence=min_confidence,
            only_current=only_current,
            include_tombstoned=include_tombstoned,
            limit=limit,
        )
        return self._transport.send(operation)

    def list_retractions(self, *, limit: int | None = None) -> RetractionList:
        """What callers retracted, the latest first, with the ids by which it can be confirmed."""
        return self._transport.send(list_retractions.operation(limit=limit))

    def get_statement(self, statement_id: str) -> Statement:
        """One statement, ended or not."""
        return self._transport.send(get_statement.operation(statement_id))

    def get_relation(self, relation_id: str) -> Relation:
        """One relation, ended or not."""
        return self._transport.send(get_relation.operation(relation_id))

    def assert_relation(
        self,
        relation_type: str,
        from_entity: str,
        to_entity: str,
        *,
        valid_from: Time | None = None,
        valid_to: Time | None = None,
        reason: str | None = None,
        idempotency_key: str | None = None,
    ) -> Relation:
        """Asserts a relation of two entities; it outranks what memories say up to now, and no forget removes it."""
        operation = assert_relation.operation(idempotency_key=key_of(idempotency_key))
        body = fields(
            relation_type=relation_type,
            from_entity=from_entity,
            to_entity=to_entity,
            valid_from=valid_from,
            valid_to=valid_to,
            reason=reason,
        )
        return self._transport.send(operation, body=body)

    def confirm_relation(
        self, relation_id: str, *, reason: str | None = None, idempotency_key: str | None = None
    ) -> Relation:
        """Confirms a relation: it is certain while the memory that says it is not forgotten."""
        operation = confirm_relation.operation(relation_id, idempotency_key=key_of(idempotency_key))
        return self._transport.send(operation, body=fields(reason=reason))

    def retract_relation(
        self, relation_id: str, *, reason: str | None = None, idempotency_key: str | None = None
    ) -> RetractedRelation:
        """Retracts a relation: what memories say of it no longer counts, until it is asserted or confirmed again."""
        operation = retract_relation.operation(relation_id, idempotency_key=key_of(idempotency_key))
        return self._transport.send(operation, body=fields(reason=reason))

    def assert_statement(
        self,
        subject: str,
        predicate: str,
        object: str | int | float | bool | Mapping[str, Any],
        *,
        kind: Literal["preference", "attribute", "fact", "event", "directive"] | None = None,
        text: str | None = None,
        valid_from: Time | None = None,
        valid_to: Time | None = None,
        reason: str | None = None,
        idempotency_key: str | None = None,
    ) -> Statement:
        """Asserts a statement about an entity, like `assert_relation`."""
        operation = assert_statement.operation(idempotency_key=key_of(idempotency_key))
        body = fields(
            subject=subject,
            predicate=predicate,
            object=object,
            kind=kind,
            text=text,
            valid_from=valid_from,
            valid_to=valid_to,
            reason=reason,
        )
        return self._transport.send(operation, body=body)

    def confirm_statement(
        self, statement_id: str, *, reason: str | None = None, idempotency_key: str | None = None
    ) -> Statement:
        """Confirms a statement, like `confirm_relation`."""
        operation = confirm_statement.operation(statement_id, idempotency_key=key_of(idempotency_key))
        return self._transport.send(operation, body=fields(reason=reason))

    def retract_statement(
        self, statement_id: str, *, reason: str | None = None, idempotency_key: str | None = None
    ) -> RetractedStatement:
        """Retracts a statement, like `retract_relation`."""
        operation = retract_statement.operation(statement_id, idempotency_key=key_of(idempotency_key))
        return self._transport.send(operation, body=fields(reason=reason))

    def graph_pages(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        include_statements: bool | None = None,
        include_memories: bool | None = None,
        include_memory_edges: bool | None = None,
        include_candidates: bool | None = None,
    ) -> Iterator[GraphPage]:
        """The graph page by page; an edge may come before one of its nodes."""
        while True:
            operation = graph_fetch.operation(
                limit=limit,
                cursor=cursor,
                include_statements=include_statements,
                include_memories=include_memories,
                include_memory_edges=include_memory_edges,
                include_candidates=include_candidates,
            )
            page = self._transport.send(operation)
            yield page
            if isinstance(page.next_cursor, Unset):
                return
            cursor = page.next_cursor

    def graph_fetch(
        self,
        *,
        limit: int | None = None,
        include_statements: bool | None = None,
        include_memories: bool | None = None,
        include_memory_edges: bool | None = None,
        include_candidates: bool | None = None,
    ) -> GraphPage:
        """The whole graph, all of its pages; `limit` is the size of a page. For a graph that fits in memory."""
        graph = GraphPage(nodes=[], edges=[])
        for page in self.graph_pages(
            limit=limit,
            include_statements=include_statements,
            include_memories=include_memories,
            include_memory_edges=include_memory_edges,
            include_candidates=include_candidates,
        ):
            graph.nodes.extend(page.nodes)
            graph.edges.extend(page.edges)
        return graph

    def events(
        self, *, types: Sequence[str] | None = None, after: str | None = None, follow: bool = True
    ) -> Iterator[ScopeEvent]:
        """What happens in the scope, as it happens: each event at least once and in order.

        Goes on after a lost connection, until the loop ends. after: `position` of the last event that is known; without
        it, events begin now. follow: False ends with the last event that there is.
        """
        return follow_events(self._transport, None if types is None else ",".join(types), after, follow)

    def create_webhook(
        self,
        url: str,
        *,
        types: Sequence[str] | None = None,
        secret: str | None = None,
        idempotency_key: str | None = None,
    ) -> CreatedWebhook:
        """Has events of the scope posted to a URL. The answer has the secret, which is not shown again."""
        operation = create_webhook.operation(idempotency_key=key_of(idempotency_key))
        return self._transport.send(operation, body=fields(url=url, types=types, secret=secret))

    def list_webhooks(self) -> WebhookList:
        """The webhooks of the scope."""
        return self._transport.send(list_webhooks.operation())

    def resume_webhook(self, webhook_id: str, *, idempotency_key: str | None = None) -> Webhook:
        """Lets a webhook that failed too often go on where it is."""
        operation = resume_webhook.operation(webhook_id, idempotency_key=key_of(idempotency_key))
        return self._transport.send(operation)

    def delete_webhook(self, webhook_id: str, *, idempotency_key: str | None = None) -> Webhook:
        """Removes a webhook."""
        operation = delete_webhook.operation(webhook_id, idempotency_key=key_of(idempotency_key))
        return self._transport.send(operation)

    def operation_figures(self, *, storage: bool | None = None) -> OperationFigures:
        """How the service keeps up with the scope; with storage also its rows and bytes."""
        return self._transport.send(operation_figures.operation(storage=storage))

    def redrive_extractions(self, memory_id: str | None = None, *, idempotency_key: str | None = None) -> Redriven:
        """Has a memory whose extraction was given up extracted again; without one, all of the scope."""
        operation = redrive_extractions.operation(idempotency_key=key_of(idempotency_key))
        return self._transport.send(operation, body=fields(memory_id=memory_id))

    def export_scope(self, *, after: str | None = None, filter: Filter | None = None) -> Iterator[str]:
        """The lines of an export of the scope, or of the memories that pass a filter.

        after: `cursor` of the last checkpoint line that is kept, of an export with the same filter.
        """
        return export_lines(self._transport, after, None if filter is None else json_text(filter))

    def import_scope(self, lines: Iterable[str] | Iterable[str]) -> ImportReport:
        """Imports the lines of an export, part by part. What the scope has is skipped, so it can be repeated."""

        def send(part: str) -> ImportReport:
            return self._transport.send(import_scope.operation(), lines=part)

        return import_in_parts(lines, send)

    def whoami(self) -> Whoami:
        """Identity, scope and permissions of the credential."""
        return self._transport.send(whoami.operation())

    def capabilities(self) -> Capabilities:
        """What this deployment can do: types, stages, limits."""
        return self._transport.send(capabilities.operation())

    def live(self) -> Live:
        """Whether the process runs."""
        return self._transport.send(live.operation())

    def ready(self) -> Ready:
        """Whether the service can work; UnavailableError where it cannot."""
        return self._transport.send(ready.operation())
