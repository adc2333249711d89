import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from '@swc/core';

/**
 * Module hooks that let `node --import ./test/harness/run-typescript.mjs some.ts` run the TypeScript sources as jest does,
 * for tests that need a process of their own.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));

export async function resolve(specifier, context, next) {
  if (specifier.startsWith('#')) return next(sourceOf(specifier), context);
  const own = context.parentURL?.startsWith('file:') && !context.parentURL.includes('/node_modules/');
  if (!own || !/^\.{1,2}\/.*\.js$/.test(specifier)) return next(specifier, context);
  return next(specifier.replace(/\.js$/, '.ts'), context).catch(() => next(specifier, context));
}

function sourceOf(specifier) {
  const [lib, ...file] = specifier.slice(1).replace(/\.js$/, '.ts').split('/');
  const path = lib === 'apps' ? `apps/${file.join('/')}` : `libs/${lib}/src/${file.join('/')}`;
  return pathToFileURL(`${root}${path}`).href;
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(readFileSync(filename, 'utf8'), { filename, cwd: root, sourceMaps: 'inline' });
  return { format: 'module', source: code, shortCircuit: true };
}
