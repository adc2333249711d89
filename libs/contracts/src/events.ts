import type { FactAsserted, FactConfirmed, FactRetracted } from './fact-decisions.js';
import type { Observations, StageReport } from './observations.js';
import type { ExactJson } from './exact-json.js';
import type { LinkKind } from './links.js';
import type { Genre } from './genres.js';
import type { Scope } from './scope.js';

export type MemoryRole = 'user' | 'assistant' | 'system' | 'tool';

/** A memory was stored. Version 1. */
export interface MemoryEncoded {
  readonly memory_id: string;
  /** Null when the text was erased, or when the record is a reference. */
  readonly text: string | null;
  readonly kind: number;
  readonly salience: number;
  /** Number of the session; see `sessionNumber`. */
  readonly session: bigint | number | null;
  /** Session as the caller gave it, if as a text. */
  readonly session_text?: string;
  readonly speaker: string | null;
  readonly role: MemoryRole | null;
  /** Genre that the caller gave; absent when the pipeline is to tell it by the text. */
  readonly genre?: Genre;
  readonly metadata: { [key: string]: ExactJson } | null;
  /** Tags in the order of the caller, each once; absent without any. */
  readonly tags?: readonly string[];
  readonly created_at_unix_nanos: bigint | number;
  readonly occurred_at_unix_nanos: bigint | number;
  /** When the memory expires; absent for never. */
  readonly expires_at_unix_nanos?: bigint | number;
  /** Whether it is pinned, and so never expires; absent for no. */
  readonly pinned?: boolean;
}

/**
 * A memory was changed, or a message changed that it was read with. Absent fields are as before. After
 * an erasure text and metadata are null, and tags are absent. Version 1.
 */
export interface MemoryRevised {
  readonly memory_id: string;
  /** Version of the memory from now on; the one before if nothing of the memory itself changed. */
  readonly version: number;
  /** Extractions of lower readings no longer count. */
  readonly reading: number;
  readonly revised_at_unix_nanos: bigint | number;
  readonly text?: string | null;
  /** Salience of a new text. */
  readonly salience?: number;
  readonly metadata?: { [key: string]: ExactJson } | null;
  /** Empty: none any more. */
  readonly tags?: readonly string[];
  /** 0: never. */
  readonly expires_at_unix_nanos?: bigint | number;
  readonly pinned?: boolean;
}

/** A memory was forgotten; `hard` when its text was erased at once. Version 1. */
export interface MemoryForgotten {
  readonly memory_id: string;
  readonly hard: boolean;
  /** Why, if nobody asked for it: its time was over. */
  readonly reason?: 'expired';
}

/** The pipeline extracted observations from a memory; they contain names, not entity ids. Version 1. */
export interface MemoryExtracted {
  readonly memory_id: string;
  readonly created_at_unix_nanos: bigint | number;
  readonly stages: readonly StageReport[];
  /** Null when they were erased with their memory, or when the record is a reference. */
  readonly observations: Observations | null;
  /**
   * Generation; 0 when absent. An extraction replaces those of a lower generation: one by the LLM replaces those by the
   * LLM, one by the stages that run on every memory replaces those by these stages.
   */
  readonly generation?: number;
  /** Reading of the memory that was extracted, see MemoryRevised; 1 when absent. */
  readonly reading?: number;
}

/** The pipeline gave up on a memory; published to the dead-letter topic. Version 1. */
export interface MemoryExtractionFailed {
  readonly memory_id: string;
  readonly attempts: number;
  /** Human-readable reason; never contains text of the memory. */
  readonly reason: string;
  /** As in MemoryExtracted. */
  readonly reading?: number;
}

/** A link was made between two memories, by their decimal ids. Version 1. */
export interface MemoriesLinked {
  readonly source: string;
  readonly target: string;
  readonly kind: LinkKind;
  /** 0 to 1; for contradictions -1 to 1. */
  readonly weight: number;
  readonly created_at_unix_nanos: bigint | number;
}

/** A link was removed. Links of a forgotten memory are removed without an event of their own. Version 1. */
export interface MemoriesUnlinked {
  readonly source: string;
  readonly target: string;
  readonly kind: LinkKind;
}

/** A caller created an entity, or declared names for one. Version 1. */
export interface EntityCreated {
  /** Entity row of the canonical name; its survivor depends on all evidence of the scope. */
  readonly entity_id: string;
  readonly entity_type_id: number;
  /** Null when it was erased, or when the record is a reference. */
  readonly canonical_name: string | null;
  readonly aliases: readonly string[];
  /** Whether the scope already had the name: then the entity keeps its canonical name. */
  readonly was_known: boolean;
  readonly created_at_unix_nanos: bigint | number;
}

