import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import {
  STATEMENT_KINDS,
  STATEMENT_PREDICATES,
  statementKindOf,
  type StatementPredicate,
} from '#contracts/ontology.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { Needs } from '../http/route-rules.js';
import { BadRequest } from '../http/problems.js';
import { booleanOf, choiceOf, limitOf, shareOf, single, uuidParameter } from '../http/query-parameters.js';
import type { QueryString } from '../http/query-parameters.js';
import { GetStatement, ListStatements } from './statements.queries.js';
import { LIMITS } from '../shared/request-limits.js';

const DEFAULT_LIMIT = 100;

@Controller('v1/statements')
export class StatementsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Needs('recall')
  list(@Req() request: AuthenticatedRequest, @Query() query: QueryString) {
    const subject = single(query, 'subject');
    const predicate = single(query, 'predicate');
    // Validated but ignored, for clients that send it: forgotten statements are deleted, so there are no tombstones.
    booleanOf(query, 'include_tombstoned');
    const kind = choiceOf(query, 'kind', [...STATEMENT_KINDS, 'relation', 'custom']);
    return this.queries.execute(
      new ListStatements(request.identity.scope.scopeId, {
        ...(subject === undefined ? {} : { subject: uuidParameter(subject) }),
        ...(predicate === undefined ? {} : { predicate: predicateOf(predicate) }),
        ...(kind === undefined ? {} : { kind }),
        minConfidence: shareOf(query, 'min_confidence') ?? 0,
        onlyCurrent: booleanOf(query, 'only_current') ?? true,
        limit: limitOf(query, DEFAULT_LIMIT, LIMITS.statements),
      }),
    );
  }

  @Get(':id')
  @Needs('recall')
  get(@Req() request: AuthenticatedRequest, @Param('id') id: string) {
    return this.queries.execute(new GetStatement(request.identity.scope.scopeId, uuidParameter(id)));
  }
}

/** Predicate by name, with or without `core:`. @throws BadRequest if the ontology does not have it */
function predicateOf(text: string): StatementPredicate {
  const name = text.replace(/^core:/, '');
  if (statementKindOf(name) === null)
    throw new BadRequest(`predicate must be one of ${Object.values(STATEMENT_PREDICATES).flat().join(', ')}`);
  return name as StatementPredicate;
}
