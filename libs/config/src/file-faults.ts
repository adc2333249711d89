import { accessSync, constants } from 'node:fs';
import { types } from 'node:util';

/** Fault if the file that a setting names cannot be read; else empty. */
export function fileFaults(name: string, path: string): string[] {
  try {
    accessSync(path, constants.R_OK);
    return [];
  } catch (error) {
    return [`${name} names a file that cannot be read (${codeOf(error)}): ${path}`];
  }
}

/** Error code of the operating system. */
function codeOf(error: unknown): string {
  return types.isNativeError(error) && 'code' in error ? String(error.code) : 'unknown';
}
