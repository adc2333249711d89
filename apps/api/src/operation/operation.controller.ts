import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { validateBody } from '#request-schema/validate-body.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import type { QueryString } from '../http/query-parameters.js';
import { requestIdOf } from '../http/request-id.js';
import { Needs, TakesBody } from '../http/route-rules.js';
import { readQuery } from '../schema/query.js';
import { BODY_BYTES } from '../shared/request-limits.js';
import { OperationFigures } from './operation-figures.handler.js';
import { OperationQuery } from './operation.query.js';
import { RedriveExtractions } from './redrive-extractions.handler.js';
import { RedriveDto } from './redrive.dto.js';

/** How the service keeps up with one scope. */
@Controller('v1/operation')
export class OperationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Needs('admin')
  async figures(@Req() request: AuthenticatedRequest, @Query() query: QueryString) {
    const { storage } = readQuery(OperationQuery, query);
    return this.queries.execute(new OperationFigures(request.identity.scope.scopeId, storage));
  }

  @Post('redrive')
  @HttpCode(200)
  @Needs('admin')
  @TakesBody(BODY_BYTES.small)
  async redrive(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: unknown,
  ) {
    const dto = validateBody(RedriveDto, body === undefined ? {} : body);
    const { scope, keyId } = request.identity;
    const by = { actor: 'api', requestId: request.id, keyId, origin: request.ip } as const;
    const command = new RedriveExtractions(scope.scopeId, requestIdOf(request), dto, by);
    const { result, replayed } = await this.commands.execute(command);
    if (replayed) reply.header('idempotency-replayed', 'true');
    return result;
  }
}
