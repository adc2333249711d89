import { isListedSql } from './listed-entities-sql.js';
import { PAGE_BYTES } from './page-bytes.js';

export interface EntityFilter {
  /** The only entities to list; a merged one stands for its survivor, and an unknown one for none. */
  readonly ids?: readonly string[];
  /** Prefix of any name of the entity, ignoring case and accents; blank matches any name. */
  readonly prefix?: string;
  /** Words of any name as they follow each other, the last from its beginning; takes the place of `prefix`. */
  readonly words?: string;
  readonly typeId?: number;
  readonly mentionCountMin?: number;
  /** Whether merged entities are listed as well as their survivors. */
  readonly includeMerged: boolean;
  /** Whether candidates are listed, too; those that `ids` names are anyway. */
  readonly includeCandidates?: boolean;
  readonly limit: number;
}

/** The columns of an EntityRow as its table and `withinPageBytes` name them. */
const LISTED_COLUMNS = `entity_id, entity_type_id, canonical_name, aliases, mention_count, confidence, is_candidate,
  merged_into, created_at_unix_nanos, updated_at_unix_nanos`;

/**
 * Cuts a list after the entity at which its names reach the byte limit of a page, so that Postgres does not send the
 * names of later entities: an entity may have a hundred names of 1 KiB.
 * @param select a statement that gives the columns of an EntityRow, in the order of lists
 */
export function withinPageBytes(select: string): string {
  return `SELECT ${LISTED_COLUMNS} FROM (
       SELECT listed.*, sum(octet_length(canonical_name) + octet_length(aliases::text)) OVER (
         ORDER BY mention_count DESC, entity_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
       ) AS bytes_before
       FROM (${select}) AS listed
     ) AS sized
     WHERE bytes_before IS NULL OR bytes_before < ${String(PAGE_BYTES)}
     ORDER BY mention_count DESC, entity_id`;
}

/** Condition that leaves candidates out, unless the filter includes them. */
export function ofListedSql({ includeCandidates = false }: EntityFilter): string {
  return includeCandidates ? 'true' : isListedSql('e');
}

/** Condition of the type $3: that of one type alone lets the planner use the index of types. */
export function ofTypeSql({ typeId }: EntityFilter): string {
  return typeId === undefined ? '$3::smallint IS NULL' : 'e.type_id = $3::smallint';
}

/** Columns of entity_names of which each begins a name, or one of its words: the first four, and the last. */
export function nameColumns({ words }: EntityFilter): readonly string[] {
  return words === undefined ? ['folded'] : ['folded', 'second_word', 'third_word', 'fourth_word', 'last_word'];
}

/** Largest code point, so that [prefix, prefix + LAST) contains everything that begins with the prefix. */
export const LAST = '\u{10FFFF}';