export type NameDecision = 'merge' | 'split' | 'release';

/**
 * An operator assigned a name: to another entity (`merge`), to an entity of its own regardless of evidence (`split`),
 * or back to automatic clustering (`release`). Of several decisions on a name the latest applies. Version 1.
 */
export interface NameAssigned {
  /** Entity row of the name. */
  readonly entity_id: string;
  readonly decision: NameDecision;
  /** An entity row of the other entity; null unless the decision is `merge`. */
  readonly into_entity_id: string | null;
  readonly decided_at_unix_nanos: bigint | number;
}

/**
 * A caller put the type or the name of an entity right. Of several corrections of a row the latest applies. Version 1.
 */
export interface EntityCorrected {
  /** Entity row that the entity had its id from. */
  readonly entity_id: string;
  /** All entity rows that are the corrected entity, sorted: this one, and those of earlier corrections. */
  readonly entity_ids: readonly string[];
  /** Entity row of the type and the name that it has from now on. */
  readonly named_id: string;
  readonly entity_type_id: number;
  /** Null when it was erased, or when the record is a reference. */
  readonly canonical_name: string | null;
  readonly decided_at_unix_nanos: bigint | number;
}

/** A softly forgotten memory was restored. Version 1. */
export interface MemoryRestored {
  readonly memory_id: string;
}

/** All data of a scope was erased; no event of the scope follows this one. Version 1. */
export interface ScopeErased {
  /** When the scope was closed to writes. */
  readonly erased_at_unix_nanos: bigint | number;
}

/** Ids of read-model rows that one projection transaction wrote or deleted; consumers fetch their state. Version 1. */
export interface GraphUpdated {
  readonly memory_ids: readonly string[];
  readonly entities: GraphChange;
  readonly relations: GraphChange;
  readonly statements: GraphChange;
}

export interface GraphChange {
  readonly upserted: readonly string[];
  readonly removed: readonly string[];
}

/** The data of every event of the log by type, in the newest schema version. */
export interface EventData {
  MemoryEncoded: MemoryEncoded;
  MemoryRevised: MemoryRevised;
  MemoryForgotten: MemoryForgotten;
  MemoryExtracted: MemoryExtracted;
  MemoryExtractionFailed: MemoryExtractionFailed;
  GraphUpdated: GraphUpdated;
  MemoriesLinked: MemoriesLinked;
  MemoriesUnlinked: MemoriesUnlinked;
  EntityCreated: EntityCreated;
  NameAssigned: NameAssigned;
  EntityCorrected: EntityCorrected;
  FactAsserted: FactAsserted;
  FactConfirmed: FactConfirmed;
  FactRetracted: FactRetracted;
  MemoryRestored: MemoryRestored;
  ScopeErased: ScopeErased;
}
export type EventType = keyof EventData;

/** Newest schema version of each event type; `upcast` converts older ones. */
export const EVENT_VERSIONS: Record<EventType, number> = {
  MemoryEncoded: 1,
  MemoryRevised: 1,
  MemoryForgotten: 1,
  MemoryExtracted: 1,
  MemoryExtractionFailed: 1,
  GraphUpdated: 1,
  MemoriesLinked: 1,
  MemoriesUnlinked: 1,
  EntityCreated: 1,
  NameAssigned: 1,
  EntityCorrected: 1,
  FactAsserted: 1,
  FactConfirmed: 1,
  FactRetracted: 1,
  MemoryRestored: 1,
  ScopeErased: 1,
};

/** Position of an event in the log; ordered by epoch, then txid, then position (see docs/decisions on ordering). */
export interface LogPosition {
  readonly epoch: number;
  readonly txid: bigint;
  readonly position: bigint;
}

/** An event as stored in the log. */
export type StoredEvent = { [T in EventType]: StoredEventOf<T> }[EventType];

export interface StoredEventOf<T extends EventType> {
  readonly id: string;
  readonly type: T;
  readonly schemaVersion: number;
  readonly scope: Scope;
  /**
   * Stream of the event: a memory, an entity row, the source memory of a link, a fact that a caller decided about, or
   * the scope for events of the whole graph.
   */
  readonly streamId: string;
  readonly at: LogPosition;
  readonly recordedAt: Date;
  /** W3C traceparent of the trace that wrote the event; absent without tracing. Contains nothing about the memory. */
  readonly traceparent?: string;
  readonly data: EventData[T];
}
