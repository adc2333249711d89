import { fileURLToPath, pathToFileURL } from 'node:url';
import { compile, root, rootUrl } from './compile.mjs';

/**
 * Module hooks that run the TypeScript sources: in test files (native-runner.mjs), and in programs by
 * `node --import ./test/harness/run-typescript.mjs some.ts`. `#lib/*` resolves to the sources instead of dist.
 */
const globals = new URL('./jest-globals.mjs', import.meta.url).href;

/**
 * Resolves an import. A test file is loaded with a query that no other has. It goes over to the modules under test/
 * that it imports, so that each test file has its own instance of them.
 */
export async function resolve(specifier, context, next) {
  const query = context.parentURL?.startsWith(rootUrl) ? new URL(context.parentURL).search : '';
  if (query !== '' && specifier === '@jest/globals') return { url: globals + query, shortCircuit: true };
  const resolved = await resolveSource(specifier, context, next);
  const isOfTest = query !== '' && resolved.url.startsWith(`${rootUrl}test/`) && !resolved.url.includes('?');
  return isOfTest ? { ...resolved, url: resolved.url + query } : resolved;
}

async function resolveSource(specifier, context, next) {
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
  if (!new URL(url).pathname.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: await compile(fileURLToPath(url)), shortCircuit: true };
}
