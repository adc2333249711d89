import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import type { ExactJson } from '#contracts/exact-json.js';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { graphPage, type GraphPosition } from '#graph/queries/graph-page.js';
import { Cursors } from '../http/cursors.js';

export interface GraphPageRequest {
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly includeStatements: boolean;
  readonly includeMemories: boolean;
  readonly includeMemoryEdges: boolean;
  readonly includeCandidates: boolean;
}

/** Fetches one page of a scope's graph. */
export class FetchGraph extends Query<object> {
  constructor(
    readonly scopeId: string,
    readonly request: GraphPageRequest,
  ) {
    super();
  }
}

@QueryHandler(FetchGraph)
export class FetchGraphHandler implements IQueryHandler<FetchGraph> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly cursors: Cursors,
  ) {}

  async execute({ scopeId, request }: FetchGraph): Promise<object> {
    const { cursor, limit, ...included } = request;
    const binding = ['graph', scopeId, Object.values(included)];
    // The cursor is authenticated: this service wrote the position, so its shape needs no second check.
    const after =
      cursor === undefined ? null : ((await this.cursors.read(binding, cursor)) as unknown as GraphPosition);
    const { nodes, edges, next } = await graphPage(inScope(this.pool, scopeId), scopeId, { limit, after, ...included });
    if (next === null) return { nodes, edges };
    return { nodes, edges, next_cursor: await this.cursors.write(binding, next as unknown as ExactJson) };
  }
}
