import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { DataSource } from 'typeorm';
import { audited, OperationRefused } from '#access/audit.js';
import { bearerOf } from '../http/credential.js';
import type { RequestGate } from '../http/request-gate.js';
import { ADMIN_OPTIONS, type AdminOptions } from './admin-options.js';

/** Between two entries of the audit about wrong tokens: a flood of them must not fill the table. */
const REFUSALS_APART_MS = 1_000;

/** Lets in who has the token of the deployment, `Authorization: Bearer TOKEN`; others are refused and audited. */
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
    // Digests are of one length, and comparing them takes the same time wherever they differ.
    if (timingSafeEqual(digestOf(tokenOf(request)), this.expected)) return;
    const refusal = new OperationRefused('wrong_token');
    if (performance.now() - this.auditedAt < REFUSALS_APART_MS) throw refusal;
    this.auditedAt = performance.now();
    const operator = { actor: 'admin', requestId: request.id, origin: request.ip } as const;
    await audited(this.dataSource, operator, 'authenticate', this.options.now(), () => Promise.reject(refusal));
  }
}

/** Empty where there is none, or headers disagree. */
function tokenOf(request: FastifyRequest): string {
  const { authorization = [] } = request.raw.headersDistinct;
  const [token = '', ...others] = authorization.map(bearerOf);
  return others.every((other) => other === token) ? token : '';
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
