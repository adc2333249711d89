import { arrayOf, object, optional, TEXT, type JsonSchema } from '#contracts/schemas/json-schema.js';
import { COUNT_FIELD, described, ENTITY_ID, nullable, times } from '#request-schema/keywords.js';
import { EVENT_TYPES } from '../../events/events.query.js';
import { CreateWebhookDto } from '../../webhooks/webhook.dto.js';
import type { Operation } from './operation.js';
import { bodySchemas, ref, uuidPathParameter } from './schema-parts.js';

const WEBHOOK_FIELDS: Readonly<Record<string, JsonSchema>> = {
  webhook_id: ENTITY_ID,
  url: TEXT,
  types: described(nullable(arrayOf({ enum: EVENT_TYPES })), 'Types that are sent; null: all.'),
  state: described({ enum: ['active', 'dead'] }, '`dead` once it has failed too often, until it is resumed.'),
  failures: described(COUNT_FIELD, 'Failed attempts since the last delivery.'),
  last_error: described(nullable(TEXT), 'Why the last attempt failed, such as `status 500`; null: it did not.'),
  ...times({ last_delivered_at: 'Last delivery; 0 means none.', created_at: null }),
};

export const WEBHOOK_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...bodySchemas({ CreateWebhook: CreateWebhookDto }),
  Webhook: object(WEBHOOK_FIELDS),
  CreatedWebhook: object({
    ...WEBHOOK_FIELDS,
    secret: optional(described(TEXT, 'Key of the signatures. No other answer has it, nor one that is repeated.')),
  }),
  WebhookList: object({ webhooks: arrayOf(ref('schemas', 'Webhook')), count: COUNT_FIELD }),
};

export const WEBHOOK_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'createWebhook', method: 'post', path: '/v1/webhooks', tag: 'events', permission: 'admin' },
    summary: 'Have events of the scope posted to a URL',
    description:
      'Events from now on are posted one by one, each at least once and in the order of the log, signed as Standard Webhooks has it: headers `webhook-id` (id of the event), `webhook-timestamp` and `webhook-signature`. A scope has at most 20 webhooks.',
    body: { schema: ref('schemas', 'CreateWebhook'), required: true },
    answer: ref('schemas', 'CreatedWebhook'),
    writes: true,
  },
  {
    ...{ operationId: 'listWebhooks', method: 'get', path: '/v1/webhooks', tag: 'events', permission: 'admin' },
    summary: 'List the webhooks of the scope, oldest first',
    answer: ref('schemas', 'WebhookList'),
  },
  {
    ...{ operationId: 'resumeWebhook', method: 'post', path: '/v1/webhooks/{id}/resume', tag: 'events' },
    permission: 'admin',
    summary: 'Let a webhook that failed too often go on',
    description: 'It goes on with the event that failed.',
    parameters: [uuidPathParameter('webhook')],
    answer: ref('schemas', 'Webhook'),
    writes: true,
    refers: true,
  },
  {
    ...{ operationId: 'deleteWebhook', method: 'delete', path: '/v1/webhooks/{id}', tag: 'events' },
    permission: 'admin',
    summary: 'Remove a webhook',
    parameters: [uuidPathParameter('webhook')],
    answer: ref('schemas', 'Webhook'),
    writes: true,
    refers: true,
  },
];
