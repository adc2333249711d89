import { fold } from '#contracts/fold.js';
import type { Sql } from '#database/sql.js';
import { FIRST_PERSON, SELF_REFERENCES } from '#lexicon/pronouns.js';
import type { ScopeIndex } from '#search/scope-index/scope-index.js';
import { linkEntities, type LinkedEntity } from '../retrievers/graph/entity-linking.js';
import type { FactHit } from './fact-hit.js';
import { namedInHits, unknownNames } from './hit-names.js';
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
  /** Words of the question that look like names of others. */
  readonly unknown: readonly string[];
  /** Whether "I" is in the question, and nobody knows who that is. */
  readonly isSelfUnknown: boolean;
}

/** Maximum number of entities of the answer whose names are compared with the question. */
const MAX_HIT_NAMES = 200;
/** Maximum number of speakers whose names are compared with the question. */
const MAX_SPEAKERS = 20;
/** Minimum share of the answer's messages that are of whom "I" then means. */
const SHARE_OF_SELF = 0.75;

/**
 * Finds the entities that a question names, by whole names or, if memories of the answer mention them, by parts of
 * these. "I" is the user; where users have names, it is the speaker of most of the answer's messages.
 */
export async function anchorsOf(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  question: string,
  hits: readonly FactHit[],
): Promise<Anchors> {
  const linked = await linkEntities(sql, scopeId, index, question);
  const mentioned = [...new Set(hits.flatMap(({ entityIds }) => entityIds))].slice(0, MAX_HIT_NAMES);
  const mentionedNames = await loadEntityNames(sql, scopeId, mentioned);
  const covered = new Set(linked.flatMap(({ words }) => words));
  const byHits = namedInHits(question, mentionedNames, covered);
  const speakers = await speakersNamed(sql, scopeId, index, question, covered, hits);
  const self = await speakerMeant(sql, scopeId, index, question, linked, hits);
  const all = distinct([...linked, ...byHits, ...speakers, ...self]);
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
  const names = [...entities.values()].flatMap((anchor) => anchor.names);
  return {
    entities,
    leading: new Set(persons.length > 0 ? persons : entities.keys()),
    unknown: unknownNames(question, names),
    isSelfUnknown: hasWordOf(question, SELF_REFERENCES) && self.length === 0 && !covered.has('user'),
  };
}

function distinct(entities: readonly LinkedEntity[]): LinkedEntity[] {
  return [...new Map([...entities].reverse().map((entity) => [entity.entityId, entity])).values()].reverse();
}

function hasWordOf(question: string, words: ReadonlySet<string>): boolean {
  return fold(question)
    .split(/[^\p{L}]+/u)
    .some((word) => words.has(word));
}

async function speakerMeant(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  question: string,
  linked: readonly LinkedEntity[],
  hits: readonly FactHit[],
): Promise<readonly LinkedEntity[]> {
  if (!hasWordOf(question, FIRST_PERSON) || linked.some(({ name }) => name === 'user')) return [];
  const own = hits.filter(({ role }) => role === null || role === 'user').flatMap(({ speaker }) => speaker ?? []);
  const speaker = [...new Set(own)].find(
    (one) => own.filter((other) => other === one).length >= own.length * SHARE_OF_SELF,
  );
  return speaker === undefined ? [] : entityOfSpeaker(sql, scopeId, index, speaker);
}

/** Speakers of the answer whom the question names by a part of their names; a memory need not mention its speaker. */
async function speakersNamed(
  sql: Sql,
  scopeId: string,
  index: ScopeIndex,
  question: string,
  covered: ReadonlySet<string>,
  hits: readonly FactHit[],
): Promise<LinkedEntity[]> {
  const speakers = [...new Set(hits.flatMap(({ speaker }) => speaker ?? []))].slice(0, MAX_SPEAKERS);
  const people = new Map(speakers.map((speaker) => [speaker, { name: speaker, type: 'person' as const }]));
  const named = namedInHits(question, people, covered);
  const linked = await Promise.all(
    named.map(async ({ name, words }) =>
      (await entityOfSpeaker(sql, scopeId, index, name)).map((entity) => ({ ...entity, words })),
    ),
  );
  return linked.flat();
}

/** The entity of a speaker; empty if there is none. */
async function entityOfSpeaker(sql: Sql, scopeId: string, index: ScopeIndex, speaker: string): Promise<LinkedEntity[]> {
  const named = await linkEntities(sql, scopeId, index, speaker);
  const exact = named.filter(({ name }) => name === speaker);
  const whole = named.filter(({ words }) => words.join(' ') === fold(speaker));
  return [exact, whole].find((some) => some.length > 0)?.slice(0, 1) ?? [];
}
