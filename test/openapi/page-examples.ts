import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHELL_VARIABLES } from '#apps/api/src/openapi/examples/example.js';

/** An example on the page. */
export interface PageExample {
  readonly operationId: string;
  readonly name: string;
  readonly command: string;
  /** Text of the response; null if the page shows none. */
  readonly answer: string | null;
}

/** All examples of the page, in order. */
export function examplesOfPage(page: string): PageExample[] {
  return [...page.matchAll(/<article id="([A-Za-z]+)">([^]*?)<\/article>/g)].flatMap(
    ([, operationId = '', article = '']) =>
      article
        .split('<h4>Example: ')
        .slice(1)
        .map((text) => ({
          operationId,
          name: unescaped(text.slice(0, text.indexOf('</h4>'))),
          command: codeOf(text, 'call') ?? '',
          answer: codeOf(text, 'answer'),
        })),
  );
}

function codeOf(markup: string, kind: string): string | null {
  const code = new RegExp(`<pre class="${kind}"><code>([^]*?)</code></pre>`).exec(markup)?.[1];
  return code === undefined ? null : unescaped(code);
}

function unescaped(text: string): string {
  return text.replace(/&#([0-9]+);/g, (_, code) => String.fromCodePoint(Number(code)));
}

export interface ShellRun {
  /** For each command: status of the response, and output. */
  readonly answers: readonly { readonly status: string; readonly printed: string }[];
  /** Shell variables at the end. */
  readonly variables: ReadonlyMap<string, string>;
}

/** Runs the commands in one bash, in order. */
export async function runInShell(
  commands: readonly string[],
  env: Record<'ENGRAPH' | 'KEY', string>,
): Promise<ShellRun> {
  const folder = await mkdtemp(join(tmpdir(), 'engraph-examples-'));
  try {
    const bash = spawn('bash', ['-s'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    bash.stdin.end(scriptOf(commands));
    await once(bash, 'exit');
    const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
    const answers = commands.map(async (_, at) => ({
      status: await read(`${String(at)}.status`),
      printed: await read(`${String(at)}.printed`),
    }));
    const variables = (await read('variables')).trimEnd().split('\n');
    return {
      answers: await Promise.all(answers),
      variables: new Map(Object.keys(SHELL_VARIABLES).map((name, at) => [name, variables[at] ?? ''])),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Makes curl print the status after the output. */
function scriptOf(commands: readonly string[]): string {
  return [
    `curl() { command curl --max-time 30 -w '%{stderr}%{http_code}' "$@"; }`,
    ...commands.map((command, at) => `{\n${command}\n} >${String(at)}.printed 2>${String(at)}.status`),
    ...Object.keys(SHELL_VARIABLES).map((name) => `echo "$${name}" >>variables`),
    '',
  ].join('\n');
}
