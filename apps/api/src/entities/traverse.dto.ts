import * as z from 'zod';
import { choice, flag, listOf } from '#request-schema/fields.js';
import { clampedInteger, clampTo } from '../schema/number-fields.js';
import { relationType, relationTypeOfName } from '../schema/ontology-fields.js';
import { LIMITS } from '../shared/request-limits.js';
import type { TraverseRequest } from './entities.queries.js';

const DEPTH = { fallback: 3, most: LIMITS.traverse_depth };
const NODES = { fallback: 100, most: LIMITS.traverse_nodes };

/** Body of POST /v1/entities/{id}/traverse. */
export const TraverseDto = z.object({
  direction: choice(['outgoing', 'incoming', 'both'], {
    about: 'Direction in which relations are followed. Default `outgoing`.',
  }).nullish(),
  relation_types: listOf(relationType(), {
    refusal: '$field must be an array',
    about: 'Only relations of these types; the prefix `core:` is optional. Default: all types.',
  }).nullish(),
  max_depth: clampedInteger(DEPTH, 'Maximum number of hops.').nullish(),
  max_nodes: clampedInteger(NODES, 'Maximum number of entities besides the anchor.').nullish(),
  include_superseded: flag('Whether to follow relations that have ended or are unsettled. Default false.').nullish(),
});
export type TraverseDto = z.infer<typeof TraverseDto>;

/** Request with defaults applied and limits clamped. */
export function traverseRequest(dto: TraverseDto): TraverseRequest {
  return {
    direction: dto.direction ?? 'outgoing',
    ...(dto.relation_types ? { relationTypes: dto.relation_types.map(relationTypeOfName) } : {}),
    maxDepth: clampTo(dto.max_depth, DEPTH),
    maxNodes: clampTo(dto.max_nodes, NODES),
    includeSuperseded: dto.include_superseded ?? false,
  };
}
