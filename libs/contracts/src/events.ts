import type { Observations, StageReport } from './observations.js';
import type { ExactJson } from './exact-json.js';
import type { LinkKind } from './links.js';
import type { Scope } from './scope.js';

export type MemoryRole = 'user' | 'assistant' | 'system';

/** A memory was stored. Version 1. */
export interface MemoryEncoded {
  readonly memory_id: string;
  /** null where the text was erased, or where the record carries only a reference. */
  readonly text: string | null;
  readonly kind: number;
  readonly salience: number;
  readonly session: bigint | number | null;
  readonly speaker: string | null;
  readonly role: MemoryRole | null;
  readonly metadata: { [key: string]: ExactJson } | null;
  readonly created_at_unix_nanos: bigint | number;
  readonly occurred_at_unix_nanos: bigint | number;
}

/** A memory was forgotten; `hard` when its text was erased at once. Version 1. */
export interface MemoryForgotten {
  readonly memory_id: string;
  readonly hard: boolean;
}

/** What the pipeline found in a memory: observations, not ids. Version 1. */
export interface MemoryExtracted {
  readonly memory_id: string;
  readonly created_at_unix_nanos: bigint | number;
  readonly stages: readonly StageReport[];
  /** null where it was erased with its memory. */
  readonly observations: Observations | null;
  /**
   * 0 where absent. A reading stands in the place of those with a lower number: the LLM's of the LLM's, one by the
   * stages that run on every memory of others by these.
   */
  readonly generation?: number;
}

/** The pipeline gave up on a memory; goes to the dead letters. Version 1. */
export interface MemoryExtractionFailed {
  readonly memory_id: string;
  readonly attempts: number;
  /** A reason for people; never text of the memory. */
  readonly reason: string;
}

/** A link was made between two memories, by their decimal ids. Version 1. */
export interface MemoriesLinked {
  readonly source: string;
  readonly target: string;
  readonly kind: LinkKind;
  /** 0 to 1; of a contradiction -1 to 1. */
  readonly weight: number;
  readonly created_at_unix_nanos: bigint | number;
}

/** A link was removed. Those of a forgotten memory go without an event of their own. Version 1. */
export interface MemoriesUnlinked {
  readonly source: string;
  readonly target: string;
  readonly kind: LinkKind;
}

/** A caller made an entity, or gave names to one. Version 1. */
export interface EntityCreated {
  /** Of the canonical name; which entity it stands for is decided with all evidence of the scope. */
  readonly entity_id: string;
  readonly entity_type_id: number;
  /** null where it was erased, or where the record carries only a reference. */
  readonly canonical_name: string | null;
  readonly aliases: readonly string[];
  /** Whether the scope had the name already: a name that was known is kept, and makes no name canonical. */
  readonly was_known: boolean;
  readonly created_at_unix_nanos: bigint | number;
}

export type NameDecision = 'merge' | 'split' | 'release';

/**
 * An operator decided where a name belongs: to another entity (`merge`), to itself alone whatever is said of it
 * (`split`), or again where the graph puts it (`release`). Of several decisions on a name the latest holds. Version 1.
 */
export interface NameAssigned {
  /** The entity row of the name. */
  readonly entity_id: string;
  readonly decision: NameDecision;
  /** An entity row of the other entity; null unless merged. */
  readonly into_entity_id: string | null;
  readonly decided_at_unix_nanos: bigint | number;
}

/** A memory that was forgotten softly is back, as it was. Version 1. */
export interface MemoryRestored {
  readonly memory_id: string;
}

/** All that a scope held was erased; no event of the scope comes after this one. Version 1. */
export interface ScopeErased {
  /** When the scope was closed to writes. */
  readonly erased_at_unix_nanos: bigint | number;
}

/** Ids of read-model rows that one projection transaction wrote or removed; fetch them for their state. Version 1. */
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

/** Every event of the log, by type. The value is the data of the newest schema version. */
export interface EventData {
  MemoryEncoded: MemoryEncoded;
  MemoryForgotten: MemoryForgotten;
  MemoryExtracted: MemoryExtracted;
  MemoryExtractionFailed: MemoryExtractionFailed;
  GraphUpdated: GraphUpdated;
  MemoriesLinked: MemoriesLinked;
  MemoriesUnlinked: MemoriesUnlinked;
  EntityCreated: EntityCreated;
  NameAssigned: NameAssigned;
  MemoryRestored: MemoryRestored;
  ScopeErased: ScopeErased;
}
export type EventType = keyof EventData;

/** Newest schema version of each event type; older ones are lifted by `upcast`. */
export const EVENT_VERSIONS: Record<EventType, number> = {
  MemoryEncoded: 1,
  MemoryForgotten: 1,
  MemoryExtracted: 1,
  MemoryExtractionFailed: 1,
  GraphUpdated: 1,
  MemoriesLinked: 1,
  MemoriesUnlinked: 1,
  EntityCreated: 1,
  NameAssigned: 1,
  MemoryRestored: 1,
  ScopeErased: 1,
};

/** Place of an event in the log: order by epoch, then txid, then position (see docs/decisions on ordering). */
export interface LogPosition {
  readonly epoch: number;
  readonly txid: bigint;
  readonly position: bigint;
}

/** An event as the log holds it. */
export type StoredEvent = { [T in EventType]: StoredEventOf<T> }[EventType];

export interface StoredEventOf<T extends EventType> {
  readonly id: string;
  readonly type: T;
  readonly schemaVersion: number;
  readonly scope: Scope;
  /** The memory or the entity row it belongs to, of a link its source, or the scope itself for events of the whole graph. */
  readonly streamId: string;
  readonly at: LogPosition;
  readonly recordedAt: Date;
  /** The trace it belongs to, a W3C traceparent; absent where nobody traces. Says nothing about the memory. */
  readonly traceparent?: string;
  readonly data: EventData[T];
}
