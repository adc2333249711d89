import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { DataSource } from 'typeorm';
import { audited, OperationRefused } from '#access/audit.js';
import { ADMIN_OPTIONS, type AdminOptions } from './admin-options.js';

/** Between two entries of the audit about wrong tokens: a flood of them must not fill the table. */
const REFUSALS_APART_MS = 1_000;

/** Lets in who has the token of the deployment, `Authorization: Bearer TOKEN`; others are refused and audited. */
@Injectable()
export class AdminTokenGuard implements CanActivate {
  private readonly expected: Buffer;
  private auditedAt = Number.NEGATIVE_INFINITY;

  constructor(
    @Inject(ADMIN_OPTIONS) private readonly options: AdminOptions,
    private readonly dataSource: DataSource,
  ) {
    this.expected = digestOf(options.token);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const given = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    // Digests are of one length, and comparing them takes the same time wherever they differ.
    if (timingSafeEqual(digestOf(given), this.expected)) return true;
    const refusal = new OperationRefused('wrong_token');
    if (performance.now() - this.auditedAt < REFUSALS_APART_MS) throw refusal;
    this.auditedAt = performance.now();
    const operator = { actor: 'admin', requestId: request.id } as const;
    return audited(this.dataSource, operator, 'authenticate', this.options.now(), () => Promise.reject(refusal));
  }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
