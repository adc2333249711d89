import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { Needs, StoresMemory, TakesBody } from '../http/route-rules.js';
import { booleanOf, choiceOf, integerOf, limitOf, memoryParameter, single } from '../http/query-parameters.js';
import type { QueryString } from '../http/query-parameters.js';
import { countStored } from '../admission/memory-quota.js';
import { preferredWait } from '../http/preferred-wait.js';
import { BadRequest } from '../http/problems.js';
import { requestIdOf } from '../http/request-id.js';
import { traceparentOfRequest } from '../http/trace-requests.js';
import { validateBody } from '../http/validate-body.js';
import { EncodeMemoryDto } from './encode-memory.dto.js';
import { EncodeMemory } from './encode-memory.handler.js';
import { ExtractionWaits } from './extraction-waits.js';
import { ForgetMemory, ForgetMemoryDto } from './forget-memory.handler.js';
import { InspectMemory } from './inspect-memory.handler.js';
import { ListMemories } from './list-memories.handler.js';
import { BODY_BYTES, LIMITS } from '../shared/request-limits.js';

const DEFAULT_LIMIT = 50;
const MAX_U64 = (1n << 64n) - 1n;

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
      reply.header('preference-applied', `wait=${String(wait)}; extraction=${state}`);
    }
    return result;
  }

  @Get()
  @Needs('recall')
  list(@Req() request: AuthenticatedRequest, @Query() query: QueryString) {
    return this.queries.execute(
      new ListMemories(request.identity.scope.scopeId, {
        limit: limitOf(query, DEFAULT_LIMIT, LIMITS.memories),
        cursor: single(query, 'cursor'),
        dir: choiceOf(query, 'dir', ['asc', 'desc']) ?? 'desc',
        includeTombstoned: booleanOf(query, 'include_tombstoned') ?? false,
        session: sessionOf(query),
      }),
    );
  }

  @Delete()
  @Needs('forget')
  @TakesBody(BODY_BYTES.small)
  async forget(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: unknown,
    @Query() query: QueryString,
  ) {
    const dto = validateBody(ForgetMemoryDto, body === undefined ? forgetQuery(query) : body);
    const { scopeId } = request.identity.scope;
    const by = { actor: 'api', requestId: request.id, keyId: request.identity.keyId, origin: request.ip } as const;
    const { result, replayed } = await this.commands.execute(new ForgetMemory(scopeId, requestIdOf(request), dto, by));
    if (replayed) reply.header('idempotency-replayed', 'true');
    return result;
  }

  @Get(':id/inspect')
  @Needs('recall')
  inspect(@Req() request: AuthenticatedRequest, @Param('id') id: string) {
    return this.queries.execute(new InspectMemory(request.identity.scope.scopeId, memoryParameter(id)));
  }
}

function sessionOf(query: QueryString): bigint | undefined {
  const session = integerOf(query, 'session');
  if (session !== undefined && (session < 0n || session > MAX_U64))
    throw new BadRequest('session must be an integer from 0 to 2^64 - 1');
  return session;
}

/** Body of a DELETE from query parameters, because many clients cannot send a body. */
function forgetQuery(query: QueryString): object {
  return { memory_id: single(query, 'memory_id'), hard: booleanOf(query, 'hard') };
}
