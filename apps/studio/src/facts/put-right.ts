import {
  NotFoundError,
  type Body,
  type EngraphClient,
  type WriteOptions,
} from '../../../../clients/typescript/src/index.js';
import { dayOf } from '../parts/time.js';
import type { Fact, FactEnd, FactValue } from './fact.js';

/** What a fact should be, as a form has it. */
export interface RightFact {
  /** The entity at the other end; null for a value. */
  readonly object: FactEnd | null;
  readonly value: string;
  /** Days, `2026-05-01`; empty where unknown. */
  readonly since: string;
  readonly until: string;
}

/** A fact as its form begins. */
export function rightFactOf({ object, value, valid_from, valid_to }: Fact): RightFact {
  const days = { since: valid_from === null ? '' : dayOf(valid_from), until: valid_to === null ? '' : dayOf(valid_to) };
  return { object, value: value === null ? '' : String(value), ...days };
}

/** Why a form cannot be sent; null where it can. */
export function faultOf({ object, value, since, until }: RightFact): string | null {
  if (object === null && value.trim() === '') return 'A value is needed.';
  if (since !== '' && until !== '' && until < since) return 'It cannot end before it begins.';
  return null;
}

/**
 * Puts a fact right: asserts what it should be, and retracts what it is. A retraction takes back what callers asserted
 * of the same fact, so where only times differ, it comes first.
 *
 * Each of the two has an idempotency key of its own, so that a repeated call does neither twice.
 * @returns id of the right fact
 */
export async function putRight(
  client: EngraphClient,
  fact: Fact,
  right: RightFact,
  { idempotencyKey = '' }: WriteOptions,
): Promise<string> {
  const retract = (): Promise<void> => retracted(client, fact, { idempotencyKey: `${idempotencyKey}-retract` });
  const assert = (): Promise<string> => asserted(client, fact, right, { idempotencyKey: `${idempotencyKey}-assert` });
  if (isSameObject(fact, right)) {
    await retract();
    return assert();
  }
  const id = await assert();
  await retract();
  return id;
}

function isSameObject(fact: Fact, right: RightFact): boolean {
  return fact.object?.id === right.object?.id && rightFactOf(fact).value === right.value;
}

/** What an assertion has ended already is not there any more. */
async function retracted(client: EngraphClient, { id, kind }: Fact, options: WriteOptions): Promise<void> {
  try {
    if (kind === 'relation') await client.retractRelation(id, {}, options);
    else await client.retractStatement(id, {}, options);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}

async function asserted(client: EngraphClient, fact: Fact, right: RightFact, options: WriteOptions): Promise<string> {
  const { subject, predicate } = fact;
  const held = {
    valid_from: timeOf(right.since, fact.valid_from),
    valid_to: timeOf(right.until, fact.valid_to),
  };
  if (fact.kind === 'relation' && right.object) {
    const relation_type = predicate as Body<'assertRelation'>['relation_type'];
    const ends = { relation_type, from_entity: subject.id, to_entity: right.object.id };
    return (await client.assertRelation({ ...ends, ...held }, options)).relation_id;
  }
  const of = { subject: subject.id, predicate: predicate as Body<'assertStatement'>['predicate'] };
  const object = right.object ? ({ kind: 'entity', id: right.object.id } as const) : valueOf(right.value, fact.value);
  return (await client.assertStatement({ ...of, object, ...held }, options)).statement_id;
}

/** The exact time where its day was not changed; null for none. */
function timeOf(day: string, before: string | null): string | null {
  if (day === '') return null;
  return before !== null && dayOf(before) === day ? before : `${day}T00:00:00Z`;
}

/** A text as a value of the type that it was before, where it is one. */
function valueOf(text: string, before: FactValue | null): string | number | boolean {
  const trimmed = text.trim();
  if (typeof before === 'boolean' && /^(true|false)$/.test(trimmed)) return trimmed === 'true';
  if ((typeof before === 'number' || typeof before === 'bigint') && /^-?\d+(\.\d+)?$/.test(trimmed))
    return Number(trimmed);
  return trimmed;
}
