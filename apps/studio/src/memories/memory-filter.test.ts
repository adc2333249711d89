import { expect, test } from '@jest/globals';
import { filterOf } from './memory-filter.js';

const of = (address: string) => filterOf(new URLSearchParams(address));

test('an address without fields has no filter', () => {
  expect(of('')).toEqual({ json: undefined });
  expect(of('q=Ruth')).toEqual({ json: undefined });
});

test('fields become conditions, and days their beginning and end', () => {
  expect(of('speaker=Ruth&session=042&tag=work,%20mail&since=2026-05-01&until=2026-05-31')).toEqual({
    json: JSON.stringify({
      ...{ speaker: 'Ruth', session: '042', since: '2026-05-01T00:00:00Z', until: '2026-05-31T23:59:59.999999999Z' },
      tags: { all: ['work', 'mail'] },
    }),
  });
});

test('a written filter keeps its numbers exact, and fields win over it', () => {
  const written = encodeURIComponent('{"metadata":{"id":9007199254740993},"speaker":"Ben"}');
  expect(of(`filter=${written}&speaker=Ruth`)).toEqual({
    json: '{"metadata":{"id":9007199254740993},"speaker":"Ruth"}',
  });
});

test.each(['{', '[]', '1', 'null', 'speaker: Ruth'])('a filter that is no object is said: %s', (text) => {
  expect(of(`filter=${encodeURIComponent(text)}`)).toEqual({ fault: 'The filter is no JSON object.' });
});
