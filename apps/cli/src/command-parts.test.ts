import { expect, test } from '@jest/globals';
import { Command } from 'commander';
import { COMMAND_PARTS, partsFor } from './command-parts.js';

test('each part adds the commands that it is loaded for', async () => {
  for (const { names, load } of COMMAND_PARTS) {
    const program = new Command();
    (await load())(program);
    expect(program.commands.map((command) => command.name())).toEqual(names);
  }
});

test('a command loads its part alone; what names none loads all', () => {
  const namesFor = (...args: string[]) => partsFor(args).map(({ names }) => names);
  expect(namesFor('keys', 'create')).toEqual([['keys']]);
  expect(namesFor('topics')).toEqual([['migrate', 'topics']]);
  expect(namesFor('mcp', '--url', 'http://127.0.0.1')).toEqual([['mcp']]);
  for (const args of [[], ['--help'], ['help', 'keys'], ['key']]) expect(partsFor(args)).toBe(COMMAND_PARTS);
});
