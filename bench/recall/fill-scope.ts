import type { ClientBase } from 'pg';
import { groupBy } from '#contracts/group-by.js';
import type { RelationType } from '#contracts/ontology.js';
import { insertContributions } from '#graph/projection/contribution-rows.js';
import { contributionOf, type ClaimRow, type Contribution } from '#graph/projection/contribution.js';
import { resolveClaim, ruleOf, textOfKey, timelineOf, type ResolvedClaim } from '#graph/projection/dirty-timelines.js';
import { applyNames, ensureEntities } from '#graph/projection/entity-rows.js';
import { relationRows, statementRows } from '#graph/projection/interval-rows.js';
import { refreshEntities } from '#graph/projection/refresh-entities.js';
import { insertRelations, insertStatements } from '#graph/projection/timeline-tables.js';
import { evaluateTimeline, type Interval } from '#graph/projection/timeline.js';
import { storeVectors, type MemoryVector } from '#graph/search/memory-vectors.js';
import { insertMemories } from './insert-memories.js';
import { insertDocuments, makeLexicalIndex } from './lexical-rows.js';
import type { ScopeMemory } from './scope-memories.js';

/** What a scope is filled with. */
export interface Filling {
  readonly scopeId: string;
  readonly size: number;
  readonly memory: (n: number) => ScopeMemory;
  readonly vectorsOf: (memories: readonly ScopeMemory[], first: number) => Promise<MemoryVector[]>;
  /** Model of the vectors, with its version. */
  readonly model: string;
}

const AT_ONCE = 5_000;

/**
 * Fills a scope with the rows that a projection would have made. It writes by the projection's own statements, each
 * table at once instead of each memory by itself, and may leave out what a projection does for names and timelines that
 * stand already: no name here is a form of another. `checkFilled` holds the rows against a projection's.
 */
export async function fillScope(client: ClientBase, filling: Filling): Promise<void> {
  const { scopeId, size } = filling;
  await client.query(`SET synchronous_commit = off; SET work_mem = '512MB'; SET maintenance_work_mem = '512MB'`);
  const known = new Set<string>();
  const claims: ClaimRow[] = [];
  let writing: Promise<void> = Promise.resolve();
  for (let from = 0; from < size; from += AT_ONCE) {
    const memories = Array.from({ length: Math.min(AT_ONCE, size - from) }, (_, i) => filling.memory(from + i));
    const vectors = await filling.vectorsOf(memories, from);
    const given = memories.map(({ memoryId, at, observations }) =>
      contributionOf({ scopeId, memoryId, createdAt: at }, observations),
    );
    claims.push(...given.flatMap((one) => one.claims));
    await writing;
    writing = write(client, filling, { memories, vectors, given, known });
  }
  await writing;
  await makeLexicalIndex(client, scopeId);
  await inSlices([...known], (ids) => refreshEntities(client, scopeId, ids));
  await writeTimelines(client, scopeId, claims);
}

async function write(
  client: ClientBase,
  { scopeId, model }: Filling,
  slice: {
    readonly memories: readonly ScopeMemory[];
    readonly vectors: readonly MemoryVector[];
    readonly given: readonly Contribution[];
    readonly known: Set<string>;
  },
): Promise<void> {
  const { memories, vectors, given, known } = slice;
  await insertMemories(client, scopeId, memories);
  const mentions = given.flatMap((one) => one.mentions);
  await insertContributions(client, scopeId, {
    mentions,
    aliases: given.flatMap((one) => one.aliases),
    claims: given.flatMap((one) => one.claims),
  });
  const fresh = new Map(given.flatMap((one) => [...one.entities]).filter(([id]) => !known.has(id)));
  await ensureEntities(client, scopeId, fresh.values());
  for (const id of fresh.keys()) known.add(id);
  await applyNames(client, scopeId, [], mentions);
  await insertDocuments(client, scopeId, memories);
  await storeVectors(client, scopeId, model, vectors, new Date());
}

async function writeTimelines(client: ClientBase, scopeId: string, claims: readonly ClaimRow[]): Promise<void> {
  const none = new Map<string, string>();
  const timelines = groupBy(
    claims.flatMap((claim) => resolveClaim(claim, none) ?? []),
    (resolved) => textOfKey(timelineOf(resolved)),
  );
  await inSlices([...timelines.values()], async (own) => {
    const evaluated = own.map((timeline) => ({ ...about(timeline), intervals: intervalsOf(timeline) }));
    const rows = <T>(isRelation: boolean, rowsOf: (predicate: string, intervals: readonly Interval[]) => T[]): T[] =>
      evaluated
        .filter((timeline) => timeline.isRelation === isRelation)
        .flatMap(({ predicate, intervals }) => rowsOf(predicate, intervals));
    await insertRelations(
      client,
      scopeId,
      rows(true, (predicate, intervals) => relationRows(scopeId, predicate as RelationType, intervals)),
    );
    await insertStatements(
      client,
      scopeId,
      rows(false, (predicate, intervals) => statementRows(scopeId, predicate, intervals)),
    );
  });
}

function about(timeline: readonly ResolvedClaim[]): { isRelation: boolean; predicate: string } {
  const [first] = timeline;
  if (!first) throw new TypeError('a timeline has at least one claim');
  return { isRelation: first.isRelation, predicate: first.claim.predicate };
}

function intervalsOf(timeline: readonly ResolvedClaim[]): Interval[] {
  const { isRelation, predicate } = about(timeline);
  const claims = timeline.map(({ claim, from, to }) => ({ ...claim, from, to, at: claim.eventAt }));
  return evaluateTimeline(claims, ruleOf(isRelation, predicate));
}

async function inSlices<T>(items: readonly T[], work: (slice: T[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) await work(items.slice(from, from + AT_ONCE));
}
