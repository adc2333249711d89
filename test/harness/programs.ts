import { execFile } from 'node:child_process';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { registerEngine } from './engines.js';
import { shared } from './services.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Main modules of the built programs, by their name: those of `dist`, or bundles of them.
 * @see bundledPrograms
 */
export type MainModules = (app: 'api' | 'extractor' | 'standalone' | 'cli') => string;

/** Programs as they are shipped. */
export const builtPrograms: MainModules = (app) => `dist/apps/${app}/src/main.js`;

/**
 * Bundles of the built programs, made once in a run. Loading thousands of modules is most of the CPU time of a start;
 * a bundle takes half of it. For tests that start programs dozens of times; what is about the start itself starts
 * `builtPrograms`.
 */
export async function bundledPrograms(): Promise<MainModules> {
  const { dir } = await shared('programs', bundle);
  return (app) => join(dir, `${app}.mjs`);
}

async function bundle(): Promise<{ dir: string }> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  // Packages that are not in a bundle are found from here.
  const dir = await mkdtemp(join(cache, 'engraph-programs-'));
  registerEngine({ dir });
  await promisify(execFile)(process.execPath, ['--no-warnings', join(root, 'test/harness/bundle-programs.mjs'), dir]);
  return { dir };
}
