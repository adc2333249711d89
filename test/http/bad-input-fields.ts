/** Marks an absent field. */
export const ABSENT = Symbol('absent');

/** Value of a field, and the expected status. Texts may contain `{names}` of seeded data. */
export interface FieldCase {
  readonly what: string;
  /** In a query string: a text, or several for a repeated parameter. */
  readonly value: unknown;
  readonly status: 200 | 400 | 404;
}

export type Cases = readonly FieldCase[];

export const cases = (status: FieldCase['status'], values: Readonly<Record<string, unknown>>): Cases =>
  Object.entries(values).map(([what, value]) => ({ what, value, status }));

export const refused = (values: Readonly<Record<string, unknown>>): Cases => cases(400, values);
export const taken = (values: Readonly<Record<string, unknown>>): Cases => cases(200, values);

/** A required field that must not be null. */
export const required = (of: Cases): Cases => [...refused({ missing: ABSENT, null: null }), ...of];
/** An optional field that must not be null. */
export const given = (of: Cases): Cases => [...taken({ missing: ABSENT }), ...refused({ null: null }), ...of];
/** An optional field, which may be null. */
export const optional = (of: Cases): Cases => [...taken({ missing: ABSENT, null: null }), ...of];

const NO_TEXT = { 'a number': 5, 'a boolean': true, 'a list': ['a'], 'an object': { a: 'a' } };

/** Text field of a body, at most `most` bytes in UTF-8. */
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

/** Integer field of a body that is rejected out of bounds. */
export function integer(least: bigint, most: bigint): Cases {
  const ends = { least, most };
  return [
    ...refused({ ...NO_INTEGER, 'too small': least - 1n, 'too large': most + 1n, huge: 10n ** 40n }),
    ...taken(ends),
  ];
}

/** Texts that are no session. */
export const NO_SESSION = { empty: '', blank: ' \t', 'a NUL': 'a\0b', 'of 256 characters': 'é'.repeat(256) };

/** Session in a body: an integer or a text. */
export const session: Cases = [
  ...refused({ 'a fraction': 1.5, 'a boolean': true, 'a list': [1], 'an object': { a: 1 }, ...NO_SESSION }),
  ...refused({ negative: -1, 'too large': 2n ** 64n, huge: 10n ** 40n, 'a lone surrogate': 'a\ud800b' }),
  ...taken({
    least: 0,
    most: 2n ** 64n - 1n,
    'a text': 'thread-1',
    'of 255 characters': '👩'.repeat(255),
    digits: '007',
  }),
];

const noTime: Cases = [
  ...refused({ ...NO_INTEGER, 'too small': -1, 'too large': 2n ** 63n, huge: 10n ** 40n }),
  ...refused({
    'of 1973 in seconds': 10 ** 8,
    seconds: 1_700_000_000,
    milliseconds: 1_700_000_000_000,
    'a nanosecond below 10^17': 10n ** 17n - 1n,
  }),
  ...refused({
    'no zone': '2026-05-01T12:00:00',
    'a day': '2026-05-01',
    'ten digits': '2026-05-01T12:00:00.1234567891Z',
  }),
  ...refused({ 'no such day': '2026-02-29T12:00:00Z', 'before 1970': '1969-12-31T23:59:59Z', empty: '' }),
];

/** Time in a body: Unix nanoseconds or ISO 8601. */
export const time: Cases = [
  ...noTime,
  ...taken({
    unset: 0,
    'of a test': 5,
    'below seconds': 10 ** 8 - 1,
    'of 1973': 10n ** 17n,
    most: 2n ** 63n - 1n,
    'with an offset': '2026-05-01T12:00:00.123456789-03:30',
  }),
];

/** Expiry in a body, of a memory that is to last while the others are judged. */
export const expiry: Cases = [
  ...noTime,
  ...taken({ unset: 0, most: 2n ** 63n - 1n, 'as text': '2200-01-01T00:00:00+01:00' }),
];

