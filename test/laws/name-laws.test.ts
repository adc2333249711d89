import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { NameAssigned } from '#contracts/events.js';
import { NO_OBSERVATIONS, type NameRef, type Observations } from '#contracts/observations.js';
import { scopeOf } from '#contracts/scope.js';
import { inTransaction } from '#database/transaction.js';
import { entityKeyOf } from '../../libs/entity-resolution/src/entity-key.js';
import { projectDecisions } from '#graph/projection/project-decisions.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import { lockScope } from '#database/in-locked-scope.js';
import { refOf, useDatabase } from '../graph/queries-fixture.js';
import { clearGraph, dumpGraph, type GraphState } from './graph-state.js';

/** Runs on real Postgres with generated observations; no stage runs. Memories mostly only mention names. */
const database = useDatabase();
const { scopeId } = scopeOf('laws', 'names');

/** A few people and things, with names in many forms. */
const NAMES = [
  ...['Alice', 'Alice Chen', 'Alice Kim', 'A. Chen', 'Chen', 'Alice C', 'Alice Mei Chen', 'Bob Chen', 'Kim', 'Ali'],
  ...['Robert', 'Bob', 'Rob', 'Robert Nakamura', 'R. Nakamura', 'Bobby Nakamura', 'Nakamura', 'Dr. Nakamura', 'Nakam'],
  ...['WHO', 'World Health Organization', 'World Health', 'Who Inc', 'Who GmbH', 'W.H.O.'].map(
    (n) => `organization:${n}`,
  ),
  ...['place:Nakam', 'animal:Bob', 'organization:Nakamura', 'product:Who Inc'],
].map(refOf);
const name = fc.constantFrom(...NAMES);

interface Memory {
  readonly names: readonly NameRef[];
  readonly alias: readonly [NameRef, NameRef] | null;
}
const memory: fc.Arbitrary<Memory> = fc.record({
  names: fc.array(name, { minLength: 1, maxLength: 3 }),
  alias: fc
    .option(fc.tuple(name, name), { freq: 5 })
    .map((pair) => (pair && pair[0].type === pair[1].type ? pair : null)),
});

/** Occasional decisions of operators about names, some at the same time. */
const decision: fc.Arbitrary<NameAssigned> = fc
  .record({
    ref: name,
    into: name,
    decision: fc.constantFrom('merge', 'split', 'release'),
    at: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ ref, into, decision, at }) => {
    const isMerged = decision === 'merge' && into.type === ref.type;
    return {
      entity_id: entityKeyOf(scopeId, ref.type, ref.name).entityId,
      decision: decision === 'merge' && !isMerged ? 'release' : decision,
      into_entity_id: isMerged ? entityKeyOf(scopeId, into.type, into.name).entityId : null,
      decided_at_unix_nanos: BigInt(at),
    };
  });

/** A delivery for the memory at an index: its content, or a forget. A forgotten memory may be restored. */
interface Step {
  readonly at: number;
  readonly isLive: boolean;
}
interface Story {
  readonly memories: readonly Memory[];
  readonly steps: readonly Step[];
  readonly decisions: readonly NameAssigned[];
  /** Number of steps delivered together. */
  readonly chunk: number;
}
const stories: fc.Arbitrary<Story> = fc.array(memory, { minLength: 2, maxLength: 9 }).chain((memories) => {
  const step = fc.record({ at: fc.nat(memories.length - 1), isLive: fc.boolean() });
  return fc.record({
    memories: fc.constant(memories),
    steps: fc.array(step, { maxLength: 20 }),
    decisions: fc.array(decision, { maxLength: 3 }),
    chunk: fc.integer({ min: 1, max: 4 }),
  });
});

function observationsOf({ names, alias }: Memory): Observations {
  const found = { confidence: 0.9, stage: 'pattern' } as const;
  return {
    ...NO_OBSERVATIONS,
    mentions: names.map((ref, i) => ({ ...ref, start: i * 30, end: i * 30 + 5, ...found })),
    relations: names.slice(1).map((ref) => ({
      ...{ type: 'related_to', from: ref, to: names[0] ?? ref, polarity: 'asserted', event_at_unix_nanos: 1n },
      ...found,
    })),
    aliases: alias ? [{ type: alias[0].type, name: alias[0].name, alias: alias[1].name, ...found }] : [],
  };
}

async function decide(decisions: readonly NameAssigned[]): Promise<void> {
  await inTransaction(database.pool(), async (tx) => {
    await lockScope(tx, scopeId);
    await projectDecisions(tx, scopeId, decisions);
  });
}

async function project(memories: readonly Memory[], steps: readonly Step[]): Promise<void> {
  const latest = new Map(steps.map((step) => [step.at, step]));
  await inTransaction(database.pool(), async (tx) => {
    await lockScope(tx, scopeId);
    await projectMemories(
      tx,
      scopeId,
      [...latest.values()].map(({ at, isLive }) => ({
        memoryId: `00000000-0000-7000-8000-00000000000${String(at)}`,
        createdAt: BigInt(1 + at),
        observations: isLive && memories[at] ? observationsOf(memories[at]) : null,
      })),
    );
  });
}

