// Packs what is released to npm: npm run pack -- FOLDER. Builds nothing but the client and the adapters, which build
// themselves; run `npm run build` before. Prints the file of each package.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stageServer } from './server-package.mjs';

/** Packs a folder. @returns the file */
function pack(folder, out) {
  const printed = execFileSync('npm', ['pack', '--json', '--pack-destination', out], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = Object.values(JSON.parse(printed));
  return join(out, filename);
}

function packServer(out) {
  const folder = mkdtempSync(join(tmpdir(), 'engraph-package-'));
  try {
    stageServer(folder);
    return pack(folder, out);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Folders of the adapters for npm that are installed, so that they can be built. */
function adapters() {
  return readdirSync('integrations')
    .map((name) => `integrations/${name}`)
    .filter((folder) => existsSync(`${folder}/node_modules`) && existsSync(`${folder}/package.json`))
    .filter((folder) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).private !== true);
}

const [, , target] = process.argv;
if (target === undefined) throw new Error('usage: npm run pack -- FOLDER');
const out = resolve(target);
mkdirSync(out, { recursive: true });
for (const file of [packServer(out), ...['clients/typescript', ...adapters()].map((folder) => pack(folder, out))])
  process.stdout.write(`${file}\n`);
