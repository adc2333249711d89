import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { stdioClient, useTool } from './clients.js';

/** `engraph mcp` on a machine whose clock is wrong, and a service whose clock is right. */
let engraph: RunningEngraph;
let directory: string;

const shiftClock = fileURLToPath(new URL('../faults/campaign/shift-clock.mjs', import.meta.url));
const MINUTE_MS = 60_000;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'engraph-client-clock-'));
  engraph = await runEngraph('log', { EXTRACTION_STAGES: 'pattern', EMBEDDING_MODEL: 'off' });
});
afterAll(async () => {
  await engraph.stop();
  await rm(directory, { recursive: true });
});

test('a retry is known as one by a client whose clock is eleven minutes ahead', async () => {
  const { key } = await engraph.client('mcp', 'ahead');
  const clockFile = join(directory, 'clock');
  await writeFile(clockFile, String(11 * MINUTE_MS));
  const { client } = await stdioClient({
    ...{ ENGRAPH_URL: engraph.baseUrl, ENGRAPH_API_KEY: key },
    ...{ NODE_OPTIONS: `--import=${shiftClock}`, CLOCK_OFFSET_FILE: clockFile },
  });
  try {
    const first = await useTool(client, 'remember', { text: 'Ines has a dog.' });
    const again = await useTool(client, 'remember', { text: 'Ines has a dog.' });
    const [stored] = first.data.results;
    expect(again.data.results).toMatchObject([{ memory_id: stored.memory_id, was_deduplicated: true }]);
  } finally {
    await client.close();
  }
});
