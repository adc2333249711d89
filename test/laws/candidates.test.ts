import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { groupBy } from '#contracts/group-by.js';
import { combineRuns } from '#contracts/merge-observations.js';
import {
  NO_OBSERVATIONS,
  type EndObservation,
  type Observations,
  type RelationObservation,
} from '#contracts/observations.js';
import { relationTypeOfId } from '#contracts/ontology.js';
import { scopeOf } from '#contracts/scope.js';
import { lockScope } from '#database/in-locked-scope.js';
import { inTransaction } from '#database/transaction.js';
import { recordThresholds, withoutWeakClaims } from '#graph/claim-thresholds.js';
import { endsBeforeValues } from '#graph/projection/contributions/ends-before-values.js';
import { projectMemories } from '#graph/projection/project-memories.js';
import { evidenceWeight } from '#graph/projection/facts/claim-evidence.js';
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

const ENDS_OF = {
  works_at: { type: 'organization', names: ['Acme', 'Globex'] },
  visited: { type: 'place', names: ['Globex', 'Globex'] },
  spouse_of: { type: 'person', names: ['Bea Holt', 'Cy Reed'] },
  colleague_of: { type: 'person', names: ['Bea Holt', 'Cy Reed'] },
  lives_in: { type: 'place', names: ['Leeds', 'Hull'] },
} as const;
const at = fc.integer({ min: 1, max: 5 }).map((seconds) => BigInt(seconds) * 1_000_000_000n);
const person = fc.constantFrom('Ana Silva', 'Di Moss', 'Eve Lund');

/** Of what histories tell. */
interface Told {
  readonly types: readonly (keyof typeof ENDS_OF)[];
  readonly ends: readonly EndObservation['predicate'][];
  readonly confidences: readonly number[];
  /** Whether one in three memories tells two homes together. */
  readonly homes: boolean;
}

/** Claims of few pairs, most of them candidates. */
const FEW_PAIRS: Told = {
  types: ['works_at', 'works_at', 'visited', 'visited', 'spouse_of'],
  ends: ['works_at', 'spouse_of'],
  confidences: [0.14, 0.15, 0.2, 0.3, 0.4, 0.59, 0.6, 0.6, 0.7, 0.9],
  homes: false,
};

/** Jobs and homes, most of them facts, with what others share. */
const SHARED: Told = {
  types: ['works_at', 'works_at', 'colleague_of', 'lives_in'],
  ends: ['works_at', 'lives_in'],
  confidences: [0.3, 0.4, 0.7, 0.9, 0.9, 0.9],
  homes: true,
};

const relationOf = ({ types, confidences }: Told): fc.Arbitrary<RelationObservation> =>
  fc
    .record({
      ...{ type: fc.constantFrom(...types), from: person, to: fc.nat({ max: 1 }), at },
      ...{ confidence: fc.constantFrom(...confidences) },
      polarity: fc.constantFrom('asserted', 'asserted', 'ended' as const),
    })
    .map(({ type, from, to, at: eventAt, ...claim }) => ({
      ...{ type, ...claim, stage: 'pattern', from: { type: 'person', name: from } },
      to: { type: ENDS_OF[type].type, name: ENDS_OF[type].names[to] ?? '' },
      event_at_unix_nanos: eventAt,
    }));

/** Two homes that are told together. */
const household: fc.Arbitrary<RelationObservation[]> = at.map((eventAt) =>
  ['Ana Silva', 'Di Moss'].map((name) => ({
    ...{ type: 'lives_in', from: { type: 'person', name }, to: { type: 'place', name: 'Leeds' } },
    ...{ polarity: 'asserted', event_at_unix_nanos: eventAt, confidence: 0.9, stage: 'pattern' },
  })),
);

const endOf = ({ ends, confidences }: Told): fc.Arbitrary<EndObservation> =>
  fc
    .record({ predicate: fc.constantFrom(...ends), subject: person, at, confidence: fc.constantFrom(...confidences) })
    .map(({ predicate, subject, at: eventAt, confidence }) => ({
      ...{ predicate, subject: { type: 'person', name: subject }, event_at_unix_nanos: eventAt },
      ...{ confidence, stage: 'pattern' },
    }));

/** What one memory claims. */
interface Claims {
  readonly relations: readonly RelationObservation[];
  readonly ends: readonly EndObservation[];
}

const memoryOf = (told: Told): fc.Arbitrary<Claims> =>
  fc.record({
    relations: fc
      .tuple(
        fc.array(relationOf(told), { minLength: 1, maxLength: 3 }),
        fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: told.homes ? 1 : 0, arbitrary: household }),
      )
      .map((parts) => parts.flat()),
    ends: fc.array(endOf(told), { maxLength: 1 }),
  });

interface History {
  readonly claims: Claims[];
  readonly steps: Step[];
  /** How many steps are projected in one transaction. */
  readonly together: number;
}

const historiesOf = (told: Told): fc.Arbitrary<History> =>
  fc.record({
    claims: fc.array(memoryOf(told), { minLength: 3, maxLength: MEMORIES }),
    steps: fc.array(fc.record({ memory: fc.nat(), there: fc.boolean() }), { maxLength: 25 }),
    together: fc.integer({ min: 1, max: 5 }),
  });

