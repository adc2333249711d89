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

/** The methods used of pg's connection, whose own type omits most of them. */
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
 * Runs one prepared statement in its own transaction after setting the scopes, in a single round trip: both statements
 * are sent before one Sync, which ends their common transaction.
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
      // Closing a statement that does not exist is no error, but preparing again one left by an earlier failure would
      // be.
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
    // The client takes the ParseComplete of either statement for this one's.
    if (this.isFirstRun) Reflect.deleteProperty(connection.parsedStatements, this.name);
    super.handleError(error, connection);
  }
}

/** Values of the two settings that the row-level security policies read. */
export interface ScopeSettings {
  /** The one scope whose rows can be seen and changed; empty when there are several. */
  readonly scope: string;
  /** Scopes whose rows can be appended and whose request ledger can be read, separated by commas. */
  readonly scopes: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Settings for some scopes.
 * @throws TypeError when an id is not a UUID, because it becomes part of a statement
 */
export function scopeSettings(scopeIds: readonly string[]): ScopeSettings {
  for (const id of scopeIds) if (!UUID.test(id)) throw new TypeError('a scope id is a UUID in lower case');
  const [first = '', ...others] = scopeIds;
  return { scope: others.length === 0 ? first : '', scopes: scopeIds.join(',') };
}

/** A pool or client that runs a scoped statement; pg sets the callback. */
export type RunsScopedQueries = { query(query: ScopedQuery): Promise<QueryResult<QueryResultRow>> };
