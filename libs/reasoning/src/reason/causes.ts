import type { Sql } from '#database/sql.js';

/** A causal link (`caused` or `derived_from`) between two memories. */
export interface Cause {
  readonly cause: string;
  readonly effect: string;
  /** Weight of the link, above 0, at most 1. */
  readonly weight: number;
  /** Number of links from the observation to the cause, from 1. */
  readonly hops: number;
  /** How well the memory at the start of the chain fits the observation, 0..1. */
  readonly match: number;
}

/** Maximum number of causes per memory (the weightiest), and of memories followed in all. */
const MAX_CAUSES_PER_MEMORY = 20;
const MAX_CAUSES = 100;

/** Follows causal links back from the observed memories (match by UUID), up to `depth` links. */
export async function causesOf(
  sql: Sql,
  scopeId: string,
  observed: ReadonlyMap<string, number>,
  depth: number,
): Promise<Cause[]> {
  const matches = new Map(observed);
  const causes: Cause[] = [];
  let frontier = [...observed.keys()];
  for (let hops = 1; hops <= depth && frontier.length > 0 && matches.size < MAX_CAUSES; hops += 1) {
    const links = await linksInto(sql, scopeId, frontier);
    frontier = [];
    for (const { cause, effect, weight } of links) {
      const match = matches.get(effect) ?? 0;
      causes.push({ cause, effect, weight, hops, match });
      if (matches.has(cause)) continue;
      matches.set(cause, match);
      frontier.push(cause);
    }
  }
  return causes;
}

type CausalLink = Pick<Cause, 'cause' | 'effect' | 'weight'>;

async function linksInto(sql: Sql, scopeId: string, effects: readonly string[]): Promise<CausalLink[]> {
  const probe = (effect: string, cause: string, kind: string): string => `
    (SELECT ${effect} AS effect, ${cause} AS cause, weight FROM memory_links
     WHERE scope_id = $1 AND ${effect} = node.id AND kind = '${kind}' AND weight > 0
     ORDER BY weight DESC, ${cause} LIMIT ${String(MAX_CAUSES_PER_MEMORY)})`;
  const { rows } = await sql.query<CausalLink>(
    `SELECT effect, cause, max(weight) AS weight FROM (
       SELECT link.* FROM unnest($2::uuid[]) AS node (id) CROSS JOIN LATERAL (
         ${probe('target', 'source', 'caused')} UNION ALL ${probe('source', 'target', 'derived_from')}) AS link
     ) AS link GROUP BY effect, cause ORDER BY effect, cause`,
    [scopeId, effects],
  );
  return rows;
}
