import * as z from 'zod';
import { listOf } from '#request-schema/fields.js';
import { withKeywords } from '#request-schema/json-schema-of.js';
import { refusing } from '#request-schema/refusal.js';
import { isRequestId } from '../http/request-id.js';
import { LIMITS } from '../shared/request-limits.js';
import { EncodeMemoryDto } from './encode-memory.dto.js';

/** A memory of a batch: the fields of POST /v1/memories, and on request a request id of its own. */
export const BatchItemDto = EncodeMemoryDto.extend({
  request_id: withKeywords(
    z.custom<string>(
      (value) => typeof value === 'string' && isRequestId(value),
      refusing('$field must be 1 to 255 visible ASCII characters'),
    ),
    {
      ...{ type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
      description: 'Request id of this memory, as `Idempotency-Key` of a single one. Default: one of the batch.',
    },
  ).nullish(),
});
export type BatchItemDto = z.infer<typeof BatchItemDto>;

const A_LIST = `$field must be a list of 1 to ${String(LIMITS.batch_memories)} memories`;

/** Body of POST /v1/memories/batch. Its items are validated one by one: an invalid one does not affect the others. */
export const EncodeBatchDto = z.object({
  items: listOf(
    withKeywords(
      z.custom<unknown>(() => true),
      { $ref: '#/components/schemas/BatchItem' },
    ),
    {
      ...{ refusal: A_LIST, atLeast: [1, A_LIST], atMost: [LIMITS.batch_memories, A_LIST] },
      about: 'Memories to store, in their order.',
    },
  ),
});
