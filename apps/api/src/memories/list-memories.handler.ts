import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import type { ExactJson } from '#contracts/exact-json.js';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { listMemories } from '#graph/queries/list-memories.js';
import type { ListPlace } from '#graph/queries/late-memories.js';
import { Cursors } from '../http/cursors.js';

export interface ListMemoriesRequest {
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly dir: 'asc' | 'desc';
  readonly includeTombstoned: boolean;
  readonly session: bigint | undefined;
}

/** Lists one page of a scope's memories. */
export class ListMemories extends Query<{ items: readonly object[]; next_cursor?: string }> {
  constructor(
    readonly scopeId: string,
    readonly request: ListMemoriesRequest,
  ) {
    super();
  }
}

@QueryHandler(ListMemories)
export class ListMemoriesHandler implements IQueryHandler<ListMemories> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly cursors: Cursors,
  ) {}

  async execute({ scopeId, request }: ListMemories) {
    const { cursor, limit, session, ...filters } = request;
    const binding = ['memories', scopeId, filters.dir, filters.includeTombstoned, session ?? null];
    // The cursor is authenticated: this service wrote the position, so its shape needs no second check.
    const after = cursor === undefined ? null : ((await this.cursors.read(binding, cursor)) as unknown as ListPlace);
    const page = await listMemories(inScope(this.pool, scopeId), scopeId, {
      ...filters,
      limit,
      after,
      ...(session === undefined ? {} : { session }),
    });
    const { items, next } = page;
    return next === null ? { items } : { items, next_cursor: await this.cursors.write(binding, next as ExactJson) };
  }
}
