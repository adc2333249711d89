import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { Admission } from '../http/admission.js';
import { LINES } from '../http/guard-requests.js';
import { UnsupportedBody } from '../http/problems.js';
import type { QueryString } from '../http/query-parameters.js';
import { Needs, TakesLines } from '../http/route-rules.js';
import { readQuery } from '../schema/query.js';
import { LIMITS } from '../shared/request-limits.js';
import { ExportScope } from './export-scope.handler.js';
import { ExportScopeQuery } from './export-scope.query.js';
import { ImportScope } from './import-scope.handler.js';

/** A client that reads nothing of an export for this long is disconnected. */
const UNREAD_MS = 60_000;

@Controller('v1')
export class TransferController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly admission: Admission,
  ) {}

  @Get('export')
  @Needs('recall')
  async export(@Req() request: AuthenticatedRequest, @Res() reply: FastifyReply, @Query() query: QueryString) {
    const { after, filter } = readQuery(ExportScopeQuery, query);
    const gone = new AbortController();
    reply.raw.once('close', () => {
      gone.abort();
    });
    const lines = await this.queries.execute(new ExportScope(request.identity.scope, { after, filter }, gone.signal));
    reply.raw.setTimeout(UNREAD_MS, () => request.raw.socket.destroy());
    return reply.type(`${LINES}; charset=utf-8`).send(lines);
  }

  @Post('import')
  @HttpCode(200)
  @Needs('encode', 'recall', 'forget')
  @TakesLines(LIMITS.import_bytes)
  import(@Req() request: AuthenticatedRequest, @Body() body: unknown) {
    if (!Buffer.isBuffer(body)) throw new UnsupportedBody('send the lines of an export as the body', 415);
    const { identity, id, ip } = request;
    const by = { actor: 'api', requestId: id, keyId: identity.keyId, origin: ip } as const;
    const takeQuota = (memories: number) => this.admission.takeMemories(identity, memories);
    return this.commands.execute(new ImportScope(identity.scope.scopeId, body, by, takeQuota));
  }
}
