import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { withIsoTimes } from '#contracts/iso-times.js';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { entityProfile, profileText } from '#recall/profile/entity-profile.js';
import { NotFound } from '../http/problems.js';

/** Gets what is known of one entity; for a merged one, of its survivor. */
export class GetEntityProfile extends Query<object> {
  constructor(
    readonly scopeId: string,
    readonly entityId: string,
    readonly format: 'json' | 'text',
  ) {
    super();
  }
}

@QueryHandler(GetEntityProfile)
export class GetEntityProfileHandler implements IQueryHandler<GetEntityProfile> {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async execute({ scopeId, entityId, format }: GetEntityProfile): Promise<object> {
    const profile = await entityProfile(inScope(this.pool, scopeId), scopeId, entityId);
    if (!profile) throw new NotFound('entity');
    const { entity, facts, timeline, memories } = profile;
    return {
      entity,
      facts: facts.map(withIsoTimes),
      timeline: timeline.map(withIsoTimes),
      memories: memories.map(withIsoTimes),
      ...(format === 'text' && { text: profileText(profile) }),
    };
  }
}
