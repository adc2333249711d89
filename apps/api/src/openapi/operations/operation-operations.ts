import { arrayOf, object, TEXT, type JsonSchema } from '#contracts/schemas/json-schema.js';
import { COUNT_FIELD, described, MEMORY_ID_FIELD, nullable } from '#request-schema/keywords.js';
import { OperationQuery } from '../../operation/operation.query.js';
import { RedriveDto } from '../../operation/redrive.dto.js';
import type { Operation } from './operation.js';
import { bodySchemas, queryParameters, ref } from './schema-parts.js';

const SECONDS: JsonSchema = { type: 'number', minimum: 0 };
const counted = (what: string): JsonSchema => described(COUNT_FIELD, what);

export const OPERATION_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...bodySchemas({ Redrive: RedriveDto }),
  OperationFigures: object({
    extraction: object({
      pending: counted('Memories waiting for extraction, at most 100000.'),
      oldest_pending_seconds: described(SECONDS, 'Age of the oldest of them; 0: none waits.'),
      parked: counted('Memories whose extraction was given up, at most 100000.'),
      llm_jobs_pending: counted('Jobs of the LLM stage that are not done, at most 100000.'),
    }),
    log_reader: described(
      nullable(
        object({
          reader: described(TEXT, '`kafka-relay`, or `extractor` where one process is all.'),
          state: { enum: ['ok', 'late', 'stopped'] },
          lag_events: counted('Events of the scope that it has not handled, at most 10000.'),
          lag_seconds: described(SECONDS, 'Age of the oldest of them; 0: none waits.'),
        }),
      ),
      'What passes events on to the extractor; null where it cannot be read, or nothing is extracted.',
    ),
    last_hour: described(
      object({ memories_encoded: COUNT_FIELD, memories_extracted: COUNT_FIELD, extractions_failed: COUNT_FIELD }),
      'Events of the last hour, among the latest 20000 of the scope.',
    ),
    dead_letters: described(
      arrayOf(
        object({
          memory_id: MEMORY_ID_FIELD,
          attempts: COUNT_FIELD,
          reason: described(TEXT, 'Contains no text of the memory.'),
        }),
      ),
      'Memories whose extraction was given up, newest first, at most 100.',
    ),
    storage: described(
      nullable(
        object({
          memories: COUNT_FIELD,
          text_bytes: counted('Size of their texts.'),
          entities: COUNT_FIELD,
          relations: COUNT_FIELD,
          statements: COUNT_FIELD,
          events: COUNT_FIELD,
          event_bytes: counted('Size of their data as JSON, when they were written.'),
        }),
      ),
      'Null unless asked for.',
    ),
  }),
  Redriven: object({ redriven: counted('Memories whose extraction begins again.') }),
};

export const OPERATION_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'operationFigures', method: 'get', path: '/v1/operation', tag: 'edge', permission: 'admin' },
    summary: 'Get how the service keeps up with the scope',
    description: 'All figures are of the scope alone; metrics have those of the deployment.',
    parameters: queryParameters(OperationQuery),
    answer: ref('schemas', 'OperationFigures'),
  },
  {
    ...{ operationId: 'redriveExtractions', method: 'post', path: '/v1/operation/redrive', tag: 'edge' },
    permission: 'admin',
    summary: 'Extract memories again whose extraction was given up',
    description: 'One memory, or all of the scope. A memory that was not given up stays as it is.',
    body: { schema: ref('schemas', 'Redrive'), required: false },
    answer: ref('schemas', 'Redriven'),
    writes: true,
    refers: true,
  },
];
