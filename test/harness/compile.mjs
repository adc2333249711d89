import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform, version } from '@swc/core';

/** The root of the repository, as a directory and as a URL. */
export const root = fileURLToPath(new URL('../../', import.meta.url));
export const rootUrl = pathToFileURL(root).href;

const cache = `${root}node_modules/.cache/engraph-tests`;
const settings = readFileSync(`${root}.swcrc`);

/**
 * Compiles a TypeScript file. The result is cached for all workers and programs, by the hash of its inputs.
 * @returns the JavaScript
 */
export async function compile(filename) {
  const source = readFileSync(filename);
  const kept = keptFile(filename, source);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const { code, map } = await transform(source.toString(), { filename, cwd: root, sourceMaps: true });
  mkdirSync(cache, { recursive: true });
  writeWhole(`${kept}.map`, map);
  const whole = `${code}//# sourceMappingURL=${pathToFileURL(kept).href}.map\n`;
  writeWhole(kept, whole);
  return whole;
}

/** The file with the source map of a module; undefined if it is none of the TypeScript of this repository. */
export function sourceMapFile(url) {
  if (!url.startsWith(rootUrl) || !new URL(url).pathname.endsWith('.ts')) return undefined;
  const filename = fileURLToPath(url);
  return existsSync(filename) ? `${keptFile(filename, readFileSync(filename))}.map` : undefined;
}

function keptFile(filename, source) {
  const hash = createHash('sha256').update(version).update(settings).update(filename).update(source);
  return `${cache}/${hash.digest('hex')}.js`;
}

/** Another process sees all of the file or nothing. */
function writeWhole(file, text) {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}
