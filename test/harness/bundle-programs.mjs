import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { root } from './compile.mjs';

/**
 * `node test/harness/bundle-programs.mjs FOLDER` writes the built programs to FOLDER, each with its dependencies in few
 * files instead of thousands: `api.mjs`, `extractor.mjs`, `standalone.mjs`, `cli.mjs`. See programs.ts.
 */
const [, , folder] = process.argv;
if (folder === undefined) throw new Error('no folder was given');

const require = createRequire(`${root}package.json`);
// The bundler of vite, which builds studio.
const { rolldown } = await import(pathToFileURL(createRequire(require.resolve('vite')).resolve('rolldown')).href);

const programs = ['api', 'extractor', 'standalone', 'cli'];
const bundle = await rolldown({
  input: Object.fromEntries(programs.map((name) => [name, `${root}dist/apps/${name}/src/main.js`])),
  platform: 'node',
  // What is imported and not there are drivers of other databases and optional parts of Nest.
  logLevel: 'silent',
  // Loads a binary beside its files.
  external: ['onnxruntime-node'],
  plugins: [{ name: 'own-addresses', transform: keepAddress }],
});
await bundle.write({
  dir: folder,
  format: 'esm',
  keepNames: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
});

/** Modules find models, migrations and workers beside themselves, wherever their code has gone. */
function keepAddress(code, id) {
  if (!id.startsWith('/') || !code.includes('import.meta.url')) return null;
  return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
}
