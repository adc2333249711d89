import { createHash } from 'node:crypto';
import pg from 'pg';

const names = new Map<string, string>();

/**
 * A pg client that prepares every statement with parameters, once per connection: the server then parses it once and,
 * after a few runs, plans it once. Statements are constants of the code, so their number is bounded.
 */
export class PreparingClient extends pg.Client {
  // pg declares more than ten overloads of query; all are passed through, and only (text, values) changes.
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args;
    const query = super.query.bind(this) as (...forwarded: unknown[]) => never;
    if (typeof text !== 'string' || !Array.isArray(values)) return query(...args);
    return query({ name: statementNameOf(text), text, values: values as unknown[] }, ...rest);
  }
}

/** Name under which a connection prepares a statement: equal for equal texts. */
export function statementNameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}
