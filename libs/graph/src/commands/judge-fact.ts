import type { ClientBase } from 'pg';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { NameRef } from '#contracts/observations.js';
import { entityTypeOfId } from '#contracts/ontology.js';
import { appendEvents } from '#event-store/append-events.js';
import type { ClaimRow } from '../projection/contributions/contribution.js';
import { claimIdsOf } from '../ids.js';
import { loadDecisionsOfRows } from '../projection/decisions/decision-rows.js';
import { statedDecisionOf } from '../projection/facts/fact-claims.js';
import { projectFacts } from '../projection/project-facts.js';
import { endOfAge } from '../projection/timelines/age-validity.js';
import { graphUpdated } from '../projection/graph-updated.js';
import { DisallowedFact } from './assert-fact.js';
import { contextOfClaim } from './claim-context.js';
import { confirmedFact, retractedFact, type ConfirmedMemory, type DecidedNow, type FactEnds } from './fact-events.js';
import { namedDecision } from './named-decision.js';
import { takenBackFact, type StatedBefore } from './taken-back-fact.js';
import { findFact, namesOfFact, wasRetracted, type FactTable, type FoundFact } from './find-fact.js';

/** Thrown when the scope has no such relation, statement or candidate. */
export class UnknownFact extends Error {
  override readonly name = 'UnknownFact';
  constructor(readonly table: FactTable) {
    super(`the scope has no such fact in ${table}`);
  }
}

/**
 * Confirms what memories say, in the caller's transaction, with its event: it counts as certain for its interval, also
 * if it was a candidate, while the memory that says it first is live and is not read anew, and those that it was read
 * with are live. The caller holds the scope's lock (`lockScope`).
 * @param id of the relation or statement, of a candidate, or of one that was retracted
 * @returns id of the decision, whose claim the fact is read by
 * @throws UnknownFact, DisallowedFact
 */
export async function confirmFact(
  tx: ClientBase,
  scopeId: string,
  { table, id }: { readonly table: FactTable; readonly id: string },
  how: DecidedNow,
): Promise<string> {
  const found = await findFact(tx, scopeId, table, id);
  if (found && !found.claim.asserted)
    throw new DisallowedFact('all that is known of it is that it has ended: assert it with valid_to');
  const takenBack = found?.isListed === true ? null : await takenBackFact(tx, scopeId, { table, id });
  const said = takenBack ?? (found && (await saidFact(tx, scopeId, found)));
  if (!said) throw new UnknownFact(table);
  const { ends, content, memory = null } = said;
  const data = confirmedFact(scopeId, ends, content, { ...how, memory });
  const changes = await projectFacts(tx, scopeId, [{ type: 'FactConfirmed', data }]);
  const named = await namedDecision(tx, scopeId, data);
  await appendEvents(tx, [
    { type: 'FactConfirmed', scopeId, streamId: data.fact_id, data: named },
    ...graphUpdated(scopeId, [], changes),
  ]);
  return data.decision_id;
}

/** What a memory says of a fact, as a confirmation states it. */
async function saidFact(tx: ClientBase, scopeId: string, found: FoundFact): Promise<StatedBefore> {
  const { claim } = found;
  const subjectRef = await nameOf(tx, scopeId, claim.memoryId, claim.subject);
  const objectRef = claim.object === null ? null : await nameOf(tx, scopeId, claim.memoryId, claim.object);
  const from = claim.eventAt > 0n ? claim.eventAt : 0n;
  const content = { subjectRef, objectRef, value: claim.value, text: claim.text, from, to: statedEndOf(found) };
  return { ends: endsOfClaim(claim), content, memory: await memoryOfClaim(tx, scopeId, claim) };
}

/**
 * Retracts a fact in the caller's transaction, with an event for each pair of names that memories use for its ends:
 * whatever memories say of it for its interval does not count until it is asserted again, and what callers stated since
 * a time in it is taken back. The caller holds the scope's lock (`lockScope`).
 * @param id of the relation or statement, or of a candidate
 * @throws UnknownFact
 */
export async function retractFact(
  tx: ClientBase,
  scopeId: string,
  { table, id }: { readonly table: FactTable; readonly id: string },
  how: DecidedNow,
): Promise<void> {
  const found = await findFact(tx, scopeId, table, id);
  if (!found && (await wasRetracted(tx, scopeId, id))) return;
  if (!found) throw new UnknownFact(table);
  const names = await namesOfFact(tx, scopeId, found);
  const interval = { named_id: id, from: found.validFrom, to: found.validTo };
  const all = names.map((ends) => retractedFact(scopeId, ends, interval, how));
  const retracted = [...new Map(all.map((data) => [data.decision_id, data])).values()];
  const changes = await projectFacts(
    tx,
    scopeId,
    retracted.map((data) => ({ type: 'FactRetracted', data })),
  );
  await appendEvents(tx, [
    ...retracted.map((data) => ({ type: 'FactRetracted', scopeId, streamId: data.fact_id, data }) as const),
    ...graphUpdated(scopeId, [], changes),
  ]);
}

function endsOfClaim({ kind, predicate, subject, object, valueKey }: FoundFact['claim']): FactEnds {
  return { kind, predicate, subject, object, valueKey: object === null ? valueKey : null };
}

/** End that a confirmation states; the age that somebody has lapses by itself, and a later memory may prolong it. */
function statedEndOf({ claim: { predicate }, validTo, lastAt }: FoundFact): bigint {
  return predicate === 'age' && validTo === endOfAge(0n, lastAt) ? 0n : validTo;
}

/** Memory that a claim depends on: the one that makes it, or that of the confirmation that repeats it. */
async function memoryOfClaim(tx: ClientBase, scopeId: string, claim: ClaimRow): Promise<ConfirmedMemory | null> {
  if (statedDecisionOf(claim) !== null) {
    const decisions = await loadDecisionsOfRows(tx, scopeId, [claim.subject]);
    const own = decisions.find(({ decisionId }) => claimIdsOf(decisionId).begins === claim.memoryId);
    if (!own || own.memoryId === null) return null;
    const context = own.context.map(memoryIdOfUuid).sort();
    return { memoryId: memoryIdOfUuid(own.memoryId), reading: own.reading ?? 1, context };
  }
  const { rows } = await tx.query<{ reading: number }>(
    'SELECT reading FROM memories WHERE scope_id = $1 AND memory_id = $2',
    [scopeId, claim.memoryId],
  );
  const context = await contextOfClaim(tx, scopeId, claim);
  return { memoryId: memoryIdOfUuid(claim.memoryId), reading: rows[0]?.reading ?? 1, context };
}

/** Name by which a memory, or else most of them, calls an entity row. */
async function nameOf(tx: ClientBase, scopeId: string, memoryId: string, rowId: string): Promise<NameRef> {
  const { rows } = await tx.query<{ name: string; typeId: number }>(
    `SELECT n.surface AS name, e.type_id AS "typeId"
     FROM entities AS e JOIN entity_names AS n ON n.scope_id = $1 AND n.entity_id = e.entity_id
     WHERE e.scope_id = $1 AND e.entity_id = $3
     ORDER BY EXISTS (SELECT FROM mentions AS m WHERE m.scope_id = $1 AND m.memory_id = $2
                      AND m.entity_id = n.entity_id AND m.surface = n.surface) DESC,
              n.mention_count + n.reference_count DESC, n.surface LIMIT 1`,
    [scopeId, memoryId, rowId],
  );
  const [row] = rows;
  if (!row) throw new Error('a claim is about an entity that has no name');
  return { type: entityTypeOfId(row.typeId), name: row.name };
}
