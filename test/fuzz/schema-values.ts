import fc from 'fast-check';
import type { ExactJson } from '#contracts/exact-json.js';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { hostileJson, hostileText } from './hostile.js';

/** Existing ids and words of the scope: random values alone would find nothing. */
export interface Known {
  readonly memoryIds: readonly string[];
  /** Memories of another scope, which this one must not find. */
  readonly foreignIds: readonly string[];
  readonly uuids: readonly string[];
  /** Ids by the part of a path before them, such as `entities`. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly texts: readonly string[];
  readonly urls: readonly string[];
  /** Calls that succeed, by operation id: values of their own make none of these. */
  readonly calls: Readonly<Record<string, KnownCall>>;
  /** An export of the scope. */
  readonly lines: string;
}

export interface KnownCall {
  readonly id?: string | undefined;
  readonly body: object;
}

const TIMES = ['2026-05-01T12:00:00Z', '2026-05-01T12:00:00.123456789+02:00', '1970-01-01T00:00:00.000000001Z'];

/** Values of the schemas of a document. */
export class SchemaValues {
  constructor(
    private readonly schemas: Readonly<Record<string, JsonSchema>>,
    readonly known: Known,
    private readonly mood: 'tame' | 'wild',
  ) {}

  /** Values by the schema; wild ones contain hostile parts at any depth. */
  of(schema: JsonSchema): fc.Arbitrary<ExactJson> {
    return this.mostly(this.likely(schema), 14, hostileJson);
  }

  /** Usual values; if wild, sometimes an unusual one. */
  mostly<T>(usual: fc.Arbitrary<T>, weight: number, ...odd: fc.Arbitrary<T>[]): fc.Arbitrary<T> {
    return this.mood === 'tame' ? usual : fc.oneof({ weight, arbitrary: usual }, ...odd);
  }

  private likely(schema: JsonSchema): fc.Arbitrary<ExactJson> {
    const { $ref, enum: choices, type } = schema;
    if (typeof $ref === 'string') return this.likely(this.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {});
    if ('const' in schema) return fc.constant(schema['const'] as ExactJson);
    if (choices !== undefined) return fc.constantFrom(...(choices as ExactJson[]));
    const forms = (schema['oneOf'] ?? schema['anyOf']) as JsonSchema[] | undefined;
    if (forms) return fc.oneof(...forms.map((form) => this.of(form)));
    if (type === undefined) return hostileJson;
    return fc.oneof(...([type].flat() as string[]).map((one) => this.ofType(one, schema)));
  }

  private ofType(type: string, schema: JsonSchema): fc.Arbitrary<ExactJson> {
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return integers(schema);
      case 'number':
        return numbers(schema);
      case 'string':
        return this.texts(schema);
      case 'array':
        return fc.array(this.of((schema['items'] ?? {}) as JsonSchema), { maxLength: 4 });
      case 'object':
        return this.objects(schema);
      default:
        throw new Error(`the document has a type that nothing is made of here: ${type}`);
    }
  }

  private texts({ format, pattern }: JsonSchema): fc.Arbitrary<string> {
    const { memoryIds, foreignIds, uuids, texts, urls } = this.known;
    if (format === 'uuid') return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...uuids) }, fc.uuid());
    if (format === 'date-time') return this.mostly(fc.constantFrom(...TIMES), 3, hostileText);
    if (format === 'uri') return this.mostly(fc.constantFrom(...urls), 3, hostileText);
    if (typeof pattern !== 'string')
      return fc.oneof(fc.constantFrom(...texts), this.mood === 'tame' ? fc.string({ unit: 'grapheme' }) : hostileText);
    const matching = fc.stringMatching(new RegExp(pattern));
    const isOfMemory = new RegExp(pattern).test('0') && !new RegExp(pattern).test('a');
    if (!isOfMemory) return matching;
    const own = { weight: 8, arbitrary: fc.constantFrom(...memoryIds) };
    return fc.oneof(own, fc.constantFrom(...foreignIds), matching);
  }

  private objects({ properties, required }: JsonSchema): fc.Arbitrary<ExactJson> {
    if (properties === undefined) return fc.dictionary(fc.string(), hostileJson, { maxKeys: 3 });
    const fields = Object.entries(properties as Record<string, JsonSchema>).map(
      ([name, part]) => [name, this.of(part)] as const,
    );
    const whole = fc.record(Object.fromEntries(fields), { requiredKeys: (required as string[] | undefined) ?? [] });
    const lacking = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
    return this.mostly<Partial<Record<string, ExactJson>>>(whole, 9, lacking).map((value) => value as ExactJson);
  }
}

function numbers({ minimum, maximum }: JsonSchema): fc.Arbitrary<ExactJson> {
  const bounds = { min: Number(minimum ?? -1e300), max: Number(maximum ?? 1e300) };
  return fc.oneof(fc.constantFrom(bounds.min, bounds.max), fc.double({ ...bounds, noNaN: true }));
}

/** Within the bounds, at them, and near zero; bounds that the schema leaves open are those of 70 bits. */
function integers({ minimum, maximum }: JsonSchema): fc.Arbitrary<ExactJson> {
  const min = BigInt((minimum as number | bigint | undefined) ?? -(2n ** 70n));
  const max = BigInt((maximum as number | bigint | undefined) ?? 2n ** 70n);
  const small = fc.integer({ min: Number(min > -3n ? min : -3n), max: Number(max < 12n ? max : 12n) });
  return fc.oneof({ weight: 3, arbitrary: small }, fc.bigInt({ min, max }), fc.constantFrom(min, max));
}
