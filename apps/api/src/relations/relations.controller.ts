import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { validateBody } from '#request-schema/validate-body.js';
import { DecideFact, type FactDecisionRequest } from '../facts/decide-fact.handler.js';
import { AssertRelationDto, relationOf } from '../facts/assert-fact.dto.js';
import { reasonOf } from '../facts/judge-fact.dto.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { Needs, TakesBody } from '../http/route-rules.js';
import { uuidParameter } from '../http/query-parameters.js';
import { requestIdOf } from '../http/request-id.js';
import { BODY_BYTES } from '../shared/request-limits.js';
import { GetRelation } from './get-relation.handler.js';

@Controller('v1/relations')
export class RelationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @HttpCode(200)
  @Needs('encode', 'recall')
  @TakesBody(BODY_BYTES.small)
  assert(@Req() request: AuthenticatedRequest, @Res({ passthrough: true }) reply: FastifyReply, @Body() body: unknown) {
    return this.decide(request, reply, { decision: 'assert', fact: relationOf(validateBody(AssertRelationDto, body)) });
  }

  @Post(':id/confirm')
  @HttpCode(200)
  @Needs('encode', 'recall')
  @TakesBody(BODY_BYTES.small)
  confirm(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Body() body: unknown,
  ) {
    return this.decide(request, reply, { decision: 'confirm', id: uuidParameter(id), reason: reasonOf(body) });
  }

  @Post(':id/retract')
  @HttpCode(200)
  @Needs('encode', 'recall')
  @TakesBody(BODY_BYTES.small)
  retract(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Body() body: unknown,
  ) {
    return this.decide(request, reply, { decision: 'retract', id: uuidParameter(id), reason: reasonOf(body) });
  }

  @Get(':id')
  @Needs('recall')
  get(@Req() request: AuthenticatedRequest, @Param('id') id: string) {
    return this.queries.execute(new GetRelation(request.identity.scope.scopeId, uuidParameter(id)));
  }

  private async decide(
    request: AuthenticatedRequest,
    reply: FastifyReply,
    decided: FactDecisionRequest,
  ): Promise<object> {
    const { scopeId } = request.identity.scope;
    const command = new DecideFact(scopeId, requestIdOf(request), 'relations', decided);
    const { result, replayed } = await this.commands.execute(command);
    if (replayed) reply.header('idempotency-replayed', 'true');
    return result;
  }
}
