import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { inspectMemory } from '#graph/queries/inspect-memory.js';
import { NotFound } from '../http/problems.js';

/** Gets everything stored about one memory. */
export class InspectMemory extends Query<object> {
  constructor(
    readonly scopeId: string,
    readonly memoryUuid: string,
  ) {
    super();
  }
}

@QueryHandler(InspectMemory)
export class InspectMemoryHandler implements IQueryHandler<InspectMemory> {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async execute({ scopeId, memoryUuid }: InspectMemory): Promise<object> {
    const found = await inspectMemory(inScope(this.pool, scopeId), scopeId, memoryUuid);
    if (!found) throw new NotFound('memory');
    return found;
  }
}
