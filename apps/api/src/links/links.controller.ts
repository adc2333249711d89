import { Body, Controller, Delete, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { validateBody } from '#request-schema/validate-body.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { Needs, TakesBody } from '../http/route-rules.js';
import type { QueryString } from '../http/query-parameters.js';
import { requestIdOf } from '../http/request-id.js';
import { bodyOrQuery, queryOfBody } from '../schema/query.js';
import { BODY_BYTES } from '../shared/request-limits.js';
import { LinkMemories } from './link-memories.handler.js';
import { LinkDto, UnlinkDto } from './link.dto.js';
import { UnlinkMemories } from './unlink-memories.handler.js';

const UNLINK_QUERY = queryOfBody(UnlinkDto);

@Controller('v1/links')
export class LinksController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  @HttpCode(200)
  @Needs('encode', 'recall')
  @TakesBody(BODY_BYTES.small)
  async link(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: unknown,
  ) {
    const { scopeId } = request.identity.scope;
    const dto = validateBody(LinkDto, body);
    const { result, replayed } = await this.commands.execute(new LinkMemories(scopeId, requestIdOf(request), dto));
    if (replayed) reply.header('idempotency-replayed', 'true');
    return result;
  }

  @Delete()
  @Needs('encode', 'recall')
  @TakesBody(BODY_BYTES.small)
  async unlink(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: unknown,
    @Query() query: QueryString,
  ) {
    const { scopeId } = request.identity.scope;
    const dto = validateBody(UnlinkDto, bodyOrQuery(body, UNLINK_QUERY, query));
    const { result, replayed } = await this.commands.execute(new UnlinkMemories(scopeId, requestIdOf(request), dto));
    if (replayed) reply.header('idempotency-replayed', 'true');
    return result;
  }
}
