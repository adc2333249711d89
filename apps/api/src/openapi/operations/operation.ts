import type { Permission } from '#access/permissions.js';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { parameter, ref, type Parameter } from './schema-parts.js';

/** One route as the document shows it. */
export interface Operation {
  readonly operationId: string;
  readonly method: 'get' | 'post' | 'delete';
  /** With parameters in braces. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** What the credential must be allowed, all of it; `any`: any valid one; null: none is needed. */
  readonly permission: Permission | 'encode recall' | 'any' | null;
  readonly parameters?: readonly Parameter[];
  readonly body?: { readonly schema: JsonSchema; readonly required: boolean };
  /** The answer with status 200; `text` for one that is no JSON. */
  readonly answer: JsonSchema | { readonly text: string };
  /** Writes under a request id: takes Idempotency-Key, may answer 409. */
  readonly writes?: true;
  /** Refers to something by its id: may answer 404. */
  readonly refers?: true;
  /** Answers 503 though it needs no credential. */
  readonly probes?: true;
  /** Answers of its own besides those that follow from the fields above. */
  readonly headers?: Readonly<Record<string, JsonSchema>>;
}

/** How an operation is called, and what came of it. */
export interface OperationExamples {
  /** By the parameter's name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Example objects by name, of the request's body and of the answer. */
  readonly bodies: Readonly<Record<string, object>> | undefined;
  readonly answers: Readonly<Record<string, object>> | undefined;
  /** Each named as its answer. */
  readonly codeSamples: readonly { readonly lang: string; readonly label: string; readonly source: string }[];
}

/** The operation object of OpenAPI 3.1, with every answer the route can give. */
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
        content: { 'application/json': { schema: body.schema, ...(examples.bodies && { examples: examples.bodies }) } },
      },
    }),
    responses: { '200': success(operation, examples.answers), ...errors(operation) },
    ...(examples.codeSamples.length === 0 ? {} : { 'x-codeSamples': examples.codeSamples }),
  };
}

const IDEMPOTENCY_KEY = parameter('header', 'Idempotency-Key', {
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  description:
    'The request id of this write. For 24 hours the same id with the same parameters gives the first result again; with others it is a conflict. Without it the service makes one.',
});

const REQUEST_ID: JsonSchema = { type: 'string', format: 'uuid' };

function permissionText(permission: Operation['permission']): string {
  if (permission === null) return 'Needs no credential.';
  if (permission === 'any') return 'Needs a valid credential.';
  const names = permission.split(' ').map((name) => `\`${name}\``);
  return `Needs the permission${names.length > 1 ? 's' : ''} ${names.join(' and ')}.`;
}

/** The first value that a call gives the parameter, of the type that the parameter has. */
function withExample(one: Parameter, { parameters }: OperationExamples): Parameter {
  const given = parameters[one.name];
  if (given === undefined) return one;
  const { type } = one['schema'] as JsonSchema;
  return { ...one, example: type === 'string' || type === undefined ? given : (JSON.parse(given) as unknown) };
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
    description: 'The answer.',
    headers: Object.fromEntries(Object.entries(all).map(([name, schema]) => [name, { schema }])),
    content: isText
      ? { [answer.text]: { schema: { type: 'string' }, ...examples } }
      : { 'application/json': { schema: answer as JsonSchema, ...examples } },
  };
}

/** Status, and the reusable answer that stands for it. */
function errors({ permission, body, parameters = [], refers, writes, probes }: Operation): Record<string, object> {
  const takesInput = body !== undefined || parameters.length > 0 || writes === true;
  const statuses: [boolean, string, string][] = [
    [takesInput, '400', 'BadRequest'],
    [permission !== null, '401', 'Unauthorized'],
    [permission !== null && permission !== 'any', '403', 'Forbidden'],
    [refers === true, '404', 'NotFound'],
    [writes === true, '409', 'Conflict'],
    [body !== undefined, '413', 'TooLarge'],
    [body !== undefined, '415', 'NotJson'],
    [permission !== null, '429', 'RateLimited'],
    [true, '500', 'EngineError'],
    [permission !== null || probes === true, '503', 'Unavailable'],
  ];
  return Object.fromEntries(
    statuses.filter(([applies]) => applies).map(([, status, name]) => [status, ref('responses', name)]),
  );
}
