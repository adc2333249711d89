import type { ClientBase } from 'pg';
import { groupBy } from '#contracts/group-by.js';
import { entityTypeOfId } from '#contracts/ontology.js';
import { entityConfidence } from '#entity-resolution/entity-confidence.js';
import { loadMembers } from '../clustering/entity-rows.js';
import { higherRank, type DeclaredRank } from '../contributions/declared-names.js';
import { attestedEntities } from './attested-entities.js';

interface NameRow {
  readonly entity_id: string;
  readonly surface: string;
  readonly mentions: number;
  /** Sum of the confidences of the mentions, in thousandths. */
  readonly confidence_sum: number;
  /** Of the row that has the name. */
  readonly type_id: number;
  /**
   * Uses in memories (mentions and references). Declarations count as references in the first query, so each
   * declaration row subtracts one.
   */
  readonly uses: number;
  /** Rank and time of a declaration of the surface form; both null in the row of its uses. */
  readonly rank: DeclaredRank | null;
  readonly given_at: bigint | null;
  /** When a caller corrected an entity to the surface form; null in other rows. */
  readonly decided_at: bigint | null;
}

interface SpanOfTime {
  readonly entity_id: string;
  readonly first: bigint;
  readonly last: bigint;
}

interface Refreshed extends Listing {
  readonly entityId: string;
  readonly canonicalName: string;
  readonly aliases: readonly string[];
  readonly mentionCount: number;
  readonly createdAt: bigint;
  readonly updatedAt: bigint;
}

/** Whether lists give an entity: from a confidence on, or always. A merged entity has those of its survivor. */
interface Listing {
  readonly confidence: number;
  readonly isAttested: boolean;
}

/**
 * Writes names, counts, times and confidences: of the given survivors from the rows of their clusters, of merged
 * entities from their own rows. Work: the surface forms of the clusters, and seven index probes per entity.
 */
export async function refreshEntities(tx: ClientBase, scopeId: string, survivors: readonly string[]): Promise<void> {
  if (survivors.length === 0) return;
  const members = await loadMembers(tx, scopeId, survivors);
  const nodes = [...members.values()].flat();
  const names = groupBy(await loadNames(tx, scopeId, nodes), (row) => row.entity_id);
  const times = new Map((await loadTimes(tx, scopeId, nodes)).map((row) => [row.entity_id, row]));
  const survivorOf = new Map([...members].flatMap(([survivor, group]) => group.map((id) => [id, survivor])));
  const attested = await attestedEntities(tx, scopeId, survivorOf);
  const refreshed = [...members].flatMap(([survivor, group]) => {
    const own = refresh(survivor, group, names, times);
    const listing = listingOf(
      survivor,
      own,
      group.flatMap((id) => names.get(id) ?? []),
      attested,
    );
    const merged = group.filter((id) => id !== survivor).map((id) => refresh(id, [id], names, times));
    return [own, ...merged].map((row) => ({ ...row, ...listing }));
  });
  await writeEntities(tx, scopeId, refreshed);
}

function refresh(
  entityId: string,
  group: readonly string[],
  names: ReadonlyMap<string, NameRow[]>,
  times: ReadonlyMap<string, SpanOfTime>,
): Omit<Refreshed, keyof Listing> {
  const own = group.flatMap((id) => names.get(id) ?? []);
  const counts = new Map<string, number>();
  for (const { surface, mentions } of own) counts.set(surface, (counts.get(surface) ?? 0) + mentions);
  const ranks = ranksOf(own);
  const last = lastGiven(own);
  if (last) ranks.set(last.surface, GIVEN_RANK);
  const [canonicalName = '', ...aliases] = [...counts]
    .sort((a, b) => (ranks.get(b[0]) ?? 0) - (ranks.get(a[0]) ?? 0) || byFullness(a, b))
    .map(([surface]) => surface);
  const givenAt = own.flatMap(({ given_at: at }) => (at === null ? [] : { first: at, last: at }));
  const spans = [...group.flatMap((id) => times.get(id) ?? []), ...givenAt];
  return {
    entityId,
    canonicalName,
    aliases: aliases.sort(),
    mentionCount: [...counts.values()].reduce((sum, n) => sum + n, 0),
    createdAt: spans.reduce((least, s) => (least === 0n || s.first < least ? s.first : least), 0n),
    updatedAt: spans.reduce((most, s) => (s.last > most ? s.last : most), 0n),
  };
}

/** Listing of a cluster by the names of its rows: what a caller or a claim names without a span is attested. */
function listingOf(
  survivor: string,
  { canonicalName, mentionCount: mentions }: Pick<Refreshed, 'canonicalName' | 'mentionCount'>,
  names: readonly NameRow[],
  attested: ReadonlySet<string>,
): Listing {
  const typeId = names.find(({ entity_id }) => entity_id === survivor)?.type_id ?? names[0]?.type_id ?? 0;
  const sum = (of: (name: NameRow) => number) => names.reduce((total, name) => total + of(name), 0);
  const isNamed = names.some(({ rank, decided_at }) => rank !== null || decided_at !== null);
  const isReferred = sum(({ uses }) => uses) > mentions;
  const isAttested = isNamed || isReferred || attested.has(survivor);
  if (mentions === 0) return { confidence: 1, isAttested };
  const found = {
    ...{ type: entityTypeOfId(typeId), canonicalName, mentions },
    confidenceSum: sum(({ confidence_sum }) => confidence_sum),
    mistypedMentions: sum((name) => (name.type_id === typeId ? 0 : name.mentions)),
  };
  return { confidence: entityConfidence(found), isAttested };
}

