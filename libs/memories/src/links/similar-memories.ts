import type { ClientBase } from 'pg';
import { groupBy } from '#contracts/group-by.js';
import { SPEAKER_MARK } from '#search/terms/terms.js';
import { addLinks, type WeightedLink } from './memory-links.js';

/** Minimum similarity at which two memories are linked: about half of their terms in common, weighted by rarity. */
export const MIN_SIMILARITY = 0.5;
/** Maximum number of links that extraction adds to one memory. */
const MAX_LINKS_PER_MEMORY = 3;
/** Memories with fewer terms than this have too little content to compare ("ok, thanks"). */
const MIN_TERMS = 4;
/**
 * Number of rarest terms by which similar memories are looked up, and the maximum document frequency of such a term.
 */
const PROBE_TERMS = 6;
const MAX_PROBE_FREQUENCY = 50;
/** Maximum number of candidates compared with each memory. */
const MAX_PAIRS_PER_MEMORY = 10;

interface Pair {
  readonly fresh: string;
  readonly other: string;
  readonly fresh_terms: readonly string[];
  readonly other_terms: readonly string[];
}

/**
 * Links the given memories, which were just indexed, to the most similar ones (`similar_to`, from the newer to the
 * older), in the caller's transaction; the caller holds the scope's lock. Similarity is the cosine of their terms, each
 * weighted by ln(1 + N / n) over the scope at this time. Later memories do not change an existing link.
 */
export async function linkSimilar(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
  nowNanos: bigint,
): Promise<void> {
  if (memoryIds.length === 0) return;
  const pairs = await findPairs(tx, scopeId, memoryIds);
  if (pairs.length === 0) return;
  const weights = await termWeights(tx, scopeId, pairs);
  const links = [...groupBy(pairs, (pair) => pair.fresh).values()].flatMap((own) =>
    own
      .map((pair) => linkOf(pair, similarityOf(pair, weights)))
      .filter((link) => link.weight >= MIN_SIMILARITY)
      .sort((a, b) => b.weight - a.weight || (a.target < b.target ? -1 : 1))
      .slice(0, MAX_LINKS_PER_MEMORY),
  );
  await addLinks(tx, scopeId, unique(links), nowNanos);
}

/** Finds memories that share at least two of the rarest terms of a new one; those that share most come first. */
async function findPairs(tx: ClientBase, scopeId: string, memoryIds: readonly string[]): Promise<Pair[]> {
  const { rows } = await tx.query<Pair>(
    `SELECT f.memory_id AS fresh, d.memory_id AS other, f.terms AS fresh_terms, d.terms AS other_terms
     FROM search_documents AS f
     CROSS JOIN LATERAL (
       SELECT p.memory_id
       FROM (
         SELECT t.term FROM unnest(f.terms) AS own (term) JOIN search_terms AS t ON t.scope_id = $1 AND t.term = own.term
         WHERE t.documents BETWEEN 2 AND ${String(MAX_PROBE_FREQUENCY)} AND left(t.term, 1) <> '${SPEAKER_MARK}'
         ORDER BY t.documents, t.term LIMIT ${String(PROBE_TERMS)}
       ) AS probe
       JOIN search_postings AS p ON p.scope_id = $1 AND p.term = probe.term
       WHERE p.memory_id <> f.memory_id
       GROUP BY p.memory_id HAVING count(*) >= 2
       ORDER BY count(*) DESC, p.memory_id DESC LIMIT ${String(MAX_PAIRS_PER_MEMORY)}
     ) AS alike
     JOIN search_documents AS d ON d.scope_id = $1 AND d.memory_id = alike.memory_id
     WHERE f.scope_id = $1 AND f.memory_id = ANY ($2::uuid[]) AND f.length >= ${String(MIN_TERMS)}`,
    [scopeId, memoryIds],
  );
  return rows;
}

async function termWeights(tx: ClientBase, scopeId: string, pairs: readonly Pair[]): Promise<Map<string, number>> {
  const terms = new Set(pairs.flatMap((pair) => [...pair.fresh_terms, ...pair.other_terms]));
  const { rows } = await tx.query<{ term: string; weight: number }>(
    `SELECT t.term, ln(1 + s.documents::float8 / t.documents) AS weight
     FROM search_stats AS s JOIN search_terms AS t ON t.scope_id = $1 AND t.term = ANY ($2::text[])
     WHERE s.scope_id = $1`,
    [scopeId, [...terms].filter((term) => !term.startsWith(SPEAKER_MARK))],
  );
  return new Map(rows.map(({ term, weight }) => [term, weight]));
}

/** Cosine similarity, 0..1; speaker terms have no weight and count as 0. */
function similarityOf({ fresh_terms, other_terms }: Pair, weights: ReadonlyMap<string, number>): number {
  const squares = (terms: readonly string[]): number =>
    terms.reduce((sum, term) => sum + (weights.get(term) ?? 0) ** 2, 0);
  const other = new Set(other_terms);
  const shared = squares(fresh_terms.filter((term) => other.has(term)));
  return shared / Math.sqrt(squares(fresh_terms) * squares(other_terms));
}

/** Link from the newer to the older memory; ids ascend with storing time, so the greater id is the newer memory. */
function linkOf({ fresh, other }: Pair, weight: number): WeightedLink {
  const [target, source] = fresh < other ? [fresh, other] : [other, fresh];
  return { source, target, kind: 'similar_to', weight: Number(Math.min(1, weight).toFixed(4)) };
}

/** Removes duplicates: two memories of one batch find each other from both sides. */
function unique(links: readonly WeightedLink[]): WeightedLink[] {
  return [...new Map(links.map((link) => [`${link.source} ${link.target}`, link])).values()];
}
