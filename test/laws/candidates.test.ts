import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { groupBy } from '#contracts/group-by.js';
import { combineRuns } from '#contracts/merge-observations.js';
import { NO_OBSERVATIONS, type Observations, type RelationObservation } from '#contracts/observations.js';
import { scopeOf } from '#contracts/scope.js';
import { lockScope } from '#database/in-locked-scope.js';
import { inTransaction } from '#database/transaction.js';
import { recordThresholds } from '#graph/claim-thresholds.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import { evidenceWeight } from '#graph/projection/timelines/claim-evidence.js';
import { useDatabase } from '../graph/queries-fixture.js';
import { clearGraph, dumpGraph, type GraphState } from './graph-state.js';

const database = useDatabase();
const { scopeId } = scopeOf('laws', 'candidates');
const THRESHOLDS = { fact: 0.6, candidate: 0.15 };
const MEMORIES = 16;

beforeAll(async () => {
  await recordThresholds(database.pool(), THRESHOLDS);
});

const memoryIdAt = (i: number): string => `00000000-0000-7000-8000-0000000000${String(i).padStart(2, '0')}`;

/** Claims of few pairs, most of them candidates. */
const relation: fc.Arbitrary<RelationObservation> = fc
  .record({
    type: fc.constantFrom('works_at' as const, 'works_at' as const, 'visited' as const),
    place: fc.constantFrom('Acme', 'Globex'),
    polarity: fc.constantFrom('asserted', 'asserted', 'ended' as const),
    at: fc.integer({ min: 1, max: 5 }),
    confidence: fc.constantFrom(0.14, 0.15, 0.2, 0.3, 0.4, 0.59, 0.6, 0.9),
  })
  .map(({ type, place, polarity, at, confidence }) => ({
    ...{ type, polarity, confidence, stage: 'pattern', from: { type: 'person', name: 'Ana Silva' } },
    to: { type: type === 'visited' ? 'place' : 'organization', name: place },
    event_at_unix_nanos: BigInt(at) * 1_000_000_000n,
  }));

const histories = fc.record({
  claims: fc.array(fc.array(relation, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: MEMORIES }),
  steps: fc.array(fc.record({ memory: fc.nat(), there: fc.boolean() }), { maxLength: 25 }),
  together: fc.integer({ min: 1, max: 5 }),
});

interface Step {
  readonly memory: number;
  readonly there: boolean;
}

const observationsOf = (relations: readonly RelationObservation[]): Observations =>
  combineRuns([{ ...NO_OBSERVATIONS, relations }]);

async function graphAfter(claims: readonly RelationObservation[][], chunks: readonly Step[][]): Promise<GraphState> {
  await clearGraph(database.pool());
  for (const chunk of chunks)
    await inTransaction(database.pool(), async (tx) => {
      await lockScope(tx, scopeId);
      const last = new Map(chunk.map(({ memory, there }) => [memory, there]));
      const memories = [...last].map(([memory, there]) => ({
        ...{ memoryId: memoryIdAt(memory), createdAt: BigInt(1 + memory) },
        observations: there ? observationsOf(claims[memory] ?? []) : null,
      }));
      await projectMemories(tx, scopeId, memories);
    });
  return dumpGraph(database.pool());
}

/** Weights of all claims that count, by definition: facts, and candidates whose memories together weigh as much. */
function expectedWeights(claims: readonly RelationObservation[][], there: readonly Step[]): string[] {
  const all = there.flatMap(({ memory }) =>
    observationsOf(claims[memory] ?? []).relations.map((claim) => ({ memory, claim })),
  );
  const facts = all.filter(({ claim }) => claim.confidence >= THRESHOLDS.fact);
  const candidates = all.filter(
    ({ claim: { confidence } }) => confidence >= THRESHOLDS.candidate && confidence < THRESHOLDS.fact,
  );
  const groups = groupBy(candidates, ({ claim }) => [claim.type, claim.to.name, claim.polarity].join(' '));
  const promoted = [...groups.values()].filter((group) => {
    const memories = [...groupBy(group, ({ memory }) => memory).values()];
    const best = memories.map((own) => Math.max(...own.map(({ claim }) => claim.confidence)));
    return best.reduce((sum, confidence) => sum + evidenceWeight(confidence), 0n) >= evidenceWeight(THRESHOLDS.fact);
  });
  return [...facts, ...promoted.flat()]
    .map(({ memory, claim }) => `${memoryIdAt(memory)} ${String(evidenceWeight(claim.confidence))}`)
    .sort();
}

const inChunks = (steps: readonly Step[], size: number): Step[][] =>
  Array.from({ length: Math.ceil(steps.length / size) }, (_, i) => steps.slice(i * size, (i + 1) * size));

test('which candidates count depends on the live memories alone, and is what the thresholds say', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ claims, steps, together }) => {
      const walk = [
        ...claims.map((_, memory) => ({ memory, there: true })),
        ...steps.map(({ memory, there }) => ({ memory: memory % claims.length, there })),
      ];
      const left = [...new Map(walk.map((step) => [step.memory, step])).values()].filter(({ there }) => there);
      const otherwise = await graphAfter(claims, inChunks(walk, together));
      expect(otherwise).toEqual(await graphAfter(claims, [left.toReversed()]));
      const { rows } = await database
        .pool()
        .query<{ row: string }>(
          `SELECT memory_id || ' ' || weight AS row FROM evidence WHERE scope_id = $1 ORDER BY 1`,
          [scopeId],
        );
      expect(rows.map(({ row }) => row)).toEqual(expectedWeights(claims, left));
    }),
    { numRuns: 60, endOnFailure: true },
  );
});
