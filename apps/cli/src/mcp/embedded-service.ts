import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { McpSettings } from '#config/mcp-settings.js';
import { readServiceFile } from '#config/service-file.js';
import type { ServiceAddress } from '#mcp/calls/http-calls.js';

const PROGRAM = fileURLToPath(new URL('../../../standalone/src/main.js', import.meta.url));

/** Time for another process to start the service of the directory, or to end with it. */
const JOIN_MS = 120_000;
const JOIN_PAUSE_MS = 250;
const PROBE_MS = 2_000;
const STOP_MS = 20_000;

/** Ends of a start after which another may succeed: another process has the directory, or took the port. */
const PASSING = /is in use by|is taken/;

/**
 * The service of a data directory, shared by all processes of `engraph mcp` on it: the first one runs it, the others
 * join it. When that one ends, the next that needs the service runs it.
 */
export class EmbeddedService {
  private child: ChildProcess | undefined;
  private current: ServiceAddress | undefined;
  private finding: Promise<ServiceAddress> | undefined;
  private isStopped = false;

  constructor(private readonly settings: McpSettings) {}

  /**
   * Joins the service, or starts it. Callers at the same time wait for the same one.
   * @param lost address where nothing answers any more
   * @throws Error if it cannot be started
   */
  find(lost?: ServiceAddress): Promise<ServiceAddress> {
    if (lost === undefined || lost !== this.current) {
      if (this.current) return Promise.resolve(this.current);
    } else this.current = undefined;
    this.finding ??= this.joinOrStart().then(
      (found) => {
        this.finding = undefined;
        this.current = found;
        return found;
      },
      (error: unknown) => {
        this.finding = undefined;
        throw error;
      },
    );
    return this.finding;
  }

  /** Ends the service if this process runs it; its data stay. */
  async stop(): Promise<void> {
    this.isStopped = true;
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(timer);
  }

  private async joinOrStart(): Promise<ServiceAddress> {
    await mkdir(this.settings.dataDir, { recursive: true, mode: 0o700 });
    const until = performance.now() + JOIN_MS;
    for (;;) {
      const running = await this.running();
      if (running) return running;
      const failure = await this.start();
      if (failure === null) continue;
      if (this.isStopped || !PASSING.test(failure) || performance.now() > until) throw new Error(failure);
      await pause(JOIN_PAUSE_MS);
    }
  }

  /** The service that runs on the directory; null if none answers to the key that lies there. */
  private async running(): Promise<ServiceAddress | null> {
    const { dataDir } = this.settings;
    const service = await readServiceFile(dataDir);
    const apiKey = (await readFile(join(dataDir, 'demo.key'), 'utf8').catch(() => '')).trim();
    if (service === null || apiKey === '') return null;
    const answer = await fetch(new URL('/v1/whoami', service.url), {
      headers: { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(PROBE_MS),
    }).catch(() => null);
    return answer?.ok ? { url: service.url, apiKey } : null;
  }

  /** Starts the service as a child process. @returns null when it is ready, or why it ended instead */
  private async start(): Promise<string | null> {
    const env = this.settings.environmentOf(await freeLocalPort());
    // Its channel tells it when this process is gone, however that ended. What it prints is none of the protocol.
    const child = spawn(process.execPath, [PROGRAM, '--quiet'], { env, stdio: ['ignore', 2, 'pipe', 'ipc'] });
    this.child = child;
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000);
      process.stderr.write(chunk);
    });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('message', () => {
        resolve(null);
      });
      child.once('close', (code, signal) => {
        resolve(said.trim().split('\n').at(-1) || `the service ended with ${String(code ?? signal)}`);
      });
    });
  }
}

/** A port of this machine on which nothing listens. */
function freeLocalPort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => {
        resolve(port);
      });
    });
  });
}
