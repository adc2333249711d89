import { ConnectionError } from './errors.js';
import type { Answer } from './operations.js';

/** Characters of a request; the service takes 16 MiB. */
const PART_LENGTH = 4 * 1024 * 1024;

const isMark = (line: string, mark: 'export' | 'checkpoint' | 'end'): boolean =>
  line.startsWith(`{"engraph":"${mark}"`);

/**
 * The lines of an export. After a lost connection it goes on behind the last checkpoint, as long as each attempt gets
 * further: lines are given once their checkpoint has come.
 * @param open opens the export behind the checkpoint of a cursor
 */
export async function* exportLines(
  open: (after: string | undefined) => Promise<Response>,
  after: string | undefined,
): AsyncGenerator<string, void, undefined> {
  let cursor = after;
  for (;;) {
    const begun = cursor;
    try {
      const waiting: string[] = [];
      for await (const line of linesOf(await open(cursor))) {
        waiting.push(line);
        if (isMark(line, 'checkpoint')) cursor = (JSON.parse(line) as { cursor: string }).cursor;
        else if (!isMark(line, 'end')) continue;
        yield* waiting.splice(0);
        if (isMark(line, 'end')) return;
      }
      throw new ConnectionError(new Error('the export was cut'));
    } catch (error) {
      if (!(error instanceof ConnectionError) || cursor === begun) throw error;
    }
  }
}

async function* linesOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let begun = '';
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw new ConnectionError(error);
    });
    if (done) return;
    const lines = (begun + value).split('\n');
    begun = lines.pop() ?? '';
    yield* lines;
  }
}

type ImportReport = Answer<'importScope'>;

/**
 * Sends the lines of an export in parts, cut at checkpoints, each with the header.
 * @param send sends one part
 */
export async function importInParts(
  lines: Iterable<string> | AsyncIterable<string>,
  send: (part: string) => Promise<ImportReport>,
): Promise<ImportReport> {
  const total = { lines: 0, imported: 0, memories: 0, known: 0, skipped: 0, complete: false };
  let header = '';
  let part: string[] = [];
  let length = 0;
  let events = 0;
  const flush = async (): Promise<void> => {
    if (part.length === 0) return;
    const report = await send([header, ...part].join('\n'));
    for (const name of ['imported', 'memories', 'known', 'skipped'] as const) total[name] += report[name];
    [part, length] = [[], 0];
  };
  for await (const line of lines) {
    total.lines += 1;
    if (isMark(line, 'export')) header = line;
    else if (isMark(line, 'end')) total.complete = (JSON.parse(line) as { events: number }).events === events;
    else if (!isMark(line, 'checkpoint')) {
      part.push(line);
      [events, length] = [events + 1, length + line.length];
    }
    if (length > PART_LENGTH || (isMark(line, 'checkpoint') && length > PART_LENGTH / 4)) await flush();
  }
  await flush();
  return total;
}
