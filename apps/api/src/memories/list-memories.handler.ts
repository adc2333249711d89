import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import type { ExactJson } from '#contracts/exact-json.js';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { listMemories } from '#graph/queries/list-memories.js';
import type { ListPlace } from '#graph/queries/late-memories.js';
import { resolveFilter } from '#search/filter/resolve-filter.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import { subjectMemories } from '#search/filter/subject-memories.js';
import { survivorOf } from '../entities/entities.queries.js';
import { Cursors } from '../http/cursors.js';

export interface ListMemoriesRequest {
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly dir: 'asc' | 'desc';
  readonly includeTombstoned: boolean;
  /** Id of an entity that the memories mention; null for all memories. */
  readonly subject: string | null;
  readonly filter: SearchFilter;
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
    const { cursor, limit, filter, subject, ...order } = request;
    const binding = ['memories', scopeId, order.dir, order.includeTombstoned, filter as ExactJson, subject];
    // The cursor is authenticated: this service wrote the position, so its shape needs no second check.
    const after = cursor === undefined ? null : ((await this.cursors.read(binding, cursor)) as unknown as ListPlace);
    const sql = inScope(this.pool, scopeId);
    const resolved = await resolveFilter(sql, scopeId, filter);
    const ofSubject =
      subject === null ? {} : await subjectMemories(sql, scopeId, await survivorOf(sql, scopeId, subject));
    const asked = { ...order, limit, after, filter: resolved, ...ofSubject };
    const { items, next } = await listMemories(sql, scopeId, asked);
    return next === null ? { items } : { items, next_cursor: await this.cursors.write(binding, next as ExactJson) };
  }
}
