import { fold } from '#contracts/fold.js';
import { STOP_WORDS } from '#search/terms/stop-words.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';
import type { Sql } from '#database/sql.js';
import { groupBy } from '#contracts/group-by.js';
import type { NameHit, ScopeIndex } from '#search/scope-index/scope-index.js';
import { truncateQuestion } from '../../query/analyze-query.js';
import { SELF_REFERENCES } from '#lexicon/pronouns.js';

/** An entity that a question names. */
export interface LinkedEntity {
  readonly entityId: string;
  readonly name: string;
  /** The words of the question that name the entity. */
  readonly words: readonly string[];
}

/** Maximum number of words of a name, and of words of a text that are read. */
const MAX_NAME_WORDS = 5;
const MAX_WORDS = 200;
const MAX_ENTITIES = 12;

/** Entity name of a user without a speaker name, whom "I" refers to. */
const SELF = 'user';

/**
 * Links the names in a text to entities: the longest whole names, and first words of names. "I" and "my" refer to the
 * user.
 */
export async function linkEntities(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  text: string,
): Promise<LinkedEntity[]> {
  const hits = await findNameHits(index, text);
  if (hits.length === 0) return [];
  const { rows } = await sql.query<{ member: string; entityId: string; name: string }>(
    `SELECT e.entity_id AS member, s.entity_id AS "entityId", s.canonical_name AS name
     FROM entities AS e JOIN entities AS s ON s.scope_id = $1 AND s.entity_id = ${survivorIdSql('e')}
     WHERE e.scope_id = $1 AND e.entity_id = ANY ($2::uuid[]) ORDER BY s.entity_id`,
    [scopeId, [...new Set(hits.map(({ entityId }) => entityId))]],
  );
  const survivors = [...groupBy(rows, (row) => row.entityId)].map(([entityId, own]) => {
    return { entityId, name: own[0]?.name ?? '', members: own.map(({ member }) => member) };
  });
  return toLinkedEntities(hits, survivors);
}

/**
 * Looks up the longest names in a text, and first words of names outside of these, with the entities that have them,
 * before merging.
 */
export async function findNameHits(index: ScopeIndex, text: string): Promise<NameHit[]> {
  const words = tokenize(truncateQuestion(text));
  const runs = ngramsOfWords(words);
  if (runs.size === 0) return [];
  const hits = await index.findNames([...runs], firstNames(words));
  const exact = hits.filter((hit) => !hit.isFirstWord);
  const known = new Set(exact.map((hit) => hit.queriedName));
  const longest = exact.filter(({ queriedName }) => ![...known].some((other) => contains(other, queriedName)));
  const covered = new Set(longest.flatMap(({ queriedName }) => queriedName.split(' ')));
  return [...longest, ...hits.filter((hit) => hit.isFirstWord && !covered.has(hit.queriedName))];
}

/** A surviving entity, with the ids of its cluster. */
interface Survivor {
  readonly entityId: string;
  readonly name: string;
  readonly members: readonly string[];
}

/** Maps name hits to survivors: those with a whole name first, otherwise in the order of `survivors`. */
export function toLinkedEntities(hits: readonly NameHit[], survivors: readonly Survivor[]): LinkedEntity[] {
  const hitsByEntity = groupBy(hits, ({ entityId }) => entityId);
  const named = survivors.flatMap(({ entityId, name, members }) => {
    const [hit] = members.flatMap((member) => hitsByEntity.get(member) ?? []).sort(wholeFirst);
    return hit ? [{ entityId, name, words: hit.queriedName.split(' '), hit }] : [];
  });
  return named
    .sort((a, b) => Number(a.hit.isFirstWord) - Number(b.hit.isFirstWord))
    .slice(0, MAX_ENTITIES)
    .map(({ entityId, name, words }) => ({ entityId, name, words }));
}

function wholeFirst(a: NameHit, b: NameHit): number {
  return Number(a.isFirstWord) - Number(b.isFirstWord) || (a.queriedName < b.queriedName ? -1 : 1);
}

/** Folded words in order, without possessive endings and trailing punctuation. */
function tokenize(text: string): string[] {
  return [...fold(text).matchAll(/[\p{L}\p{N}][\p{L}\p{N}.&-]*(?:'[\p{L}\p{N}]+)*/gu)]
    .map(([word]) => word.replace(/'s$/, '').replace(/(?<![.&-])[.&-]+$/, ''))
    .slice(0, MAX_WORDS);
}

/** Word n-grams of up to MAX_NAME_WORDS words that do not consist of stop words only. */
function ngramsOfWords(words: readonly string[]): Set<string> {
  const runs = new Set<string>();
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= Math.min(words.length, from + MAX_NAME_WORDS); to += 1) {
      const run = words.slice(from, to);
      if (run.some((word) => !STOP_WORDS.has(word))) runs.add(run.join(' '));
    }
  if (words.some((word) => SELF_REFERENCES.has(word))) runs.add(SELF);
  return runs;
}

function firstNames(words: readonly string[]): string[] {
  return [...new Set(words.filter((word) => word.length >= 3 && !STOP_WORDS.has(word)))];
}

/** Whether a name is a proper part of a longer one, at word boundaries. */
function contains(longer: string, name: string): boolean {
  return longer !== name && ` ${longer} `.includes(` ${name} `);
}
