import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { createMemorySearch } from '#recall/memory-search.js';
import { IndexCache } from '#search/in-memory-index/index-cache.js';
import { planPath, type PlanRequest, type PlanStep } from '#reasoning/plan/plan-path.js';
import { NotFound } from '../http/problems.js';

/** Finds a path of memories from a start to a goal. */
export class Plan extends Query<{ steps: readonly PlanStep[] }> {
  constructor(
    readonly scopeId: string,
    readonly request: PlanRequest,
  ) {
    super();
  }
}

@QueryHandler(Plan)
export class PlanHandler implements IQueryHandler<Plan> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(IndexCache) private readonly indexes: IndexCache,
  ) {}

  async execute({ scopeId, request }: Plan) {
    const sources = createMemorySearch(inScope(this.pool, scopeId), scopeId, this.indexes);
    const steps = await planPath(sources, request);
    if (!steps) throw new NotFound('memory');
    return { steps };
  }
}
