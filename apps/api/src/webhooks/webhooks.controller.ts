import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { validateBody } from '#request-schema/validate-body.js';
import { listed } from '../admission/listed.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { uuidParameter } from '../http/query-parameters.js';
import { requestIdOf } from '../http/request-id.js';
import { Needs, TakesBody } from '../http/route-rules.js';
import { BODY_BYTES } from '../shared/request-limits.js';
import { CreateWebhookDto } from './webhook.dto.js';
import { WebhookWrites, type WebhookWriter } from './webhook-writes.js';

/** Webhooks of the scope. */
@Controller('v1/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhookWrites) {}

  @Post()
  @HttpCode(200)
  @Needs('admin')
  @TakesBody(BODY_BYTES.small)
  async create(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: unknown,
  ) {
    const dto = validateBody(CreateWebhookDto, body);
    return answer(reply, await this.webhooks.create(writerOf(request), dto));
  }

  @Get()
  @Needs('admin')
  async list(@Req() request: AuthenticatedRequest) {
    return listed('webhooks', await this.webhooks.list(request.identity.scope.scopeId));
  }

  @Post(':id/resume')
  @HttpCode(200)
  @Needs('admin')
  @TakesBody(BODY_BYTES.small)
  async resume(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
  ) {
    return answer(reply, await this.webhooks.resume(writerOf(request), uuidParameter(id)));
  }

  @Delete(':id')
  @Needs('admin')
  @TakesBody(BODY_BYTES.small)
  async remove(
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
  ) {
    return answer(reply, await this.webhooks.remove(writerOf(request), uuidParameter(id)));
  }
}

function writerOf(request: AuthenticatedRequest): WebhookWriter {
  const { identity, id, ip } = request;
  const actor = { actor: 'api', requestId: id, keyId: identity.keyId, origin: ip } as const;
  return { scopeId: identity.scope.scopeId, requestId: requestIdOf(request), actor };
}

function answer<T>(reply: FastifyReply, { result, replayed }: { readonly result: T; readonly replayed: boolean }): T {
  if (replayed) reply.header('idempotency-replayed', 'true');
  return result;
}
