import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Closing } from '../closing.js';
import { startApp, type AppProcess } from '../processes.js';
import type { Filling } from './fill-scope.js';
import type { MemoryVectors } from './memory-vectors.js';
import type { ScopeMemories, ScopeMemory } from './scope-memories.js';

/** What a scope is filled with: its memories, each with the metadata of its number, and their vectors. */
export function fillingOf(
  scopeId: string,
  memories: ScopeMemories,
  vectors: MemoryVectors,
  metadataOf?: (n: number) => NonNullable<ScopeMemory['metadata']>,
): Filling {
  return {
    ...{ scopeId, size: memories.size, model: vectors.model },
    memory: (n) => ({ ...memories.memory(n), ...(metadataOf && { metadata: metadataOf(n) }) }),
    vectorsOf: (own, first) => vectors.of(own, first),
  };
}

/** A temporary directory that is removed in the end. */
export async function benchDirectory(closing: Closing): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'engraph-bench-'));
  closing.add(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Starts the service on filled scopes: with room for the indexes of a large one, and without extraction. */
export function startRecall(closing: Closing, url: string, directory: string): Promise<AppProcess> {
  const settings = { DATABASE_URL: url, DATA_DIR: directory, EXTRACTION: 'off', RECALL_CACHE_MB: '1024' };
  return startApp(closing, 'standalone', settings);
}
