import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CLI = fileURLToPath(new URL('../../dist/apps/cli/src/main.js', import.meta.url));

/**
 * A key of a new scope of the service that `with-engraph.mjs` runs.
 * @param {string} agent name of the scope's agent; its namespace is `test`
 * @returns {Promise<string>}
 */
export async function newKey(agent) {
  const command = [CLI, 'keys', 'create', '--namespace', 'test', '--agent', agent];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  return JSON.parse(stdout).key;
}
