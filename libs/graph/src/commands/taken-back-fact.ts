import type { ClientBase } from 'pg';
import type { StoredEvent, StoredEventOf } from '#contracts/events.js';
import { readStreams } from '#event-store/read-log.js';
import { valueKeyOf } from '../projection/contributions/contribution.js';
import { nameRefOf } from './fact-in-scope.js';
import { holdsIn } from '../projection/decisions/decided-times.js';
import type { ConfirmedMemory, FactEnds, StatedContent } from './fact-events.js';
import type { FactTable } from './find-fact.js';

/** What a caller stated of a fact. */
export interface StatedBefore {
  readonly ends: FactEnds;
  readonly content: StatedContent;
  /** Memory that says it; absent for what a caller asserted. */
  readonly memory?: ConfirmedMemory | null;
}

interface Retraction {
  readonly factId: string;
  readonly from: bigint;
  readonly to: bigint;
  readonly decidedAt: bigint;
}

/**
 * What callers had stated last and then retracted by an id, from the log; null without any, and for the confirmation of
 * what a memory says, which has to say it still.
 */
export async function takenBackFact(
  tx: ClientBase,
  scopeId: string,
  { table, id }: { readonly table: FactTable; readonly id: string },
): Promise<StatedBefore | null> {
  const { rows: retractions } = await tx.query<Retraction>(
    `SELECT fact_id AS "factId", from_nanos AS "from", to_nanos AS "to", decided_at_nanos AS "decidedAt"
     FROM fact_decisions WHERE scope_id = $1 AND named_id = $2 AND is_relation = $3`,
    [scopeId, id, table === 'relations'],
  );
  const streams = [...new Set(retractions.map(({ factId }) => factId))];
  if (streams.length === 0) return null;
  const events = await readStreams(tx, scopeId, streams, ['FactAsserted', 'FactConfirmed']);
  const stated = events.filter(isStating).filter((event) => isTakenBack(event, retractions));
  const latest = stated.sort((a, b) => (decidedAt(a) < decidedAt(b) ? 1 : -1))[0];
  return latest && memoryOf(latest) === null ? statedBy(latest) : null;
}

type Stating = StoredEventOf<'FactAsserted'> | StoredEventOf<'FactConfirmed'>;

const decidedAt = ({ data }: Stating): bigint => BigInt(data.decided_at_unix_nanos);

const memoryOf = ({ data }: Stating): string | null => ('memory_id' in data ? data.memory_id : null);

function isStating(event: StoredEvent): event is Stating {
  return event.type === 'FactAsserted' || event.type === 'FactConfirmed';
}

function isTakenBack(event: Stating, retractions: readonly Retraction[]): boolean {
  const from = BigInt(event.data.valid_from_unix_nanos);
  return retractions.some(
    (one) => one.factId === event.streamId && one.decidedAt >= decidedAt(event) && holdsIn(one, from),
  );
}

function statedBy({ data }: Stating): StatedBefore | null {
  const { kind, predicate, subject, object, value, text } = data;
  if (subject === null) return null;
  const valueKey = value && valueKeyOf(value);
  // The id of the decision is made of the content as a text, and the log keeps fields in an order of its own.
  const [subjectRef, objectRef] = [nameRefOf(subject), object && nameRefOf(object)];
  const stated = value && ({ type: value.type, value: value.value } as typeof value);
  const times = { from: BigInt(data.valid_from_unix_nanos), to: BigInt(data.valid_to_unix_nanos) };
  return {
    ends: { kind, predicate, subject: data.subject_id, object: data.object_id, valueKey },
    content: { subjectRef, objectRef, value: stated, text: text ?? '', ...times },
  };
}
