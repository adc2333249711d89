import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import type { RelationType } from '#contracts/ontology.js';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import type { Sql } from '#database/sql.js';
import { getEntity, resolveEntityId, type ResolvedEntity } from '#graph/queries/get-entity.js';
import { listEntities } from '#graph/queries/list-entities.js';
import { listRelations } from '#graph/queries/list-relations.js';
import { traverse } from '#graph/queries/traverse.js';
import { listed, type Listed } from '../admission/listed.js';
import { NotFound } from '../http/problems.js';

/** Lists the entities of a scope, most mentioned first. */
export class ListEntities extends Query<Listed<'entities'>> {
  constructor(
    readonly scopeId: string,
    readonly request: Parameters<typeof listEntities>[2],
  ) {
    super();
  }
}

@QueryHandler(ListEntities)
export class ListEntitiesHandler implements IQueryHandler<ListEntities> {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async execute({ scopeId, request }: ListEntities) {
    const entities = await listEntities(inScope(this.pool, scopeId), scopeId, request);
    return listed('entities', entities);
  }
}

/** Gets one entity; for a merged one, its survivor. */
export class GetEntity extends Query<ResolvedEntity> {
  constructor(
    readonly scopeId: string,
    readonly entityId: string,
  ) {
    super();
  }
}

@QueryHandler(GetEntity)
export class GetEntityHandler implements IQueryHandler<GetEntity> {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async execute({ scopeId, entityId }: GetEntity): Promise<ResolvedEntity> {
    const entity = await getEntity(inScope(this.pool, scopeId), scopeId, entityId);
    if (!entity) throw new NotFound('entity');
    return entity;
  }
}

/** Lists the relations of one entity. */
export class ListRelations extends Query<Listed<'relations'>> {
  constructor(
    readonly scopeId: string,
    readonly entityId: string,
    readonly request: Parameters<typeof listRelations>[3],
  ) {
    super();
  }
}

@QueryHandler(ListRelations)
export class ListRelationsHandler implements IQueryHandler<ListRelations> {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async execute({ scopeId, entityId, request }: ListRelations) {
    const sql = inScope(this.pool, scopeId);
    const survivor = await survivorOf(sql, scopeId, entityId);
    const relations = await listRelations(sql, scopeId, survivor, request);
    return listed('relations', relations);
  }
}

export interface TraverseRequest {
  readonly direction: 'outgoing' | 'incoming' | 'both';
  readonly relationTypes?: readonly RelationType[];
  readonly maxDepth: number;
  readonly maxNodes: number;
  readonly includeSuperseded: boolean;
}

/** Traverses relations from one entity. */
export class TraverseRelations extends Query<object> {
  constructor(
    readonly scopeId: string,
    readonly anchorId: string,
    readonly request: TraverseRequest,
  ) {
    super();
  }
}

@QueryHandler(TraverseRelations)
export class TraverseRelationsHandler implements IQueryHandler<TraverseRelations> {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async execute({ scopeId, anchorId, request }: TraverseRelations): Promise<object> {
    const sql = inScope(this.pool, scopeId);
    return traverse(sql, scopeId, await survivorOf(sql, scopeId, anchorId), request);
  }
}

/** Survivor id of an entity, under which its statements and relations are stored. @throws NotFound */
export async function survivorOf(sql: Sql, scopeId: string, entityId: string): Promise<string> {
  const survivor = await resolveEntityId(sql, scopeId, entityId);
  if (survivor === null) throw new NotFound('entity');
  return survivor;
}
