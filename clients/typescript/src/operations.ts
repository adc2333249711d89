import type { OPERATIONS } from './generated/operations.js';
import type { operations } from './generated/types.js';
import type { CallOptions } from './transport.js';

/** The name of an operation, as the OpenAPI document has it. */
export type OperationId = keyof typeof OPERATIONS;

/** What an operation answers. */
export type Answer<O extends OperationId> = operations[O] extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** The body an operation takes. */
export type Body<O extends OperationId> =
  NonNullable<operations[O]['requestBody']> extends { content: { 'application/json': infer Body } } ? Body : never;

/** The query parameters an operation takes. */
export type Query<O extends OperationId> = NonNullable<operations[O]['parameters']['query']>;

/** How one write differs from the others. */
export interface WriteOptions extends CallOptions {
  /** 1 to 255 visible ASCII characters; the client makes one where it is left out, and keeps it over its retries. */
  readonly idempotencyKey?: string;
}

/** How one encoding or change differs from the others. */
export interface EncodeOptions extends WriteOptions {
  /** Seconds the answer may wait for the extraction to be in the graph, at most 30. */
  readonly waitSeconds?: number;
}

/** How one change of a memory differs from the others. */
export interface ReviseOptions extends EncodeOptions {
  /** Version that the change is meant for. */
  readonly ifVersion?: number | bigint;
}

/** How one correction of an entity differs from the others. */
export interface CorrectOptions extends WriteOptions {
  /** ETag of the entity that the correction is meant for; `onAnswer` hears it with `getEntity`. */
  readonly ifMatch?: string;
}
