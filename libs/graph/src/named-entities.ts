import { entityIdOf } from '#entity-resolution/entity-key.js';
import type { Sql } from '#database/sql.js';

/** An entity row by what its id is made of, so that another scope can find the same name. */
export interface EntityByName {
  readonly type_id: number;
  readonly normal_form: string;
}

/** Entity rows by their id. */
export type NamedEntities = ReadonlyMap<string, EntityByName>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Strings that are UUIDs, anywhere in a value. */
export function uuidsIn(value: unknown): string[] {
  if (typeof value === 'string') return UUID.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(uuidsIn))];
}

/** The entity rows with these ids, merged ones too. */
export async function namedEntities(sql: Sql, scopeId: string, ids: readonly string[]): Promise<NamedEntities> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql.query<EntityByName & { entity_id: string }>(
    'SELECT entity_id, type_id, normal_form FROM entities WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])',
    [scopeId, ids],
  );
  return new Map(rows.map(({ entity_id, ...named }) => [entity_id, named]));
}

/**
 * Data of an event for another scope: each entity id becomes that of the same name there.
 * @returns null when an id stands for no known entity, so that the event says nothing in another scope
 */
export function inOtherScope(
  data: unknown,
  scopeId: string,
  entities: Readonly<Record<string, EntityByName>>,
): unknown {
  const isMissing = uuidsIn(data).some((id) => !Object.hasOwn(entities, id));
  return isMissing ? null : replaced(data, scopeId, entities);
}

function replaced(value: unknown, scopeId: string, entities: Readonly<Record<string, EntityByName>>): unknown {
  if (typeof value === 'string') {
    const entity = UUID.test(value) ? entities[value] : undefined;
    return entity ? entityIdOf(scopeId, entity.type_id, entity.normal_form) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, scopeId, entities));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, scopeId, entities)]));
}
