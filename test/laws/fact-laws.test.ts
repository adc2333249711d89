import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { NameAssigned } from '#contracts/events.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { NO_OBSERVATIONS, type NameRef, type Observations, type StatementValue } from '#contracts/observations.js';
import {
  isRelationType,
  RELATION_TYPES,
  relationTypeId,
  statementKindOf,
  type RelationType,
  type StatementPredicate,
} from '#contracts/ontology.js';
import { scopeOf } from '#contracts/scope.js';
import { lockScope } from '#database/in-locked-scope.js';
import { inTransaction } from '#database/transaction.js';
import { confirmedFact, retractedFact, statedFact, type FactEnds } from '#graph/commands/fact-events.js';
import { relationIdOf, statementIdOf } from '#graph/ids.js';
import { recordThresholds } from '#graph/claim-thresholds.js';
import { valueKeyOf } from '#graph/projection/contributions/contribution.js';
import { projectFacts, type FactDecision } from '#graph/projection/project-facts.js';
import { projectDecisions } from '#graph/projection/project-decisions.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import { entityKeyOf } from '../../libs/entity-resolution/src/entity-key.js';
import { refOf, useDatabase } from '../graph/queries-fixture.js';
import { clearGraph, dumpGraph, type GraphState } from './graph-state.js';

/** Runs on real Postgres with generated observations and decisions; no stage runs. */
const database = useDatabase();
const { scopeId } = scopeOf('laws', 'facts');

beforeAll(async () => {
  await recordThresholds(database.pool(), { fact: 0.5, candidate: 0.2 });
});

/** Names and values that fit each predicate; those of persons may be one person. */
const PEOPLE = ['Maya', 'Maya Lind', 'Bo', 'Bo Chen'];
const OBJECTS: readonly (readonly [RelationType | StatementPredicate, readonly string[]])[] = [
  ['lives_in', ['place:Oslo', 'place:Bergen']],
  ['spouse_of', PEOPLE],
  ['knows', PEOPLE],
  ['occupation', ['baker', 'nurse']],
  ['likes', ['tea', 'place:Oslo']],
];
const said = fc
  .tuple(fc.constantFrom(...PEOPLE), fc.constantFrom(...OBJECTS), fc.nat(3))
  .map(([subject, [predicate, objects], i]) => ({ subject, predicate, object: objects[i % objects.length] ?? '' }));

const isValue = (object: string): boolean => !PEOPLE.includes(object) && !object.includes(':');
const valueOf = (value: string): StatementValue => ({ type: 'text', value });
const idOf = (name: string): string => entityKeyOf(scopeId, refOf(name).type, refOf(name).name).entityId;
const memoryUuid = (at: number): string => `00000000-0000-7000-8000-00000000000${String(at)}`;

const claim = fc.record({
  said,
  at: fc.integer({ min: 0, max: 6 }),
  confidence: fc.constantFrom(0.3, 0.4, 0.9),
  polarity: fc.constantFrom('asserted', 'asserted', 'ended'),
});
type Claim = typeof claim extends fc.Arbitrary<infer T> ? T : never;

function observationsOf(claims: readonly Claim[], alias: boolean): Observations {
  const [found, person] = [{ stage: 'pattern' } as const, refOf('Maya')];
  const made = claims.map(({ said: { subject, predicate, object }, at, confidence, polarity }) => ({
    ...{ predicate, object, subject: refOf(subject), confidence, event_at_unix_nanos: BigInt(at) },
    ...{ polarity: polarity, ...found },
  }));
  return {
    ...NO_OBSERVATIONS,
    relations: made.flatMap(({ predicate, subject: from, object, ...how }) =>
      isRelationType(predicate) ? [{ ...how, type: predicate, from, to: refOf(object) }] : [],
    ),
    statements: made.flatMap(({ predicate, object, ...how }) => {
      if (isRelationType(predicate)) return [];
      const target = isValue(object) ? { kind: 'value' as const, value: valueOf(object) } : entity(refOf(object));
      return [{ ...how, kind: statementKindOf(predicate) ?? 'fact', predicate, object: target, text: object }];
    }),
    aliases: alias ? [{ type: person.type, name: 'Maya', alias: 'Maya Lind', confidence: 0.9, ...found }] : [],
  };
}

function entity(ref: NameRef) {
  return { kind: 'entity' as const, ...ref };
}

