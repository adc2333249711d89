import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTimeOf } from './harness/sweep.mjs';

/** Names the directory in which the test files of this run find each other's engines; starts none of them. */
export default function setup() {
  const runDir = mkdtempSync(join(tmpdir(), 'engraph-test-'));
  const owner = { pid: process.pid, startTime: startTimeOf(process.pid) };
  writeFileSync(join(runDir, 'owner.json'), JSON.stringify(owner));
  process.env.ENGRAPH_TEST_RUN = runDir;
}
