import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { NODE_ARGUMENTS } from '../../harness/node-arguments.js';
import { builtPrograms, type MainModules } from '../../harness/programs.js';
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
  /** Kills it with SIGKILL and starts it on the same data. */
  killAndRestart: () => Promise<void>;
  kills: number;
}

/** Exit of a command, and the JSON lines that it printed. */
export interface CommandOutcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly lines: readonly Record<string, unknown>[];
  readonly errors: string;
}

/** A deployment of the service, which the campaign disturbs and tests. */
export interface Deployment {
  readonly mode: 'full' | 'embedded';
  readonly programs: readonly Program[];
  readonly versions: Versions;
  /** Upgrades from the older version to the newer: first the tables, while programs run. */
  upgrade: () => Promise<void>;
  readonly apis: readonly ApiProgram[];
  /** Null if the service runs its own. */
  readonly postgres: PostgresEngine | null;
  readonly broker: Broker | null;
  /** Proxies by name of the program behind it; all programs share that of the broker. */
  readonly proxies: ReadonlyMap<string, SilentProxy>;
  /** Disk of the Postgres data, if it is a separate one. */
  readonly disk: SmallDisk | null;
  /** Connection string of a superuser, without a proxy; null if unavailable. */
  databaseUrl: () => Promise<string | null>;
  command: (
    args: readonly string[],
    failpoints?: string,
    /** Settings that override those of the deployment. */
    env?: Readonly<Record<string, string>>,
  ) => Promise<CommandOutcome>;
  /** Failpoints reached in any process. */
  reachedFile: string;
  /** Directory of the deployment, not on its disk. */
  readonly workDir: string;
  stop: () => Promise<void>;
}

const COMMAND_LIMIT_MS = 300_000;

/**
 * Runs `engraph ARGS`.
 * @param root of the built repository
 */
export function runCommand(
  root: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  failpoints = '',
  programs: MainModules = builtPrograms,
): Promise<CommandOutcome> {
  return new Promise((ended) => {
    const options = {
      cwd: root,
      env: { ...env, ENGRAPH_FAILPOINTS: failpoints },
      timeout: COMMAND_LIMIT_MS,
      maxBuffer: 16 * 1024 * 1024,
    };
    const child = execFile(
      process.execPath,
      [...NODE_ARGUMENTS, resolve(root, programs('cli')), ...args],
      options,
      (_error, stdout, stderr) => {
        const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
        const printed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
        ended({ code: child.exitCode, signal: child.signalCode, lines: printed, errors: stderr.slice(-1_000) });
      },
    );
  });
}