const decision: fc.Arbitrary<FactDecision> = fc
  .record({
    said,
    kind: fc.constantFrom('assert', 'assert', 'confirm', 'retract', 'retract'),
    from: fc.integer({ min: 0, max: 5 }),
    lasts: fc.constantFrom(0, 0, 2),
    decidedAt: fc.integer({ min: 1, max: 8 }),
    memory: fc.nat(2),
    reading: fc.constantFrom(1, 1, 2),
    context: fc.subarray([0, 1, 2], { maxLength: 2 }),
  })
  .map(({ said: { subject, predicate, object }, kind, from, lasts, decidedAt, memory, ...read }) => {
    const value = isValue(object) ? valueOf(object) : null;
    const ends: FactEnds = {
      ...{ predicate, subject: idOf(subject), object: value ? null : idOf(object) },
      kind: isRelationType(predicate) ? 'relation' : (statementKindOf(predicate) ?? ''),
      valueKey: value && valueKeyOf(value),
    };
    const how = { reason: null, nowNanos: BigInt(decidedAt) };
    const times = { from: BigInt(from), to: lasts === 0 ? 0n : BigInt(from + lasts) };
    if (kind === 'retract') {
      const named = memory === 0 ? memoryUuid(0) : firstIdOf(ends);
      return { type: 'FactRetracted', data: retractedFact(scopeId, ends, { ...times, named_id: named }, how) };
    }
    const refs = { subjectRef: refOf(subject), objectRef: value ? null : refOf(object) };
    const content = { ...refs, ...times, value, text: object };
    if (kind === 'assert') return { type: 'FactAsserted', data: statedFact(scopeId, 'asserted', ends, content, how) };
    const context = read.context.filter((at) => at !== memory).map((at) => memoryIdOfUuid(memoryUuid(at)));
    const confirmed = { memoryId: memoryIdOfUuid(memoryUuid(memory)), reading: read.reading, context };
    return { type: 'FactConfirmed', data: confirmedFact(scopeId, ends, content, { ...how, memory: confirmed }) };
  });

/** Id of the first interval of a fact whose names are not merged. */
function firstIdOf({ predicate, subject, object, valueKey }: FactEnds): string {
  if (!isRelationType(predicate)) return statementIdOf(scopeId, predicate, subject, object ?? valueKey ?? '');
  const [from = '', to = ''] = RELATION_TYPES[predicate].symmetric
    ? [subject, object ?? ''].sort()
    : [subject, object ?? ''];
  return relationIdOf(scopeId, relationTypeId(predicate), from, to);
}

const naming: fc.Arbitrary<NameAssigned> = fc
  .tuple(fc.constantFrom(...PEOPLE), fc.constantFrom(...PEOPLE), fc.constantFrom('merge', 'split'), fc.nat(5))
  .map(([name, into, how, at]) => ({
    entity_id: idOf(name),
    decision: how,
    into_entity_id: how === 'merge' ? idOf(into) : null,
    decided_at_unix_nanos: BigInt(at),
  }));

type Delivery =
  | { readonly memory: number; readonly observations: Observations }
  | { readonly forgotten: number }
  | { readonly revised: number; readonly observations: Observations }
  | { readonly naming: NameAssigned }
  | { readonly decided: FactDecision };

const stories = fc
  .record({
    memories: fc.array(fc.tuple(fc.array(claim, { maxLength: 3 }), fc.boolean()), { minLength: 1, maxLength: 3 }),
    decisions: fc.array(decision, { minLength: 1, maxLength: 4 }),
    names: fc.array(naming, { maxLength: 2 }),
    forgotten: fc.array(fc.nat(2), { maxLength: 2 }),
    revised: fc.array(fc.tuple(fc.nat(2), fc.array(claim, { maxLength: 2 })), { maxLength: 1 }),
  })
  .map(({ memories, decisions, names, forgotten, revised }): Delivery[] => [
    ...memories.map(([claims, alias], memory) => ({ memory, observations: observationsOf(claims, alias) })),
    ...revised.map(([at, claims]) => ({ revised: at, observations: observationsOf(claims, false) })),
    ...decisions.map((decided) => ({ decided })),
    ...names.map((assigned) => ({ naming: assigned })),
    ...forgotten.map((at) => ({ forgotten: at })),
  ]);

/** What has been delivered. */
interface Delivered {
  readonly gone: Set<number>;
  /** What the second reading of a memory found. */
  readonly revised: Map<number, Observations>;
  readonly decided: FactDecision[];
}

/** Delivers one after the other. A memory that was forgotten stays so, and of two readings the second counts. */
async function graphAfter(deliveries: readonly Delivery[]): Promise<GraphState> {
  await clearGraph(database.pool(), ['memories']);
  await database.pool().query(
    `INSERT INTO memories (scope_id, memory_id, kind, salience, text, created_at_nanos, occurred_at_nanos)
     SELECT $1, id, 0, 0, '', 0, 0 FROM unnest($2::uuid[]) AS id`,
    [scopeId, [0, 1, 2].map(memoryUuid)],
  );
  const delivered: Delivered = { gone: new Set(), revised: new Map(), decided: [] };
  for (const delivery of deliveries) {
    if ('forgotten' in delivery) delivered.gone.add(delivery.forgotten);
    if ('revised' in delivery) delivered.revised.set(delivery.revised, delivery.observations);
    if ('decided' in delivery) delivered.decided.push(delivery.decided);
    await deliver(delivery, delivered);
  }
  return dumpGraph(database.pool());
}

