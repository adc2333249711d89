import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where Engraph is, and what the hooks may keep on disk.
 * @returns {Promise<{url: string, key: string, speaker: string | null, stateDir: string} | null>} null without a key
 */
export async function settings(env = process.env) {
  const home = join(homedir(), '.engraph');
  const file = env.ENGRAPH_API_KEY_FILE ?? join(home, 'api-key');
  const key = (env.ENGRAPH_API_KEY ?? (await readFile(file, 'utf8').catch(() => ''))).trim();
  if (key === '') return null;
  return {
    url: (env.ENGRAPH_URL ?? 'http://127.0.0.1:8080').replace(/\/$/, ''),
    key,
    speaker: env.ENGRAPH_SPEAKER ?? null,
    stateDir: env.CLAUDE_PLUGIN_DATA ?? join(home, 'claude-code'),
  };
}

/**
 * Posts to a route, in one attempt.
 * @param {{url: string, key: string}} settings
 * @param {number} timeoutMs
 * @returns {Promise<any>} body of the response
 * @throws {Error} with the code of the service, or if no response came in time
 */
export async function post({ url, key }, path, body, timeoutMs) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error) => {
    throw new Error(`no answer from ${url}: ${error.cause?.code ?? error.name}`);
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(`${answer.error?.code ?? response.status}: ${answer.error?.message ?? path}`);
  return answer;
}
