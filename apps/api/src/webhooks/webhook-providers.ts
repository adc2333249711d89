import type { Provider } from '@nestjs/common';
import { WebhookLifecycle } from './webhook-lifecycle.js';
import { WebhookWrites } from './webhook-writes.js';

/** Providers of webhooks. */
export const WEBHOOK_PROVIDERS: readonly Provider[] = [WebhookLifecycle, WebhookWrites];
