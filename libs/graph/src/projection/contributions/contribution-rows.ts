import type { ClientBase } from 'pg';
import { stringifyExact } from '#contracts/exact-json.js';
import type { AliasRow, ClaimRow, MentionRow } from './contribution.js';

/** Rows that one or more memories contribute to the graph. */
export interface ContributionRows {
  readonly mentions: readonly MentionRow[];
  readonly aliases: readonly AliasRow[];
  readonly claims: readonly ClaimRow[];
}

/** Loads the current contribution of the given memories in one round trip, since most have contributed nothing yet. */
export async function loadContributions(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<ContributionRows> {
  const { rows } = await tx.query<StoredContributionRow>(
    `SELECT 'mention' AS kind, to_jsonb(r) AS row
     FROM (SELECT memory_id AS "memoryId", start_offset AS start, end_offset AS "end", entity_id AS "entityId", surface,
                  stage, confidence, created_at_nanos AS "createdAt"
           FROM mentions WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])) AS r
     UNION ALL
     SELECT 'alias', to_jsonb(r)
     FROM (SELECT memory_id AS "memoryId", entity_a AS a, entity_b AS b, cannot_link AS "cannotLink"
           FROM alias_claims WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])) AS r
     UNION ALL
     SELECT 'claim', to_jsonb(r)
     FROM (SELECT ${CLAIM_COLUMNS} FROM claims WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])) AS r`,
    [scopeId, memoryIds],
  );
  return {
    mentions: rows.flatMap((r) => (r.kind === 'mention' ? [{ ...r.row, createdAt: BigInt(r.row.createdAt) }] : [])),
    aliases: rows.flatMap((r) => (r.kind === 'alias' ? [r.row] : [])),
    claims: rows.flatMap((r) => (r.kind === 'claim' ? [{ ...r.row, eventAt: BigInt(r.row.eventAt) }] : [])),
  };
}

/** A row as JSON, where bigints that are small arrive as numbers. */
type StoredContributionRow =
  | { readonly kind: 'mention'; readonly row: Omit<MentionRow, 'createdAt'> & { createdAt: bigint | number } }
  | { readonly kind: 'alias'; readonly row: AliasRow }
  | { readonly kind: 'claim'; readonly row: Omit<ClaimRow, 'eventAt'> & { eventAt: bigint | number } };

/** Columns of `claims` under the field names of ClaimRow. */
export const CLAIM_COLUMNS = `memory_id AS "memoryId", ordinal, kind, predicate, subject, object, value,
  value_key AS "valueKey", text, asserted,
  retracts_memory_id AS retracts, event_at_nanos AS "eventAt", confidence, stage`;

/** Deletes all contributions of the given memories. */
export async function deleteContributions(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<void> {
  for (const table of ['mentions', 'alias_claims', 'claims']) {
    await tx.query(`DELETE FROM ${table} WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])`, [scopeId, memoryIds]);
  }
}

/**
 * Ends of changed evidence that no other memory gives as well. The rows of the memories in `changed` have been replaced
 * already.
 */
export async function changedEvidenceEnds(
  tx: ClientBase,
  scopeId: string,
  changed: readonly AliasRow[],
): Promise<string[]> {
  const pairs = [...new Map(changed.map((row) => [`${row.a} ${row.b} ${String(row.cannotLink)}`, row])).values()];
  if (pairs.length === 0) return [];
  const { rows } = await tx.query<{ a: string; b: string }>(
    `SELECT a, b FROM unnest($2::uuid[], $3::uuid[], $4::bool[]) AS pair (a, b, cannot_link)
     WHERE NOT EXISTS (
       SELECT FROM alias_claims AS c WHERE c.scope_id = $1 AND c.entity_a = pair.a AND c.entity_b = pair.b
         AND c.cannot_link = pair.cannot_link AND c.memory_id <> ALL ($5::uuid[]))`,
    [
      ...[scopeId, pairs.map((row) => row.a), pairs.map((row) => row.b), pairs.map((row) => row.cannotLink)],
      [...new Set(changed.map((row) => row.memoryId))],
    ],
  );
  return [...new Set(rows.flatMap(({ a, b }) => [a, b]))];
}

/** Inserts rows that do not exist yet. */
export async function insertContributions(tx: ClientBase, scopeId: string, rows: ContributionRows): Promise<void> {
  if (rows.mentions.length > 0) await insertMentions(tx, scopeId, rows.mentions);
  if (rows.aliases.length > 0) await insertAliases(tx, scopeId, rows.aliases);
  if (rows.claims.length > 0) await insertClaims(tx, scopeId, rows.claims);
}

async function insertMentions(tx: ClientBase, scopeId: string, rows: readonly MentionRow[]): Promise<void> {
  await tx.query(
    `INSERT INTO mentions (scope_id, memory_id, start_offset, end_offset, entity_id, surface, stage, confidence,
                           created_at_nanos)
     SELECT $1, * FROM unnest($2::uuid[], $3::int[], $4::int[], $5::uuid[], $6::text[], $7::text[], $8::float8[],
                              $9::bigint[])`,
    [
      scopeId,
      rows.map((r) => r.memoryId),
      rows.map((r) => r.start),
      rows.map((r) => r.end),
      rows.map((r) => r.entityId),
      rows.map((r) => r.surface),
      rows.map((r) => r.stage),
      rows.map((r) => r.confidence),
      rows.map((r) => r.createdAt),
    ],
  );
}

async function insertAliases(tx: ClientBase, scopeId: string, rows: readonly AliasRow[]): Promise<void> {
  await tx.query(
    `INSERT INTO alias_claims (scope_id, memory_id, entity_a, entity_b, cannot_link)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::bool[])`,
    [scopeId, rows.map((r) => r.memoryId), rows.map((r) => r.a), rows.map((r) => r.b), rows.map((r) => r.cannotLink)],
  );
}

async function insertClaims(tx: ClientBase, scopeId: string, rows: readonly ClaimRow[]): Promise<void> {
  await tx.query(
    `INSERT INTO claims (scope_id, memory_id, ordinal, kind, predicate, subject, object, value, value_key, text,
                         asserted, retracts_memory_id, event_at_nanos, confidence, stage)
     SELECT $1, * FROM unnest($2::uuid[], $3::int[], $4::text[], $5::text[], $6::uuid[], $7::uuid[], $8::jsonb[],
                              $9::text[], $10::text[], $11::bool[], $12::uuid[], $13::bigint[], $14::float8[], $15::text[])`,
    [
      scopeId,
      rows.map((r) => r.memoryId),
      rows.map((r) => r.ordinal),
      rows.map((r) => r.kind),
      rows.map((r) => r.predicate),
      rows.map((r) => r.subject),
      rows.map((r) => r.object),
      rows.map((r) => (r.value === null ? null : stringifyExact(r.value))),
      rows.map((r) => r.valueKey),
      rows.map((r) => r.text),
      rows.map((r) => r.asserted),
      rows.map((r) => r.retracts),
      rows.map((r) => r.eventAt),
      rows.map((r) => r.confidence),
      rows.map((r) => r.stage),
    ],
  );
}
