import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { listRetractions } from '#graph/queries/list-retractions.js';
import { listed, type Listed } from '../admission/listed.js';
import { pageLimit } from '../schema/query-fields.js';
import { LIMITS } from '../shared/request-limits.js';

/** Query of GET /v1/retractions. */
export const ListRetractionsQuery = { limit: pageLimit({ fallback: 100, most: LIMITS.statements }) };

/** Lists what callers retracted. */
export class ListRetractions extends Query<Listed<'retractions'>> {
  constructor(
    readonly scopeId: string,
    readonly limit: number,
  ) {
    super();
  }
}

@QueryHandler(ListRetractions)
export class ListRetractionsHandler implements IQueryHandler<ListRetractions> {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async execute({ scopeId, limit }: ListRetractions) {
    return listed('retractions', await listRetractions(inScope(this.pool, scopeId), scopeId, limit));
  }
}
