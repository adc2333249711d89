import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../test/harness/free-port.js';
import { until } from '../test/harness/until.js';
import type { Closing } from './closing.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RUN_TYPESCRIPT = ['--import', './test/harness/run-typescript.mjs'];

/** An app that runs from dist in a process of its own. */
export interface AppProcess {
  readonly pid: number;
  readonly port: number;
  /** SIGTERM, and SIGKILL where that does not end it. */
  stop(): Promise<void>;
}

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 20_000;
const PORT_SETTING = { standalone: 'PORT', api: 'PORT', extractor: 'EXTRACTOR_PORT' };

/**
 * Starts an app as it is run in production and returns when its health route answers. Only the given settings reach it.
 * @throws when it ends or does not answer
 */
export async function startApp(
  closing: Closing,
  app: keyof typeof PORT_SETTING,
  settings: Record<string, string>,
): Promise<AppProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [`dist/apps/${app}/src/main.js`], {
    cwd: ROOT,
    env: { LOG_LEVEL: 'error', METRICS_PORT: '0', HOST: '127.0.0.1', [PORT_SETTING[app]]: String(port), ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = (): Promise<void> => endProcess(child);
  closing.add(stop);
  await until(
    async () => hasEnded(child) || (await fetch(`http://127.0.0.1:${String(port)}/health/ready`)).ok,
    START_LIMIT_MS,
    `the start of ${app}`,
  );
  if (hasEnded(child)) throw new Error(`${app} ended at its start`);
  return { pid: child.pid ?? 0, port, stop };
}

/** Runs a TypeScript program of this folder to its end and returns the JSON that it printed. */
export async function runProgram(closing: Closing, file: string, argument: object): Promise<unknown> {
  const child = spawnProgram(closing, file, argument);
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${file} ended with ${String(code)}`);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/**
 * Starts a TypeScript program of this folder that serves until it is told to end; returns the first line it printed.
 */
export async function startProgram(
  closing: Closing,
  file: string,
  argument: object,
): Promise<{ line: string; stop: () => Promise<void> }> {
  const child = spawnProgram(closing, file, argument);
  if (child.stdout === null) throw new Error('no output');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { line: line.toString().trim(), stop: () => endProcess(child) };
}

/** The argument of a program that `runProgram` or `startProgram` started. */
export function programArgument(): unknown {
  return JSON.parse(process.argv[2] ?? 'null');
}

function spawnProgram(closing: Closing, file: string, argument: object): ChildProcess {
  const child = spawn(process.execPath, [...RUN_TYPESCRIPT, `bench/${file}`, JSON.stringify(argument)], {
    cwd: ROOT,
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closing.add(() => endProcess(child));
  return child;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([exit, delay(STOP_LIMIT_MS, undefined, { ref: false })]);
  if (!hasEnded(child)) child.kill('SIGKILL');
  await exit;
}
