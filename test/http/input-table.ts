import type { FieldCase } from './bad-input-fields.js';

type Fields = Readonly<Record<string, readonly FieldCase[]>>;

/** A route with a valid request, and the invalid values of each field. */
export interface InputTable {
  /** Operation id in the OpenAPI document. */
  readonly route: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;
  /** Body; null if the route has none. May contain `{names}` of seeded data. */
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Value of `{id}` in the path. */
  readonly id?: string;
  readonly inBody?: Fields;
  readonly inQuery?: Fields;
  readonly inPath?: readonly FieldCase[];
}
