import { nanosOfDate } from '#contracts/clock.js';
import { withIsoTimes } from '#contracts/iso-times.js';
import type { Webhook } from '#event-store/webhooks/webhooks.js';

/** A webhook as responses have it. */
export function webhookAnswer({ webhookId, url, types, state, failures, lastError, deliveredAt, createdAt }: Webhook) {
  return withIsoTimes({
    webhook_id: webhookId,
    ...{ url, types, state, failures },
    last_error: lastError,
    last_delivered_at_unix_nanos: deliveredAt === null ? 0n : nanosOfDate(deliveredAt),
    created_at_unix_nanos: nanosOfDate(createdAt),
  });
}
