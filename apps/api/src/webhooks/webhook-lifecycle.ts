import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { SYSTEM_POOL } from '#database/database.module.js';
import { LogTail } from '#event-store/log-tail.js';
import { ScopePages } from '../events/scope-pages.js';
import { API_OPTIONS, type ApiOptions } from '../options/api-options.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WEBHOOK_RETRIES } from './webhook-turn.js';

/** Starts and stops the deliveries with the application. */
@Injectable()
export class WebhookLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly deliveries: WebhookDeliveries;

  constructor(
    @Inject(SYSTEM_POOL) pool: Pool,
    @Inject(API_OPTIONS) { log, webhooks, onWebhookAttempt }: ApiOptions,
    tail: LogTail,
    pages: ScopePages,
  ) {
    this.deliveries = new WebhookDeliveries({
      ...{ pool, tail, log },
      readPage: (scopeId, range) => pages.read(scopeId, range),
      allowsPrivate: webhooks?.allowsPrivate ?? false,
      retries: webhooks?.retries ?? WEBHOOK_RETRIES,
      onAttempt: (isDelivered) => onWebhookAttempt?.(isDelivered),
    });
  }

  onApplicationBootstrap(): void {
    this.deliveries.start();
  }

  /** Has this process look for webhooks now: one was created, resumed or removed. */
  nudge(): void {
    this.deliveries.nudge();
  }

  async onModuleDestroy(): Promise<void> {
    await this.deliveries.stop();
  }
}
