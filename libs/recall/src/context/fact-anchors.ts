import { FIRST_PERSON } from '#lexicon/pronouns.js';
import { fold } from '#contracts/fold.js';
import type { Sql } from '#database/sql.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import { linkEntities, type LinkedEntity } from '../retrievers/graph/entity-linking.js';
import type { FactHit } from './fact-hit.js';
import { loadEntityNames, type NamedEntity } from './load-entity-names.js';

/** An entity that a question is about. */
export interface Anchor extends NamedEntity {
  /** The words of the question that name it, and its canonical name. */
  readonly names: readonly string[];
}

/** Entities that a question names, "I" among them, by id. */
export interface Anchors {
  readonly entities: ReadonlyMap<string, Anchor>;
  /** The persons among them, if there are any, else all: a fact must be about one of these. */
  readonly leading: ReadonlySet<string>;
}

/**
 * Finds the entities that a question names. "I" is the user; where users have names, it is the speaker of the answer's
 * messages if these have only one.
 */
export async function anchorsOf(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  question: string,
  hits: readonly FactHit[],
): Promise<Anchors> {
  const linked = await linkEntities(sql, scopeId, index, question);
  const self = await speakerMeant(sql, scopeId, index, question, linked, hits);
  const all = [...linked, ...self.filter((own) => linked.every(({ entityId }) => entityId !== own.entityId))];
  const known = await loadEntityNames(
    sql,
    scopeId,
    all.map(({ entityId }) => entityId),
  );
  const entities = new Map<string, Anchor>();
  for (const { entityId, name, words } of all) {
    const entity = known.get(entityId);
    if (entity) entities.set(entityId, { ...entity, names: [name, words.join(' ')] });
  }
  const persons = [...entities].filter(([, { type }]) => type === 'person').map(([id]) => id);
  return { entities, leading: new Set(persons.length > 0 ? persons : entities.keys()) };
}

async function speakerMeant(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  question: string,
  linked: readonly LinkedEntity[],
  hits: readonly FactHit[],
): Promise<readonly LinkedEntity[]> {
  const isFirstPerson = fold(question)
    .split(/[^\p{L}]+/u)
    .some((word) => FIRST_PERSON.has(word));
  if (!isFirstPerson || linked.some(({ name }) => name === 'user')) return [];
  const own = hits.filter(({ role }) => role === null || role === 'user').map(({ speaker }) => speaker);
  const [speaker, ...others] = [...new Set(own)];
  if (speaker === undefined || speaker === null || others.length > 0) return [];
  const named = await linkEntities(sql, scopeId, index, speaker);
  return named.filter(({ name }) => name === speaker).slice(0, 1);
}
