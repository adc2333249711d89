import { entityTypeOfId, type EntityType } from '#contracts/ontology.js';
import type { Sql } from '#database/sql.js';
import { normalForm } from '../normal-form.js';
import { fold } from '#contracts/fold.js';
import { entityKeyOf } from '../entity-key.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';
import type { NameLexicon } from '../name-lexicon.js';
import { acronymsOf, tokenizeName } from '../name-tokens.js';
import { singleEditVariants } from './single-edit-variants.js';

/** A name of the scope that may match the requested name. */
export interface FoundName {
  readonly survivorId: string;
  readonly type: EntityType;
  readonly surface: string;
}

/** Maximum number of names per probe. */
const MAX_ROWS_PER_PROBE = 100;

/** Values for the index probes. */
interface Probes {
  readonly nodes: readonly string[];
  readonly equal: readonly string[];
  readonly starts: readonly string[];
  readonly ends: readonly string[];
  readonly initials: readonly string[];
  /** Where the alphabetical neighbours are read. */
  readonly neighboursOf: string;
}

/**
 * Retrieves names of a scope that may match a requested name in any spelling. Each probe reads a range of an index, so
 * the work does not grow with the scope: names equal to a form of the requested one, names that begin or end with its
 * words, names with its initials, and names one typing error away. For two errors and for other scripts, it also reads
 * the alphabetical neighbours: by first letters for an error near the end, by last letters for one near the beginning.
 */
export async function findNameCandidates(
  sql: Sql,
  scopeId: string,
  name: string,
  types: readonly EntityType[],
  lexicon: NameLexicon,
): Promise<FoundName[]> {
  const probes = probesOf(scopeId, name, types, lexicon);
  const { rows } = await sql.query<{ survivor: string; type_id: number; surface: string }>(FIND_SQL, [
    ...[scopeId, probes.nodes, probes.equal],
    ...[probes.starts.map((start) => `${start} `), probes.starts.map((start) => `${start}!`)],
    ...[probes.ends.map((end) => `${reversed(end)} `), probes.ends.map((end) => `${reversed(end)}!`)],
    ...[probes.initials, probes.neighboursOf, reversed(probes.neighboursOf)],
  ]);
  return rows
    .map((row) => ({ survivorId: row.survivor, type: entityTypeOfId(row.type_id), surface: row.surface }))
    .filter(({ type }) => types.includes(type));
}

/**
 * `!` is the character after the blank: [word + ' ', word + '!') contains everything that begins with the whole word.
 * LIMIT 1 keeps the planner, which estimates tens of thousands of names, from reading all entities.
 */
const FIND_SQL = `
  WITH found AS (
    SELECT entity_id, surface FROM entity_names WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])
    UNION
    SELECT entity_id, surface FROM entity_names WHERE scope_id = $1 AND folded = ANY ($3::text[])
    UNION
    SELECT entity_id, surface FROM unnest($4::text[], $5::text[]) AS start (low, high) CROSS JOIN LATERAL (
      SELECT entity_id, surface FROM entity_names
      WHERE scope_id = $1 AND folded >= low AND folded < high ORDER BY folded LIMIT ${String(MAX_ROWS_PER_PROBE)}) AS n
    UNION
    SELECT entity_id, surface FROM unnest($6::text[], $7::text[]) AS finish (low, high) CROSS JOIN LATERAL (
      SELECT entity_id, surface FROM entity_names
      WHERE scope_id = $1 AND reversed >= low AND reversed < high ORDER BY reversed LIMIT ${String(MAX_ROWS_PER_PROBE)}) AS n
    UNION
    SELECT entity_id, surface FROM entity_names WHERE scope_id = $1 AND initials = ANY ($8::text[])
    UNION
    (SELECT entity_id, surface FROM entity_names
     WHERE scope_id = $1 AND folded >= $9 ORDER BY folded LIMIT ${String(MAX_ROWS_PER_PROBE)})
    UNION
    (SELECT entity_id, surface FROM entity_names
     WHERE scope_id = $1 AND folded < $9 ORDER BY folded DESC LIMIT ${String(MAX_ROWS_PER_PROBE)})
    UNION
    (SELECT entity_id, surface FROM entity_names
     WHERE scope_id = $1 AND reversed >= $10 ORDER BY reversed LIMIT ${String(MAX_ROWS_PER_PROBE)})
    UNION
    (SELECT entity_id, surface FROM entity_names
     WHERE scope_id = $1 AND reversed < $10 ORDER BY reversed DESC LIMIT ${String(MAX_ROWS_PER_PROBE)})
  )
  SELECT DISTINCT ${survivorIdSql('e')} AS survivor, e.type_id, found.surface
  FROM found CROSS JOIN LATERAL (
    SELECT * FROM entities WHERE scope_id = $1 AND entity_id = found.entity_id LIMIT 1) AS e`;

function probesOf(scopeId: string, name: string, types: readonly EntityType[], lexicon: NameLexicon): Probes {
  const forms = [...new Set(types.map((type) => normalForm(type, name)))];
  const { words, core } = tokenizeName('organization', name);
  const whole = [...forms, words.join(' '), core.join(' ')];
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const others = lexicon.nicknamesOf(first);
  const single = words.length === 1;
  const folded = forms[0] ?? fold(name);
  return {
    nodes: types.map((type) => entityKeyOf(scopeId, type, name).entityId),
    equal: unique([
      fold(name),
      ...whole,
      words.join(''),
      words.slice(1).join(' '),
      ...acronymsOf(core),
      ...singleEditVariants(folded),
    ]),
    starts: unique([...whole, first, `the ${core.join(' ')}`, ...others]),
    ends: unique([...whole, last]),
    initials: single ? unique([first, withoutSmallWords(first)]) : [],
    neighboursOf: folded,
  };
}

/** Removes the initials of small words: `dod` for Department of Defense, whose index entry has no `o`. */
function withoutSmallWords(acronym: string): string {
  return acronym.length > 2 ? acronym.replaceAll(/(?<=.)[oatfi](?=.)/g, '') : acronym;
}

function reversed(text: string): string {
  return Array.from(text).reverse().join('');
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}
