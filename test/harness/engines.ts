import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Resources to stop when the test run ends: processes that run inside `dir`, or containers of the run. */
export type Engine = { dir: string } | { containers: true };

/**
 * The directory of this test run, made by jest's global setup.
 *
 * Throws outside of a jest run.
 */
export function runDirectory(): string {
  const dir = process.env['ENGRAPH_TEST_RUN'];
  if (dir === undefined) throw new Error('ENGRAPH_TEST_RUN is not set: only a jest run has shared services');
  return dir;
}

/**
 * Registers an engine with sweep.mjs; call it before the start, so that a killed run leaks nothing. Outside of a jest
 * run it does nothing, and only the caller's `stop` stops the engine.
 */
export function registerEngine(engine: Engine): void {
  if (process.env['ENGRAPH_TEST_RUN'] === undefined) return;
  const runDir = runDirectory();
  mkdirSync(join(runDir, 'engines'), { recursive: true });
  writeWhole(join(runDir, 'engines', randomUUID()), engine);
  watchRun(runDir);
}

/** Label by which sweep.mjs finds the containers of this run. */
export function runLabel(): Record<string, string> {
  return { 'engraph.test-run': process.env['ENGRAPH_TEST_RUN'] ?? 'none' };
}

/** Creates a directory for an engine and its data, which sweep.mjs removes. */
export function engineDirectory(name: string): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), `engraph-test-${name}-`)));
  registerEngine({ dir });
  return dir;
}

/** Writes JSON atomically. */
export function writeWhole(file: string, value: unknown): void {
  writeFileSync(`${file}.unfinished`, JSON.stringify(value));
  renameSync(`${file}.unfinished`, file);
}

/** Creates `dir`; true for the one of many processes that created it. */
export function claim(dir: string): boolean {
  try {
    mkdirSync(dir);
    return true;
  } catch (error) {
    if (existsSync(dir)) return false;
    throw error;
  }
}

/** Starts the sweeper of this run, once. */
function watchRun(runDir: string): void {
  if (!claim(join(runDir, 'sweeper'))) return;
  const script = fileURLToPath(new URL('./sweep.mjs', import.meta.url));
  spawn(process.execPath, [script, runDir], { detached: true, stdio: 'ignore' }).unref();
}
