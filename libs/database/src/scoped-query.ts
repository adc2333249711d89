import pg, { type QueryResult, type QueryResultRow } from 'pg';
import { isPlannedOnce } from './generic-plan.js';
import { statementNameOf } from './preparing-client.js';

interface Statement {
  readonly name: string;
  readonly text: string;
}

const SET_SCOPE: Statement = {
  name: 'engraph-scope',
  text: `SELECT set_config('engraph.scope', $1, true), set_config('engraph.scopes', $2, true)`,
};
const SET_SCOPE_AND_PLAN: Statement = {
  name: 'engraph-scope-and-plan',
  text: `${SET_SCOPE.text}, set_config('plan_cache_mode', 'force_generic_plan', true)`,
};

/** What this needs of pg's connection, whose own type leaves most of it out. */
interface WireConnection {
  readonly stream: { cork(): void; uncork(): void };
  readonly parsedStatements: Record<string, string | undefined>;
  parse(statement: Statement): void;
  bind(portal: { statement: string; values: readonly string[] }): void;
  execute(portal: { portal: string }): void;
  close(what: { type: 'S'; name: string }): void;
}

/** pg's query, with the methods that its client calls. */
const WireQuery = pg.Query as unknown as new (config: { name: string; text: string; values: unknown[] }) => {
  readonly name: string;
  submit(connection: WireConnection): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
  handleError(error: Error, connection: WireConnection): void;
};

/**
 * One prepared statement in a transaction of its own, for which the scopes are set first, in the same round trip: both
 * statements go out before one Sync, which is where their common transaction ends.
 */
export class ScopedQuery extends WireQuery {
  private scopeIsSet = false;
  private isFirstRun = false;
  private readonly first: Statement;

  constructor(
    text: string,
    values: unknown[],
    private readonly settings: ScopeSettings,
  ) {
    super({ name: statementNameOf(text), text, values });
    this.first = isPlannedOnce(text) ? SET_SCOPE_AND_PLAN : SET_SCOPE;
  }

  override submit(connection: WireConnection): Error | null {
    const { first } = this;
    connection.stream.cork();
    try {
      if (connection.parsedStatements[first.name] === undefined) {
        connection.close({ type: 'S', name: first.name });
        connection.parse(first);
      }
      connection.bind({ statement: first.name, values: [this.settings.scope, this.settings.scopes] });
      connection.execute({ portal: '' });
      this.isFirstRun = connection.parsedStatements[this.name] === undefined;
      // Closing what does not exist is no error; what an earlier failure left would be one for the parser.
      if (this.isFirstRun) connection.close({ type: 'S', name: this.name });
      return super.submit(connection);
    } finally {
      connection.stream.uncork();
    }
  }

  override handleDataRow(message: unknown): void {
    if (this.scopeIsSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    if (this.scopeIsSet) {
      super.handleCommandComplete(message, connection);
      return;
    }
    this.scopeIsSet = true;
    connection.parsedStatements[this.first.name] = this.first.text;
  }

  override handleError(error: Error, connection: WireConnection): void {
    // The client takes either statement's ParseComplete for this one's.
    if (this.isFirstRun) Reflect.deleteProperty(connection.parsedStatements, this.name);
    super.handleError(error, connection);
  }
}

/** Values of the two settings that the policies of row-level security read. */
export interface ScopeSettings {
  /** The one scope whose rows can be seen and changed; empty where there are several. */
  readonly scope: string;
  /** Scopes whose rows can be appended, and whose request ledger can be read; comma-separated. */
  readonly scopes: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws TypeError when one of them is no UUID: it will be part of a statement */
export function scopeSettings(scopeIds: readonly string[]): ScopeSettings {
  for (const id of scopeIds) if (!UUID.test(id)) throw new TypeError('a scope id is a UUID in lower case');
  const [first = '', ...others] = scopeIds;
  return { scope: others.length === 0 ? first : '', scopes: scopeIds.join(',') };
}

/** Runs a scoped statement on a pool's connection; pg sets the callback. */
export type RunsScopedQueries = { query(query: ScopedQuery): Promise<QueryResult<QueryResultRow>> };
