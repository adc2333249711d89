import { Controller, Get, Inject } from '@nestjs/common';
import { VERSION } from '#config/version.js';
import { ENTITY_TYPES, entityTypeId, qualified, RELATION_TYPES, relationTypeId } from '#contracts/ontology.js';
import type { Embedder } from '#embeddings/embedder.js';
import type { RelationType } from '#contracts/ontology.js';
import { RETRIEVERS } from '#recall/retrievers/retriever.js';
import { API_OPTIONS, type ApiOptions } from '../options/api-options.js';
import { Needs } from '../http/route-rules.js';
import { EMBEDDER } from '../recall/dense.js';
import { LIMITS } from '../shared/request-limits.js';

/** GET /v1/capabilities: features and limits of this deployment. */
@Controller('v1/capabilities')
export class CapabilitiesController {
  constructor(
    @Inject(API_OPTIONS) private readonly options: ApiOptions,
    @Inject(EMBEDDER) private readonly embedder: Embedder | null,
  ) {}

  @Get()
  @Needs('any')
  capabilities(): object {
    const { extract, llm } = this.options;
    return {
      version: VERSION,
      rerank: this.embedder?.hasTokenEmbeddings ?? false,
      llm_extractor: extract && llm,
      classifier_extractor: extract,
      pattern_extractor: extract,
      schema_namespaces: ['core'],
      vector_dim: this.embedder?.dimensions ?? 0,
      entity_types: ENTITY_TYPES.map((type) => ({ id: entityTypeId(type), qname: qualified(type) })),
      relation_types: (Object.keys(RELATION_TYPES) as RelationType[]).map((type) => ({
        id: relationTypeId(type),
        qname: qualified(type),
        symmetric: RELATION_TYPES[type].symmetric,
        one_at_a_time: RELATION_TYPES[type].functional,
      })),
      retrievers: RETRIEVERS.filter((name) => name !== 'dense' || this.embedder !== null),
      limits: LIMITS,
    };
  }
}
