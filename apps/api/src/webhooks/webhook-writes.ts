import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase, Pool } from 'pg';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import { uuidv7 } from '#contracts/uuid-v7.js';
import { POOL, SYSTEM_POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { writeIdempotently, type WriteOutcome } from '#event-store/idempotent-write.js';
import { fingerprintOf } from '#event-store/request-ledger.js';
import { readLogEnd } from '#event-store/scope-log.js';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  resumeWebhook,
  type Webhook,
} from '#event-store/webhooks/webhooks.js';
import { BadRequest, NotFound } from '../http/problems.js';
import { API_OPTIONS, type ApiOptions } from '../options/api-options.js';
import { CLOCK } from '../shared/clock.js';
import { LIMITS } from '../shared/request-limits.js';
import { webhookAnswer } from './webhook-answer.js';
import { keyOfSecret, secretOfKey, type CreateWebhookDto } from './webhook.dto.js';
import { refusalOfUrl } from './webhook-url.js';

type WebhookAnswer = ReturnType<typeof webhookAnswer>;

/** A key of 256 bits. */
const SECRET_BYTES = 32;

/** Creates, lists, resumes and removes the webhooks of a scope; writes under their request ids. */
@Injectable()
export class WebhookWrites {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(SYSTEM_POOL) private readonly system: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(API_OPTIONS) private readonly options: ApiOptions,
  ) {}

  /**
   * Creates a webhook. The secret is in the first answer alone: the ledger, which repeats answers, does not have it.
   * @throws BadRequest about the URL, or if the scope has as many webhooks as it may
   */
  async create(
    scopeId: string,
    requestId: string,
    { url, types, secret }: CreateWebhookDto,
  ): Promise<WriteOutcome<WebhookAnswer & { readonly secret?: string }>> {
    const refusal = refusalOfUrl(url, this.options.webhooks?.allowsPrivate ?? false);
    if (refusal !== null) throw new BadRequest(`url ${refusal}`);
    const key = typeof secret === 'string' ? keyOfSecret(secret) : randomBytes(SECRET_BYTES);
    const wanted = { webhookId: uuidv7(), url, types: types ?? null, secret: key, createdAt: this.now() };
    const after = await readLogEnd(this.system);
    const asked = { url, types: types ?? null, secret: secret ?? null };
    const { result, replayed } = await this.write(scopeId, requestId, ['POST /v1/webhooks', asked], async (tx) => {
      const made = await createWebhook(tx, scopeId, { ...wanted, after }, LIMITS.webhooks);
      if (made) return made;
      throw new BadRequest(`the scope has ${String(LIMITS.webhooks)} webhooks already; remove one first`);
    });
    return { replayed, result: replayed ? result : { ...result, secret: secretOfKey(key) } };
  }

  async list(scopeId: string): Promise<WebhookAnswer[]> {
    return (await listWebhooks(inScope(this.pool, scopeId), scopeId)).map(webhookAnswer);
  }

  /** @throws NotFound */
  resume(scopeId: string, requestId: string, webhookId: string): Promise<WriteOutcome<WebhookAnswer>> {
    return this.write(scopeId, requestId, ['POST /v1/webhooks/{id}/resume', { webhookId }], (tx) =>
      found(resumeWebhook(tx, scopeId, webhookId)),
    );
  }

  /** @throws NotFound */
  remove(scopeId: string, requestId: string, webhookId: string): Promise<WriteOutcome<WebhookAnswer>> {
    return this.write(scopeId, requestId, ['DELETE /v1/webhooks/{id}', { webhookId }], (tx) =>
      found(deleteWebhook(tx, scopeId, webhookId)),
    );
  }

  private write(
    scopeId: string,
    requestId: string,
    [operation, parameters]: readonly [string, object],
    work: (tx: ClientBase) => Promise<Webhook>,
  ): Promise<WriteOutcome<WebhookAnswer>> {
    const key = { scopeId, requestId, operation, fingerprint: fingerprintOf(operation, parameters) };
    return writeIdempotently(this.pool, key, this.now(), async (tx) => webhookAnswer(await work(tx)));
  }

  private now(): Date {
    return dateOfNanos(this.clock.nowNanos());
  }
}

/** @throws NotFound */
async function found(webhook: Promise<Webhook | null>): Promise<Webhook> {
  const row = await webhook;
  if (!row) throw new NotFound('webhook');
  return row;
}
