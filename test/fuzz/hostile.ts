import fc from 'fast-check';
import type { ExactJson } from '#contracts/exact-json.js';

/** Texts that break parsers, encoders, patterns and columns. */
const HOSTILE_TEXTS: readonly string[] = [
  ...['', ' ', '\t\r\n', '\u0000', 'a\u0000b', '\ud800', 'a\udfffb', '\ufeff', '\uffff', '\u202e', 'İ', 'ß', 'ﬀ', '́'],
  ...['null', 'true', '0', '-0', '-1', '01', '1.5', '1e3', '1e999', 'NaN', 'Infinity', '0x10', '٣', '１'],
  ...['18446744073709551615', '18446744073709551616', '9223372036854775808', '340282366920938463463374607431768211455'],
  ...['340282366920938463463374607431768211456', '9'.repeat(400), '00000000-0000-0000-0000-000000000000'],
  ...['ffffffff-ffff-ffff-ffff-ffffffffffff', '{3F0C2B1E-8A47-5D10-9C52-71D1F6A0B001}', '__proto__', 'constructor'],
  ...[
    "'; DROP TABLE memories; --",
    '%',
    '%_\\',
    '\\',
    '"',
    '<script>',
    '${x}',
    '../..',
    '/',
    '(a+)+$',
    'core:',
    ':',
    '[',
    '*',
  ],
  ...['💥', '👩‍👩‍👧', '💥'.repeat(300), 'a'.repeat(1_025), '(('.repeat(2_000), 'the '.repeat(5_000), 'é'.repeat(20_000)],
];

/** A text of arbitrary characters, including invalid ones. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.constantFrom('\u0000', 'Maria\u0000Silva', '\ud800', 'Maria \udfff') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map(ofCodeUnits) },
);

function ofCodeUnits(units: number[]): string {
  return String.fromCharCode(...units);
}

/** A JSON value of any type, with numbers and depths past every bound. */
export const hostileJson: fc.Arbitrary<ExactJson> = fc.oneof(
  hostileText,
  fc.constantFrom<ExactJson>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    -5e-324,
    2 ** 53,
    2n ** 63n,
    2n ** 64n,
    -(2n ** 70n),
  ),
  fc.bigInt(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom<ExactJson>([], {}, [null], [[]], [{}], { '': '' }, { toString: 1 }, { length: -1 }),
  fc.jsonValue({ maxDepth: 2 }).map((value) => value as ExactJson),
  fc.tuple(fc.constantFrom<'list' | 'object'>('list', 'object'), fc.constantFrom(31, 33, 40, 300)).map(nested),
);

function nested([kind, depth]: ['list' | 'object', number]): ExactJson {
  let value: ExactJson = 1;
  for (let level = 0; level < depth; level++) value = kind === 'list' ? [value] : { a: value };
  return value;
}
