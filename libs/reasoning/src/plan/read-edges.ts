import type { LinkKind } from '#contracts/links.js';
import type { Sql } from '#database/sql.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';

/** Link kinds that a path may follow; contradictions are excluded. */
export type WalkedLink = Exclude<LinkKind, 'contradicts'>;

/** A stored connection from one memory to another. */
export type Edge =
  | {
      readonly via: 'link';
      readonly memoryId: string;
      readonly kind: WalkedLink;
      readonly weight: number;
      readonly forward: boolean;
    }
  | { readonly via: 'session'; readonly memoryId: string; readonly forward: boolean }
  /** `memories`: number of memories that mention the shared entity. */
  | { readonly via: 'entity'; readonly memoryId: string; readonly memories: number };

/**
 * Maximum numbers of links per direction, of entities per memory (the rarest), and of memories per entity (the newest).
 */
const MAX_LINKS = 200;
const MAX_ENTITIES = 32;
const MAX_MEMORIES_PER_ENTITY = 200;

/**
 * Reads the edges of one memory, in no order: links except contradictions, in both directions; the adjacent messages of
 * its session, in storage order; memories that mention the same entities. One statement; each index range is read up to
 * a limit, so that a name in every memory costs no more than a rare one.
 */
export async function readEdges(sql: Sql, scopeId: string, memoryId: string): Promise<Edge[]> {
  const { rows } = await sql.query<EdgeRow>(EDGES, [scopeId, memoryId]);
  return rows.map(edgeOf);
}

interface EdgeRow {
  readonly via: Edge['via'];
  readonly memory_id: string;
  readonly kind: WalkedLink;
  readonly figure: number;
  readonly forward: boolean;
}

const linksSql = (here: string, there: string, forward: boolean): string => `
  (SELECT 'link' AS via, ${there} AS memory_id, kind, weight AS figure, ${String(forward)} AS forward FROM memory_links
   WHERE scope_id = $1 AND ${here} = $2 AND kind <> 'contradicts' AND weight > 0
   ORDER BY weight DESC, ${there}, kind LIMIT ${String(MAX_LINKS)})`;

const turnSql = (comparison: string, order: string, forward: boolean): string => `
  (SELECT 'session', turn.memory_id, '', 1, ${String(forward)} FROM memories AS self CROSS JOIN LATERAL (
     SELECT memory_id FROM memories AS m
     WHERE m.scope_id = $1 AND m.session_key = self.session_key AND m.memory_id ${comparison} $2 AND m.state = 'active'
     ORDER BY m.memory_id ${order} LIMIT 1) AS turn
   WHERE self.scope_id = $1 AND self.memory_id = $2)`;

const EDGES = `
  WITH named AS (
    SELECT e.entity_id, e.mention_count
    FROM (SELECT DISTINCT ${survivorIdSql('r')} AS entity_id
          FROM mentions AS n JOIN entities AS r ON r.scope_id = $1 AND r.entity_id = n.entity_id
          WHERE n.scope_id = $1 AND n.memory_id = $2) AS survivor
    JOIN entities AS e ON e.scope_id = $1 AND e.entity_id = survivor.entity_id
    ORDER BY e.mention_count, e.entity_id LIMIT ${String(MAX_ENTITIES)}
  ), near AS (
    SELECT DISTINCT named.entity_id, named.mention_count, n.memory_id
    FROM named
    CROSS JOIN LATERAL (
      SELECT named.entity_id AS row_id
      UNION ALL
      SELECT m.entity_id FROM entities AS m WHERE m.scope_id = $1 AND m.merged_into = named.entity_id) AS node
    CROSS JOIN LATERAL (
      SELECT memory_id FROM mentions AS n WHERE n.scope_id = $1 AND n.entity_id = node.row_id
      ORDER BY n.created_at_nanos DESC, n.memory_id LIMIT ${String(MAX_MEMORIES_PER_ENTITY)}) AS n
  )
  ${linksSql('source', 'target', true)}
  UNION ALL ${linksSql('target', 'source', false)}
  UNION ALL ${turnSql('>', 'ASC', true)}
  UNION ALL ${turnSql('<', 'DESC', false)}
  UNION ALL
  SELECT 'entity', memory_id, '', CASE WHEN count < ${String(MAX_MEMORIES_PER_ENTITY)} THEN count ELSE greatest(count, mention_count) END, true
  FROM (SELECT memory_id, mention_count, count(*) OVER (PARTITION BY entity_id) FROM near) AS counted
  WHERE memory_id <> $2`;

function edgeOf({ via, memory_id: memoryId, kind, figure, forward }: EdgeRow): Edge {
  switch (via) {
    case 'link':
      return { via, memoryId, kind, weight: figure, forward };
    case 'session':
      return { via, memoryId, forward };
    case 'entity':
      return { via, memoryId, memories: figure };
  }
}
