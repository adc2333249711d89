import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expectDescribed } from './described.js';

/** Revisions of the protocol that the tests speak: the newest, and the one before it. */
export const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof REVISIONS)[number];

/** A client of the official SDK over streamable HTTP. */
export async function httpClient(baseUrl: string, key: string, revision: Revision = '2026-07-28'): Promise<Client> {
  const client = clientOf(revision);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/v1/mcp`), { requestInit }));
  return client;
}

/** The official client of a process of `engraph mcp`. */
export interface StdioClient {
  readonly client: Client;
  readonly pid: number;
  /** What the process wrote to standard error. */
  errors(): string;
}

/** Starts `engraph mcp` with these settings, and connects to it over its standard input and output. */
export async function stdioClient(
  env: Record<string, string>,
  revision: Revision = '2026-07-28',
  args: readonly string[] = [],
): Promise<StdioClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['dist/apps/cli/src/main.js', 'mcp', ...args],
    env: { ...kept(), ...env },
    stderr: 'pipe',
  });
  let errors = '';
  transport.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const client = clientOf(revision);
  await client.connect(transport, { timeout: 120_000 });
  return { client, pid: transport.pid ?? 0, errors: () => errors };
}

/** Variables that a process needs whatever it does. */
function kept(): Record<string, string> {
  return Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'USER', 'LANG'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function clientOf(revision: Revision): Client {
  const mode: VersionNegotiationMode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
  return new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
}

/** A result of a tool: its text, its data, and whether it failed. */
export interface ToolResult {
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into data of every shape
  readonly data: any;
  readonly failed: boolean;
}

/** Calls a tool; data of a success must be what its schema says. */
export async function useTool(client: Client, name: string, given: object = {}): Promise<ToolResult> {
  const result = await client.callTool({ name, arguments: given as Record<string, unknown> });
  const [content] = result.content as { type: string; text: string }[];
  const failed = result.isError === true;
  if (!failed) await expectDescribed(client, name, result.structuredContent);
  return { text: content?.text ?? '', data: result.structuredContent, failed };
}
