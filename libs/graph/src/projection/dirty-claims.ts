import type { ClientBase } from 'pg';
import type { ClaimRow } from './contribution.js';
import { resolveClaim, type ResolvedClaim } from './dirty-timelines.js';
import { loadSurvivors } from './entity-rows.js';
import { loadTouching, resolveClaims } from './load-claims.js';

/**
 * The changed claims, and where entities were grouped anew all claims about them: as they stand and as they stood.
 * @param regrouped entities whose survivor is another one now, with their former survivors
 */
export async function dirtyClaims(
  tx: ClientBase,
  scopeId: string,
  changed: readonly ClaimRow[],
  regrouped: ReadonlyMap<string, string>,
): Promise<ResolvedClaim[]> {
  if (regrouped.size === 0) return resolveClaims(tx, scopeId, changed);
  const all = [...changed, ...(await loadTouching(tx, scopeId, [...regrouped.keys()], null))];
  const ids = all.flatMap((claim) => (claim.object === null ? [claim.subject] : [claim.subject, claim.object]));
  const survivors = await loadSurvivors(tx, scopeId, new Set(ids));
  const former = new Map([...survivors, ...regrouped]);
  return all.flatMap((claim) => [resolveClaim(claim, survivors) ?? [], resolveClaim(claim, former) ?? []].flat());
}
