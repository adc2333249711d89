import { expect, test } from '@jest/globals';
import { claimsOf, RuleReader } from '../../../../test/extraction/rule-reader.js';

const READER = new RuleReader([]);

async function plansIn(text: string): Promise<string[]> {
  return claimsOf(await READER.read(text)).filter((claim) => claim.includes(' plans '));
}

test.each([
  [
    'a box that is not ticked',
    '- [ ] Priya: sign the contract by 27 February',
    'Priya plans sign the contract by 27 February',
  ],
  ['a bold name', '- [ ] **Priya**: confirm the budget', 'Priya plans confirm the budget'],
  ['a list under its heading', '## Actions\n- Priya: training concept, 8 July', 'Priya plans training concept'],
  ['a heading with a colon', 'Next steps:\n\n* Priya – book the hall', 'Priya plans book the hall'],
  ['a later item of the list', 'To-dos\n- buy tape\n- Priya: book the hall', 'Priya plans book the hall'],
])('%s gives a task to a person', async (_, text, claim) => {
  expect(await plansIn(text)).toEqual([claim]);
});

test('tasks in one line are those of each person', async () => {
  const text = 'Actions: Priya – security concept, 16 September. Tomasz – check the contract.';
  expect(await plansIn(text)).toEqual(['Priya plans security concept', 'Tomasz plans check the contract']);
});

test.each([
  ['a ticked box', '- [x] Priya: sign the contract'],
  ['a list under another heading', '## Present\n- Priya: by telephone'],
  ['what somebody says', 'Priya: sign the contract'],
  ['a heading above another one', '## Actions\n## Agenda\n- Priya: minutes of the last meeting'],
  ['a task of nobody', '- [ ] contract: sign it'],
])('%s gives no task', async (_, text) => {
  expect(await plansIn(text)).toEqual([]);
});
