import { expect } from '@jest/globals';
import { Pool } from 'pg';
import { stringifyExact } from '#contracts/exact-json.js';
import { until } from '../harness/until.js';

/** A request of the tables; its texts may contain `{names}` of seeded data. */
export interface AskedRequest {
  /** Method and path, with `{id}`. */
  readonly route: string;
  readonly id?: string | undefined;
  /** A parameter with several values is sent several times. */
  readonly query?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Body as JSON, text or bytes; undefined: no body. */
  readonly body?: object | string | Buffer | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Summary of a response: case, status, error code and message; the last two are null if it is no error. */
export interface Judged {
  readonly what: string;
  readonly status: number;
  readonly code: string | null;
  readonly message: unknown;
}

const CODES: Readonly<Record<number, string>> = {
  ...{ 400: 'bad_request', 401: 'unauthorized', 403: 'forbidden', 404: 'not_found' },
  ...{ 413: 'bad_request', 415: 'bad_request' },
};

/** Expected summary of a response. */
export function judgement(what: string, status: number): Judged {
  const isError = status >= 300;
  return { what, status, code: CODES[status] ?? null, message: isError ? expect.stringMatching(/\S/) : null };
}

/** What a rejected request may change: log checkpoints, last use of keys, the audit of refusals. */
const UNWATCHED = [
  'log_checkpoints',
  'log_reader_leases',
  'log_epochs',
  'api_keys',
  'audit_events',
  'memory_accesses',
  'webhooks',
];

/** Content of all tables. */
interface TablesState {
  /** End of the write-ahead log before they were read. */
  readonly walEnd: string;
  /** Number of rows of each table, and a digest of them. */
  readonly digests: unknown[];
}

/** Sends requests and checks their effects. */
export class InputJudge {
  private readonly pool: Pool;
  private readonly names = new Map<string, string>();
  /** What all tables held after the last rejected request; undefined if a request was accepted since. */
  private state: TablesState | undefined;

  constructor(
    readonly baseUrl: string,
    databaseUrl: string,
    /** Tables that a rejected request may change. */
    private readonly unwatched = UNWATCHED,
  ) {
    this.pool = new Pool({ connectionString: databaseUrl, max: 2 });
  }

  /** Value of a `{name}` in the tables. */
  name(name: string, value: unknown): void {
    this.names.set(`{${name}}`, String(value));
  }

  /**
   * Summarizes a response, which must have a request id and, for an error, the envelope.
   * @throws if a rejected request changed a table
   */
  async judge(what: string, request: AskedRequest): Promise<Judged> {
    const before = (this.state ??= await this.settledTables());
    const answer = await this.send(request);
    const text = await answer.text();
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    const body = (isJson ? JSON.parse(text) : {}) as { error?: { code: string; message: unknown } };
    if (answer.ok) {
      this.state = undefined;
      return { what, status: answer.status, code: null, message: null };
    }
    await this.expectUnchanged(what, before);
    expect([Object.keys(body), Object.keys(body.error ?? {}).sort()]).toEqual([['error'], ['code', 'message']]);
    return { what, status: answer.status, code: body.error?.code ?? null, message: body.error?.message };
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private send({ route, id = '', query = {}, body, headers = {} }: AskedRequest): Promise<Response> {
    const [method = '', path = ''] = route.split(' ');
    const pairs = Object.entries(query).flatMap(([name, values]) =>
      [values].flat().map((value) => `${name}=${encodeURIComponent(this.filled(value))}`),
    );
    const url = `${this.baseUrl}${path.replace('{id}', encodeURIComponent(this.filled(id)))}?${pairs.join('&')}`;
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    return fetch(url, {
      method,
      // The extraction of an accepted memory has finished when the response arrives.
      headers: { ...type, prefer: 'wait=20', ...headers },
      ...(body === undefined ? {} : { body: this.bodyOf(body) }),
    });
  }

  private bodyOf(body: object | string | Buffer): string | Buffer {
    if (Buffer.isBuffer(body)) return body;
    return this.filled(typeof body === 'string' ? body : stringifyExact(body));
  }

  private filled(text: string): string {
    return text.replace(/\{(?:their )?[a-z]+(?: [a-z]+)?\}/g, (name) => this.names.get(name) ?? name);
  }

  /**
   * Digests of all tables take far longer than a rejected request. A change of a row is in the write-ahead log, so they
   * are read only where that has grown: by this request, or by work of the server's own.
   */
  private async expectUnchanged(what: string, before: TablesState): Promise<void> {
    if ((await this.walEnd()) === before.walEnd) return;
    this.state = await this.readTables();
    expect([what, this.state.digests]).toEqual([what, before.digests]);
  }

  private async walEnd(): Promise<string> {
    const { rows } = await this.pool.query<{ at: string }>('SELECT pg_current_wal_insert_lsn()::text AS at');
    return rows[0]?.at ?? '';
  }

  /** Tables once nothing waits for extraction, and the worker has left the queue, which it does last. */
  private async settledTables(): Promise<TablesState> {
    const busy = `SELECT FROM extraction_queue UNION ALL SELECT FROM memory_extractions WHERE state = 'pending'`;
    const isIdle = async () => (await this.pool.query(busy)).rowCount === 0;
    await until(isIdle, 60_000, 'the end of all extraction');
    return this.readTables();
  }

  private async readTables(): Promise<TablesState> {
    const walEnd = await this.walEnd();
    const { rows: tables } = await this.pool.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL ($1) ORDER BY 1`,
      [this.unwatched],
    );
    const digests = tables.map(
      ({ name }) => `SELECT '${name}' AS name, count(*), sum(hashtextextended(t::text, 0)) AS digest FROM ${name} AS t`,
    );
    return { walEnd, digests: (await this.pool.query(digests.join(' UNION ALL '))).rows };
  }
}