async function deliver(delivery: Delivery, { gone, revised, decided }: Delivered) {
  await inTransaction(database.pool(), async (tx) => {
    await lockScope(tx, scopeId);
    if ('naming' in delivery) await projectDecisions(tx, scopeId, [delivery.naming]);
    else if ('decided' in delivery) await projectFacts(tx, scopeId, [delivery.decided]);
    else {
      const at = placeOf(delivery);
      const memoryId = memoryUuid(at);
      const found = revised.get(at) ?? ('memory' in delivery ? delivery.observations : null);
      const observations = gone.has(at) ? null : found;
      if (gone.has(at)) await tx.query(`UPDATE memories SET state = 'forgotten' WHERE memory_id = $1`, [memoryId]);
      if (revised.has(at)) await tx.query('UPDATE memories SET reading = 2 WHERE memory_id = $1', [memoryId]);
      await projectMemories(tx, scopeId, [{ memoryId, createdAt: BigInt(1 + at), observations }]);
      const publicId = memoryIdOfUuid(memoryId);
      const ofMemory = decided.filter(
        ({ type, data }) => type === 'FactConfirmed' && [data.memory_id, ...(data.context ?? [])].includes(publicId),
      );
      await projectFacts(tx, scopeId, ofMemory);
    }
  });
}

function placeOf(delivery: Exclude<Delivery, { readonly naming: unknown } | { readonly decided: unknown }>): number {
  if ('memory' in delivery) return delivery.memory;
  return 'revised' in delivery ? delivery.revised : delivery.forgotten;
}

test('decisions, names, memories, changes and forgets give the same graph in any order, however often they come', async () => {
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
    }),
    { numRuns: 80 },
  );
});

test('a confirmation stands only while the memories of its context are live, whichever comes first', async () => {
  const [subjectRef, objectRef] = [refOf('Maya'), refOf('place:Oslo')];
  const ends = { kind: 'relation', predicate: 'lives_in', subject: idOf('Maya'), object: idOf('place:Oslo') };
  const [memoryId, contextId] = [memoryIdOfUuid(memoryUuid(0)), memoryIdOfUuid(memoryUuid(1))];
  const memory = { memoryId, reading: 1, context: [contextId] };
  const data = confirmedFact(
    scopeId,
    { ...ends, valueKey: null },
    { subjectRef, objectRef, value: null, text: '', from: 3n, to: 0n },
    { reason: null, nowNanos: 5n, memory },
  );
  const confirmed: Delivery = { decided: { type: 'FactConfirmed', data } };
  const forgotten: Delivery = { forgotten: 1 };
  expect((await graphAfter([confirmed]))['relations']).toHaveLength(1);
  const gone = await graphAfter([confirmed, forgotten]);
  expect(gone['relations']).toEqual([]);
  expect(await graphAfter([forgotten, confirmed])).toEqual(gone);
  expect(await graphAfter([forgotten, confirmed, confirmed])).toEqual(gone);
});

test('a decision about a name leaves the claims of an entity when the name is split from it', async () => {
  const says = (subject: string, object: string): Observations =>
    observationsOf(
      [{ said: { subject, predicate: 'lives_in', object }, at: 3, confidence: 0.9, polarity: 'asserted' }],
      false,
    );
  const decide = (how: 'merge' | 'split', at: bigint): Delivery => ({
    naming: {
      ...{ entity_id: idOf('Maya'), decision: how, into_entity_id: how === 'merge' ? idOf('Maya Lind') : null },
      decided_at_unix_nanos: at,
    },
  });
  const ends = { kind: 'relation', predicate: 'lives_in', subject: idOf('Maya'), object: idOf('place:Oslo') };
  const data = retractedFact(
    scopeId,
    { ...ends, valueKey: null },
    { named_id: memoryUuid(0), from: 0n, to: 0n },
    { reason: null, nowNanos: 5n },
  );
  const story: Delivery[] = [
    { memory: 0, observations: says('Maya', 'place:Bergen') },
    { memory: 1, observations: says('Maya Lind', 'place:Oslo') },
    decide('merge', 1n),
    { decided: { type: 'FactRetracted', data } },
  ];
  expect((await graphAfter(story))['relations']).toHaveLength(1);
  const split = await graphAfter([...story, decide('split', 2n)]);
  expect(split['relations']).toHaveLength(2);
  expect(split).toEqual(await graphAfter([decide('split', 2n), ...story]));
});
