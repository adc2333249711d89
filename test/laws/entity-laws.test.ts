import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { EntityCorrected, EntityCreated, NameAssigned } from '#contracts/events.js';
import { NO_OBSERVATIONS, type NameRef, type Observations } from '#contracts/observations.js';
import { entityTypeId } from '#contracts/ontology.js';
import { scopeOf } from '#contracts/scope.js';
import { lockScope } from '#database/in-locked-scope.js';
import { inTransaction } from '#database/transaction.js';
import { entityKeyOf } from '#entity-resolution/entity-key.js';
import { projectCorrections } from '#graph/projection/project-corrections.js';
import { projectCreations } from '#graph/projection/project-creations.js';
import { projectDecisions } from '#graph/projection/project-decisions.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import { refOf, useDatabase } from '../graph/queries-fixture.js';
import { clearGraph, dumpGraph, type GraphState } from './graph-state.js';

/** Runs on real Postgres with generated names, decisions and corrections of callers; no stage runs. */
const database = useDatabase();
const { scopeId } = scopeOf('laws', 'entities');

/** Names that are short for each other, and of several types; corrections lead from any to any. */
const NAMES = [
  ...['Alice', 'Alice Chen', 'Alice Mei Chen', 'A. Chen', 'Alice Kim', 'Bob Chen', 'Ali'],
  ...['organization:Alice', 'organization:Chen GmbH', 'organization:Chen', 'place:Chen', 'animal:Bob Chen'],
].map(refOf);
const name = fc.constantFrom(...NAMES);
const time = fc.integer({ min: 1, max: 5 }).map(BigInt);
const idOf = (ref: NameRef): string => entityKeyOf(scopeId, ref.type, ref.name).entityId;

function correctionOf(from: readonly NameRef[], to: NameRef, at: bigint): EntityCorrected {
  const entity_ids = from.map(idOf).sort();
  return {
    ...{ entity_id: entity_ids[0] ?? '', entity_ids, named_id: idOf(to) },
    ...{ entity_type_id: entityTypeId(to.type), canonical_name: to.name, decided_at_unix_nanos: at },
  };
}

type Delivery =
  | { readonly memory: number; readonly names: readonly NameRef[]; readonly alias: boolean }
  | { readonly forgotten: number }
  | { readonly corrected: EntityCorrected }
  | { readonly assigned: NameAssigned }
  | { readonly created: EntityCreated };

const correction: fc.Arbitrary<Delivery> = fc
  .tuple(fc.subarray(NAMES, { minLength: 1, maxLength: 2 }), name, fc.boolean(), time)
  .map(([from, to, isLower, at]) => {
    const surface = isLower ? to.name.toLowerCase() : to.name;
    return { corrected: correctionOf(from, { ...to, name: surface }, at) };
  });
const assignment: fc.Arbitrary<Delivery> = fc
  .tuple(name, name, fc.constantFrom('merge' as const, 'split' as const, 'release' as const), time)
  .filter(([ref, into, how]) => how !== 'merge' || ref.type === into.type)
  .map(([ref, into, decision, at]) => ({
    assigned: {
      ...{ entity_id: idOf(ref), decision, into_entity_id: decision === 'merge' ? idOf(into) : null },
      decided_at_unix_nanos: at,
    },
  }));
const creation: fc.Arbitrary<Delivery> = fc.tuple(name, time).map(([ref, at]) => ({
  created: {
    ...{ entity_id: idOf(ref), entity_type_id: entityTypeId(ref.type), canonical_name: ref.name, aliases: [] },
    ...{ was_known: false, created_at_unix_nanos: at },
  },
}));

const stories: fc.Arbitrary<Delivery[]> = fc
  .record({
    memories: fc.array(fc.tuple(fc.array(name, { minLength: 1, maxLength: 3 }), fc.boolean()), {
      minLength: 1,
      maxLength: 5,
    }),
    forgotten: fc.array(fc.nat(4), { maxLength: 2 }),
    decisions: fc.array(fc.oneof(correction, correction, correction, assignment, creation), {
      minLength: 1,
      maxLength: 6,
    }),
  })
  .map(({ memories, forgotten, decisions }) => [
    ...memories.map(([names, alias], memory) => ({ memory, names, alias })),
    ...forgotten.map((memory) => ({ forgotten: memory })),
    ...decisions,
  ]);

function observationsOf(names: readonly NameRef[], alias: boolean): Observations {
  const found = { confidence: 0.9, stage: 'pattern' } as const;
  const [first, second] = names;
  const isAlias = alias && first !== undefined && second !== undefined && first.type === second.type;
  return {
    ...NO_OBSERVATIONS,
    mentions: names.map((ref, i) => ({ ...ref, start: i * 30, end: i * 30 + 5, ...found })),
    relations: names.slice(1).map((ref) => ({
      ...{ type: 'knows', from: ref, to: first ?? ref, polarity: 'asserted', event_at_unix_nanos: 1n },
      ...found,
    })),
    aliases: isAlias ? [{ type: first.type, name: first.name, alias: second.name, ...found }] : [],
  };
}

