import fc from 'fast-check';
import type { EntityCreated } from '#contracts/events.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type {
  AliasObservation,
  EndObservation,
  MentionObservation,
  NameRef,
  Observations,
  RelationObservation,
  StatementObservation,
} from '#contracts/observations.js';
import { entityTypeId, relationAllows, RELATION_TYPES, type RelationType } from '#contracts/ontology.js';

/** A memory of a small world: names are few, so that memories contradict, repeat and supersede each other. */
export interface ObservedMemory {
  readonly memoryId: string;
  readonly createdAt: bigint;
  /** Observations of each pipeline run: the early stages, and sometimes the LLM. */
  readonly runs: readonly Observations[];
  readonly forgotten: boolean;
}

/** Names in many forms; whom the short ones denote depends on which fuller ones exist. */
const NAMES: readonly NameRef[] = [
  { type: 'person', name: 'Ana Silva' },
  { type: 'person', name: 'ana silva' },
  { type: 'person', name: 'Dr. Ana Silva' },
  { type: 'person', name: 'Ana' },
  { type: 'person', name: 'Silva' },
  { type: 'person', name: 'A. Silva' },
  { type: 'person', name: 'Ana Maria Silva' },
  { type: 'person', name: 'Ana Costa' },
  { type: 'person', name: 'Ana C' },
  { type: 'person', name: 'Bob Silva' },
  { type: 'person', name: 'Robert' },
  { type: 'person', name: 'Bo Chen' },
  { type: 'person', name: 'Cleo' },
  { type: 'person', name: 'Dan' },
  { type: 'organization', name: 'Acme' },
  { type: 'organization', name: 'the Acme' },
  { type: 'organization', name: 'Acme Inc.' },
  { type: 'organization', name: 'Acme GmbH' },
  { type: 'organization', name: 'Alpine Climbing Men Europe' },
  { type: 'organization', name: 'Globex' },
  { type: 'place', name: 'Zürich' },
  { type: 'place', name: 'Zurich' },
  { type: 'place', name: 'Lima' },
  { type: 'organization', name: 'Lima' },
  { type: 'place', name: 'Cleo' },
  { type: 'animal', name: 'Cleo' },
];

const PERSONS = NAMES.filter(({ type }) => type === 'person');
const TYPES: readonly RelationType[] = ['works_at', 'spouse_of', 'knows', 'lives_in', 'visited', 'related_to'];

const name = fc.constantFrom(...NAMES);
const person = fc.constantFrom(...PERSONS);
/** Few event times, so that claims tie. */
const eventAt = fc.integer({ min: 1, max: 6 }).map((n) => BigInt(n) * 1_000_000_000n);
const confidence = fc.integer({ min: 1, max: 99 }).map((n) => n / 100);
const polarity = fc.constantFrom('asserted', 'asserted', 'ended', 'retracted');
const stage = fc.constantFrom('pattern', 'classifier', 'llm');

const memoryIdAt = (i: number): string => `00000000-0000-7000-8000-00000000000${String(i)}`;

/** Generates claims, some of them also or only with context memories, which may not exist. */
function inContext<T extends object>(claim: fc.Arbitrary<T>): fc.Arbitrary<T & { context?: string[] }> {
  const context = fc
    .uniqueArray(fc.nat({ max: 4 }), { maxLength: 2 })
    .map((places) => places.map((i) => memoryIdOfUuid(memoryIdAt(i))));
  return fc.oneof(
    claim,
    fc.tuple(claim, context).map(([said, read]) => ({ ...said, context: read })),
  );
}

/** Frequent marriages: their timelines depend on each other along chains of people. */
const marriage: fc.Arbitrary<RelationObservation> = fc.record({
  type: fc.constant('spouse_of' as const),
  from: person,
  to: person,
  polarity,
  event_at_unix_nanos: eventAt,
  confidence,
  stage,
});

