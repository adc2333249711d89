import { arrayOf, object, TEXT, type JsonSchema } from '#contracts/schemas/json-schema.js';
import type { Operation } from './operation.js';
import { COUNT_FIELD, described, input, MEMORY_ID_FIELD, nullable, ref, SHARE } from './schema-parts.js';

const QUESTION: JsonSchema = { type: 'string', minLength: 1 };
const WHOLE: JsonSchema = { type: 'integer' };

/** Cue: exactly one of a text and a memory id. */
const CUE: JsonSchema = {
  oneOf: [input(['text'], { text: QUESTION }), input(['memory_id'], { memory_id: MEMORY_ID_FIELD })],
};

export const REASONING_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  PlanRequest: input(['start', 'goal'], {
    start: CUE,
    goal: CUE,
    max_steps: described(nullable(WHOLE), 'Default 8.'),
    max_wall_time_ms: described(nullable(WHOLE), 'Default 5000.'),
    max_branches: described(nullable(WHOLE), 'Default 32.'),
    strategy: nullable({ enum: ['auto', 'a_star'] }),
  }),
  Plan: object({
    steps: arrayOf(
      object({
        step_index: COUNT_FIELD,
        memory_id: MEMORY_ID_FIELD,
        text: TEXT,
        transition_kind: { enum: ['initial', 'causal', 'temporal', 'similarity', 'entity'] },
        confidence: SHARE,
        estimated_distance_to_goal: { type: 'number', minimum: 0 },
      }),
    ),
  }),
  ReasonRequest: input(['observation'], {
    observation: CUE,
    depth: described(nullable(WHOLE), 'Hops; default 3.'),
    confidence_threshold: described(nullable(SHARE), 'Default 0.5.'),
    max_inferences: described(nullable(WHOLE), 'Default 10.'),
    budget_wall_time_ms: described(nullable(WHOLE), 'Default 5000.'),
  }),
  Reasoning: object({
    inferences: arrayOf(
      object({
        step_index: COUNT_FIELD,
        claim: TEXT,
        supporting_memories: arrayOf(MEMORY_ID_FIELD),
        contradicting_memories: arrayOf(MEMORY_ID_FIELD),
        confidence: SHARE,
        inference_kind: { enum: ['causal_explanation', 'evidence_accumulation', 'analogical_inference'] },
      }),
    ),
  }),
};

/** Operations plan and reason. */
export const REASONING_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'plan', method: 'post', path: '/v1/plan', tag: 'recall', permission: 'plan' },
    summary: 'A path of memories from a start to a goal',
    body: { schema: ref('schemas', 'PlanRequest'), required: true },
    answer: ref('schemas', 'Plan'),
    refers: true,
  },
  {
    ...{ operationId: 'reason', method: 'post', path: '/v1/reason', tag: 'recall', permission: 'reason' },
    summary: 'Claims that an observation leads to, with the memories for and against each',
    body: { schema: ref('schemas', 'ReasonRequest'), required: true },
    answer: ref('schemas', 'Reasoning'),
    refers: true,
  },
];
