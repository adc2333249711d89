import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { NODE_ARGUMENTS } from './node-arguments.js';
import { until } from './until.js';

/** A TypeScript program in a separate process, which a test can freeze and kill. */
export interface Program {
  readonly pid: number;
  /** Lines of its standard output. */
  readonly lines: readonly string[];
  /** Waits for a matching line. */
  prints: (line: string, limitMs?: number) => Promise<void>;
  /** SIGSTOP: the process is frozen, and its connections stay open. */
  freeze: () => void;
  /** SIGCONT. */
  thaw: () => void;
  /** Sends SIGTERM and waits for the exit. */
  end: () => Promise<void>;
  /** Sends SIGKILL and waits for the exit; does nothing if it has exited. */
  kill: () => Promise<void>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** @param script its path from the root of the repository */
export function startProgram(script: string, args: readonly string[]): Program {
  const options = [...NODE_ARGUMENTS, '--import', './test/harness/run-typescript.mjs', script, ...args];
  const child = spawn(process.execPath, options, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const endBy = async (signal: NodeJS.Signals): Promise<void> => {
    if (hasEnded()) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  };
  return {
    pid: child.pid ?? 0,
    lines,
    prints: async (line, limitMs = 60_000) => {
      const printed = (): 'yes' | 'ended' | false => (lines.includes(line) ? 'yes' : hasEnded() && 'ended');
      const state = await until(() => Promise.resolve(printed()), limitMs, `the line "${line}"`);
      if (state === 'ended') throw new Error(`${script} ended without printing "${line}"`);
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    end: () => endBy('SIGTERM'),
    kill: () => endBy('SIGKILL'),
  };
}
