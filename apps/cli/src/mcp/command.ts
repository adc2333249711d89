import type { Command } from 'commander';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { mcpSettings, type McpSettings } from '#config/mcp-settings.js';
import { stopSignal } from '#config/stop-signal.js';
import { VERSION } from '#config/version.js';
import { fetchDocument, HttpCalls, type FindService } from '#mcp/calls/http-calls.js';
import { McpServers } from '#mcp/mcp-server.js';
import { EmbeddedService } from './embedded-service.js';

/** Adds `engraph mcp`. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description(
      'serve the Model Context Protocol on standard input and output: with ENGRAPH_API_KEY for the service at --url or ' +
        'ENGRAPH_URL, else with a service of its own in DATA_DIR, ~/.engraph by default',
    )
    .option('--url <url>', 'service to use, without /v1; default ENGRAPH_URL')
    .action(serve);
}

/** Standard output carries the protocol alone; everything else goes to standard error. */
async function serve({ url }: { readonly url?: string }): Promise<void> {
  const settings = mcpSettings();
  const address = url ?? settings.url;
  const embedded = address === '' ? new EmbeddedService(settings) : null;
  const find: FindService = embedded ? (lost) => embedded.find(lost) : () => Promise.resolve(service);
  const service = embedded ? NOWHERE : remoteService(address, settings);
  const ended = Promise.race([stopSignal(), inputEnded()]);
  const prepared = prepare(find);
  const connection = serveStdio(async () => {
    const { servers, calls } = await prepared;
    return servers.over(calls);
  });
  try {
    await Promise.race([ended, prepared.then(() => ended)]);
  } finally {
    await connection.close();
    process.stdin.destroy();
    await embedded?.stop();
  }
}

const NOWHERE = { url: '', apiKey: '' };

/**
 * Address and key from the settings.
 * @throws Error if there is no key, or the URL is none, or holds a credential
 */
function remoteService(address: string, { apiKey }: McpSettings) {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new Error('the URL of the service must begin with http:// or https://');
  if (url.username !== '' || url.password !== '' || url.search !== '')
    throw new Error('the URL of the service must hold no credential; set ENGRAPH_API_KEY instead');
  if (apiKey === '') throw new Error('ENGRAPH_API_KEY is required with a URL');
  return { url: url.href.replace(/\/$/, ''), apiKey };
}

/** Reads what the service can do, and checks the key. @throws CallRefused */
async function prepare(find: FindService) {
  const document = await fetchDocument(find);
  const calls = new HttpCalls(document, find);
  await calls.call('whoami', {});
  const onUnexpected = (error: unknown): void => {
    const stack = error instanceof Error ? (error.stack ?? error.name) : 'unknown error';
    process.stderr.write(`engraph: a tool failed unexpectedly: ${stack}\n`);
  };
  return { servers: new McpServers({ document, version: VERSION, onUnexpected }), calls };
}

/** Resolves when the client has gone: it closed our input, or reads no longer. */
function inputEnded(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      resolve();
    };
    process.stdin.once('end', end).once('close', end);
    process.stdout.once('error', end);
  });
}
