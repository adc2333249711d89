import type { EngraphClient, Schemas } from '../clients/typescript/src/index.js';

/** The final graph of a conversation, as the scorer reads it. */
export interface ChatGraph {
  readonly id: string;
  readonly entities: readonly object[];
  readonly relations: readonly object[];
  readonly statements: readonly object[];
}

/**
 * Reads the graph of a scope by the routes that users have.
 * @param turnOf turn of each memory
 */
export async function chatGraph(client: EngraphClient, id: string, turnOf: Map<string, number>): Promise<ChatGraph> {
  const { entities } = await client.listEntities({ limit: 1000 });
  const mentions = await mentionsOf(client, turnOf);
  const relations = new Map<string, object>();
  for (const { entity_id } of entities) {
    const page = await client.listEntityRelations(entity_id, {
      direction: 'both',
      include_superseded: true,
      limit: 1000,
    });
    for (const relation of page.relations) {
      if (relation.tombstoned) continue;
      const { from_entity: from, to_entity: to } = relation;
      relations.set(relation.relation_id, { from, type: short(relation.relation_type), to, current: holds(relation) });
    }
  }
  const { statements } = await client.listStatements({ only_current: false, limit: 1000 });
  return {
    id,
    entities: entities.map(({ entity_id, entity_type, canonical_name, aliases }) => ({
      ...{ id: entity_id, type: short(entity_type), canonical: canonical_name },
      ...{ names: [canonical_name, ...aliases], mentions: mentions.get(entity_id) ?? [] },
    })),
    relations: [...relations.values()],
    statements: statements.filter(({ tombstoned }) => !tombstoned).map((s) => statementOf(s, entities)),
  };
}

async function mentionsOf(client: EngraphClient, turnOf: Map<string, number>): Promise<Map<string, object[]>> {
  const mentions = new Map<string, object[]>();
  for (const [memoryId, turn] of turnOf) {
    const inspected = await client.inspectMemory(memoryId);
    for (const { entity_id, start, end } of inspected.artifact.extraction.mentions)
      mentions.set(entity_id, [...(mentions.get(entity_id) ?? []), { turn, start, end }]);
  }
  return mentions;
}

function statementOf(statement: Schemas['Statement'], entities: readonly Schemas['Entity'][]): object {
  const { subject, predicate, object } = statement;
  const about = { subject, predicate: short(predicate), current: holds(statement) };
  if (object.kind === 'value') return { ...about, object: String(object.value.value) };
  const named = entities.find(({ entity_id }) => entity_id === object.id);
  return { ...about, object: named?.canonical_name ?? '', object_entity: object.id };
}

/** A current claim. */
function holds(claim: Pick<Schemas['Relation'], 'valid_to_unix_nanos' | 'superseded_by' | 'unsettled'>): boolean {
  return claim.valid_to_unix_nanos === 0n && claim.superseded_by === null && !claim.unsettled;
}

/** `core:person` without its prefix. */
function short(qualified: string): string {
  return qualified.slice(qualified.indexOf(':') + 1);
}
