import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { VERSION } from '#config/version.js';
import { ENTITY_TYPES, entityTypeId, qualified, RELATION_TYPES, relationTypeId } from '#contracts/ontology.js';
import { createEmbedder } from '#embeddings/create-embedder.js';
import type { RelationType } from '#contracts/ontology.js';
import { RETRIEVERS } from '#recall/retriever.js';
import { API_OPTIONS, type ApiOptions } from '../api-options.js';
import { AuthenticateGuard, Needs } from '../http/authenticate.guard.js';
import { LIMITS } from '../request-limits.js';

/** Tells a client what this deployment can do. */
@Controller('v1/capabilities')
@UseGuards(AuthenticateGuard)
export class CapabilitiesController {
  constructor(@Inject(API_OPTIONS) private readonly options: ApiOptions) {}

  @Get()
  @Needs('any')
  capabilities(): object {
    const { extract, llm, embeddings } = this.options;
    const dimensions = createEmbedder(embeddings)?.dimensions ?? 0;
    return {
      version: VERSION,
      rerank: false,
      llm_extractor: extract && llm,
      classifier_extractor: extract,
      pattern_extractor: extract,
      schema_namespaces: ['core'],
      vector_dim: dimensions,
      entity_types: ENTITY_TYPES.map((type) => ({ id: entityTypeId(type), qname: qualified(type) })),
      relation_types: (Object.keys(RELATION_TYPES) as RelationType[]).map((type) => ({
        id: relationTypeId(type),
        qname: qualified(type),
        symmetric: RELATION_TYPES[type].symmetric,
        one_at_a_time: RELATION_TYPES[type].single,
      })),
      retrievers: RETRIEVERS.filter((name) => name !== 'dense' || embeddings.model !== 'off'),
      limits: LIMITS,
    };
  }
}
