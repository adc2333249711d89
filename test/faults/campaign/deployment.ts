import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Program } from './program.js';
import type { PostgresEngine } from './postgres-engine.js';
import type { SilentProxy } from './silent-proxy.js';
import type { SmallDisk } from './disk.js';
import type { Versions } from './versions.js';

export interface ApiProgram {
  readonly program: Program;
  readonly baseUrl: string;
}

export interface Broker {
  readonly brokers: readonly string[];
  /** SIGKILL, and a start on the same data. */
  killAndRestart: () => Promise<void>;
  kills: number;
}

/** How a command ended, and the JSON lines that it printed. */
export interface CommandOutcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly lines: readonly Record<string, unknown>[];
  readonly errors: string;
}

/** One installation of the service, which the campaign harms and asks. */
export interface Deployment {
  readonly mode: 'full' | 'embedded';
  readonly programs: readonly Program[];
  readonly versions: Versions;
  /** From the older version to the newer: the tables first, beside the programs that run. */
  upgrade: () => Promise<void>;
  readonly apis: readonly ApiProgram[];
  /** Null where the service runs its own. */
  readonly postgres: PostgresEngine | null;
  readonly broker: Broker | null;
  /** By the name of the program that goes through it; of the broker, all do. */
  readonly proxies: ReadonlyMap<string, SilentProxy>;
  /** Where Postgres keeps its data, if that is a disk of its own. */
  readonly disk: SmallDisk | null;
  /** A superuser's connection string, past all proxies; null while there is none. */
  databaseUrl: () => Promise<string | null>;
  command: (
    args: readonly string[],
    failpoints?: string,
    /** Settings other than those of the deployment. */
    env?: Readonly<Record<string, string>>,
  ) => Promise<CommandOutcome>;
  /** Places between two steps that were reached in any process. */
  reachedFile: string;
  /** Of the deployment, and not on its disk. */
  readonly workDir: string;
  stop: () => Promise<void>;
}

const COMMAND_LIMIT_MS = 300_000;

/** `engraph ARGS`, as an operator runs it. */
export function runCommand(
  root: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  failpoints = '',
): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    const options = {
      cwd: root,
      env: { ...env, ENGRAPH_FAILPOINTS: failpoints },
      timeout: COMMAND_LIMIT_MS,
      maxBuffer: 16 * 1024 * 1024,
    };
    const child = execFile(
      process.execPath,
      ['--no-warnings', join(root, 'dist/apps/cli/src/main.js'), ...args],
      options,
      (_error, stdout, stderr) => {
        const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
        const printed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
        resolve({ code: child.exitCode, signal: child.signalCode, lines: printed, errors: stderr.slice(-1_000) });
      },
    );
  });
}
