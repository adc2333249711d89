import type { StorageThreadType } from '@mastra/core/memory';
import type { StorageResourceType } from '@mastra/core/storage';
import type { Memory, NewMemory } from './records.js';

/** The memory that a thread becomes. It says nothing to remember, and its genre lets nothing be extracted. */
export function memoryOfThread(thread: StorageThreadType): NewMemory & { text: string } {
  const { id, resourceId, title = '', createdAt, updatedAt, metadata } = thread;
  const fields = { record_id: id, resource_id: resourceId, title, ...timesOf(createdAt, updatedAt) };
  return record({ mastra: 'thread', ...fields, data: JSON.stringify(metadata ?? null) });
}

export function threadOf({ metadata }: Memory): StorageThreadType {
  const { record_id = '', resource_id = '', title = '', created_at, updated_at, data } = fieldsOf(metadata);
  const own = JSON.parse(data ?? 'null') as Record<string, unknown> | null;
  return {
    id: record_id,
    resourceId: resource_id,
    title,
    createdAt: new Date(created_at ?? 0),
    updatedAt: new Date(updated_at ?? 0),
    ...(own === null ? {} : { metadata: own }),
  };
}

/** The memory that a resource becomes, with its working memory. */
export function memoryOfResource(resource: StorageResourceType): NewMemory & { text: string } {
  const { id, workingMemory, metadata, createdAt, updatedAt } = resource;
  const data = JSON.stringify({ workingMemory, metadata });
  return record({ mastra: 'resource', record_id: id, ...timesOf(createdAt, updatedAt), data });
}

export function resourceOf({ metadata }: Memory): StorageResourceType {
  const { record_id = '', created_at, updated_at, data } = fieldsOf(metadata);
  const own = JSON.parse(data ?? '{}') as Pick<StorageResourceType, 'workingMemory' | 'metadata'>;
  return { id: record_id, ...own, createdAt: new Date(created_at ?? 0), updatedAt: new Date(updated_at ?? 0) };
}

function record(metadata: Record<string, string>): NewMemory & { text: string } {
  return { text: JSON.stringify({ mastra: metadata['mastra'] }), genre: 'data', role: 'system', metadata };
}

function timesOf(createdAt: Date, updatedAt: Date) {
  return { created_at: new Date(createdAt).toISOString(), updated_at: new Date(updatedAt).toISOString() };
}

function fieldsOf(metadata: Memory['metadata']): Partial<Record<string, string>> {
  return metadata as Record<string, string>;
}
