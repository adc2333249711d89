/** What the package offers; everything else in it may change without notice. */
import type { components } from './generated/types.js';

export { newIdempotencyKey } from './calls.js';
export { EngraphClient } from './engraph-client.js';
export {
  BadRequestError,
  ConflictError,
  ConnectionError,
  EngineError,
  EngraphError,
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
  TimeoutError,
  UnauthorizedError,
  UnavailableError,
} from './errors.js';
export type { EventOptions, ScopeEvent } from './events.js';
export type {
  Answer,
  Body,
  CorrectOptions,
  EncodeOptions,
  OperationId,
  Query,
  ReviseOptions,
  WriteOptions,
} from './operations.js';
export { DEFAULT_RETRY, type RetryPolicy } from './retry.js';
export { verifyWebhook, WebhookVerificationError, type WebhookRequest } from './verify-webhook.js';
export type { AnswerFacts, CallOptions, ClientOptions } from './transport.js';

/** The schemas of the OpenAPI document by name: `Schemas['Entity']`, `Schemas['Memory']`. */
export type Schemas = components['schemas'];
