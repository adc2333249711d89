import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { getStatement, listStatements, type StatementFilter } from '#graph/queries/list-statements.js';
import { listed, type Listed } from '../admission/listed.js';
import { survivorOf } from '../entities/entities.queries.js';
import { NotFound } from '../http/problems.js';

/** Lists the statements of a scope that match a filter. */
export class ListStatements extends Query<Listed<'statements'>> {
  constructor(
    readonly scopeId: string,
    readonly filter: StatementFilter,
  ) {
    super();
  }
}

@QueryHandler(ListStatements)
export class ListStatementsHandler implements IQueryHandler<ListStatements> {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async execute({ scopeId, filter }: ListStatements) {
    const sql = inScope(this.pool, scopeId);
    const subject = filter.subject === undefined ? {} : { subject: await survivorOf(sql, scopeId, filter.subject) };
    const statements = await listStatements(sql, scopeId, { ...filter, ...subject });
    return listed('statements', statements);
  }
}

/** Gets one statement. */
export class GetStatement extends Query<object> {
  constructor(
    readonly scopeId: string,
    readonly statementId: string,
  ) {
    super();
  }
}

@QueryHandler(GetStatement)
export class GetStatementHandler implements IQueryHandler<GetStatement> {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async execute({ scopeId, statementId }: GetStatement): Promise<object> {
    const statement = await getStatement(inScope(this.pool, scopeId), scopeId, statementId);
    if (!statement) throw new NotFound('statement');
    return statement;
  }
}
