import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { DataSource } from 'typeorm';
import { audited, OperationRefused } from '#access/audit.js';
import { bearerOf } from '../http/credential.js';
import type { RequestGate } from '../http/request-gate.js';
import { ADMIN_OPTIONS, type AdminOptions } from './admin-options.js';

/** Minimum interval between audit entries about wrong tokens, so that a flood of them cannot fill the table. */
const REFUSAL_AUDIT_INTERVAL_MS = 1_000;

/** Admits requests that carry `Authorization: Bearer ADMIN_TOKEN`; refuses and audits the others. */
@Injectable()
export class AdminGate implements RequestGate {
  private readonly expected: Buffer;
  private auditedAt = Number.NEGATIVE_INFINITY;

  constructor(
    @Inject(ADMIN_OPTIONS) private readonly options: AdminOptions,
    private readonly dataSource: DataSource,
  ) {
    this.expected = digestOf(options.token);
  }

  async admit(request: FastifyRequest): Promise<void> {
    // Digests have equal length, and the comparison takes constant time.
    if (timingSafeEqual(digestOf(tokenOf(request)), this.expected)) return;
    const refusal = new OperationRefused('wrong_token');
    if (performance.now() - this.auditedAt < REFUSAL_AUDIT_INTERVAL_MS) throw refusal;
    this.auditedAt = performance.now();
    const operator = { actor: 'admin', requestId: request.id, origin: request.ip } as const;
    await audited(this.dataSource, operator, 'authenticate', this.options.now(), () => Promise.reject(refusal));
  }
}

/** The bearer token of a request; empty if it is missing or the headers disagree. */
function tokenOf(request: FastifyRequest): string {
  const { authorization = [] } = request.raw.headersDistinct;
  const [token = '', ...others] = authorization.map(bearerOf);
  return others.every((other) => other === token) ? token : '';
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
