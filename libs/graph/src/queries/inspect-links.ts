import type { LinkKind } from '#contracts/links.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { Sql } from '#database/sql.js';

/** A link from or to a memory; both ends are memory ids. */
export interface InspectedLink {
  readonly source: string;
  readonly target: string;
  readonly kind: LinkKind;
  readonly weight: number;
}

/** The most links in each direction. */
const MAX_LINKS = 100;

/** Reads the links of a memory, those from it first, each by kind and other end. A forgotten memory has none. */
export async function inspectLinks(sql: Sql, scopeId: string, memoryUuid: string): Promise<InspectedLink[]> {
  const { rows } = await sql.query<InspectedLink>(
    `(SELECT source, target, kind, weight FROM memory_links WHERE scope_id = $1 AND source = $2
      ORDER BY kind, target LIMIT ${String(MAX_LINKS)})
     UNION ALL
     (SELECT source, target, kind, weight FROM memory_links WHERE scope_id = $1 AND target = $2
      ORDER BY kind, source LIMIT ${String(MAX_LINKS)})`,
    [scopeId, memoryUuid],
  );
  return rows.map((row) => ({ ...row, source: memoryIdOfUuid(row.source), target: memoryIdOfUuid(row.target) }));
}
