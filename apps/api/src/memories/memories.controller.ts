import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { bothFilters, searchFilterOf } from '#request-schema/memory-filter.js';
import { validateBody } from '#request-schema/validate-body.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { Needs, StoresMemory, TakesBody } from '../http/route-rules.js';
import { memoryParameter } from '../http/query-parameters.js';
import type { QueryString } from '../http/query-parameters.js';
import { countStored } from '../admission/memory-quota.js';
import { preferredWait, sayApplied } from '../http/preferences.js';
import { Forbidden } from '../http/problems.js';
import { requestIdOf } from '../http/request-id.js';
import { traceparentOfRequest } from '../http/trace-requests.js';
import { bodyOrQuery, queryOfBody, readQuery } from '../schema/query.js';
import { EncodeMemoryDto } from './encode-memory.dto.js';
import { EncodeMemory } from './encode-memory.handler.js';
import { ExtractionWaits } from './extraction-waits.js';
import { ForgetMemoriesDto, toForgetOf } from './forget-memories.dto.js';
import { ForgetMemories } from './forget-memories.handler.js';
import { ForgetMemoryDto } from './forget-memory.dto.js';
import { ForgetMemory } from './forget-memory.handler.js';
import { InspectMemory } from './inspect-memory.handler.js';
import { ListMemories } from './list-memories.handler.js';
import { ListMemoriesQuery } from './list-memories.query.js';
import { BODY_BYTES, LIMITS } from '../shared/request-limits.js';

const FORGET_QUERY = queryOfBody(ForgetMemoryDto);

@Controller('v1/memories')
export class MemoriesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly waits: ExtractionWaits,
  ) {}

  @Post()
  @HttpCode(200)
  @Needs('encode')
  @StoresMemory()
  @TakesBody(LIMITS.body_bytes)
  async encode(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: unknown,
  ) {
    const { scope, permissions } = request.identity;
    const { scopeId } = scope;
    const dto = validateBody(EncodeMemoryDto, body);
    const command = new EncodeMemory(
      scopeId,
      requestIdOf(request),
      dto,
      traceparentOfRequest(request),
      permissions.has('recall'),
    );
    const { result, replayed } = await countStored(request, () => this.commands.execute(command));
    if (replayed) reply.header('idempotency-replayed', 'true');
    const wait = preferredWait(request.headers['prefer']);
    if (wait > 0) {
      const state = await this.waits.wait(scopeId, result.memory_id, wait);
      sayApplied(reply, `wait=${String(wait)}; extraction=${state}`);
    }
    return result;
  }

  @Get()
  @Needs('recall')
  list(@Req() request: AuthenticatedRequest, @Query() query: QueryString) {
    const { include_tombstoned, session, subject = null, filter, ...page } = readQuery(ListMemoriesQuery, query);
    const whole = bothFilters(searchFilterOf({ session }), filter);
    const listed = { ...page, subject, includeTombstoned: include_tombstoned, filter: whole };
    return this.queries.execute(new ListMemories(request.identity.scope.scopeId, listed));
  }

  @Delete()
  @Needs('forget')
  @TakesBody(BODY_BYTES.usual)
  async forget(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: unknown,
    @Query() query: QueryString,
  ) {
    const asked = toForgetOf(validateBody(ForgetMemoriesDto, bodyOrQuery(body, FORGET_QUERY, query)));
    const { scope, permissions } = request.identity;
    const { scopeId } = scope;
    const by = { actor: 'api', requestId: request.id, keyId: request.identity.keyId, origin: request.ip } as const;
    // The answer to a filter would reveal what memories hold.
    if (!('one' in asked) && !permissions.has('recall') && (asked.dryRun || Object.keys(asked.filter).length > 0))
      throw new Forbidden('recall');
    const requestId = requestIdOf(request);
    const { result, replayed } = await ('one' in asked
      ? this.commands.execute(new ForgetMemory(scopeId, requestId, asked.one, by))
      : this.commands.execute(new ForgetMemories(scopeId, requestId, asked, by)));
    if (replayed) reply.header('idempotency-replayed', 'true');
    return result;
  }

  @Get(':id/inspect')
  @Needs('recall')
  inspect(@Req() request: AuthenticatedRequest, @Param('id') id: string) {
    return this.queries.execute(new InspectMemory(request.identity.scope.scopeId, memoryParameter(id)));
  }
}
