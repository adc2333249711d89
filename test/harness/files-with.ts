import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Files below a directory that contain a text, ignoring case, as relative paths. */
export type FilesWith = (text: string) => Promise<string[]>;

/** Lists such files of the directory `$1`; grep exits with 1 if there is none. */
const COMMAND = 'cd "$1" && LC_ALL=C grep -rliF -e "$2" . || [ $? = 1 ]';

/** In a directory of this machine. */
export function filesBelow(dir: string): FilesWith {
  return async (text) =>
    pathsOf((await promisify(execFile)('sh', ['-c', COMMAND, 'sh', dir, text], { maxBuffer: 1 << 26 })).stdout);
}

/** In a directory of a container. */
export function filesInContainer(
  container: { exec: (command: string[]) => Promise<{ output: string; exitCode: number }> },
  dir: string,
): FilesWith {
  return async (text) => {
    const { output, exitCode } = await container.exec(['sh', '-c', COMMAND, 'sh', dir, text]);
    if (exitCode !== 0) throw new Error(`the search ended with ${String(exitCode)}: ${output}`);
    return pathsOf(output);
  };
}

function pathsOf(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('./'))
    .map((line) => line.slice(2))
    .sort();
}
