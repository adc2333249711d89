import fc from 'fast-check';
import { stringifyExact, type ExactJson } from '#contracts/exact-json.js';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { operationObject, type Operation } from '#apps/api/src/openapi/operations/operation.js';
import { hostileText } from './hostile.js';
import type { KnownCall, SchemaValues } from './schema-values.js';
import type { WireRequest } from './wire-request.js';

interface DocumentedParameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly schema: JsonSchema;
}

/** Requests of one operation: tame ones as documented, wild ones with something odd in any part. */
export function requestsOf(
  operation: Operation,
  values: SchemaValues,
  keys: readonly string[],
): fc.Arbitrary<WireRequest> {
  const { parameters = [] } = operationObject(operation, NO_EXAMPLES) as { parameters?: DocumentedParameter[] };
  const placed = (place: string): DocumentedParameter[] => parameters.filter((one) => one.in === place);
  return fc
    .record({
      path: targets(operation.path, placed('path'), values),
      query: queries(placed('query'), values),
      headers: headersOf(placed('header'), values),
      credential: credentials(keys, values),
      type: values.mostly<string | null>(fc.constant(operation.body?.text ?? 'application/json'), 5, contentTypes),
      body: operation.body ? bodyOf(operation.body, values) : unasked(values),
      method: values.mostly<string>(fc.constant(operation.method), 60, fc.constantFrom('put', 'patch', 'head')),
    })
    .chain((made) => aptly(made, values.known.calls[operation.operationId], operation.path))
    .map(({ path, query, headers, credential, type, body, method }) => ({
      operationId: operation.operationId,
      method: method.toUpperCase(),
      target: path + (query === '' ? '' : `?${query}`),
      headers: { ...headers, ...credential, ...(body === null || type === null ? {} : { 'content-type': type }) },
      body,
    }));
}

/** What was made, or at times a known call in its place. */
function aptly<Made extends { readonly path: string; readonly body: Buffer | null }>(
  made: Made,
  known: KnownCall | undefined,
  path: string,
): fc.Arbitrary<Made> {
  if (!known) return fc.constant(made);
  const body = Buffer.from(stringifyExact(known.body as ExactJson));
  return fc.constantFrom(made, { ...made, path: path.replace('{id}', known.id ?? ''), body });
}

const NO_EXAMPLES = { parameters: {}, bodies: undefined, answers: undefined, codeSamples: [] };

function targets(path: string, parameters: DocumentedParameter[], values: SchemaValues): fc.Arbitrary<string> {
  const known = values.known.ids[path.split('/')[2] ?? ''] ?? [];
  const parts = Object.fromEntries(
    parameters.map(({ name, schema }) => {
      const any = wireText(values.of(schema));
      const isKnown = name === 'id' && schema['format'] === 'uuid' && known.length > 0;
      return [name, isKnown ? fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...known) }, any) : any];
    }),
  );
  const slash = values.mostly(fc.constant(''), 20, fc.constantFrom('/', '//', '/x', '%', '.'));
  return fc
    .tuple(fc.record(parts), slash)
    .map(([given, end]) => path.replace(/\{([a-z_]+)\}/g, (_, name: string) => given[name] ?? '') + end);
}

function queries(parameters: DocumentedParameter[], values: SchemaValues): fc.Arbitrary<string> {
  const pairs = parameters.map(({ name, schema }) => {
    const one = wireText(values.of(schema)).map((value) => [`${name}=${value}`]);
    const none = fc.constant<string[]>([]);
    const twice = fc.tuple(one, one).map((both) => both.flat());
    const odd = fc.constantFrom([name], [`${name}[]=1`], [`${name}[a]=1`], [`${name}=%zz`], [`${name}=%ED%A0%80`]);
    return values.mostly<readonly string[]>(fc.oneof(none, one), 18, twice, odd);
  });
  const stray = wireText(hostileText).map((text) => [`${text}=${text}`]);
  const unknown = values.mostly<readonly string[]>(fc.constant([]), 30, stray);
  return fc.tuple(...pairs, unknown).map((all) => all.flat().join('&'));
}

function headersOf(parameters: DocumentedParameter[], values: SchemaValues): fc.Arbitrary<Record<string, string>> {
  const given = parameters.map(({ name, schema }) => [name, values.of(schema).map(asHeader)] as const);
  const odd = {
    accept: fc.constantFrom('text/html', '*/*', 'x', ''),
    'content-encoding': fc.constantFrom('gzip', 'x'),
    expect: fc.constantFrom('x', '100-continue'),
    'x-request-id': hostileText.map(asHeader),
    prefer: fc.constantFrom('wait', 'wait=-1', 'wait=1;x', 'wait=0, wait=1', 'respond-async', '=', 'handling=lenient'),
    'x-http-method-override': fc.constant('DELETE'),
    range: fc.constant('bytes=0-1'),
    'if-none-match': fc.constant('*'),
  };
  const some = values.mostly<object>(fc.constant({}), 15, fc.record(odd, { requiredKeys: [] }));
  return fc
    .tuple(fc.record(Object.fromEntries(given), { requiredKeys: [] }), some)
    .map(([asked, more]) => ({ ...asked, ...more }) as Record<string, string>);
}