/** Above all others: the name that a caller gave last. */
const GIVEN_RANK = 4;

/** The name that a caller gave last, by the order in which clusters choose among corrections; none without any. */
function lastGiven(names: readonly NameRow[]): NameRow | undefined {
  const [last] = names.filter(({ decided_at: at }) => at !== null).sort(byDecision);
  return last;
}

function byDecision(a: NameRow, b: NameRow): number {
  const [atA, atB] = [a.decided_at ?? 0n, b.decided_at ?? 0n];
  if (atA !== atB) return atA > atB ? -1 : 1;
  if (a.entity_id !== b.entity_id) return a.entity_id > b.entity_id ? -1 : 1;
  return a.surface > b.surface ? -1 : 1;
}

/**
 * Rank of each surface form: 3 when a caller declared it canonical, 2 when memories use it, 1 (known) or 0 (alias)
 * otherwise.
 */
function ranksOf(names: readonly NameRow[]): Map<string, number> {
  const uses = new Map<string, number>();
  const declaredRanks = new Map<string, DeclaredRank>();
  for (const name of names) {
    uses.set(name.surface, (uses.get(name.surface) ?? 0) + name.uses);
    declaredRanks.set(name.surface, higherRank(declaredRanks.get(name.surface) ?? 'alias', name.rank ?? 'alias'));
  }
  return new Map(
    [...declaredRanks].map(([surface, rank]) => {
      if (rank === 'canonical') return [surface, 3];
      if ((uses.get(surface) ?? 0) > 0) return [surface, 2];
      return [surface, rank === 'known' ? 1 : 0];
    }),
  );
}

/** Order within one rank: mixed case first, then longest, then most mentioned, then alphabetical. */
function byFullness([a, countA]: [string, number], [b, countB]: [string, number]): number {
  const caseA = Number(a !== a.toLowerCase() && a !== a.toUpperCase());
  const caseB = Number(b !== b.toLowerCase() && b !== b.toUpperCase());
  return caseB - caseA || b.length - a.length || countB - countA || (a < b ? -1 : 1);
}

async function loadNames(tx: ClientBase, scopeId: string, ids: readonly string[]): Promise<NameRow[]> {
  const { rows } = await tx.query<NameRow>(
    `SELECT named.*, e.type_id FROM (
       SELECT entity_id, surface, mention_count AS mentions, mention_count + reference_count AS uses,
              confidence_sum::float8 AS confidence_sum, NULL::declared_rank AS rank, NULL::bigint AS given_at,
              NULL::bigint AS decided_at
       FROM entity_names WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])
       UNION ALL
       SELECT entity_id, surface, 0, -1, 0, rank, created_at_nanos, NULL
       FROM declared_names WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])
       UNION ALL
       SELECT named_id, surface, 0, 0, 0, NULL, NULL, max(decided_at_nanos)
       FROM entity_corrections WHERE scope_id = $1 AND named_id = ANY ($2::uuid[]) GROUP BY named_id, surface
     ) AS named JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = named.entity_id`,
    [scopeId, ids],
  );
  return rows;
}

/** Times of the first and the last memory that mention each entity, by two probes of mentions_by_entity. */
async function loadTimes(tx: ClientBase, scopeId: string, ids: readonly string[]): Promise<SpanOfTime[]> {
  const { rows } = await tx.query<SpanOfTime>(
    `SELECT entity_id, first, last FROM unnest($2::uuid[]) AS wanted (entity_id),
     LATERAL (SELECT created_at_nanos AS first FROM mentions AS m WHERE m.scope_id = $1
              AND m.entity_id = wanted.entity_id ORDER BY created_at_nanos LIMIT 1) AS oldest,
     LATERAL (SELECT created_at_nanos AS last FROM mentions AS m WHERE m.scope_id = $1
              AND m.entity_id = wanted.entity_id ORDER BY created_at_nanos DESC LIMIT 1) AS newest`,
    [scopeId, ids],
  );
  return rows;
}

async function writeEntities(tx: ClientBase, scopeId: string, rows: readonly Refreshed[]): Promise<void> {
  await tx.query(
    `UPDATE entities AS e
     SET canonical_name = row.canonical_name,
         aliases = ARRAY(SELECT jsonb_array_elements_text(row.aliases)),
         mention_count = row.mention_count, created_at_nanos = row.created_at, updated_at_nanos = row.updated_at,
         entity_confidence = row.confidence, attested = row.attested
     FROM unnest($2::uuid[], $3::text[], $4::jsonb[], $5::int[], $6::bigint[], $7::bigint[], $8::float8[], $9::bool[])
       AS row (entity_id, canonical_name, aliases, mention_count, created_at, updated_at, confidence, attested)
     WHERE e.scope_id = $1 AND e.entity_id = row.entity_id`,
    [
      scopeId,
      rows.map((r) => r.entityId),
      rows.map((r) => r.canonicalName),
      rows.map((r) => JSON.stringify(r.aliases)),
      rows.map((r) => r.mentionCount),
      rows.map((r) => r.createdAt),
      rows.map((r) => r.updatedAt),
      rows.map((r) => r.confidence),
      rows.map((r) => r.isAttested),
    ],
  );
}
