// The npm package `engraph`: what `npm run build` made, the models, and the command, without tests and tools. It is put
// together in a folder of its own, since two things differ from this repository: direct dependencies have the exact
// versions of the lockfile, which were tested; and the ONNX runtime is included, with the libraries for Linux alone and
// without its install script, which fetches 200 MB for GPUs from elsewhere.
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const RUNTIME = 'onnxruntime-node';
/** What the runtime loads; its other dependencies are those of its install script. */
const RUNTIME_NEEDS = 'onnxruntime-common';

const BUILT = ['dist/apps', 'dist/libs', 'dist/models', 'dist/docs'];
const COPIED = ['LICENSE', 'NOTICE', 'CHANGELOG.md', 'bin/engraph.mjs'];

/** Writes the folder of the package. @param folder an empty folder */
export function stageServer(folder) {
  const manifest = serverManifest(readJson('package.json'), readJson('package-lock.json').packages);
  writeJson(join(folder, 'package.json'), manifest);
  for (const file of COPIED) copy(file, folder);
  cpSync('tools/pack/engraph/README.md', join(folder, 'README.md'));
  for (const built of BUILT) cpSync(built, join(folder, built), { recursive: true, filter: isShipped });
  chmodSync(join(folder, 'bin/engraph.mjs'), 0o755);
  copyRuntime(folder);
}

/** The manifest of the package. @param packages those of package-lock.json, by path */
export function serverManifest(root, packages) {
  const { name, version, description, license, repository, type, engines, imports, dependencies } = root;
  const exact = Object.keys(dependencies).map((on) => [on, packages[`node_modules/${on}`].version]);
  return {
    ...{ name, version, description, license, repository, type, engines, imports },
    keywords: ['agent', 'memory', 'knowledge-graph', 'event-sourcing', 'mcp'],
    bin: { engraph: 'bin/engraph.mjs' },
    exports: { './package.json': './package.json' },
    files: ['bin', 'dist', 'CHANGELOG.md', 'NOTICE'],
    dependencies: Object.fromEntries(exact),
    bundleDependencies: [RUNTIME, RUNTIME_NEEDS],
  };
}

/**
 * Whether a file of dist ships: no source map, and nothing whose source is gone, which a build leaves behind. Models
 * and other data have the same path under dist as in the repository. Studio is bundled, into an empty folder.
 */
function isShipped(path) {
  if (path.endsWith('.map') || path.endsWith('.test.js')) return false;
  if (path.startsWith('dist/apps/studio')) return true;
  const source = path.replace(/^dist\//, '');
  return existsSync(source) || existsSync(source.replace(/\.js$/, '.ts'));
}

function copyRuntime(folder) {
  const target = join(folder, 'node_modules', RUNTIME);
  const manifest = readJson(`node_modules/${RUNTIME}/package.json`);
  const needed = { [RUNTIME_NEEDS]: manifest.dependencies[RUNTIME_NEEDS] };
  for (const part of ['dist', 'README.md', ...linuxBinaries()]) copy(join('node_modules', RUNTIME, part), folder);
  const changed = { scripts: undefined, devDependencies: undefined, dependencies: needed };
  writeJson(join(target, 'package.json'), { ...manifest, ...changed });
  copy(join('node_modules', RUNTIME_NEEDS), folder);
}

/** Folders of the libraries for Linux, by the version of Node-API. */
function linuxBinaries() {
  return readdirSync(`node_modules/${RUNTIME}/bin`).map((api) => `bin/${api}/linux`);
}

function copy(path, folder) {
  cpSync(path, join(folder, path), { recursive: true, filter: (file) => !file.endsWith('.map') });
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeJson(file, value) {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
