import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { cleanName } from '#request-schema/text-fields.js';
import { validateBody } from '#request-schema/validate-body.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { entityEtag, expectedEntityTag } from '../http/etags.js';
import { BadRequest } from '../http/problems.js';
import { requirePermission } from '../http/request-gate.js';
import { Needs, TakesBody } from '../http/route-rules.js';
import { uuidParameter } from '../http/query-parameters.js';
import type { QueryString } from '../http/query-parameters.js';
import { requestIdOf } from '../http/request-id.js';
import { readQuery } from '../schema/query.js';
import { BODY_BYTES } from '../shared/request-limits.js';
import { CorrectEntityDto, entityCorrectionOf } from './correct-entity.dto.js';
import { CorrectEntity } from './correct-entity.handler.js';
import { CreateEntityDto, newEntityOf } from './create-entity.dto.js';
import { CreateEntity } from './create-entity.handler.js';
import { GetEntity, ListEntities, ListRelations, TraverseRelations } from './entities.queries.js';
import { MergeEntityDto, SplitEntityDto } from './assign-name.dto.js';
import { DecideNames, type NameRequest } from './assign-name.handler.js';
import { GetEntityProfile } from './entity-profile.handler.js';
import { EntityProfileQuery, ListEntitiesQuery, ListRelationsQuery } from './list-entities.query.js';
import { ResolveEntityDto, resolveRequestOf } from './resolve-entity.dto.js';
import { ResolveEntity, ResolveOrCreateEntity } from './resolve-entity.handler.js';
import { TraverseDto, traverseRequest } from './traverse.dto.js';

const DIRECTIONS = { from: 'from', outgoing: 'from', to: 'to', incoming: 'to', both: 'both' } as const;

@Controller('v1/entities')
export class EntitiesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @HttpCode(200)
  @Needs('encode', 'recall')
  async create(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: unknown,
  ) {
    const { scopeId } = request.identity.scope;
    const entity = newEntityOf(validateBody(CreateEntityDto, body));
    const { result, replayed } = await this.commands.execute(new CreateEntity(scopeId, requestIdOf(request), entity));
    if (replayed) reply.header('idempotency-replayed', 'true');
    return result;
  }

  @Post('resolve')
  @HttpCode(200)
  @Needs('recall')
  async resolve(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: unknown,
  ) {
    const { scopeId } = request.identity.scope;
    const dto = validateBody(ResolveEntityDto, body);
    const resolveRequest = resolveRequestOf(dto);
    if (!dto.allow_create) return this.queries.execute(new ResolveEntity(scopeId, resolveRequest));
    requirePermission(request, 'encode');
    const command = new ResolveOrCreateEntity(scopeId, requestIdOf(request), resolveRequest);
    const { result, replayed } = await this.commands.execute(command);
    if (replayed) reply.header('idempotency-replayed', 'true');
    return result;
  }

  @Get()
  @Needs('recall')
  list(@Req() request: AuthenticatedRequest, @Query() query: QueryString) {
    const asked = readQuery(ListEntitiesQuery, query);
    const { ids, prefix, name, type_id, mention_count_min, include_merged, include_candidates, limit } = asked;
    if (prefix !== undefined && name !== undefined) throw new BadRequest('give name or prefix, not both');
    return this.queries.execute(
      new ListEntities(request.identity.scope.scopeId, {
        ...(ids === undefined ? {} : { ids }),
        ...(prefix === undefined ? {} : { prefix }),
        ...(name === undefined ? {} : { words: name }),
        ...(type_id === undefined ? {} : { typeId: type_id }),
        ...(mention_count_min === undefined ? {} : { mentionCountMin: mention_count_min }),
        includeMerged: include_merged,
        includeCandidates: include_candidates,
        limit,
      }),
    );
  }

  @Get(':id')
  @Needs('recall')
  async get(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
  ) {
    const entity = await this.queries.execute(new GetEntity(request.identity.scope.scopeId, uuidParameter(id)));
    reply.header('etag', entityEtag(entity));
    return entity;
  }

  @Patch(':id')
  @Needs('encode', 'recall')
  @TakesBody(BODY_BYTES.small)
  async correct(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Body() body: unknown,
  ) {
    const entityId = uuidParameter(id);
    const correction = entityCorrectionOf(validateBody(CorrectEntityDto, body));
    const expected = expectedEntityTag(request.headers['if-match']);
    const { result, replayed } = await this.commands.execute(
      new CorrectEntity(request.identity.scope.scopeId, requestIdOf(request), {
        ...{ entityId, ...correction },
        ...(expected !== undefined && { expected }),
      }),
    );
    reply.header('etag', entityEtag(result));
    if (replayed) reply.header('idempotency-replayed', 'true');
    return result;
  }

  @Get(':id/profile')
  @Needs('recall')
  profile(@Req() request: AuthenticatedRequest, @Param('id') id: string, @Query() query: QueryString) {
    const { format } = readQuery(EntityProfileQuery, query);
    return this.queries.execute(new GetEntityProfile(request.identity.scope.scopeId, uuidParameter(id), format));
  }

  @Post(':id/merge')
  @HttpCode(200)
  @Needs('encode', 'recall')
  @TakesBody(BODY_BYTES.small)
  merge(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Body() body: unknown,
  ) {
    const entityId = uuidParameter(id);
    const { into } = validateBody(MergeEntityDto, body);
    return this.decideNames(request, reply, { entityId, intoId: into.toLowerCase() });
  }

  @Post(':id/split')
  @HttpCode(200)
  @Needs('encode', 'recall')
  @TakesBody(BODY_BYTES.small)
  split(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Body() body: unknown,
  ) {
    const entityId = uuidParameter(id);
    const { name } = validateBody(SplitEntityDto, body);
    return this.decideNames(request, reply, { entityId, name: cleanName(name) });
  }

  @Get(':id/relations')
  @Needs('recall')
  relations(@Req() request: AuthenticatedRequest, @Param('id') id: string, @Query() query: QueryString) {
    const { direction, type, include_superseded, limit } = readQuery(ListRelationsQuery, query);
    return this.queries.execute(
      new ListRelations(request.identity.scope.scopeId, uuidParameter(id), {
        direction: DIRECTIONS[direction],
        ...(type === undefined ? {} : { type }),
        includeSuperseded: include_superseded,
        limit,
      }),
    );
  }

  @Post(':id/traverse')
  @TakesBody(BODY_BYTES.small)
  @HttpCode(200)
  @Needs('recall')
  traverse(@Req() request: AuthenticatedRequest, @Param('id') id: string, @Body() body: unknown) {
    const dto = validateBody(TraverseDto, body === undefined ? {} : body);
    return this.queries.execute(
      new TraverseRelations(request.identity.scope.scopeId, uuidParameter(id), traverseRequest(dto)),
    );
  }

  private async decideNames(request: AuthenticatedRequest, reply: FastifyReply, names: NameRequest): Promise<object> {
    const command = new DecideNames(request.identity.scope.scopeId, requestIdOf(request), names);
    const { result, replayed } = await this.commands.execute(command);
    if (replayed) reply.header('idempotency-replayed', 'true');
    return result;
  }
}
