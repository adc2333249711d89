import { existsSync, readFileSync } from 'node:fs';

/** Version of this program, from the nearest package.json above this file; that is the same for source and build. */
export const VERSION = versionAbove(new URL('.', import.meta.url));

function versionAbove(directory: URL): string {
  const file = new URL('package.json', directory);
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  const parent = new URL('..', directory);
  if (parent.href === directory.href) throw new Error('no package.json found above the program');
  return versionAbove(parent);
}
