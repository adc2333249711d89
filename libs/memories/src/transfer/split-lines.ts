import { InvalidImportLine } from './import-errors.js';
import { MAX_LINE_BYTES } from './import-lines.js';

const LINE_FEED = 0x0a;

export interface NumberedLine {
  /** From 1. */
  readonly number: number;
  /** Without the line feed. */
  readonly bytes: Buffer;
}

/** Splits chunks of bytes into lines. @throws InvalidImportLine for one that is too long, before it is complete */
export async function* splitLines(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<NumberedLine, void> {
  let number = 1;
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield { number, bytes: Buffer.concat([...parts, chunk.subarray(start, end)]) };
      [number, parts, length, start] = [number + 1, [], 0, end + 1];
    }
    parts.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > MAX_LINE_BYTES)
      throw new InvalidImportLine(number, `a line holds at most ${String(MAX_LINE_BYTES)} bytes`);
  }
  if (length > 0) yield { number, bytes: Buffer.concat(parts) };
}
