import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { mcpSettings } from '#config/mcp-settings.js';
import { stopSignal } from '#config/stop-signal.js';
import { VERSION } from '#config/version.js';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { CallRefused } from '#mcp/calls/engraph-calls.js';
import { HttpCalls, type FindService } from '#mcp/calls/http-calls.js';
import { McpServers } from '#mcp/mcp-server.js';
import { EmbeddedService } from './embedded-service.js';
import { packagedDocument, servedDocument } from './openapi-documents.js';
import { embeddedService, remoteService } from './find-service.js';

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

/**
 * Standard output carries the protocol alone. What keeps the memory from working is told on standard error, which
 * people seldom see, and by every call of a tool, so that the model can tell the user.
 */
async function serve({ url }: { readonly url?: string }): Promise<void> {
  const settings = mcpSettings();
  const address = url ?? settings.url;
  const embedded = address === '' ? new EmbeddedService(settings) : null;
  const find = embedded ? embeddedService(embedded) : remoteService(address, settings.apiKey);
  const ended = Promise.race([stopSignal(), inputEnded()]);
  const prepared = prepare(find, embedded !== null);
  const connection = serveStdio(async () => {
    const { servers, calls } = await prepared;
    return servers.over(calls);
  });
  try {
    await Promise.race([ended, prepared.then(({ calls }) => tryService(calls, ended)).then(() => ended)]);
  } finally {
    await connection.close();
    process.stdin.destroy();
    await embedded?.stop();
  }
}

/** Tools and the calls that they are made of. */
interface Prepared {
  readonly servers: McpServers;
  readonly calls: HttpCalls;
}

/**
 * Makes the tools by what the service says that it can do, or if it does not, by what one of this version can. An
 * embedded service is of this version, and starts later.
 */
async function prepare(find: FindService, isEmbedded: boolean): Promise<Prepared> {
  if (!isEmbedded)
    try {
      return preparedBy(await servedDocument(find), find);
    } catch (error) {
      if (!(error instanceof CallRefused)) tell(error);
    }
  return preparedBy(await packagedDocument(), find);
}

function preparedBy(document: JsonSchema, find: FindService): Prepared {
  const onUnexpected = (error: unknown): void => {
    const stack = error instanceof Error ? (error.stack ?? error.name) : 'unknown error';
    process.stderr.write(`engraph: a tool failed unexpectedly: ${stack}\n`);
  };
  return {
    servers: new McpServers({ document, version: VERSION, onUnexpected }),
    calls: new HttpCalls(document, find),
  };
}

/**
 * Time after which a client is taken for one that stays: some start a process only to ask which revisions it speaks,
 * for which no service need be started.
 */
const STAYS_MS = 1_000;

/** Starts the service, and tells people what keeps it from working, unless the client is gone by then. */
async function tryService(calls: HttpCalls, ended: Promise<void>): Promise<void> {
  const gone = ended.then(() => true);
  if ((await Promise.race([pause(STAYS_MS), gone])) === true) return;
  try {
    await Promise.race([calls.call('whoami', {}), gone]);
  } catch (error) {
    tell(error);
    process.exitCode = 1;
  }
}

function tell(error: unknown): void {
  process.stderr.write(`engraph: ${error instanceof Error ? error.message : 'unknown error'}\n`);
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