interface Step {
  readonly memory: number;
  readonly there: boolean;
}

const observationsOf = (claims: Claims = { relations: [], ends: [] }): Observations =>
  combineRuns([{ ...NO_OBSERVATIONS, ...claims }]);

async function graphAfter(claims: readonly Claims[], chunks: readonly Step[][]): Promise<GraphState> {
  await clearGraph(database.pool());
  for (const chunk of chunks)
    await inTransaction(database.pool(), async (tx) => {
      await lockScope(tx, scopeId);
      const last = new Map(chunk.map(({ memory, there }) => [memory, there]));
      const memories = [...last].map(([memory, there]) => ({
        ...{ memoryId: memoryIdAt(memory), createdAt: BigInt(1 + memory) },
        observations: there ? observationsOf(claims[memory]) : null,
      }));
      await projectMemories(tx, scopeId, memories);
    });
  return dumpGraph(database.pool());
}

/** A claim of a memory, with its place in the order of claims. */
interface Claimed {
  readonly memory: number;
  readonly type: string;
  readonly ends: readonly string[];
  /** Null for an end, which names no object. */
  readonly pair: string | null;
  readonly asserted: boolean;
  readonly confidence: number;
  readonly position: readonly [at: bigint, memory: number, ordinal: number];
}

const isSymmetric = (type: string): boolean => type === 'spouse_of' || type === 'colleague_of';
/** Whether a subject may have several of it. */
const isOfSeveral = (type: string): boolean => type === 'visited' || type === 'colleague_of';

function claimsOf(claims: readonly Claims[], there: readonly Step[]): Claimed[] {
  return there.flatMap(({ memory: index }) => {
    const { relations, ends = [] } = withoutWeakClaims(endsBeforeValues(observationsOf(claims[index])), THRESHOLDS);
    return [
      ...relations.map((r, i): Claimed => ({
        ...{ memory: index, type: r.type, ends: isSymmetric(r.type) ? [r.from.name, r.to.name] : [r.from.name] },
        ...{ pair: `${r.type} ${r.from.name} ${r.to.name}`, asserted: r.polarity === 'asserted' },
        ...{ confidence: r.confidence, position: [BigInt(r.event_at_unix_nanos), index, i] },
      })),
      ...ends.map((e, i): Claimed => ({
        ...{ memory: index, type: e.predicate, ends: [e.subject.name], pair: null, asserted: true },
        ...{ confidence: e.confidence, position: [BigInt(e.event_at_unix_nanos), index, -1 - i] },
      })),
    ];
  });
}

/** Divides claims by definition: facts, candidates whose memories together weigh as much, and other candidates. */
function divide(all: readonly Claimed[]) {
  const facts = all.filter((claim) => claim.confidence >= THRESHOLDS.fact);
  const weaker = all.filter((claim) => claim.confidence >= THRESHOLDS.candidate && claim.confidence < THRESHOLDS.fact);
  const groups = groupBy(weaker, ({ type, ends, pair, asserted }) =>
    [pair ?? `${type} ${ends.join(' ')}`, asserted].join(' '),
  );
  const promoted = [...groups.values()].filter(
    (group) =>
      strongestOfMemories(group).reduce((sum, c) => sum + evidenceWeight(c), 0n) >= evidenceWeight(THRESHOLDS.fact),
  );
  const counting = new Set([...facts, ...promoted.flat()]);
  return { counting, candidates: weaker.filter((claim) => !counting.has(claim)) };
}

function strongestOfMemories(claims: readonly Claimed[]): number[] {
  return [...groupBy(claims, (claim) => claim.memory).values()].map((own) =>
    Math.max(...own.map((claim) => claim.confidence)),
  );
}

function isAfter(a: Claimed['position'], b: Claimed['position']): boolean {
  const differing = a.findIndex((part, i) => part !== b[i]);
  return differing >= 0 && (a[differing] ?? 0) > (b[differing] ?? 0);
}

/** A relation, of whatever time. */
interface Interval {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly confidence: number;
  readonly unsettled: boolean;
  readonly firstAt: bigint;
  /** 0 while it holds. */
  readonly endsAt: bigint;
  readonly at: bigint;
  readonly memory: number;
  readonly ordinal: number;
}

async function allRelations(): Promise<Interval[]> {
  const { rows } = await database.pool().query<Interval & { readonly typeId: number }>(
    `SELECT a.canonical_name AS from, b.canonical_name AS to, confidence, unsettled, r.type_id AS "typeId",
            first_at_nanos AS "firstAt", valid_to_nanos AS "endsAt", last_at_nanos AS at, right(last_memory::text, 2)::int AS memory, last_ordinal AS ordinal
     FROM relations AS r JOIN entities AS a ON a.entity_id = from_entity JOIN entities AS b ON b.entity_id = to_entity
     WHERE r.scope_id = $1`,
    [scopeId],
  );
  return rows.map(({ typeId, ...row }) => ({ ...row, type: relationTypeOfId(typeId) }));
}

