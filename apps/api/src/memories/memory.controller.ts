import { Body, Controller, Get, Param, Patch, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { validateBody } from '#request-schema/validate-body.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { etagOf, expectedVersion } from '../http/etags.js';
import { preferredWait, sayApplied } from '../http/preferences.js';
import { memoryParameter } from '../http/query-parameters.js';
import type { QueryString } from '../http/query-parameters.js';
import { requestIdOf } from '../http/request-id.js';
import { Needs, TakesBody } from '../http/route-rules.js';
import { readQuery } from '../schema/query.js';
import { LIMITS } from '../shared/request-limits.js';
import { ExtractionWaits } from './extraction-waits.js';
import { GetMemory } from './get-memory.handler.js';
import { GetMemoryQuery } from './get-memory.query.js';
import { ReviseMemoryDto } from './revise-memory.dto.js';
import { ReviseMemory } from './revise-memory.handler.js';

/** One memory by its id. */
@Controller('v1/memories/:id')
export class MemoryController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly waits: ExtractionWaits,
  ) {}

  @Get()
  @Needs('recall')
  async get(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Query() query: QueryString,
  ) {
    const { versions, include_tombstoned: includeTombstoned } = readQuery(GetMemoryQuery, query);
    const { scopeId } = request.identity.scope;
    const memory = await this.queries.execute(
      new GetMemory(scopeId, memoryParameter(id), { versions, includeTombstoned }),
    );
    reply.header('etag', etagOf(memory.version));
    return memory;
  }

  /** Takes back what a key that may only encode could not remove, so it also needs the permission to forget. */
  @Patch()
  @Needs('encode', 'forget')
  @TakesBody(LIMITS.body_bytes)
  async revise(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Body() body: unknown,
  ) {
    const { scopeId } = request.identity.scope;
    const dto = validateBody(ReviseMemoryDto, body);
    const expected = expectedVersion(request.headers['if-match']);
    const command = new ReviseMemory(scopeId, requestIdOf(request), memoryParameter(id), dto, expected);
    const { result, replayed } = await this.commands.execute(command);
    reply.header('etag', etagOf(result.version));
    if (replayed) reply.header('idempotency-replayed', 'true');
    const wait = preferredWait(request.headers['prefer']);
    if (wait > 0) {
      const state = await this.waits.wait(scopeId, result.memory_id, wait);
      sayApplied(reply, `wait=${String(wait)}; extraction=${state}`);
    }
    return result;
  }
}
