import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { listAudit, type Operator } from '#access/audit.js';
import { createKey, revokeKey, rotateKey } from '#access/key-operations.js';
import { viewOfAuditEntry, viewOfKey, viewOfMadeKey, viewOfRotatedKey } from '#access/key-views.js';
import { listKeys } from '#access/list-keys.js';
import { refuseUnknownParameters } from '#request-schema/unknown-names.js';
import { validateBody } from '#request-schema/validate-body.js';
import { NOT_READY } from '#telemetry/readiness.js';
import { Cursors } from '../http/cursors.js';
import { BadRequest } from '../http/problems.js';
import { booleanOf, limitOf, single, textOf, uuidParameter } from '../http/query-parameters.js';
import type { QueryString } from '../http/query-parameters.js';
import { Needs, TakesBody } from '../http/route-rules.js';
import { BODY_BYTES } from '../shared/request-limits.js';
import { ADMIN_OPTIONS, type AdminOptions } from './admin-options.js';
import { CreateKeyDto, newKeyOf, RotateKeyDto } from './key.dto.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1000;

/** Admin routes for API keys and the audit log. Every call about keys is audited. */
@Controller('admin')
export class AdminController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cursors: Cursors,
    @Inject(ADMIN_OPTIONS) private readonly options: AdminOptions,
  ) {}

  /** Readiness with its measurements. They cover all tenants, so the public route omits them. */
  @Needs('any')
  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const ready = await this.options.readiness.read();
    if (ready) return ready;
    reply.status(503).header('retry-after', '1');
    return NOT_READY;
  }

  @Needs('any')
  @TakesBody(BODY_BYTES.small)
  @Post('keys')
  @HttpCode(201)
  async create(@Req() request: FastifyRequest, @Body() body: unknown): Promise<object> {
    const now = this.options.now();
    const key = newKeyOf(validateBody(CreateKeyDto, body), now);
    return viewOfMadeKey(await createKey(this.dataSource, operatorOf(request), key, now, this.options.peppers));
  }

  @Needs('any')
  @Get('keys')
  async list(@Req() request: FastifyRequest, @Query() query: QueryString): Promise<object> {
    refuseUnknownParameters(query, ['namespace', 'agent', 'include_revoked', 'limit', 'cursor']);
    const namespace = textOf(query, 'namespace') ?? null;
    const agent = textOf(query, 'agent') ?? null;
    const revoked = booleanOf(query, 'include_revoked') ?? false;
    const binding = ['admin keys', namespace, agent, revoked];
    const filter = { namespace, agent, revoked, limit: limitOf(query, DEFAULT_LIMIT, MAX_LIMIT) };
    const after = await this.positionOf(binding, query);
    const page = await listKeys(this.dataSource, operatorOf(request), { ...filter, after }, this.options.now());
    return this.page(page.keys.map(viewOfKey), binding, page.next);
  }

  @Needs('any')
  @TakesBody(BODY_BYTES.small)
  @Post('keys/:id/rotate')
  @HttpCode(201)
  async rotate(@Req() request: FastifyRequest, @Param('id') id: string, @Body() body: unknown): Promise<object> {
    const { grace_seconds } = validateBody(RotateKeyDto, body === undefined ? {} : body);
    const rotation = { keyId: uuidParameter(id), graceSeconds: grace_seconds ?? 0 };
    const { now, peppers } = this.options;
    return viewOfRotatedKey(await rotateKey(this.dataSource, operatorOf(request), rotation, now(), peppers));
  }

  @Needs('any')
  @Delete('keys/:id')
  async revoke(@Req() request: FastifyRequest, @Param('id') id: string): Promise<object> {
    const keyId = uuidParameter(id);
    await revokeKey(this.dataSource, operatorOf(request), keyId, this.options.now());
    return { key_id: keyId, revoked: true };
  }

  @Needs('any')
  @Get('audit')
  async audit(@Req() request: FastifyRequest, @Query() query: QueryString): Promise<object> {
    refuseUnknownParameters(query, ['key_id', 'limit', 'cursor']);
    const key = single(query, 'key_id');
    const keyId = key === undefined ? null : uuidParameter(key);
    const binding = ['admin audit', keyId];
    const filter = { keyId, limit: limitOf(query, DEFAULT_LIMIT, MAX_LIMIT) };
    const before = await this.positionOf(binding, query);
    const page = await listAudit(this.dataSource, operatorOf(request), { ...filter, before }, this.options.now());
    return this.page(page.entries.map(viewOfAuditEntry), binding, page.next);
  }

  private async positionOf(binding: readonly unknown[], query: QueryString): Promise<string | null> {
    const cursor = single(query, 'cursor');
    const position = cursor === undefined ? null : await this.cursors.read(binding, cursor);
    if (position !== null && typeof position !== 'string') throw new BadRequest('the cursor is not valid here');
    return position;
  }

  private async page(items: object[], binding: readonly unknown[], next: string | null): Promise<object> {
    return next === null ? { items } : { items, next_cursor: await this.cursors.write(binding, next) };
  }
}

function operatorOf(request: FastifyRequest): Operator {
  return { actor: 'admin', requestId: request.id, origin: request.ip };
}
