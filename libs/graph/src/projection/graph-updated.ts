import type { GraphUpdated } from '#contracts/events.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { GraphChanges } from './read-models/refresh-read-models.js';

/** GraphUpdated event of one projection, as a list; empty when nothing changed. */
export function graphUpdated(
  scopeId: string,
  memoryIds: readonly string[],
  changes: GraphChanges,
): { type: 'GraphUpdated'; scopeId: string; streamId: string; data: GraphUpdated }[] {
  const { entities, relations, statements } = changes;
  const touched = [entities, relations, statements].some((c) => c.upserted.length + c.removed.length > 0);
  if (!touched) return [];
  const data = { memory_ids: memoryIds.map(memoryIdOfUuid), entities, relations, statements };
  return [{ type: 'GraphUpdated', scopeId, streamId: scopeId, data }];
}
