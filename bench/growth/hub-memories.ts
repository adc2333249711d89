import { NO_OBSERVATIONS, type Observations } from '#contracts/observations.js';
import { newMemoryUuid } from '#contracts/memory-id.js';

/** A memory of a scope with a hub, ready to be projected. */
export interface HubMemory {
  readonly memoryId: string;
  readonly createdAt: bigint;
  readonly text: string;
  readonly observations: Observations;
}

/** Name that all memories of the hub mention, as a speaker. */
const HUB = { type: 'person', name: 'Maya Chen' } as const;
const FOUND = { confidence: 0.6, stage: 'pattern' } as const;
const SECOND = 1_000_000_000n;
const START = 1_600_000_000n * SECOND;
/** Words that texts are made of; many enough that two texts are rarely alike. */
const WORDS = 4_000;

/** Event time of the memory in place `n` of the history; fractions lie between two memories. */
export function timeAt(n: number): bigint {
  return START + BigInt(Math.round(n * 1_000)) * (SECOND / 1_000n);
}

/** A memory of the history: it names the hub, repeats a relation and a statement of it, and changes where it works. */
export function hubMemory(n: number): HubMemory {
  return memory(n, timeAt(n), { ...repeated(timeAt(n)), ...worksAt(n % 2 === 0 ? 'Acme' : 'Globex', n) });
}

/** Repeats a claim of the history. */
export function repeatingMemory(n: number, at: number): HubMemory {
  return memory(n, timeAt(at), repeated(timeAt(at)));
}

/** Says that the hub works elsewhere from then on, in a history in which that changes with every memory. */
export function flippingMemory(n: number, at: number): HubMemory {
  const { relations } = worksAt(n % 2 === 0 ? 'Initech' : 'Hooli', at);
  return memory(n, timeAt(at), { ...NO_OBSERVATIONS, mentions: [mention()], relations });
}

/** Says that the hub lived elsewhere then, in a history in which all memories say that it lives in one place. */
export function splittingMemory(n: number, at: number): HubMemory {
  return memory(n, timeAt(at), {
    ...NO_OBSERVATIONS,
    mentions: [mention()],
    relations: [relation('lives_in', { type: 'place', name: 'Lima' }, timeAt(at))],
  });
}

/** Mentions other entities. */
export function plainMemory(n: number): HubMemory {
  const person = { type: 'person', name: `Guest ${nameOf(n)}` } as const;
  const relations = [relation('visited', { type: 'place', name: `Town ${nameOf(n)}` }, timeAt(n), person)];
  return memory(n, timeAt(n), {
    ...NO_OBSERVATIONS,
    mentions: [{ ...person, start: 0, end: person.name.length, ...FOUND }],
    relations,
  });
}

function memory(n: number, createdAt: bigint, observations: Observations): HubMemory {
  const words = Array.from({ length: 12 }, (_, i) => `word${nameOf((n * 7919 + i * i * 104_729) % WORDS)}`);
  return { memoryId: newMemoryUuid(), createdAt, text: words.join(' '), observations };
}

function repeated(at: bigint): Observations {
  return {
    ...NO_OBSERVATIONS,
    mentions: [mention()],
    relations: [
      relation('visited', { type: 'place', name: 'Oslo' }, at),
      relation('lives_in', { type: 'place', name: 'Bergen' }, at),
    ],
    statements: [
      {
        ...{ kind: 'preference', predicate: 'likes', subject: HUB, text: 'likes chess', polarity: 'asserted' },
        object: { kind: 'value', value: { type: 'text', value: 'chess' } },
        event_at_unix_nanos: at,
        ...FOUND,
      },
    ],
  };
}

function worksAt(name: string, n: number): Pick<Observations, 'relations'> {
  const base = repeated(timeAt(n)).relations;
  return { relations: [...base, relation('works_at', { type: 'organization', name }, timeAt(n))] };
}

function mention(): Observations['mentions'][number] {
  return { ...HUB, start: 0, end: HUB.name.length, ...FOUND };
}

function relation(
  type: Observations['relations'][number]['type'],
  to: Observations['relations'][number]['to'],
  at: bigint,
  from: Observations['relations'][number]['from'] = HUB,
): Observations['relations'][number] {
  return { type, from, to, polarity: 'asserted', event_at_unix_nanos: at, ...FOUND };
}

/** Letters only: a digit would make it another kind of name. */
function nameOf(n: number): string {
  return String(n).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
}