const clear = (): Promise<void> => clearGraph(database.pool());
const dump = (): Promise<GraphState> => dumpGraph(database.pool());

/** The graph that a story leads to step by step, and the graph of what remains of it, all at once. */
async function bothWays({ memories, steps, chunk, decisions }: Story): Promise<[GraphState, GraphState]> {
  await clear();
  const [early, late] = [decisions.slice(0, 1), decisions.slice(1)];
  await decide(late);
  for (let at = 0; at < steps.length; at += chunk) await project(memories, steps.slice(at, at + chunk));
  await decide(early);
  await decide(late);
  const stepByStep = await dump();
  await clear();
  const last = new Map(steps.map((step) => [step.at, step]));
  await project(
    memories,
    [...last.values()].filter((step) => step.isLive),
  );
  await decide(decisions);
  return [stepByStep, await dump()];
}

async function survivorOf(name: string): Promise<string | undefined> {
  const { rows } = await database.pool().query<{ name: string }>(
    `SELECT s.canonical_name AS name FROM entities AS e
     JOIN entities AS s ON s.scope_id = e.scope_id AND s.entity_id = coalesce(e.merged_into, e.entity_id)
     WHERE e.canonical_name = $1`,
    [name],
  );
  return rows[0]?.name;
}

test('after any additions and removals, names are clustered as if the remaining ones had been added at once', async () => {
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const [stepByStep, atOnce] = await bothWays(story);
      expect(stepByStep).toEqual(atOnce);
    }),
    { numRuns: 150 },
  );
});

test('a name kept back by one merged into it is free when that one is forgotten', async () => {
  const says = (...names: string[]): Memory => ({ names: names.map(refOf), alias: null });
  const idOf = (name: string): string => entityKeyOf(scopeId, 'person', name).entityId;
  const decided = { decision: 'merge', decided_at_unix_nanos: 1n } as const;
  // "Rob" may be short for Bobby Nakamura, so "A. Chen", which an operator merged with Rob, does not join Alice Chen.
  const [stepByStep, atOnce] = await bothWays({
    memories: [says('Rob'), says('A. Chen', 'Bobby Nakamura'), says('Alice Chen')],
    steps: [0, 1, 2].map((at) => ({ at, isLive: true })).concat({ at: 0, isLive: false }),
    decisions: [
      { entity_id: idOf('Kim'), into_entity_id: idOf('Alice'), ...decided },
      { entity_id: idOf('Rob'), into_entity_id: idOf('A. Chen'), ...decided },
    ],
    chunk: 1,
  });
  expect(stepByStep).toEqual(atOnce);
  expect(await survivorOf('A. Chen')).toBe('Alice Chen');
});

test('a name joined with a homonym of another type stands alone when that one is forgotten', async () => {
  const says = (...names: string[]): Memory => ({ names: names.map(refOf), alias: null });
  // A company is once mistyped as a person, and a memory says that this person is R. Chen.
  const [stepByStep, atOnce] = await bothWays({
    memories: [
      says('organization:Nakamura', 'R. Chen'),
      says('organization:Nakamura'),
      { names: [refOf('Nakamura'), refOf('R. Chen')], alias: [refOf('R. Chen'), refOf('Nakamura')] },
    ],
    steps: [0, 1, 2].map((at) => ({ at, isLive: true })).concat({ at: 2, isLive: false }),
    decisions: [],
    chunk: 1,
  });
  expect(stepByStep).toEqual(atOnce);
  expect(await survivorOf('Nakamura')).toBe('Nakamura');
});

test('a merged name leads to an existing, unmerged survivor, and counts are conserved', async () => {
  await fc.assert(
    fc.asyncProperty(stories, async ({ memories, steps, decisions }) => {
      await clear();
      await decide(decisions);
      for (const step of steps) await project(memories, [step]);
      const { rows } = await database.pool().query(
        `SELECT FROM entities AS e LEFT JOIN entities AS s ON s.scope_id = e.scope_id AND s.entity_id = e.merged_into
         WHERE e.merged_into IS NOT NULL AND (s.entity_id IS NULL OR s.merged_into IS NOT NULL)`,
      );
      expect(rows).toEqual([]);
      const counts = await database.pool().query<{ counted: string; mentions: string }>(
        `SELECT (SELECT coalesce(sum(mention_count), 0) FROM entities WHERE merged_into IS NULL) AS counted,
                (SELECT count(*) FROM mentions WHERE start_offset >= 0) AS mentions`,
      );
      expect(counts.rows[0]?.counted).toBe(counts.rows[0]?.mentions);
    }),
    { numRuns: 60 },
  );
});
