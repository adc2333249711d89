import { createHash } from 'node:crypto';
import { withIsoTimes, type IsoTimesOf } from '#contracts/iso-times.js';
import { entityTypeOfId, qualified } from '#contracts/ontology.js';
import { isListedSql } from './listed-entities-sql.js';

/** An entity as returned by the API. */
export interface EntityView {
  readonly entity_id: string;
  readonly entity_type_id: number;
  readonly canonical_name: string;
  readonly aliases: readonly string[];
  readonly mention_count: number;
  /** Probability that it is a named thing of its type, 0 to 1. */
  readonly confidence: number;
  /** Whether lists leave it out, unless candidates are asked for. */
  readonly is_candidate: boolean;
  /** Id of the survivor; null when it is not merged. */
  readonly merged_into: string | null;
  /** Qualified name of the type. */
  readonly entity_type: string;
  readonly created_at_unix_nanos: bigint;
  readonly updated_at_unix_nanos: bigint;
}

export type EntityRow = Omit<EntityView, 'entity_type'>;

/** Columns of an EntityRow; the alias of the table is `e`. */
export const ENTITY_COLUMNS = `e.entity_id, e.type_id AS entity_type_id, e.canonical_name, e.aliases, e.mention_count,
  e.entity_confidence AS confidence, NOT ${isListedSql('e')} AS is_candidate, e.merged_into,
  e.created_at_nanos AS created_at_unix_nanos, e.updated_at_nanos AS updated_at_unix_nanos`;

export function entityView({
  created_at_unix_nanos,
  updated_at_unix_nanos,
  ...row
}: EntityRow): EntityView & IsoTimesOf<EntityView> {
  const entity_type = qualified(entityTypeOfId(row.entity_type_id));
  return withIsoTimes({ ...row, entity_type, created_at_unix_nanos, updated_at_unix_nanos });
}

const TAG_LENGTH = 16;

/** Tag of what callers can put right of an entity: it changes with the id, the type and the canonical name. */
export function entityTagOf({ entity_id, entity_type_id, canonical_name }: EntityView): string {
  const content = `${entity_id} ${String(entity_type_id)} ${canonical_name}`;
  return createHash('sha256').update(content).digest('hex').slice(0, TAG_LENGTH);
}