/** Delivers one after the other. A memory that was forgotten stays so, as its events say. */
async function graphAfter(deliveries: readonly Delivery[]): Promise<GraphState> {
  await clearGraph(database.pool());
  const gone = new Set<number>();
  for (const delivery of deliveries) {
    if ('forgotten' in delivery) gone.add(delivery.forgotten);
    await inTransaction(database.pool(), async (tx) => {
      await lockScope(tx, scopeId);
      if ('corrected' in delivery) await projectCorrections(tx, scopeId, [delivery.corrected]);
      else if ('assigned' in delivery) await projectDecisions(tx, scopeId, [delivery.assigned]);
      else if ('created' in delivery) await projectCreations(tx, scopeId, [delivery.created]);
      else {
        const at = 'memory' in delivery ? delivery.memory : delivery.forgotten;
        const isLive = 'memory' in delivery && !gone.has(at);
        const observations = isLive ? observationsOf(delivery.names, delivery.alias) : null;
        const memoryId = `00000000-0000-7000-8000-00000000000${String(at)}`;
        await projectMemories(tx, scopeId, [{ memoryId, createdAt: BigInt(1 + at), observations }]);
      }
    });
  }
  return dumpGraph(database.pool());
}

test('corrections, merges and splits give the same graph in any order with memories, however often they come', async () => {
  const orders = stories.chain((story) =>
    fc.record({
      story: fc.constant(story),
      order: fc.shuffledSubarray(story, { minLength: story.length }),
      again: fc.subarray(story),
    }),
  );
  await fc.assert(
    fc.asyncProperty(orders, async ({ story, order, again }) => {
      expect(await graphAfter([...order, ...again])).toEqual(await graphAfter(story));
      const { rows } = await database.pool().query(
        `SELECT FROM entities AS e LEFT JOIN entities AS s ON s.scope_id = e.scope_id AND s.entity_id = e.merged_into
         WHERE e.merged_into IS NOT NULL AND (s.entity_id IS NULL OR s.merged_into IS NOT NULL)`,
      );
      expect(rows).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

/** Name, and type as a prefix, of the entity that a name leads to. */
async function entityOf(ref: string): Promise<string | undefined> {
  const { rows } = await database.pool().query<{ name: string; type: number }>(
    `SELECT s.canonical_name AS name, s.type_id AS type FROM entities AS e
     JOIN entities AS s ON s.scope_id = e.scope_id AND s.entity_id = coalesce(e.merged_into, e.entity_id)
     WHERE e.scope_id = $1 AND e.entity_id = $2`,
    [scopeId, idOf(refOf(ref))],
  );
  return rows[0] && `${String(rows[0].type)} ${rows[0].name}`;
}

const says = (memory: number, ...names: string[]): Delivery => ({ memory, names: names.map(refOf), alias: false });
const corrects = (from: readonly string[], to: string, at: bigint): Delivery => ({
  corrected: correctionOf(from.map(refOf), refOf(to), at),
});

test('a corrected name and type outrank memories, whichever come first, and stay when these are forgotten', async () => {
  const correct = corrects(['place:Chen'], 'organization:Chen', 1n);
  for (const story of [
    [says(0, 'place:Chen'), says(1, 'place:Chen'), correct],
    [correct, says(1, 'place:Chen'), says(0, 'place:Chen')],
  ]) {
    await graphAfter(story);
    expect(await entityOf('place:Chen')).toBe(`${String(entityTypeId('organization'))} Chen`);
  }
  await graphAfter([correct, says(0, 'place:Chen'), { forgotten: 0 }]);
  expect(await entityOf('place:Chen')).toBeUndefined();
  expect(await entityOf('organization:Chen')).toBe(`${String(entityTypeId('organization'))} Chen`);
});

test('a corrected entity keeps its name beside fuller ones, and takes its short forms along', async () => {
  const person = String(entityTypeId('person'));
  await graphAfter([says(0, 'Ali'), says(1, 'Alice Mei Chen'), corrects(['Ali'], 'Alice', 1n)]);
  expect(await entityOf('Ali')).toBe(`${person} Alice`);
  expect(await entityOf('Alice Mei Chen')).toBe(`${person} Alice Mei Chen`);
  await graphAfter([says(0, 'Alice Mei Chen'), says(1, 'Alice'), corrects(['Alice Mei Chen'], 'Bob Chen', 1n)]);
  expect([await entityOf('Alice'), await entityOf('Alice Mei Chen')]).toEqual(Array(2).fill(`${person} Bob Chen`));
});

test('a name that is split from a corrected entity leaves it, and takes no other name along', async () => {
  const split: Delivery = {
    assigned: {
      ...{ entity_id: idOf(refOf('Alice Kim')), decision: 'split', into_entity_id: null },
      decided_at_unix_nanos: 3n,
    },
  };
  // Misspelt first, and corrected again: the second correction is of both names.
  await graphAfter([
    ...[says(0, 'Bob Chen'), corrects(['Bob Chen'], 'Alice Kim', 1n)],
    ...[corrects(['Alice Kim', 'Bob Chen'], 'Ali', 2n), split],
  ]);
  const person = String(entityTypeId('person'));
  expect(await entityOf('Alice Kim')).toBe(`${person} Alice Kim`);
  expect(await entityOf('Bob Chen')).toBe(`${person} Ali`);
});
