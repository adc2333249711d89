import { accessSync, constants } from 'node:fs';
import { types } from 'node:util';

/** Says that a file a setting names cannot be read; empty when it can. */
export function fileFaults(name: string, path: string): string[] {
  try {
    accessSync(path, constants.R_OK);
    return [];
  } catch (error) {
    return [`${name} names a file that cannot be read (${codeOf(error)}): ${path}`];
  }
}

/** Why a file could not be read, in the words of the operating system. */
function codeOf(error: unknown): string {
  return types.isNativeError(error) && 'code' in error ? String(error.code) : 'unknown';
}
