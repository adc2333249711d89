import { expect, test } from '@jest/globals';
import { changeOf, draftOf, isChanged, rebased } from './memory-draft.js';
import type { DraftValues, MemoryDraft } from '../service/kept-draft.js';

const MEMORY = {
  ...{ text: 'Ruth works at Acme.', tags: ['work', 'ruth'], metadata: { mood: 1 }, version: 3 },
  ...{ expires_at: '2027-01-01T12:00:00Z', pinned: false },
};
const typed = (now: Partial<DraftValues>): MemoryDraft => {
  const draft = draftOf(MEMORY);
  return { ...draft, now: { ...draft.now, ...now } };
};

test('nothing is changed that was not touched', () => {
  expect(isChanged(typed({}))).toBe(false);
  expect(changeOf(typed({}))).toEqual({ change: {} });
  expect(changeOf(typed({ text: 'Ruth left.' }))).toEqual({ change: { text: 'Ruth left.' } });
});

test.each([
  [{ tags: ' a,b ,, c' }, { tags: ['a', 'b', 'c'] }],
  [{ tags: '' }, { tags: [] }],
  [{ metadata: '' }, { metadata: null }],
  [{ expires: '' }, { expires_at: null }],
  [{ isPinned: true }, { pinned: true }],
])('%j asks for %j', (now, change) => {
  expect(changeOf(typed(now))).toEqual({ change });
});

test('large numbers in metadata stay exact, and times are those of the reader', () => {
  const changed = changeOf(typed({ metadata: '{"id": 9007199254740993}', expires: '2027-02-03T04:05:00' }));
  if (!('change' in changed)) throw new Error(changed.fault);
  expect(String(changed.change.metadata?.['id'])).toBe('9007199254740993');
  expect(changed.change.expires_at).toBe(new Date(2027, 1, 3, 4, 5).toISOString());
});

test.each([{ text: '  ' }, { metadata: '[1]' }, { metadata: '{"a"' }, { metadata: '7' }, { expires: 'soon' }])(
  '%j cannot be sent',
  (now) => {
    expect(changeOf(typed(now))).toHaveProperty('fault');
  },
);

test('on top of a change by somebody else, what was typed stays and the rest is theirs', () => {
  const draft = typed({ text: 'Ruth left Acme.' });
  const over = rebased(draft, { ...MEMORY, text: 'Ruth works at Initech.', tags: ['theirs'], version: 4 });
  expect([over.version, over.now.text, over.now.tags]).toEqual([4, 'Ruth left Acme.', 'theirs']);
  expect(changeOf(over)).toEqual({ change: { text: 'Ruth left Acme.' } });
});
