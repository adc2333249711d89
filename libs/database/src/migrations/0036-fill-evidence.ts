import type { QueryRunner } from 'typeorm';
import { stringifyExact } from '#contracts/exact-json.js';
import { entityTypeOfId, isRelationType, RELATION_TYPES, relationAllows } from '#contracts/ontology.js';
import { rowsOfGroup, type CountedClaim } from './0036-interval-rows.js';

/** A claim between survivors; the ends of a symmetric relation are in id order. */
export interface ResolvedClaimRow extends CountedClaim {
  readonly from_type: number;
  readonly to_type: number | null;
  readonly retracts: string | null;
  /** Claims of one group are judged together. */
  readonly group_key: string;
}

const AT_ONCE = 5_000;

const TYPES = Object.keys(RELATION_TYPES).filter(isRelationType);
const SYMMETRIC = TYPES.filter((type) => RELATION_TYPES[type].symmetric);
const PAIRING = SYMMETRIC.filter((type) => RELATION_TYPES[type].functional);

/** Writes evidence, and recomputes the intervals, from the effective claims, scope by scope and subject by subject. */
export async function fillEvidence(runner: QueryRunner): Promise<void> {
  const retracting = (await runner.query(claimsSql('c.retracts IS NOT NULL'))) as ResolvedClaimRow[];
  const slips = new Set(retracting.filter(isAllowed).map((claim) => slipKey(claim, claim.retracts ?? '')));
  await runner.query(`DECLARE resolved CURSOR FOR ${claimsSql('c.retracts IS NULL')} ORDER BY scope_id, group_key`);
  const writer = new RowWriter(runner);
  let group: ResolvedClaimRow[] = [];
  for (;;) {
    const rows = (await runner.query(`FETCH ${String(AT_ONCE)} FROM resolved`)) as ResolvedClaimRow[];
    if (rows.length === 0) break;
    for (const row of rows) {
      if (!isAllowed(row) || slips.has(slipKey(row, row.memory_id))) continue;
      if (group[0] && (group[0].scope_id !== row.scope_id || group[0].group_key !== row.group_key)) {
        await writer.write(group);
        group = [];
      }
      group.push(row);
    }
  }
  await writer.write(group);
  await writer.flush();
  await runner.query('CLOSE resolved');
}

/** Names of the ontology as a list of literals: a statement that creates a table takes no parameters. */
const list = (names: readonly string[]): string => `(${names.map((name) => `'${name}'`).join(', ')})`;

/**
 * SQL of the claims between survivors. Claims of types that are symmetric and functional depend on each other along
 * chains, so each such type is one group.
 */
function claimsSql(condition: string): string {
  return `
    SELECT scope_id, memory_id, ordinal, kind, predicate, text, value, asserted, retracts, event_at_nanos, confidence, is_relation,
           CASE WHEN swap THEN to_id ELSE from_id END AS "from", CASE WHEN swap THEN from_id ELSE to_id END AS "to",
           from_type, to_type,
           concat_ws(' ', is_relation, predicate,
             CASE WHEN predicate IN ${list(PAIRING)} THEN NULL WHEN swap THEN to_id ELSE from_id END) COLLATE "C" AS group_key
    FROM (
      SELECT c.*, c.kind = 'relation' AS is_relation, s.entity_id::text AS from_id, s.type_id AS from_type,
             coalesce(o.entity_id::text, c.value_key) AS to_id, o.type_id AS to_type,
             c.kind = 'relation' AND c.predicate IN ${list(SYMMETRIC)} AND o.entity_id < s.entity_id AS swap
      FROM claims AS c
      JOIN entities AS a ON a.scope_id = c.scope_id AND a.entity_id = c.subject
      JOIN entities AS s ON s.scope_id = c.scope_id AND s.entity_id = coalesce(a.merged_into, a.entity_id)
      LEFT JOIN entities AS b ON b.scope_id = c.scope_id AND b.entity_id = c.object
      LEFT JOIN entities AS o ON o.scope_id = c.scope_id AND o.entity_id = coalesce(b.merged_into, b.entity_id)
      WHERE ${condition}
    ) AS claim`;
}

function isAllowed({ is_relation, predicate, from, to, from_type, to_type }: ResolvedClaimRow): boolean {
  if (!is_relation) return true;
  if (from === to || to_type === null || !isRelationType(predicate)) return false;
  const [a, b] = [entityTypeOfId(from_type), entityTypeOfId(to_type)];
  return relationAllows(predicate, a, b) || (RELATION_TYPES[predicate].symmetric && relationAllows(predicate, b, a));
}

function slipKey(claim: ResolvedClaimRow, memoryId: string): string {
  return [claim.scope_id, claim.is_relation, claim.predicate, claim.from, claim.to, memoryId].join(' ');
}

/** Writes rows in batches of some thousand. */
class RowWriter {
  private readonly waiting = new Map<string, unknown[]>();

  constructor(private readonly runner: QueryRunner) {}

  async write(group: readonly ResolvedClaimRow[]): Promise<void> {
    for (const [table, rows] of Object.entries(rowsOfGroup(group)))
      this.waiting.set(table, [...(this.waiting.get(table) ?? []), ...rows]);
    if ([...this.waiting.values()].some((rows) => rows.length >= AT_ONCE)) await this.flush();
  }

  async flush(): Promise<void> {
    for (const [table, rows] of this.waiting)
      for (let from = 0; from < rows.length; from += AT_ONCE)
        await this.runner.query(
          `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
          [stringifyExact(rows.slice(from, from + AT_ONCE))],
        );
    this.waiting.clear();
  }
}
