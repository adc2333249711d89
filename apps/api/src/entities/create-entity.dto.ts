import { ArrayMaxSize, IsArray, IsIn, IsOptional } from 'class-validator';
import { ENTITY_TYPES, entityTypeOfId } from '#contracts/ontology.js';
import type { NewEntity } from '#graph/commands/create-entity.js';
import { LIMITS } from '../shared/request-limits.js';
import { cleanName, IsEntityName } from './name-validator.js';

const TYPE_IDS = ENTITY_TYPES.map((_, place) => place + 1);

/** Body of POST /v1/entities. */
export class CreateEntityDto {
  @IsIn(TYPE_IDS, { message: `entity_type_id must be the id of an entity type, 1 to ${String(TYPE_IDS.length)}` })
  entity_type_id!: number;

  @IsEntityName()
  canonical_name!: string;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(LIMITS.entity_aliases)
  @IsEntityName({ each: true })
  aliases?: string[] | null;
}

/** Entity described by a request body, with normalized white space in its names. */
export function newEntityOf({ entity_type_id, canonical_name, aliases }: CreateEntityDto): NewEntity {
  return {
    type: entityTypeOfId(entity_type_id),
    canonicalName: cleanName(canonical_name),
    aliases: (aliases ?? []).map(cleanName),
  };
}
