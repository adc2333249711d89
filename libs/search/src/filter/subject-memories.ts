import type { Sql } from '#database/sql.js';

/** Number of mentions up to which the memories of a subject are told by their ids. */
const MAX_MENTIONS = 20_000;

/** The memories that mention an entity: by their ids, or by the entity rows of which one is mentioned. */
type SubjectMemories = { readonly among: readonly string[] } | { readonly mentioning: readonly string[] };

/**
 * Finds the memories that mention an entity. Where it has more mentions than `most`, they are told by a test: testing
 * memory by memory soon finds some then, and all of their ids would be many.
 * @param subject survivor id
 */
export async function subjectMemories(
  sql: Sql,
  scopeId: string,
  subject: string,
  most = MAX_MENTIONS,
): Promise<SubjectMemories> {
  const cluster = await sql.query<{ ids: readonly string[] }>(
    `SELECT array_agg(entity_id) AS ids FROM (
       SELECT $2::uuid AS entity_id UNION ALL SELECT entity_id FROM entities WHERE scope_id = $1 AND merged_into = $2
     ) AS rows_of_subject`,
    [scopeId, subject],
  );
  const mentioning = cluster.rows[0]?.ids ?? [subject];
  const { rows } = await sql.query<{ mentions: number; ids: readonly string[] }>(
    `SELECT count(*)::int AS mentions, coalesce(array_agg(DISTINCT memory_id), '{}') AS ids FROM (
       SELECT memory_id FROM mentions WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[]) LIMIT $3
     ) AS mentions_of_subject`,
    [scopeId, mentioning, most + 1],
  );
  const [found] = rows;
  return found && found.mentions > most ? { mentioning } : { among: found?.ids ?? [] };
}
