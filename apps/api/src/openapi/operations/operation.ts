import type { Permission } from '#access/permissions.js';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { parameter, ref, type Parameter } from './schema-parts.js';

/** Operation of the OpenAPI document. */
export interface Operation {
  readonly operationId: string;
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Path with parameters in braces. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Required permissions, all of them; `any`: any valid credential; null: no credential. */
  readonly permission: Permission | 'encode recall' | 'encode forget' | 'encode recall forget' | 'any' | null;
  readonly parameters?: readonly Parameter[];
  /** Body; `text` is the media type of one that is not JSON. */
  readonly body?: { readonly schema: JsonSchema; readonly required: boolean; readonly text?: string };
  /** Schema of the 200 response; `text` holds the media type of one that is not JSON. */
  readonly answer: JsonSchema | { readonly text: string };
  /** Writes under a request id: accepts Idempotency-Key, may respond with 409. */
  readonly writes?: true;
  /** May respond with 409 although it takes no Idempotency-Key. */
  readonly conflicts?: true;
  /** Refers to a resource by id: may respond with 404. */
  readonly refers?: true;
  /** Responds with 503 although it needs no credential. */
  readonly probes?: true;
  /** Additional headers of the 200 response. */
  readonly headers?: Readonly<Record<string, JsonSchema>>;
}

/** Examples of an operation. */
export interface OperationExamples {
  /** Example values by parameter name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Example objects by name, of the request body and of the response. */
  readonly bodies: Readonly<Record<string, object>> | undefined;
  readonly answers: Readonly<Record<string, object>> | undefined;
  /** Commands; each label equals the name of its response. */
  readonly codeSamples: readonly { readonly lang: string; readonly label: string; readonly source: string }[];
}

/** Operation object of OpenAPI 3.1, with every response of the route. */
export function operationObject(operation: Operation, examples: OperationExamples): Record<string, unknown> {
  const { operationId, tag, summary, description, permission, body } = operation;
  const parameters = [...(operation.parameters ?? []), ...(operation.writes ? [IDEMPOTENCY_KEY] : [])];
  return {
    operationId,
    tags: [tag],
    summary,
    description: [description, permissionText(permission)].filter(Boolean).join('\n\n'),
    security: permission === null ? [] : [{ bearer: [] }, { apiKey: [] }],
    ...(permission === null ? {} : { 'x-permission': permission }),
    ...(parameters.length === 0 ? {} : { parameters: parameters.map((one) => withExample(one, examples)) }),
    ...(body && {
      requestBody: {
        required: body.required,
        content: {
          [body.text ?? 'application/json']: {
            schema: body.schema,
            ...(examples.bodies && { examples: examples.bodies }),
          },
        },
      },
    }),
    responses: { '200': success(operation, examples.answers), ...errors(operation) },
    ...(examples.codeSamples.length === 0 ? {} : { 'x-codeSamples': examples.codeSamples }),
  };
}

const IDEMPOTENCY_KEY = parameter('header', 'Idempotency-Key', {
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  description:
    'Idempotency key of this write. For 24 hours a request with the same key and the same parameters returns the first result; with other parameters it gets 409. Without the header the service generates a key.',
});

const REQUEST_ID: JsonSchema = { type: 'string', format: 'uuid' };

function permissionText(permission: Operation['permission']): string {
  if (permission === null) return 'Requires no credential.';
  if (permission === 'any') return 'Requires a valid credential.';
  const names = permission.split(' ').map((name) => `\`${name}\``);
  return `Requires the permission${names.length > 1 ? 's' : ''} ${names.join(' and ')}.`;
}

/** Adds the first example value of a parameter, converted to the parameter's type. */
function withExample(one: Parameter, { parameters }: OperationExamples): Parameter {
  const value = parameters[one.name];
  if (value === undefined) return one;
  const { type } = one['schema'] as JsonSchema;
  return { ...one, example: type === 'string' || type === undefined ? value : (JSON.parse(value) as unknown) };
}

function success({ answer, writes, headers = {} }: Operation, answers: OperationExamples['answers']): object {
  const all = {
    'x-request-id': REQUEST_ID,
    ...(writes ? { 'Idempotency-Replayed': { const: 'true' } } : {}),
    ...headers,
  };
  const isText = 'text' in answer && typeof answer.text === 'string';
  const examples = answers && { examples: answers };
  return {
    description: 'Success.',
    headers: Object.fromEntries(Object.entries(all).map(([name, schema]) => [name, { schema }])),
    content: isText
      ? { [answer.text]: { schema: { type: 'string' }, ...examples } }
      : { 'application/json': { schema: answer as JsonSchema, ...examples } },
  };
}

/** Error responses of an operation: status and reference to the shared response. */
function errors({ method, permission, body, refers, writes, conflicts, probes }: Operation): Record<string, object> {
  const statuses: [boolean, string, string][] = [
    [probes !== true, '400', 'BadRequest'],
    [permission !== null, '401', 'Unauthorized'],
    [permission !== null && permission !== 'any', '403', 'Forbidden'],
    [refers === true, '404', 'NotFound'],
    [writes === true || conflicts === true, '409', 'Conflict'],
    // A body that nobody asked for is read too, except of a GET.
    [body !== undefined || method !== 'get', '413', 'TooLarge'],
    [body !== undefined || method !== 'get', '415', 'NotJson'],
    [permission !== null, '429', 'RateLimited'],
    [true, '500', 'EngineError'],
    [permission !== null || probes === true, '503', 'Unavailable'],
  ];
  return Object.fromEntries(
    statuses.filter(([applies]) => applies).map(([, status, name]) => [status, ref('responses', name)]),
  );
}
