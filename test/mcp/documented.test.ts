import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/client';
import { readFile } from 'node:fs/promises';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { httpClient, useTool } from './clients.js';

/** The calls in docs/integrations/mcp.md, with what the page says that they answer. */
const EXAMPLE = /```json (\w+)\n([\s\S]*?)\n```\n\n```text\n([\s\S]*?)\n```/g;

/** Ids, which differ from run to run; a later call takes those of an earlier answer. */
const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b\d{30,39}\b/g;

let engraph: RunningEngraph;
let client: Client;

beforeAll(async () => {
  engraph = await runEngraph('log');
  const { key } = await engraph.client('demo', 'demo');
  client = await httpClient(engraph.baseUrl, key);
});
afterAll(async () => {
  await client.close();
  await engraph.stop();
});

test('each call in the documentation answers what stands there', async () => {
  const page = await readFile('docs/integrations/mcp.md', 'utf8');
  const examples = [...page.matchAll(EXAMPLE)];
  expect(new Set(examples.map(([, tool]) => tool))).toEqual(
    new Set(['remember', 'recall', 'entity', 'correct', 'forget', 'whoami']),
  );
  const ids = new Map<string, string>();
  for (const [, tool = '', given = '', documented = ''] of examples) {
    const call = given.replaceAll(IDS, (id) => ids.get(id) ?? id);
    const { text } = await useTool(client, tool, { ...(JSON.parse(call) as object), ...waiting(tool) });
    expect([given, comparable(text)]).toEqual([given, comparable(documented)]);
    const real = text.match(IDS) ?? [];
    documented.match(IDS)?.forEach((id, i) => ids.set(id, real[i] ?? ''));
  }
});

/** Time for a busy machine, where the page waits for the usual time. */
function waiting(tool: string): object {
  return tool === 'remember' ? { wait_seconds: 20 } : {};
}

/** A text without what differs from run to run: ids, the name of the marker, and days. */
function comparable(text: string): string {
  return text
    .replaceAll(IDS, 'ID')
    .replaceAll(/stored-data-[0-9a-f]{12}/g, 'stored-data')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY');
}
