import type { ClientBase } from 'pg';
import type { FactAsserted } from '#contracts/fact-decisions.js';
import { RELATION_KIND } from '../projection/contributions/contribution.js';
import { decidedFactId } from '../queries/decided-fact.js';

/** The data of a projected decision, with the id of the relation or statement that states it now. */
export async function namedDecision<T extends FactAsserted>(tx: ClientBase, scopeId: string, data: T): Promise<T> {
  const table = data.kind === RELATION_KIND ? 'relations' : 'statements';
  const namedId = await decidedFactId(tx, scopeId, table, data.decision_id);
  return namedId === null ? data : { ...data, named_id: namedId };
}
