import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settingsTable } from '#config/settings-table.js';

const files = execFileSync('git', ['ls-files', '*.md', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '');

test('every path that ARCHITECTURE.md names in code exists', () => {
  const paths = [
    ...readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/`((?:apps|libs|test|tools|docs|bench)\/[^`*\s]*)`/g),
  ];
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.map(([, path]) => path ?? '').filter((path) => !existsSync(path))).toEqual([]);
});

test('every relative link of the documentation leads to a file', () => {
  const dead = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)]
      .map(([, target]) => join(dirname(file), target ?? ''))
      .filter((target) => !existsSync(target))
      .map((target) => `${file} → ${target}`),
  );
  expect(dead).toEqual([]);
});

test('the example at the top of README.md is the answer to its last command', () => {
  const readme = readFileSync('README.md', 'utf8');
  const answer = /^"context":(".*?[^\\]")[,}]/m.exec(readme)?.[1] ?? '""';
  const context = JSON.parse(answer) as string;
  expect(context).not.toBe('');
  expect(readme).toContain(`\n\`\`\`text\n${context}\n\`\`\`\n`);
});

test('the table of variables in README.md is the one of the code', () => {
  expect(readFileSync('README.md', 'utf8').replace(/ +/g, ' ').replace(/-{3,}/g, '---')).toContain(
    settingsTable().replace(/ +/g, ' '),
  );
});
