import { arrayOf, object, TEXT, type JsonSchema } from '#contracts/schemas/json-schema.js';
import { COUNT_FIELD, described, MEMORY_ID_FIELD, SHARE } from '#request-schema/keywords.js';
import { PlanDto } from '../../plan/plan.dto.js';
import { ReasonDto } from '../../reason/reason.dto.js';
import type { Operation } from './operation.js';
import { bodySchemas, ref } from './schema-parts.js';

const { PlanRequest = {}, ReasonRequest = {} } = bodySchemas({ PlanRequest: PlanDto, ReasonRequest: ReasonDto });

export const REASONING_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  PlanRequest,
  Plan: object({
    steps: described(
      arrayOf(
        object({
          step_index: described(COUNT_FIELD, 'Position on the path, from 0.'),
          memory_id: MEMORY_ID_FIELD,
          text: TEXT,
          transition_kind: described(
            { enum: ['initial', 'causal', 'temporal', 'similarity', 'entity'] },
            'Edge by which the path reaches this memory.',
          ),
          confidence: described(SHARE, 'Strength of that edge.'),
          estimated_distance_to_goal: described(
            { type: 'number', minimum: 0 },
            "Share of the goal's terms, weighted by rarity, that the memory lacks; 0 at a goal.",
          ),
        }),
      ),
      'Memories on the path, in order. Empty if there is no path within the limits.',
    ),
  }),
  ReasonRequest,
  Reasoning: object({
    inferences: described(
      arrayOf(
        object({
          step_index: described(COUNT_FIELD, 'Position in the list, from 0.'),
          claim: described(TEXT, 'The inference as a sentence.'),
          supporting_memories: described(arrayOf(MEMORY_ID_FIELD), 'Memories that support the claim.'),
          contradicting_memories: described(arrayOf(MEMORY_ID_FIELD), 'Memories that contradict the claim.'),
          confidence: SHARE,
          inference_kind: described(
            { enum: ['causal_explanation', 'evidence_accumulation', 'analogical_inference'] },
            'How the claim was inferred.',
          ),
        }),
      ),
      'Inferences, the most confident first.',
    ),
  }),
};

/** Operations plan and reason. */
export const REASONING_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'plan', method: 'post', path: '/v1/plan', tag: 'recall', permission: 'plan' },
    summary: 'Find a path of memories from a start to a goal',
    description:
      'Searches by A* over links, sessions, shared entities and shared terms. It returns the strongest path within the limits.',
    body: { schema: ref('schemas', 'PlanRequest'), required: true },
    answer: ref('schemas', 'Plan'),
    refers: true,
  },
  {
    ...{ operationId: 'reason', method: 'post', path: '/v1/reason', tag: 'recall', permission: 'reason' },
    summary: 'Infer claims from an observation, with the evidence for and against each',
    description: 'Follows current relations and statements from the entities of the observation. It calls no model.',
    body: { schema: ref('schemas', 'ReasonRequest'), required: true },
    answer: ref('schemas', 'Reasoning'),
    refers: true,
  },
];
