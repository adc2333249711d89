import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { getMemory } from '#graph/queries/get-memory.js';
import type { MemoryView } from '#graph/queries/list-memories.js';
import { memoryVersions, type MemoryVersion } from '#memories/revise/memory-versions.js';
import { NotFound } from '../http/problems.js';

/** Gets one memory. */
export class GetMemory extends Query<MemoryView & { readonly versions?: readonly MemoryVersion[] }> {
  constructor(
    readonly scopeId: string,
    readonly memoryUuid: string,
    readonly shows: { readonly versions: boolean; readonly includeTombstoned: boolean },
  ) {
    super();
  }
}

@QueryHandler(GetMemory)
export class GetMemoryHandler implements IQueryHandler<GetMemory> {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async execute({ scopeId, memoryUuid, shows }: GetMemory) {
    const sql = inScope(this.pool, scopeId);
    const memory = await getMemory(sql, scopeId, memoryUuid, shows.includeTombstoned);
    if (!memory) throw new NotFound('memory');
    return shows.versions ? { ...memory, versions: await memoryVersions(sql, scopeId, memoryUuid) } : memory;
  }
}
