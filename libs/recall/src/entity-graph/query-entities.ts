import { fold } from '#graph/normal-form.js';
import { STOP_WORDS } from '#graph/search/stop-words.js';
import { survivorIdSql } from '#graph/queries/entity-view.js';
import type { Sql } from '#database/sql.js';
import { cutQuestion } from '../read-query.js';

/** An entity that a question names. */
export interface NamedEntity {
  readonly entityId: string;
  readonly name: string;
  /** The words of the question that name it. */
  readonly words: readonly string[];
}

/** Words of the longest name that is looked for, and of a text: the first ones, of its beginning alone. */
const MAX_NAME_WORDS = 5;
const MAX_WORDS = 200;
/** Entities that share a first name and are all taken. */
const NAMESAKES = 5;
const MAX_ENTITIES = 12;

const FIRST_PERSON = new Set(['i', 'me', 'my', 'mine', 'myself', 'im', 'ive']);
/** Name of whoever says "I" without a speaker. */
const SELF = 'user';

/**
 * The entities whose names, or first names, stand in a text: the longest name at each place. "I" and "my" name the
 * user.
 */
export async function entitiesNamed(sql: Sql, scopeId: string, text: string): Promise<NamedEntity[]> {
  const words = wordsOf(cutQuestion(text));
  const runs = runsOf(words);
  if (runs.size === 0) return [];
  const { rows } = await sql.query<{ folded: string; given: boolean; entity_id: string; name: string }>(
    `WITH named AS (
       SELECT folded, false AS given, n.entity_id FROM entity_names AS n
       WHERE n.scope_id = $1 AND n.folded = ANY ($2::text[])
       UNION ALL
       SELECT word, true, n.entity_id FROM unnest($3::text[]) AS w (word) CROSS JOIN LATERAL (
         SELECT entity_id FROM entity_names AS n
         WHERE n.scope_id = $1 AND n.folded >= w.word || ' ' AND n.folded < w.word || '!'
         ORDER BY n.folded, entity_id LIMIT ${String(NAMESAKES)}) AS n
     )
     SELECT DISTINCT named.folded, named.given, s.entity_id, s.canonical_name AS name
     FROM named
     JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = named.entity_id
     JOIN entities AS s ON s.scope_id = $1 AND s.entity_id = ${survivorIdSql('e')}
     ORDER BY s.entity_id`,
    [scopeId, [...runs], givenNames(words)],
  );
  const exact = rows.filter((row) => !row.given);
  const known = new Set(exact.map((row) => row.folded));
  const longest = exact.filter(({ folded }) => ![...known].some((other) => contains(other, folded)));
  const covered = new Set(longest.flatMap(({ folded }) => folded.split(' ')));
  const given = rows.filter((row) => row.given && !covered.has(row.folded));
  return unique([...longest, ...given]).slice(0, MAX_ENTITIES);
}

/** Words in order, folded, without possessive endings and punctuation. */
function wordsOf(text: string): string[] {
  return [...fold(text).matchAll(/[\p{L}\p{N}][\p{L}\p{N}.&-]*(?:'[\p{L}\p{N}]+)*/gu)]
    .map(([word]) => word.replace(/'s$/, '').replace(/[.&-]+$/, ''))
    .slice(0, MAX_WORDS);
}

/** Every run of up to MAX_NAME_WORDS words that is not made of stop words alone. */
function runsOf(words: readonly string[]): Set<string> {
  const runs = new Set<string>();
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_NAME_WORDS); to += 1) {
      const run = words.slice(from, to);
      if (run.some((word) => !STOP_WORDS.has(word))) runs.add(run.join(' '));
    }
  if (words.some((word) => FIRST_PERSON.has(word))) runs.add(SELF);
  return runs;
}

function givenNames(words: readonly string[]): string[] {
  return [...new Set(words.filter((word) => word.length >= 3 && !STOP_WORDS.has(word)))];
}

/** Whether a name is a proper part of a longer one. */
function contains(longer: string, name: string): boolean {
  return longer !== name && ` ${longer} `.includes(` ${name} `);
}

function unique(rows: readonly { folded: string; entity_id: string; name: string }[]): NamedEntity[] {
  const entities = new Map<string, NamedEntity>();
  for (const { folded, entity_id, name } of rows)
    if (!entities.has(entity_id)) entities.set(entity_id, { entityId: entity_id, name, words: folded.split(' ') });
  return [...entities.values()];
}
