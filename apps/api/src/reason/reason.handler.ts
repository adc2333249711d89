import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { createMemorySearch } from '#recall/memory-search.js';
import { IndexCache } from '#search/in-memory-index/index-cache.js';
import type { Inference } from '#reasoning/reason/inferences.js';
import { reasonAbout, type ReasonRequest } from '#reasoning/reason/reason-about.js';
import { NotFound } from '../http/problems.js';

/** Infers claims from an observation. */
export class Reason extends Query<{ inferences: readonly Inference[] }> {
  constructor(
    readonly scopeId: string,
    readonly request: ReasonRequest,
  ) {
    super();
  }
}

@QueryHandler(Reason)
export class ReasonHandler implements IQueryHandler<Reason> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(IndexCache) private readonly indexes: IndexCache,
  ) {}

  async execute({ scopeId, request }: Reason) {
    const sources = createMemorySearch(inScope(this.pool, scopeId), scopeId, this.indexes);
    const inferences = await reasonAbout(sources, request);
    if (!inferences) throw new NotFound('memory');
    return { inferences };
  }
}
