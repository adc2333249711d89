/** Marks a field that a request leaves out. */
export const ABSENT = Symbol('absent');

/** What a field is set to, and the status that answers it. Texts may hold `{names}` of what the test seeded. */
export interface FieldCase {
  readonly what: string;
  /** In a query string a text, or several for a parameter that is repeated. */
  readonly value: unknown;
  readonly status: 200 | 400 | 404;
}

export type Cases = readonly FieldCase[];

export const cases = (status: FieldCase['status'], values: Readonly<Record<string, unknown>>): Cases =>
  Object.entries(values).map(([what, value]) => ({ what, value, status }));

export const refused = (values: Readonly<Record<string, unknown>>): Cases => cases(400, values);
export const taken = (values: Readonly<Record<string, unknown>>): Cases => cases(200, values);

/** A field that must be there, and not null. */
export const required = (of: Cases): Cases => [...refused({ missing: ABSENT, null: null }), ...of];
/** A field that may be left out, or null. */
export const optional = (of: Cases): Cases => [...taken({ missing: ABSENT, null: null }), ...of];

const NO_TEXT = { 'a number': 5, 'a boolean': true, 'a list': ['a'], 'an object': { a: 'a' } };

/** Text of a body, at most `most` bytes of UTF-8. */
export function text(most: number, { blank }: { readonly blank: boolean }): Cases {
  return [
    ...refused({
      ...NO_TEXT,
      'a NUL': 'a\0b',
      'a lone surrogate': 'a\ud800b',
      'a byte too long': 'a'.repeat(most + 1),
      'a byte too long in UTF-8': `${'é'.repeat(most / 2)}a`,
    }),
    ...cases(blank ? 200 : 400, { empty: '', blank: ' \n\t' }),
  ];
}

const NO_INTEGER = { 'a text': '1', 'a fraction': 1.5, 'a boolean': true, 'a list': [1], 'an object': { a: 1 } };

/** An integer of a body that is refused beyond its bounds. */
export function integer(least: bigint, most: bigint): Cases {
  const ends = { least, most };
  return [
    ...refused({ ...NO_INTEGER, 'too small': least - 1n, 'too large': most + 1n, huge: 10n ** 40n }),
    ...taken(ends),
  ];
}

/** An integer of a body that is set to the nearest bound. */
export const clamped: Cases = [
  ...refused(NO_INTEGER),
  ...taken({ zero: 0, negative: -5, 'past 2^53': 2n ** 63n, huge: 10n ** 40n, 'hugely negative': -(10n ** 40n) }),
];

/** A number of a body, refused beyond its bounds. */
export function fraction(least: number, most: number): Cases {
  return refused({
    ...{ 'a text': '1', 'a boolean': true, 'a list': [1], 'an object': {} },
    ...{ 'too small': least - 0.01, 'too large': most + 0.01, huge: 10n ** 40n },
  });
}

/** One of some words. */
export function choice(...words: readonly string[]): Cases {
  const [first = ''] = words;
  const unknown = {
    unknown: 'unheard-of',
    empty: '',
    'upper case': first.toUpperCase(),
    'every object has': 'constructor',
  };
  return [...refused({ 'a number': 5, 'a boolean': true, 'a list': [first], 'an object': {}, ...unknown })];
}

/** One of some numbers. */
export const numbered = (most: number): Cases =>
  refused({ ...NO_INTEGER, negative: -1, unknown: most + 1, huge: 10n ** 40n });

/** True or false. */
export const flag: Cases = [
  ...refused({ 'a text': 'true', 'a number': 1, 'a list': [true], 'an object': {} }),
  ...taken({ false: false }),
];

/** What is no id of a memory. */
export const NO_MEMORY = {
  ...{ empty: '', 'no number': 'x', 'a leading zero': '012', negative: '-1', signed: '+1', 'a fraction': '1.0' },
  ...{
    hexadecimal: '0x1f',
    blank: ' ',
    'a line break': '12\n',
    'past 2^128': '340282366920938463463374607431768211456',
  },
  ...{ 'other digits': '١٢', 'a UUID': '00000000-0000-4000-8000-000000000000', 'very long': '1'.repeat(300) },
};

/** The id of a memory in a body. */
export const memoryId: Cases = [
  ...refused({ 'a number': 12, 'a boolean': true, 'a list': ['12'], 'an object': {}, ...NO_MEMORY }),
  ...cases(404, { unknown: '12', "another scope's": '{their memory}', forgotten: '{forgotten}' }),
];

/** An object with a text or the id of a memory. */
export const cue: Cases = [
  ...refused({ 'a text': 'kettle', 'a number': 5, 'a boolean': true, 'a list': [{ text: 'kettle' }], empty: {} }),
  ...refused({ nulls: { text: null, memory_id: null }, both: { text: 'kettle', memory_id: '{memory}' } }),
  ...within('text', text(64 * 1024, { blank: false })),
  ...within('memory_id', memoryId),
  ...within('memory_id', taken({ null: null }), { text: 'kettle' }),
];

function within(field: string, inner: Cases, more: object = {}): Cases {
  return inner.map(({ what, value, status }) => ({
    what: `${field}: ${what}`,
    value: { ...more, [field]: value },
    status,
  }));
}

/** A list of a body; `bad` are lists with a wrong part. */
export const list = (bad: Readonly<Record<string, unknown[]>>): Cases =>
  refused({
    'a text': 'a',
    'a number': 1,
    'a boolean': true,
    'an object': { 0: 'a' },
    'a null in it': [null],
    'a list in it': [['a']],
    ...bad,
  });

/** A JSON object that is kept. */
export const storedObject: Cases = refused({
  ...{ 'a text': '{}', 'a number': 1, 'a boolean': true, 'a list': [{}] },
  'a NUL in a key': { 'a\0': 1 },
  'a lone surrogate in it': { a: ['\udfff'] },
  'a byte too long': { a: 'x'.repeat(64 * 1024) },
  'too deep': JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`),
});
