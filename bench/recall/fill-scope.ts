import type { ClientBase } from 'pg';
import { groupBy } from '#contracts/group-by.js';
import { EVERY_CLAIM_IS_A_FACT } from '#graph/claim-thresholds.js';
import { insertContributions } from '#graph/projection/contributions/contribution-rows.js';
import { contributionOf, type ClaimRow, type Contribution } from '#graph/projection/contributions/contribution.js';
import { evidenceRowOf, pairOf, withoutRetractions } from '#graph/projection/facts/claim-evidence.js';
import { sumBlocks } from '#graph/projection/timelines/evidence-blocks.js';
import { insertEvidence } from '#graph/projection/timelines/evidence-rows.js';
import { applyNames, ensureEntities } from '#graph/projection/clustering/entity-rows.js';
import { projectTimelines } from '#graph/projection/timelines/project-timelines.js';
import { refreshEntities } from '#graph/projection/read-models/refresh-entities.js';
import { resolveClaim } from '#graph/projection/facts/resolve-claim.js';
import { storeVectors, type MemoryVector } from '#search/vectors/memory-vectors.js';
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
  await writeTimelines(client, scopeId, claims);
  // Whether an entity has a fact is a part of its row.
  await inSlices([...known], (ids) => refreshEntities(client, scopeId, ids));
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

/** Evidence first, and then its intervals, pair by pair: an interval of one begins where another's ends. */
async function writeTimelines(client: ClientBase, scopeId: string, claims: readonly ClaimRow[]): Promise<void> {
  const resolved = withoutRetractions(
    claims.flatMap((claim) => resolveClaim(claim, new Map()) ?? []),
    EVERY_CLAIM_IS_A_FACT,
  );
  const told = resolved.map((claim) => {
    const pair = pairOf(scopeId, claim);
    return { pair, evidence: evidenceRowOf(scopeId, claim, pair) };
  });
  await inSlices(told, (slice) =>
    insertEvidence(
      client,
      scopeId,
      slice.map(({ evidence }) => evidence),
    ),
  );
  await client.query('ANALYZE evidence, claims');
  await inSlices(told, (slice) =>
    sumBlocks(
      client,
      scopeId,
      slice.map(({ evidence }) => evidence),
    ),
  );
  await inSlices([...groupBy(told, ({ pair }) => pair.pairId).values()], async (slice) => {
    const pairs = new Map(slice.flat().map(({ pair }) => [pair.pairId, pair]));
    const added = slice.flat().map(({ evidence }) => evidence);
    await projectTimelines(client, scopeId, { removed: [], added, restated: [], isDecided: false, pairs });
  });
}

async function inSlices<T>(items: readonly T[], work: (slice: T[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) await work(items.slice(from, from + AT_ONCE));
}