/** Integer field of a body that is clamped to its bounds. */
export const clamped: Cases = [
  ...refused(NO_INTEGER),
  ...taken({ zero: 0, negative: -5, 'past 2^53': 2n ** 63n, huge: 10n ** 40n, 'hugely negative': -(10n ** 40n) }),
];

/** Number field of a body that is rejected out of bounds. */
export function fraction(least: number, most: number): Cases {
  return refused({
    ...{ 'a text': '1', 'a boolean': true, 'a list': [1], 'an object': {} },
    ...{ 'too small': least - 0.01, 'too large': most + 0.01, huge: 10n ** 40n },
  });
}

/** One of several strings. */
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

/** One of several numbers. */
export const numbered = (most: number): Cases =>
  refused({ ...NO_INTEGER, negative: -1, unknown: most + 1, huge: 10n ** 40n });

/** A boolean. */
export const flag: Cases = [
  ...refused({ 'a text': 'true', 'a number': 1, 'a list': [true], 'an object': {} }),
  ...taken({ false: false }),
];

/** Invalid memory ids. */
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

/** Memory id in a body. */
export const memoryId: Cases = [
  ...refused({ 'a number': 12, 'a boolean': true, 'a list': ['12'], 'an object': {}, ...NO_MEMORY }),
  ...cases(404, { unknown: '12', "another scope's": '{their memory}', forgotten: '{forgotten}' }),
];

/** Object with a text or a memory id. */
export const cue: Cases = [
  ...refused({ 'a text': 'kettle', 'a number': 5, 'a boolean': true, 'a list': [{ text: 'kettle' }], empty: {} }),
  ...refused({ nulls: { text: null, memory_id: null }, both: { text: 'kettle', memory_id: '{memory}' } }),
  ...within('text', text(64 * 1024, { blank: false })),
  ...within('memory_id', memoryId),
  ...within('memory_id', taken({ null: null }), { text: 'kettle' }),
];

/** Cases of a field of an object. */
export function within(field: string, inner: Cases, more: object = {}): Cases {
  return inner.map(({ what, value, status }) => ({
    what: `${field}: ${what}`,
    value: { ...more, [field]: value },
    status,
  }));
}

/** Array field of a body; `bad` are arrays with an invalid item. */
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

/** A JSON object that is stored. */
export const storedObject: Cases = refused({
  ...{ 'a text': '{}', 'a number': 1, 'a boolean': true, 'a list': [{}] },
  'a NUL in a key': { 'a\0': 1 },
  'a lone surrogate in it': { a: ['\udfff'] },
  'a byte too long': { a: 'x'.repeat(64 * 1024) },
  'too deep': JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`),
});

export const tags: Cases = [
  ...refused({ 'a word': 'red', 'a map': { red: true }, 'a number in it': [1], 'an empty one': [''] }),
  ...refused({ 'blanks at its ends': [' red'], 'one too long': ['é'.repeat(129)], 'a NUL in it': ['re\0d'] }),
  ...refused({ 'too many': Array.from({ length: 33 }, (_, i) => `tag ${String(i)}`), 'a null in it': [null] }),
  ...taken({ none: [], 'the longest': ['😀'.repeat(128)], 'one twice': ['red', 'red'] }),
];

export const memoryFilter: Cases = [
  ...refused({ 'a text': 'tag', 'a list': [], 'a misspelt field': { sesion: 1 }, 'tags as a list': { tags: ['red'] } }),
  ...refused({ 'an unknown operator': { metadata: { a: { gtee: 1 } } }, 'no tag': { tags: { any: [] } } }),
  ...refused({
    'a list as a value': { metadata: { a: ['b'] } },
    'mixed bounds': { metadata: { a: { gt: 1, lt: 'b' } } },
  }),
  ...refused({ 'too many values': { metadata: { a: { in: Array.from({ length: 101 }, (_, i) => i) } } } }),
  ...refused({ 'a NUL in a name': { metadata: { 'a\0': 1 } }, 'a session below 0': { session: -1 } }),
  ...taken({
    'an empty map': {},
    'a name with quotes': { metadata: { 'a"\\$[0]': 1 } },
    'a wide number': { metadata: { a: 2n ** 64n } },
  }),
];
