import { cases, NO_MEMORY, NO_SESSION, refused, taken, type Cases } from './bad-input-fields.js';

/** Any parameter of the query string, repeated. */
const twice = (value: string): Cases => refused({ repeated: [value, value] });

/** Integer parameter that is clamped to its bounds. */
export const queryLimit: Cases = [
  ...refused({
    empty: '',
    'no number': 'ten',
    'a fraction': '2.5',
    exponential: '1e3',
    hexadecimal: '0x10',
    null: 'null',
  }),
  ...twice('1'),
  ...taken({ zero: '0', negative: '-5', 'past 2^63': '9223372036854775808', huge: '9'.repeat(400) }),
];

/** Integer parameter that is rejected out of bounds. */
export const queryInteger = (least: bigint, most: bigint): Cases => [
  ...refused({ empty: '', 'no number': 'ten', 'a fraction': '1.5', exponential: '1e3', null: 'null' }),
  ...refused({ 'too small': String(least - 1n), 'too large': String(most + 1n), huge: '9'.repeat(400) }),
  ...twice(String(least)),
  ...taken({ least: String(least), most: String(most) }),
];

/** Number parameter from 0 to 1. */
export const queryShare: Cases = [
  ...refused({
    empty: '',
    'no number': 'high',
    NaN: 'NaN',
    'too small': '-0.1',
    'too large': '1.1',
    exponential: '1e-1',
  }),
  ...twice('0.5'),
  ...taken({ least: '0', most: '1' }),
];

export const queryFlag: Cases = [
  ...refused({ empty: '', unknown: 'perhaps', 'a number': '1', 'upper case': 'TRUE', null: 'null' }),
  ...twice('true'),
  ...taken({ false: 'false' }),
];

/** Parameter with one of several strings. */
export const queryChoice = (...words: readonly string[]): Cases => [
  ...refused({
    empty: '',
    unknown: 'unheard-of',
    'upper case': (words[0] ?? '').toUpperCase(),
    'every object has': 'constructor',
  }),
  ...twice(words[0] ?? ''),
];

/** Text parameter. */
export const queryText: Cases = [...refused({ 'a NUL': 'a\0' }), ...twice('a')];

export const queryMemoryId: Cases = [
  ...refused(NO_MEMORY),
  ...twice('{memory}'),
  ...cases(404, { unknown: '12', "another scope's": '{their memory}', forgotten: '{forgotten}' }),
];

const NO_UUID = {
  ...{
    'no UUID': 'lena',
    'a number': '12',
    braces: '{00000000-0000-4000-8000-000000000000}',
    'very long': 'a'.repeat(300),
  },
  ...{ 'no hyphens': '00000000000040008000000000000000', 'a letter past f': 'g0000000-0000-4000-8000-000000000000' },
  ...{ 'a NUL': '00000000-0000-4000-8000-00000000000\0', 'a quote': "' OR 1=1 --" },
};
const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';

/** Entity id in a query string. */
export const queryUuid = (theirs: string): Cases => [
  ...refused({ empty: '', ...NO_UUID }),
  ...twice(UNKNOWN_UUID),
  ...cases(404, { unknown: UNKNOWN_UUID, "another scope's": theirs }),
];

/** Entity ids in a query string, of which unknown ones are left out. */
export const queryUuids = (most: number): Cases => [
  ...refused({ empty: '', ...NO_UUID, 'none behind a comma': `${UNKNOWN_UUID},` }),
  ...refused({
    'too many': Array(most + 1)
      .fill(UNKNOWN_UUID)
      .join(),
  }),
  ...twice(UNKNOWN_UUID),
  ...cases(200, { unknown: UNKNOWN_UUID, "another scope's": '{their entity}' }),
];

/** UUID in the path. */
export const pathUuid = (theirs: string): Cases => [
  ...refused(NO_UUID),
  ...cases(404, { unknown: UNKNOWN_UUID, "another scope's": theirs }),
];

/** Memory id in the path. */
export const pathMemoryId: Cases = [
  ...refused(Object.fromEntries(Object.entries(NO_MEMORY).filter(([, value]) => value !== ''))),
  ...cases(404, { unknown: '12', "another scope's": '{their memory}' }),
];

/** Cursor of a page. */
export const cursor = (theirs: string): Cases => [
  ...refused({
    empty: '',
    'no hex': 'zz',
    short: '00',
    long: 'ab'.repeat(400),
    decimal: '12',
    "another scope's": theirs,
  }),
  ...twice('00'),
];

export const queryFilter: Cases = [
  ...refused({ empty: '', 'no JSON': 'red', 'cut JSON': '{"tags":', 'a list': '[]', 'a text': '"null"' }),
  ...refused({
    'a misspelt field': '{"sesion":1}',
    'a misspelt nested field': '{"tags":{"al":["red"]}}',
    'a misspelt operator': '{"metadata":{"a":{"ge":1}}}',
  }),
  ...taken({ 'a condition': '{"tags":{"any":["red"]}}', null: 'null', 'no condition': '{}' }),
  ...twice('{}'),
];

/** Session in a query: an integer or a text. */
export const querySession: Cases = [
  ...refused({ ...NO_SESSION, repeated: ['1', '2'] }),
  ...taken({
    least: '0',
    most: '18446744073709551615',
    'a text': 'thread-1',
    'a number beyond': '18446744073709551616',
  }),
];