function credentials(keys: readonly string[], values: SchemaValues): fc.Arbitrary<Record<string, string>> {
  const [key = '', ...others] = keys;
  return values.mostly<Record<string, string>>(
    fc.constant({ 'x-api-key': key }),
    40,
    fc.constantFrom(...others).map((other) => ({ authorization: `Bearer ${other}` })),
    fc.constant({}),
    fc.constant({ 'x-api-key': key, authorization: 'Bearer other' }),
    hostileText.map((text) => ({ 'x-api-key': asHeader(text) })),
    hostileText.map((text) => ({ authorization: asHeader(`Bearer ${text}`) })),
  );
}

const contentTypes: fc.Arbitrary<string | null> = fc.constantFrom(
  ...['application/json; charset=utf-8', 'application/json;charset=utf-16', 'application/json;', 'APPLICATION/JSON'],
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/vnd.api+json', ''],
  ...[';', '/', 'application/', 'application/json, text/plain', null],
);

/** An unexpected body. */
function unasked(values: SchemaValues): fc.Arbitrary<Buffer | null> {
  return values.mostly<Buffer | null>(
    fc.constant(null),
    9,
    fc.constantFrom('{}', '', 'x').map((text) => Buffer.from(text)),
  );
}

function bodyOf(body: NonNullable<Operation['body']>, values: SchemaValues): fc.Arbitrary<Buffer | null> {
  return body.text === undefined ? bodies(body, values) : lines(values);
}

/** An export, or a part of it with a line that is none. */
function lines(values: SchemaValues): fc.Arbitrary<Buffer> {
  const all = values.known.lines.trimEnd().split('\n');
  const broken = fc
    .tuple(fc.nat(all.length), hostileText)
    .map(([count, text]) => Buffer.from([...all.slice(0, count), text].join('\n')));
  return values.mostly(fc.constant(Buffer.from(values.known.lines)), 1, broken);
}

function bodies({ schema, required }: { schema: JsonSchema; required: boolean }, values: SchemaValues) {
  const written = values.of(schema).map((value) => Buffer.from(stringifyExact(value)));
  const broken = fc
    .tuple(values.of(schema), fc.nat(), fc.constantFrom(...BREAKS))
    .map(([value, at, breakIt]) => breakIt(stringifyExact(value), at));
  const none = fc.constant<Buffer | null>(null);
  const asked = required ? written : fc.oneof({ weight: 3, arbitrary: written }, none);
  return values.mostly<Buffer | null>(asked, 8, broken, none);
}

/** The bytes with one that begins a character which does not follow. */
function withBrokenByte(bytes: Buffer, at: number): Buffer {
  const place = at % Math.max(1, bytes.length);
  return bytes.fill(0xc3, place, Math.min(place + 1, bytes.length));
}

/** Corruptions of a body. */
const BREAKS: readonly ((text: string, at: number) => Buffer)[] = [
  (text, at) => Buffer.from(text.slice(0, at % (text.length + 1))),
  (text) => Buffer.from(text.replace(/[0-9]+/, '1e999')),
  (text) => Buffer.from(text.replace('{', '{"__proto__":{"text":"x"},"constructor":1,')),
  (text) => Buffer.from(text.replace(/^\{(.+)\}$/s, '{$1,$1}')),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])]),
  (text, at) => withBrokenByte(Buffer.from(text), at),
  () => Buffer.from('['.repeat(50_000)),
  () => Buffer.from(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
  () => Buffer.from(' '),
  (text) => Buffer.from(text, 'utf16le'),
];

/** A value encoded for a path or a query. */
function wireText(values: fc.Arbitrary<ExactJson>): fc.Arbitrary<string> {
  return values.map((value) =>
    percentEncoded(typeof value === 'string' ? value : stringifyExact(value)).slice(0, 8_000),
  );
}

/** Encodes lone surrogates as bytes. */
function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80');
}

/** The characters of a value that HTTP allows in a header. */
function asHeader(value: ExactJson): string {
  const text = typeof value === 'string' ? value : stringifyExact(value);
  return text
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .trim()
    .slice(0, 4_000);
}