const mention: fc.Arbitrary<MentionObservation> = fc
  .record({ ref: name, slot: fc.integer({ min: 0, max: 3 }), confidence, stage })
  .map(({ ref, slot, ...rest }) => ({ ...ref, start: slot * 20, end: slot * 20 + ref.name.length, ...rest }));

const relation: fc.Arbitrary<RelationObservation> = fc
  .record({
    type: fc.constantFrom(...TYPES),
    from: name,
    to: name,
    polarity,
    event_at_unix_nanos: eventAt,
    confidence,
    stage,
  })
  .filter(({ type, from, to }) => relationAllows(type, from.type, to.type));

const statement: fc.Arbitrary<StatementObservation> = fc.record({
  kind: fc.constant('attribute' as const),
  predicate: fc.constantFrom('occupation', 'diet'),
  subject: person,
  object: fc.constantFrom('vegan', 'Vegan', 'nurse').map((value) => ({
    kind: 'value' as const,
    value: { type: 'text' as const, value },
  })),
  text: fc.constant('a clause'),
  polarity,
  event_at_unix_nanos: eventAt,
  confidence,
  stage,
});

const preference: fc.Arbitrary<StatementObservation> = fc.record({
  kind: fc.constant('preference' as const),
  predicate: fc.constant('likes' as const),
  subject: person,
  object: name.map((ref) => ({ kind: 'entity' as const, ...ref })),
  text: fc.constant('a clause'),
  polarity,
  event_at_unix_nanos: eventAt,
  confidence,
  stage,
});

const alias: fc.Arbitrary<AliasObservation> = fc
  .record({ type: fc.constant('person' as const), a: person, b: person, confidence, stage })
  .map(({ a, b, ...rest }) => ({ ...rest, name: a.name, alias: b.name }));

const end: fc.Arbitrary<EndObservation> = fc.record({
  predicate: fc.constantFrom('works_at' as const, 'spouse_of' as const, 'spouse_of' as const, 'diet' as const),
  subject: person,
  event_at_unix_nanos: eventAt,
  confidence,
  stage,
});

const observations: fc.Arbitrary<Observations> = fc.record({
  mentions: fc.array(mention, { maxLength: 3 }),
  relations: fc.array(inContext(fc.oneof(relation, marriage)), { maxLength: 3 }),
  statements: fc.array(inContext(fc.oneof(statement, preference)), { maxLength: 2 }),
  aliases: fc.array(alias, { maxLength: 1 }),
  ends: fc.array(end, { maxLength: 1 }),
});

/** Generates a set of memories with the observations of each. */
export const observedMemories: fc.Arbitrary<ObservedMemory[]> = fc
  .array(fc.record({ runs: fc.array(observations, { minLength: 1, maxLength: 2 }), forgotten: fc.boolean() }), {
    minLength: 2,
    maxLength: 8,
  })
  .map((memories) =>
    memories.map(({ runs, forgotten }, i) => ({
      memoryId: memoryIdAt(i),
      createdAt: BigInt(1 + i),
      runs,
      forgotten,
    })),
  );

/**
 * Generates entities of the same world declared by callers, at few times, so that they overlap with memories and each
 * other.
 */
export const createdEntities: fc.Arbitrary<EntityCreated[]> = fc.array(
  fc
    .record({ ref: name, others: fc.subarray([...NAMES], { maxLength: 2 }), wasKnown: fc.boolean(), at: eventAt })
    .map(({ ref, others, wasKnown, at }) => ({
      entity_id: '00000000-0000-5000-8000-000000000000',
      entity_type_id: entityTypeId(ref.type),
      canonical_name: ref.name,
      aliases: others.map((other) => other.name),
      was_known: wasKnown,
      created_at_unix_nanos: at,
    })),
  { maxLength: 4 },
);

/** The only symmetric functional type must be in the world, or its law is not tested. */
if (!(RELATION_TYPES.spouse_of.functional && RELATION_TYPES.spouse_of.symmetric))
  throw new Error('spouse_of has changed');
