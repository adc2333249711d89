import type { ClientBase } from 'pg';
import { NO_OBSERVATIONS, type Observations, type ReadInContext } from '#contracts/observations.js';
import { readStreams } from '#event-store/read-log.js';
import { supportedClaims } from '../projection/contributions/claim-dependencies.js';
import { contributionOf, type ClaimRow } from '../projection/contributions/contribution.js';
import { effectiveObservations } from '../projection/contributions/effective-extractions.js';

/**
 * Public ids of the earlier memories that a memory's claim was read with, sorted; none if the memory says it by itself.
 * Where it was read several times, the fewest memories by which it counts now. Work: the extractions of the memory.
 */
export async function contextOfClaim(tx: ClientBase, scopeId: string, claim: ClaimRow): Promise<readonly string[]> {
  const { memoryId } = claim;
  const events = await readStreams(tx, scopeId, [memoryId], ['MemoryRevised', 'MemoryExtracted']);
  const observed = { memoryId, observations: effectiveObservations(events) };
  const observations = (await supportedClaims(tx, scopeId, [observed])).get(memoryId) ?? NO_OBSERVATIONS;
  const read = readings(scopeId, claim, observations);
  const sameTime = read.filter(({ row }) => row.eventAt === claim.eventAt);
  const contexts = (sameTime.length > 0 ? sameTime : read).map(({ context }) => [...context].sort());
  contexts.sort((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1));
  return contexts[0] ?? [];
}

interface ClaimReading {
  readonly row: ClaimRow;
  readonly context: readonly string[];
}

/** Each observation of the claimed fact, as the row that it alone would make. */
function readings(scopeId: string, claim: ClaimRow, { relations, statements }: Observations): ClaimReading[] {
  const rowsOf = (one: Partial<Observations>): readonly ClaimRow[] =>
    contributionOf({ scopeId, memoryId: claim.memoryId, createdAt: 0n }, { ...NO_OBSERVATIONS, ...one }).claims;
  const read = (rows: readonly ClaimRow[], { context = [] }: ReadInContext): ClaimReading[] =>
    rows.filter((row) => isOfFact(row, claim)).map((row) => ({ row, context }));
  return [
    ...relations.flatMap((relation) => read(rowsOf({ relations: [relation] }), relation)),
    ...statements.flatMap((statement) => read(rowsOf({ statements: [statement] }), statement)),
  ];
}

function isOfFact(row: ClaimRow, claim: ClaimRow): boolean {
  const same = ['kind', 'predicate', 'subject', 'object', 'valueKey', 'asserted'] as const;
  return same.every((field) => row[field] === claim[field]);
}
