import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { getRelation } from '#graph/queries/list-relations.js';
import { NotFound } from '../http/problems.js';

/** Gets one relation: an interval during which it held. */
export class GetRelation extends Query<object> {
  constructor(
    readonly scopeId: string,
    readonly relationId: string,
  ) {
    super();
  }
}

@QueryHandler(GetRelation)
export class GetRelationHandler implements IQueryHandler<GetRelation> {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async execute({ scopeId, relationId }: GetRelation): Promise<object> {
    const relation = await getRelation(inScope(this.pool, scopeId), scopeId, relationId);
    if (!relation) throw new NotFound('relation');
    return relation;
  }
}
