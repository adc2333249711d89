import { withIsoTimes, type IsoTimesOf } from '#contracts/iso-times.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { qualified, RELATION_TYPES, relationTypeId, relationTypeOfId, type RelationType } from '#contracts/ontology.js';
import type { FactSource } from '../projection/timelines/interval-rows.js';
import { intervalMemoriesSql, nameSql, saidCountSql } from './interval-memories.js';

/** A relation as returned by the API: one interval in which it held. */
export interface RelationView {
  readonly relation_id: string;
  /** Qualified name of the type. */
  readonly relation_type: string;
  readonly relation_type_id: number;
  /** The ends of a symmetric relation are in id order. */
  readonly from_entity: string;
  readonly to_entity: string;
  /** Canonical names of the ends. */
  readonly from_name: string;
  readonly to_name: string;
  readonly confidence: number;
  /** Number of claims of memories; what callers decided is not among them. */
  readonly mention_count: number;
  readonly valid_from_unix_nanos: bigint;
  readonly valid_to_unix_nanos: bigint;
  /** Whether later candidates contradict it, so that it is neither current nor ended. */
  readonly unsettled: boolean;
  readonly is_symmetric: boolean;
  readonly tombstoned: boolean;
  readonly superseded_by: string | null;
  /** Who says so: `read` from memories, or `confirmed` or `asserted` by a caller. */
  readonly source: FactSource;
  readonly memory_ids: readonly string[];
}

/** A row of RELATION_COLUMNS. */
export interface RelationViewRow {
  readonly relation_id: string;
  readonly relation_type_id: number;
  readonly from_entity: string;
  readonly to_entity: string;
  readonly from_name: string;
  readonly to_name: string;
  readonly confidence: number;
  readonly mention_count: number;
  readonly valid_from_unix_nanos: bigint;
  readonly valid_to_unix_nanos: bigint;
  readonly unsettled: boolean;
  readonly superseded_by: string | null;
  readonly source: FactSource;
  readonly memory_ids: readonly string[];
}

/** Columns of `relations AS r`. */
export const RELATION_COLUMNS = `relation_id, type_id AS relation_type_id, from_entity, to_entity,
  ${nameSql('r', 'from_entity')} AS from_name, ${nameSql('r', 'to_entity')} AS to_name, confidence,
  ${saidCountSql('r')} AS mention_count, valid_from_nanos AS valid_from_unix_nanos, valid_to_nanos AS valid_to_unix_nanos, unsettled, superseded_by, source,
  ${intervalMemoriesSql('r')} AS memory_ids`;

const relationTypes = Object.keys(RELATION_TYPES) as RelationType[];

/** Ids of the symmetric types; such a relation is stored once, with its ends in id order. */
export const SYMMETRIC_TYPE_IDS: readonly number[] = relationTypes.filter(isSymmetric).map(relationTypeId);

/** Converts a row. Relations without evidence are deleted, so `tombstoned` is always false. */
export function relationView(row: RelationViewRow): RelationView & IsoTimesOf<RelationView> {
  const type = relationTypeOfId(row.relation_type_id);
  const { superseded_by, memory_ids, ...rest } = row;
  return withIsoTimes({
    ...rest,
    relation_type: qualified(type),
    is_symmetric: isSymmetric(type),
    tombstoned: false,
    superseded_by,
    memory_ids: memory_ids.map(memoryIdOfUuid),
  });
}

function isSymmetric(type: RelationType): boolean {
  return RELATION_TYPES[type].symmetric;
}
