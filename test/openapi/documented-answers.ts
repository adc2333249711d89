import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApiDocument } from '#apps/api/src/openapi/document.js';

interface Response {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface DocumentedOperation {
  readonly responses: Readonly<Record<string, Response & { readonly $ref?: string }>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;

/** The document, closed: an answer with a field that is not described is wrong, though clients are told to expect more. */
const document = closed(JSON.parse(JSON.stringify(openApiDocument(), exactAsNumber))) as {
  readonly paths: Paths;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
};
const ajv = new Ajv2020({ strict: false, allErrors: true, schemas: [{ $id: 'openapi', ...document }] });
formats.default(ajv);
// Integers of 64 bits: JSON.parse has rounded them by now, so their bounds are judged as numbers.
for (const name of ['int64', 'uint64']) ajv.addFormat(name, true);

const templates = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{[a-z]+\}/g, '[^/]+')}/?$`),
}));
const validators = new Map<string, ValidateFunction>();

/**
 * Compares an answer with the document: that its route has such a status, its body such a form, and its headers are
 * there.
 * @param body text of the answer
 * @throws with all that is wrong; of a route that the document does not have it says nothing
 */
export function checkDocumented(method: string, url: string, status: number, headers: Headers, body: string): void {
  const path = url.split('?', 1)[0] ?? '';
  const template = templates.filter(({ pattern }) => pattern.test(path)).sort(byWildcards)[0]?.path ?? '';
  const operation = document.paths[template]?.[method.toLowerCase()];
  // The body of a probe that fails has more fields than the envelope.
  if (!operation || (status === 503 && template.startsWith('/health/'))) return;
  const where = `${method} ${template} ${String(status)}`;
  const declared = operation.responses[String(status)];
  if (!declared) throw new Error(`${where}: the OpenAPI document has no such answer`);
  if (headers.get('x-request-id') === null) throw new Error(`${where}: no x-request-id`);
  const place = declared.$ref ?? `#/paths/${escaped(template)}/${method.toLowerCase()}/responses/${String(status)}`;
  if (isJson(declared)) checkBody(where, `openapi${place}/content/application~1json/schema`, body);
}

/** Of an answer that the document spells out; the reusable ones are JSON. */
function isJson({ $ref, content }: Response & { readonly $ref?: string }): boolean {
  return $ref !== undefined || content?.['application/json'] !== undefined;
}

function checkBody(where: string, schema: string, body: string): void {
  const validate = compileSchema(schema);
  if (!validate(JSON.parse(body)))
    throw new Error(`${where}: not as the OpenAPI document says: ${ajv.errorsText(validate.errors)}`);
}

/** The validator of a schema by its place in the closed document, such as `openapi#/components/schemas/Error`. */
export function compileSchema($ref: string): ValidateFunction {
  const known = validators.get($ref);
  if (known) return known;
  const validate = ajv.compile({ $ref });
  validators.set($ref, validate);
  return validate;
}

function escaped(path: string): string {
  return encodeURIComponent(path.replaceAll('/', '~1'));
}

/** A path that is spelled out goes before one with a parameter in the same place. */
function byWildcards(a: { path: string }, b: { path: string }): number {
  return a.path.split('{').length - b.path.split('{').length;
}

function exactAsNumber(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

/** Every described object takes no other fields. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
  return parts['type'] === 'object' && 'properties' in parts ? { ...parts, additionalProperties: false } : parts;
}
