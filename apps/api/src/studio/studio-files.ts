import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { preparedBytes } from '../admission/prepared-answers.js';

/** A file of studio, plain and compressed. */
export interface StudioFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  /** Whether its name has a hash of its contents, so that it never changes. */
  readonly isHashed: boolean;
}

/** Where `npm run build` puts the pages: beside the built api; and seen from its sources, which tests run. */
const PLACES = ['../../../studio/', '../../../../dist/apps/studio/'];
/** Only built pages have it. */
const LICENSES = 'licenses.md';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
};

let read: ReadonlyMap<string, StudioFile> | undefined;

/**
 * The files of studio by name. They lie in one folder, are read once for all apps of the process, and nothing else can
 * be named: a name is looked up here and never becomes a path.
 * @throws if they are not built
 */
export function studioFiles(): ReadonlyMap<string, StudioFile> {
  read ??= readFiles();
  return read;
}

function readFiles(): ReadonlyMap<string, StudioFile> {
  const folder = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((one) =>
    existsSync(`${one}${LICENSES}`),
  );
  if (folder === undefined) throw new Error('studio is not built (npm run build); STUDIO=off starts without it');
  return new Map(readdirSync(folder).map((name) => [name, studioFile(folder, name)]));
}

function studioFile(folder: string, name: string): StudioFile {
  const plain = readFileSync(`${folder}${name}`);
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    plain: preparedBytes(plain),
    gzip: preparedBytes(gzipSync(plain)),
    isHashed: /-[\w-]{8}\.\w+$/.test(name),
  };
}
