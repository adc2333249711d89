import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#database/embedded-postgres.js';
import { until } from '../../harness/until.js';

const START_LIMIT_MS = 240_000;

/** A separate Postgres, which is killed and frozen, and whose disk is filled. */
export class PostgresEngine {
  kills = 0;
  freezes = 0;

  private constructor(
    private readonly dataDir: string,
    private server: EmbeddedPostgres,
  ) {}

  static async start(dataDir: string): Promise<PostgresEngine> {
    return new PostgresEngine(dataDir, await startEmbeddedPostgres({ dataDir, log: () => undefined }));
  }

  get url(): string {
    return this.server.url;
  }

  /** Connection string of the service login, created by `migrate`. */
  get serviceUrl(): string {
    return this.server.serviceUrl;
  }

  get port(): number {
    return this.server.port;
  }

  /** Kills it with SIGKILL and starts it on the same data and port. */
  async kill(): Promise<void> {
    this.kills += 1;
    signal(this.server.pid, 'SIGKILL');
    await this.restart();
  }

  /** Freezes all of its processes. */
  async freeze(ms: number): Promise<void> {
    this.freezes += 1;
    const pids = [this.server.pid, ...(await childrenOf(this.server.pid))];
    for (const pid of pids) signal(pid, 'SIGSTOP');
    await delay(ms);
    for (const pid of pids) signal(pid, 'SIGCONT');
  }

  /** Restarts it if it exited by itself, as it does without space for its log. */
  async restartIfEnded(): Promise<void> {
    const ended = await Promise.race([this.server.exited.then(() => true), delay(500, false)]);
    if (ended) await this.restart();
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }

  private async restart(): Promise<void> {
    const { dataDir } = this;
    const { port } = this.server;
    await this.server.exited;
    await this.server.stop();
    const start = () => startEmbeddedPostgres({ dataDir, port, log: () => undefined });
    this.server = await until(start, START_LIMIT_MS, 'Postgres');
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has exited by itself.
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const children: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^[0-9]+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const [, ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(ppid) === parent) children.push(Number(pid));
  }
  return children;
}
