import type { ClientBase } from 'pg';
import { stringifyExact } from '#contracts/exact-json.js';
import { positionColumns, type PairPosition } from './evidence-neighbours.js';
import type { IntervalRow, RelationRow, StatementRow } from './interval-rows.js';

const INTERVAL_COLUMNS = `confidence, mention_count AS "mentionCount", valid_from_nanos AS "validFrom",
  valid_to_nanos AS "validTo", superseded_by AS "supersededBy", memory_ids AS "memoryIds", r.pair_id AS "pairId", weight,
  first_at_nanos AS "firstAt", first_memory AS "firstMemory", first_ordinal AS "firstOrdinal",
  last_at_nanos AS "lastAt", last_memory AS "lastMemory", last_ordinal AS "lastOrdinal",
  source`;

const RELATION_COLUMNS = `relation_id AS id, type_id AS "typeId", from_entity AS "from", to_entity AS "to", ${INTERVAL_COLUMNS}`;

const STATEMENT_COLUMNS = `statement_id AS id, kind, predicate, subject, object_entity AS "objectEntity",
  object_value AS "objectValue", value_key AS "valueKey", text, event_at_nanos AS "eventAt", ${INTERVAL_COLUMNS}`;

/**
 * Loads for each point the relation of its pair that contains the point or is the last one before it. Work: one row per
 * point.
 */
export async function loadRelationsAt(
  tx: ClientBase,
  scopeId: string,
  points: readonly PairPosition[],
): Promise<RelationRow[]> {
  if (points.length === 0) return [];
  const { rows } = await tx.query<RelationRow>(
    intervalsAtSql('relations', RELATION_COLUMNS),
    pointValues(scopeId, points),
  );
  return distinct(rows);
}

/** Like `loadRelationsAt`, for statements. */
export async function loadStatementsAt(
  tx: ClientBase,
  scopeId: string,
  points: readonly PairPosition[],
): Promise<StatementRow[]> {
  if (points.length === 0) return [];
  const { rows } = await tx.query<StatementRow>(
    intervalsAtSql('statements', STATEMENT_COLUMNS),
    pointValues(scopeId, points),
  );
  return distinct(rows);
}

function intervalsAtSql(table: string, columns: string): string {
  return `SELECT found.* FROM unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::int[]) AS p (pair_id, at, memory_id, ordinal)
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM ${table} AS r
      WHERE r.scope_id = $1 AND r.pair_id = p.pair_id
        AND (r.first_at_nanos, r.first_memory, r.first_ordinal) <= (p.at, p.memory_id, p.ordinal)
      ORDER BY r.first_at_nanos DESC, r.first_memory DESC, r.first_ordinal DESC LIMIT 1) AS found`;
}

function pointValues(scopeId: string, points: readonly PairPosition[]): unknown[] {
  return [scopeId, points.map((p) => p.pairId), ...positionColumns(points)];
}

function distinct<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

export async function deleteRelations(tx: ClientBase, scopeId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query('DELETE FROM relations WHERE scope_id = $1 AND relation_id = ANY ($2::uuid[])', [scopeId, ids]);
}

export async function deleteStatements(tx: ClientBase, scopeId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query('DELETE FROM statements WHERE scope_id = $1 AND statement_id = ANY ($2::uuid[])', [scopeId, ids]);
}

const INTERVAL_FIELDS = `confidence, mention_count, valid_from_nanos, valid_to_nanos, superseded_by, memory_ids, pair_id, weight,
  first_at_nanos, first_memory, first_ordinal, last_at_nanos, last_memory, last_ordinal, source`;
const INTERVAL_TYPES = `float8, int, bigint, bigint, uuid, jsonb, uuid, bigint, bigint, uuid, int, bigint, uuid, int, text`;

/** Inserts relations; the rows they replace must have been deleted. */
export async function insertRelations(tx: ClientBase, scopeId: string, rows: readonly RelationRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(insertSql('relations', 'relation_id, type_id, from_entity, to_entity', 'uuid, smallint, uuid, uuid'), [
    scopeId,
    rows.map((r) => r.id),
    rows.map((r) => r.typeId),
    rows.map((r) => r.from),
    rows.map((r) => r.to),
    ...intervalColumns(rows),
  ]);
}

/** Inserts statements; the rows they replace must have been deleted. */
export async function insertStatements(tx: ClientBase, scopeId: string, rows: readonly StatementRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    insertSql(
      'statements',
      'statement_id, kind, predicate, subject, object_entity, object_value, value_key, text, event_at_nanos',
      'uuid, text, text, uuid, uuid, jsonb, text, text, bigint',
    ),
    [
      scopeId,
      rows.map((r) => r.id),
      rows.map((r) => r.kind),
      rows.map((r) => r.predicate),
      rows.map((r) => r.subject),
      rows.map((r) => r.objectEntity),
      rows.map((r) => (r.objectValue === null ? null : stringifyExact(r.objectValue))),
      rows.map((r) => r.valueKey),
      rows.map((r) => r.text),
      rows.map((r) => r.eventAt),
      ...intervalColumns(rows),
    ],
  );
}

/** Insert of rows from one array per column. Memory ids come as JSON, because unnest flattens an array of arrays. */
function insertSql(table: string, columns: string, types: string): string {
  const fields = `${columns}, ${INTERVAL_FIELDS}`;
  const arrays = `${types}, ${INTERVAL_TYPES}`.split(', ').map((type, i) => `$${String(i + 2)}::${type}[]`);
  const values = fields.replace('memory_ids', 'ARRAY(SELECT jsonb_array_elements_text(memory_ids)::uuid)');
  return `INSERT INTO ${table} (scope_id, ${fields})
    SELECT $1, ${values} FROM unnest(${arrays.join(', ')}) AS row (${fields})`;
}

function intervalColumns(rows: readonly IntervalRow[]): unknown[][] {
  return [
    rows.map((r) => r.confidence),
    rows.map((r) => r.mentionCount),
    rows.map((r) => r.validFrom),
    rows.map((r) => r.validTo),
    rows.map((r) => r.supersededBy),
    rows.map((r) => JSON.stringify(r.memoryIds)),
    rows.map((r) => r.pairId),
    rows.map((r) => r.weight),
    rows.map((r) => r.firstAt),
    rows.map((r) => r.firstMemory),
    rows.map((r) => r.firstOrdinal),
    rows.map((r) => r.lastAt),
    rows.map((r) => r.lastMemory),
    rows.map((r) => r.lastOrdinal),
    rows.map((r) => r.source),
  ];
}
