import { IsArray, IsBoolean, IsIn, IsOptional } from 'class-validator';
import { isRelationType, RELATION_TYPES, qualified, type RelationType } from '#contracts/ontology.js';
import { clampTo, IsInteger } from '../http/integers.js';
import { BadRequest } from '../http/problems.js';
import { LIMITS } from '../shared/request-limits.js';
import type { TraverseRequest } from './entities.queries.js';

const DEFAULT_DEPTH = 3;
const DEFAULT_NODES = 100;

/** Body of POST /v1/entities/{id}/traverse. */
export class TraverseDto {
  @IsOptional()
  @IsIn(['outgoing', 'incoming', 'both'], { message: 'direction must be outgoing, incoming or both' })
  direction?: 'outgoing' | 'incoming' | 'both' | null;

  @IsOptional()
  @IsArray()
  relation_types?: unknown[] | null;

  @IsOptional()
  @IsInteger()
  max_depth?: number | bigint | null;

  @IsOptional()
  @IsInteger()
  max_nodes?: number | bigint | null;

  @IsOptional()
  @IsBoolean()
  include_superseded?: boolean | null;
}

/** Request with defaults applied and limits clamped. @throws BadRequest for an unknown relation type */
export function traverseRequest(dto: TraverseDto): TraverseRequest {
  return {
    direction: dto.direction ?? 'outgoing',
    ...(dto.relation_types ? { relationTypes: dto.relation_types.map(relationTypeOfName) } : {}),
    maxDepth: clampTo(dto.max_depth ?? DEFAULT_DEPTH, LIMITS.traverse_depth),
    maxNodes: clampTo(dto.max_nodes ?? DEFAULT_NODES, LIMITS.traverse_nodes),
    includeSuperseded: dto.include_superseded ?? false,
  };
}

/** Relation type by qualified or plain name. @throws BadRequest if there is none */
export function relationTypeOfName(name: unknown): RelationType {
  const plain = typeof name === 'string' ? name.replace(/^core:/, '') : '';
  if (isRelationType(plain)) return plain;
  const known = Object.keys(RELATION_TYPES).map(qualified).join(', ');
  throw new BadRequest(`there is no such relation type; there are ${known}`);
}
