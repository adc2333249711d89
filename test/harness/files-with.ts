import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Says which files below a directory contain a text, whatever its case, as paths from there. */
export type FilesWith = (text: string) => Promise<string[]>;

/** Lists such files of the directory `$1`; grep ends with 1 where there is none. */
const COMMAND = 'cd "$1" && LC_ALL=C grep -rliF -e "$2" . || [ $? = 1 ]';

/** Of a directory of this machine. */
export function filesBelow(dir: string): FilesWith {
  return async (text) =>
    pathsOf((await promisify(execFile)('sh', ['-c', COMMAND, 'sh', dir, text], { maxBuffer: 1 << 26 })).stdout);
}

/** Of a directory in a container. */
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
