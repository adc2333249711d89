import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';

const INSPECTOR = fileURLToPath(
  new URL('../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url),
);
const CLI = fileURLToPath(new URL('../../../dist/apps/cli/src/main.js', import.meta.url));
const { ENGRAPH_URL, ENGRAPH_API_KEY } = process.env;

/** How the inspector reaches the server. */
const TARGETS = {
  HTTP: ['--transport', 'http', '--server-url', `${ENGRAPH_URL}/v1/mcp`],
  stdio: [process.execPath, CLI, 'mcp', '-e', `ENGRAPH_URL=${ENGRAPH_URL}`, '-e', `ENGRAPH_API_KEY=${ENGRAPH_API_KEY}`],
};
const HEADERS = { HTTP: ['--header', `Authorization: Bearer ${ENGRAPH_API_KEY}`], stdio: [] };

/** What the inspector prints for a method, as JSON. */
async function inspect(transport, era, ...args) {
  const options = [...HEADERS[transport], '--protocol-era', era, '--format', 'json'];
  const all = [INSPECTOR, '--cli', ...TARGETS[transport], ...options, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, all, { timeout: 60_000, maxBuffer: 1024 * 1024 });
  return JSON.parse(stdout).result;
}

for (const transport of ['HTTP', 'stdio'])
  for (const era of ['modern', 'legacy'])
    describe(`the inspector over ${transport}, ${era}`, () => {
      test('finds no fault in the schemas of the tools', async () => {
        const { tools } = await inspect(transport, era, '--method', 'tools/list', '--strict');
        assert.deepEqual(
          tools.map(({ name }) => name),
          ['remember', 'recall', 'forget', 'correct', 'entity', 'whoami'],
        );
      });

      test('remembers and recalls', async () => {
        const call = (tool, ...given) =>
          inspect(transport, era, '--method', 'tools/call', '--tool-name', tool, '--tool-arg', ...given);
        const text = `Maria Silva rides line ${transport.length}${era.length}.`;
        const stored = await call('remember', `text=${text}`, 'wait_seconds=20');
        assert.notEqual(stored.isError, true);
        const { content } = await call('recall', 'query=Which line does Maria Silva ride?');
        assert.ok(content[0].text.includes(text));
      });

      test('lists resources and prompts', async () => {
        const { resources } = await inspect(transport, era, '--method', 'resources/list');
        assert.ok(resources.every(({ uri }) => uri.startsWith('engraph://entities/')));
        const { prompts } = await inspect(transport, era, '--method', 'prompts/list');
        assert.deepEqual(
          prompts.map(({ name }) => name),
          ['use-memory'],
        );
      });
    });
