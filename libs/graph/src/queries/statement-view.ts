import { withIsoTimes, type IsoTimesOf } from '#contracts/iso-times.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { StatementValue } from '#contracts/observations.js';
import { qualified } from '#contracts/ontology.js';
import type { FactSource } from '../projection/timelines/interval-rows.js';
import { intervalMemoriesSql, nameSql, saidCountSql } from './interval-memories.js';

/** A statement as returned by the API: one interval in which it held. */
export interface StatementView {
  readonly statement_id: string;
  readonly kind: string;
  /** UUID of the entity it is about. */
  readonly subject: string;
  /** Its canonical name. */
  readonly subject_name: string;
  /** Qualified name. */
  readonly predicate: string;
  /** An entity with its canonical name, or a value. */
  readonly object:
    | { readonly kind: 'entity'; readonly id: string; readonly name: string | null }
    | { readonly kind: 'value'; readonly value: StatementValue };
  /** Wording in the first memory that states it. */
  readonly text: string;
  readonly confidence: number;
  /** Number of claims of memories; what callers decided is not among them. */
  readonly mention_count: number;
  readonly event_at_unix_nanos: bigint;
  readonly valid_from_unix_nanos: bigint;
  readonly valid_to_unix_nanos: bigint;
  /** Whether later candidates contradict it, so that it is neither current nor ended. */
  readonly unsettled: boolean;
  readonly tombstoned: boolean;
  readonly superseded_by: string | null;
  /** Who says so: `read` from memories, or `confirmed` or `asserted` by a caller. */
  readonly source: FactSource;
  readonly memory_ids: readonly string[];
}

/** A row of STATEMENT_COLUMNS. */
export interface StatementViewRow extends Omit<StatementView, 'object' | 'tombstoned'> {
  readonly object_entity: string | null;
  readonly object_name: string | null;
  readonly object_value: StatementValue | null;
}

/** Columns of `statements AS s`. */
export const STATEMENT_COLUMNS = `statement_id, kind, subject, ${nameSql('s', 'subject')} AS subject_name, predicate,
  object_entity, ${nameSql('s', 'object_entity')} AS object_name, object_value, text, confidence,
  ${saidCountSql('s')} AS mention_count, event_at_nanos AS event_at_unix_nanos, valid_from_nanos AS valid_from_unix_nanos,
  valid_to_nanos AS valid_to_unix_nanos, unsettled, superseded_by, source, ${intervalMemoriesSql('s')} AS memory_ids`;

/** Converts a row. Statements without evidence are deleted, so `tombstoned` is always false. */
export function statementView({
  object_entity,
  object_name,
  object_value,
  ...row
}: StatementViewRow): StatementView & IsoTimesOf<StatementView> {
  return withIsoTimes({
    ...row,
    predicate: qualified(row.predicate),
    object: objectOf(object_entity, object_name, object_value),
    tombstoned: false,
    memory_ids: row.memory_ids.map(memoryIdOfUuid),
  });
}

function objectOf(entity: string | null, name: string | null, value: StatementValue | null): StatementView['object'] {
  if (entity !== null) return { kind: 'entity', id: entity, name };
  if (value === null) throw new TypeError('a statement has an entity or a value as its object');
  return { kind: 'value', value };
}
