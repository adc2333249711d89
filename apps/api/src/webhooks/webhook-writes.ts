import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase, Pool } from 'pg';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import { uuidv7 } from '#contracts/uuid-v7.js';
import { recordAudit, type AuditActor } from '#database/audit-trail.js';
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
import { WebhookLifecycle } from './webhook-lifecycle.js';
import { keyOfSecret, secretOfKey, type CreateWebhookDto } from './webhook.dto.js';
import { refusalOfUrl } from './webhook-url.js';

type WebhookAnswer = ReturnType<typeof webhookAnswer>;

/** Who changes webhooks, of which scope, and under which request id. */
export interface WebhookWriter {
  readonly scopeId: string;
  readonly requestId: string;
  /** Actor for the audit log. */
  readonly actor: AuditActor;
}

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
    private readonly lifecycle: WebhookLifecycle,
  ) {}

  /**
   * Creates a webhook. The secret is in the first answer alone: the ledger, which repeats answers, does not have it.
   * @throws BadRequest about the URL, or if the scope has as many webhooks as it may
   */
  async create(
    by: WebhookWriter,
    { url, types, secret }: CreateWebhookDto,
  ): Promise<WriteOutcome<WebhookAnswer & { readonly secret?: string }>> {
    const refusal = refusalOfUrl(url, this.options.webhooks?.allowsPrivate ?? false);
    if (refusal !== null) throw new BadRequest(`url ${refusal}`);
    const key = typeof secret === 'string' ? keyOfSecret(secret) : randomBytes(SECRET_BYTES);
    const wanted = { webhookId: uuidv7(), url, types: types ?? null, secret: key, createdAt: this.now() };
    const after = await readLogEnd(this.system);
    const asked = { url, types: types ?? null, secret: secret ?? null };
    const { result, replayed } = await this.write(by, 'create', ['POST /v1/webhooks', asked], async (tx) => {
      const made = await createWebhook(tx, by.scopeId, { ...wanted, after }, LIMITS.webhooks);
      if (made) return made;
      throw new BadRequest(`the scope has ${String(LIMITS.webhooks)} webhooks already; remove one first`);
    });
    return { replayed, result: replayed ? result : { ...result, secret: secretOfKey(key) } };
  }

  async list(scopeId: string): Promise<WebhookAnswer[]> {
    return (await listWebhooks(inScope(this.pool, scopeId), scopeId)).map(webhookAnswer);
  }

  /** @throws NotFound */
  resume(by: WebhookWriter, webhookId: string): Promise<WriteOutcome<WebhookAnswer>> {
    return this.write(by, 'resume', ['POST /v1/webhooks/{id}/resume', { webhookId }], (tx) =>
      found(resumeWebhook(tx, by.scopeId, webhookId)),
    );
  }

  /** @throws NotFound */
  remove(by: WebhookWriter, webhookId: string): Promise<WriteOutcome<WebhookAnswer>> {
    return this.write(by, 'remove', ['DELETE /v1/webhooks/{id}', { webhookId }], (tx) =>
      found(deleteWebhook(tx, by.scopeId, webhookId)),
    );
  }

  /** Carries out a write with its audit entry, and has the deliveries look for webhooks. */
  private async write(
    { scopeId, requestId, actor }: WebhookWriter,
    what: 'create' | 'resume' | 'remove',
    [operation, parameters]: readonly [string, object],
    work: (tx: ClientBase) => Promise<Webhook>,
  ): Promise<WriteOutcome<WebhookAnswer>> {
    const key = { scopeId, requestId, operation, fingerprint: fingerprintOf(operation, parameters) };
    const now = this.now();
    const outcome = await writeIdempotently(this.pool, key, now, async (tx) => {
      const webhook = await work(tx);
      await recordAudit(tx, actor, { operation: `webhook.${what}`, outcome: 'done', at: now, scopeId });
      return webhookAnswer(webhook);
    });
    this.lifecycle.nudge();
    return outcome;
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
