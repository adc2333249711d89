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

/** The document without additional properties: undocumented fields fail here, although clients must accept them. */
const document = closed(JSON.parse(JSON.stringify(openApiDocument(), exactAsNumber))) as {
  readonly paths: Paths;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
};
const ajv = new Ajv2020({ strict: false, allErrors: true, schemas: [{ $id: 'openapi', ...document }] });
formats.default(ajv);
// JSON.parse has already rounded 64-bit integers, so their bounds are compared as numbers.
for (const name of ['int64', 'uint64']) ajv.addFormat(name, true);

const templates = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{[a-z]+\}/g, '[^/]+')}/?$`),
}));
const validators = new Map<string, ValidateFunction>();

/**
 * Validates a response against the document: status of the route, shape of the body, and required
 * headers.
 * @param body text of the answer
 * @throws with all deviations; an undocumented route is not checked
 */
export function checkDocumented(method: string, url: string, status: number, headers: Headers, body: string): void {
  const path = url.split('?', 1)[0] ?? '';
  const template = templates.filter(({ pattern }) => pattern.test(path)).sort(byWildcards)[0]?.path ?? '';
  const operation = document.paths[template]?.[method.toLowerCase()];
  // The body of a failed probe has more fields than the envelope.
  if (!operation || (status === 503 && template.startsWith('/health/'))) return;
  const where = `${method} ${template} ${String(status)}`;
  const declared = operation.responses[String(status)];
  if (!declared) throw new Error(`${where}: the OpenAPI document has no such answer`);
  if (headers.get('x-request-id') === null) throw new Error(`${where}: no x-request-id`);
  const place = declared.$ref ?? `#/paths/${escaped(template)}/${method.toLowerCase()}/responses/${String(status)}`;
  if (isJson(declared)) checkBody(where, `openapi${place}/content/application~1json/schema`, body);
}

/** For an inline response; the reusable ones are JSON. */
function isJson({ $ref, content }: Response & { readonly $ref?: string }): boolean {
  return $ref !== undefined || content?.['application/json'] !== undefined;
}

function checkBody(where: string, schema: string, body: string): void {
  const validate = compileSchema(schema);
  if (!validate(JSON.parse(body)))
    throw new Error(`${where}: not as the OpenAPI document says: ${ajv.errorsText(validate.errors)}`);
}

/** Validator of a schema by its pointer in the closed document, such as `openapi#/components/schemas/Error`. */
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

/** A literal path takes precedence over one with a parameter. */
function byWildcards(a: { path: string }, b: { path: string }): number {
  return a.path.split('{').length - b.path.split('{').length;
}

function exactAsNumber(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

/** Forbids additional properties in every described object. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
  return parts['type'] === 'object' && 'properties' in parts ? { ...parts, additionalProperties: false } : parts;
}
