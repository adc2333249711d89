import { IsBoolean, IsOptional } from 'class-validator';
import { ENTITY_TYPES, isEntityType, type EntityType } from '#contracts/ontology.js';
import type { ResolveRequest } from '#entity-resolution/resolve/resolve-name.js';
import { BadRequest } from '../http/problems.js';
import { IsStorableText } from '../http/validators.js';
import { LIMITS } from '../shared/request-limits.js';
import { cleanName, IsEntityName } from './name-validator.js';

/** Body of POST /v1/entities/resolve. */
export class ResolveEntityDto {
  @IsEntityName()
  candidate_name!: string;

  @IsOptional()
  @IsStorableText(LIMITS.context_bytes, { blank: true })
  resolution_context?: string | null;

  /** Alias of resolution_context. */
  @IsOptional()
  @IsStorableText(LIMITS.context_bytes, { blank: true })
  context?: string | null;

  /** Id, qualified name or plain name of an entity type. */
  @IsOptional()
  type_hint?: unknown;

  @IsOptional()
  @IsBoolean({ message: 'allow_create must be true or false' })
  allow_create?: boolean | null;
}

/** Request described by a body. @throws BadRequest for an unknown entity type */
export function resolveRequestOf(dto: ResolveEntityDto): ResolveRequest {
  const { type_hint } = dto;
  return {
    name: cleanName(dto.candidate_name),
    type: type_hint === undefined || type_hint === null ? null : typeOfHint(type_hint),
    context: dto.resolution_context ?? dto.context ?? null,
  };
}

function typeOfHint(hint: unknown): EntityType {
  const byId = typeof hint === 'number' ? ENTITY_TYPES[hint - 1] : undefined;
  const name = typeof hint === 'string' ? hint.replace(/^core:/, '') : '';
  const type = byId ?? (isEntityType(name) ? name : undefined);
  if (type === undefined)
    throw new BadRequest(`type_hint must be the id or the name of an entity type: ${ENTITY_TYPES.join(', ')}`);
  return type;
}
