import { afterEach, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { armFromEnvironment } from '#config/arm-failpoints.js';
import { armFailpoints, disarmFailpoints, failpoint, FailpointError, reachedFailpoints } from './failpoints.js';

afterEach(disarmFailpoints);

test('does nothing and counts nothing while no failpoint is armed', () => {
  failpoint('extract.before-commit');
  expect(reachedFailpoints()).toEqual([]);
});

test('throws once, the nth time that the failpoint is reached', () => {
  armFailpoints({ spec: 'extract.before-commit=error@2, follow.after-read=error' });
  failpoint('extract.before-commit');
  expect(() => {
    failpoint('extract.before-commit');
  }).toThrow(FailpointError);
  failpoint('extract.before-commit');
  failpoint('publish.after-send');
  expect(reachedFailpoints()).toEqual(['extract.before-commit', 'publish.after-send']);
});

test('nothing that was reached outlives the disarming', () => {
  armFailpoints({ spec: 'follow.after-read=error' });
  failpoint('extract.before-commit');
  disarmFailpoints();
  failpoint('publish.after-send');
  expect(reachedFailpoints()).toEqual([]);
});

test.each(['no.such-place=kill', 'follow.after-read=melt', 'follow.after-read', 'follow.after-read=kill@0'])(
  '%s is refused',
  (spec) => {
    expect(() => {
      armFailpoints({ spec });
    }).toThrow(RangeError);
  },
);

test('a process arms and logs the failpoints of its environment, but not in production', () => {
  const said: string[] = [];
  armFromEnvironment((line) => said.push(line), {});
  expect(said).toEqual([]);
  armFromEnvironment((line) => said.push(line), { ENGRAPH_FAILPOINTS: 'follow.after-read=error' });
  expect(said).toEqual([expect.stringContaining('follow.after-read=error')]);
  expect(() => {
    failpoint('follow.after-read');
  }).toThrow(FailpointError);
  expect(() => {
    armFromEnvironment(() => undefined, { ENGRAPH_FAILPOINTS: '', NODE_ENV: 'production' });
  }).toThrow('refused in production');
});

test('kill ends the process at the failpoint, and the file lists what was reached', () => {
  const dir = mkdtempSync(join(tmpdir(), 'engraph-failpoints-'));
  const program = `import { armFromEnvironment } from '#config/arm-failpoints.js';
    import { failpoint } from '#failpoints/failpoints.js';
    armFromEnvironment(() => undefined);
    failpoint('follow.after-read'); failpoint('follow.after-handle'); process.stdout.write('went on');`;
  const ended = spawnSync(
    process.execPath,
    ['--import', './test/harness/run-typescript.mjs', '--input-type=module', '--eval', program],
    {
      encoding: 'utf8',
      env: {
        ENGRAPH_FAILPOINTS: 'follow.after-handle=kill',
        ENGRAPH_FAILPOINTS_REACHED: join(dir, 'reached'),
      },
    },
  );
  expect([ended.signal, ended.stdout]).toEqual(['SIGKILL', '']);
  expect(readFileSync(join(dir, 'reached'), 'utf8')).toBe('follow.after-read\nfollow.after-handle\n');
  rmSync(dir, { recursive: true });
});
