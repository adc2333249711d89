import type { ClientBase } from 'pg';

/**
 * Those of the survivors that are listed whatever their confidence: a relation or statement is about them, or a caller
 * merged or split one of their names. Five index probes per row, however many facts there are.
 * @param survivorOf survivor of each row of their clusters
 */
export async function attestedEntities(
  tx: ClientBase,
  scopeId: string,
  survivorOf: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const survivors = [...new Set(survivorOf.values())];
  const { rows } = await tx.query<{ entity_id: string }>(ATTESTED_SQL, [scopeId, survivors, [...survivorOf.keys()]]);
  return new Set(rows.map(({ entity_id }) => survivorOf.get(entity_id) ?? entity_id));
}

const ATTESTED_SQL = `
SELECT entity_id FROM unnest($2::uuid[]) AS survivor (entity_id)
WHERE EXISTS (SELECT FROM relations AS r WHERE r.scope_id = $1 AND r.from_entity = survivor.entity_id)
   OR EXISTS (SELECT FROM relations AS r WHERE r.scope_id = $1 AND r.to_entity = survivor.entity_id)
   OR EXISTS (SELECT FROM statements AS s WHERE s.scope_id = $1 AND s.subject = survivor.entity_id)
   OR EXISTS (SELECT FROM statements AS s WHERE s.scope_id = $1 AND s.object_entity = survivor.entity_id)
UNION ALL
SELECT entity_id FROM name_decisions WHERE scope_id = $1 AND entity_id = ANY ($3::uuid[])`;