/** Whether the job of a colleague, or the home of who was told to live there too, has ended since. */
function hasEndedForOther(fact: Interval, relations: readonly Interval[], counting: ReadonlySet<Claimed>): boolean {
  const ended = relations.filter((r) => r.endsAt > r.firstAt && r.endsAt > fact.at);
  if (fact.type === 'colleague_of')
    return ended.some((r) => r.type === 'works_at' && [fact.from, fact.to].includes(r.from));
  const together = [...counting].filter(({ memory }) => memory === fact.memory).map(({ pair }) => pair);
  return (
    fact.type === 'lives_in' &&
    ended.some((r) => r.from !== fact.from && together.includes(`lives_in ${r.from} ${fact.to}`) && r.to === fact.to)
  );
}

/** Whether a fact is unsettled by definition. */
function isDoubtful(fact: Interval, candidates: readonly Claimed[]): boolean {
  const pairs = [`${fact.type} ${fact.from} ${fact.to}`, `${fact.type} ${fact.to} ${fact.from}`];
  const subjects = isSymmetric(fact.type) ? [fact.from, fact.to] : [fact.from];
  const against = candidates.filter(
    ({ memory, type, pair, ends, asserted, position }) =>
      type === fact.type &&
      (pairs.includes(pair ?? '')
        ? !asserted
        : asserted && !isOfSeveral(type) && memory !== fact.memory && ends.some((name) => subjects.includes(name))) &&
      isAfter(position, [fact.at, fact.memory, fact.ordinal]),
  );
  const left = strongestOfMemories(against).reduce((share, doubt) => share * (1 - doubt), fact.confidence);
  return against.length > 0 && left < THRESHOLDS.fact;
}

const inChunks = (steps: readonly Step[], size: number): Step[][] =>
  Array.from({ length: Math.ceil(steps.length / size) }, (_, i) => steps.slice(i * size, (i + 1) * size));

/** Checks histories by definition; returns how many current facts of which kind were among them. */
async function checked(told: Told, examples: readonly (readonly Claims[])[] = []) {
  const seen = { settled: 0, unsettled: 0, ofSeveral: 0, homes: 0, colleagues: 0 };
  await fc.assert(
    fc.asyncProperty(historiesOf(told), async ({ claims, steps, together }) => {
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
      const { counting, candidates } = divide(claimsOf(claims, left));
      const weights = [...counting].map(
        ({ memory: index, confidence: sure }) => `${memoryIdAt(index)} ${String(evidenceWeight(sure))}`,
      );
      expect(rows.map(({ row }) => row)).toEqual(weights.sort());
      const relations = await allRelations();
      for (const fact of relations.filter(({ endsAt }) => endsAt === 0n)) {
        const isShared = hasEndedForOther(fact, relations, counting);
        expect(fact).toMatchObject({ unsettled: isShared || isDoubtful(fact, candidates) });
        seen[fact.unsettled ? 'unsettled' : 'settled'] += 1;
        if (fact.unsettled && fact.type === 'visited') seen.ofSeveral += 1;
        if (isShared) seen[fact.type === 'lives_in' ? 'homes' : 'colleagues'] += 1;
      }
    }),
    {
      ...{ numRuns: 60, endOnFailure: true },
      examples: examples.map((claims): [History] => [{ claims: [...claims], steps: [], together: 1 }]),
    },
  );
  return seen;
}

const WHAT_LAW = 'depends on the live memories alone, and is what the thresholds say';

test(`which candidates count, and what they unsettle, ${WHAT_LAW}`, async () => {
  const seen = await checked(FEW_PAIRS);
  expect(seen.settled).toBeGreaterThan(0);
  expect(seen.unsettled).toBeGreaterThan(0);
  expect(seen.ofSeveral).toBeGreaterThan(0);
});

test(`what the end of a job or a home of somebody else unsettles ${WHAT_LAW}`, async () => {
  const told = (type: keyof typeof ENDS_OF, from: string, to: string, seconds: bigint): RelationObservation => ({
    ...{ type, from: { type: 'person', name: from }, to: { type: ENDS_OF[type].type, name: to }, confidence: 0.9 },
    ...{ polarity: 'asserted', event_at_unix_nanos: seconds * 1_000_000_000n, stage: 'pattern' },
  });
  const [ana, di] = ['Ana Silva', 'Di Moss'] as const;
  const leaves: readonly Claims[] = [
    { relations: [told('lives_in', ana, 'Leeds', 1n), told('lives_in', di, 'Leeds', 1n)], ends: [] },
    { relations: [told('works_at', ana, 'Acme', 1n), told('colleague_of', ana, 'Bea Holt', 1n)], ends: [] },
    { relations: [told('lives_in', ana, 'Hull', 2n), told('works_at', ana, 'Globex', 2n)], ends: [] },
  ];
  const seen = await checked(SHARED, [leaves]);
  expect(seen.homes).toBeGreaterThan(0);
  expect(seen.colleagues).toBeGreaterThan(0);
});
