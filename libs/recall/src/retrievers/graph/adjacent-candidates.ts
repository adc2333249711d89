import { survivorIdSql } from '#database/survivor-id-sql.js';

/**
 * SQL of the candidates at the entity `node.id`: claims that something holds, too weak to be facts, which count for
 * none. Of each end the strongest are read, up to $3. This limit precedes the joins, so that the work is bounded,
 * however many candidates an entity has. The key of an end, which has no value, is empty.
 */
export const ADJACENT_CANDIDATES_SQL = `${candidatesAt('entity_a')} UNION ALL ${candidatesAt('entity_b')}`;

function candidatesAt(end: 'entity_a' | 'entity_b'): string {
  return `(
    SELECT NULL, NULL, c.predicate, c.text, c.confidence, true, c.memory_id::text,
           CASE c.kind WHEN 'relation' THEN 'relation' ELSE 'statement' END, ${survivorIdSql('s')} = node.id
    FROM (
      SELECT memory_id, ordinal, weight FROM candidate_evidence
      WHERE scope_id = $1 AND ${end} = node.id AND asserted
      ORDER BY weight DESC, memory_id, ordinal LIMIT $3
    ) AS strongest
    JOIN claims AS c ON c.scope_id = $1 AND c.memory_id = strongest.memory_id AND c.ordinal = strongest.ordinal
    JOIN entities AS s ON s.scope_id = $1 AND s.entity_id = c.subject
    WHERE c.value_key <> '' AND NOT EXISTS (
      SELECT FROM evidence AS e WHERE e.scope_id = $1 AND e.memory_id = c.memory_id AND e.ordinal = c.ordinal)
    ORDER BY strongest.weight DESC, c.memory_id, c.ordinal)`;
}
