import { type DataRecord, keyWords, OpenRecord } from './cells.js';

/** A string, a bracket, a colon, a comma, a number or a word. */
const TOKEN = /"((?:[^"\\]|\\.)*)"|[[\]{}:,]|-?\d+(?:\.\d+)?|[a-z]+/g;

interface OpenObject {
  readonly record: OpenRecord;
  key: string;
}

/**
 * Objects of the JSON values in a part of a text, with the strings and numbers in them. A value in an array has the key
 * of the array. Values with escapes are left out, since their words are not those of the text.
 * @param from,to UTF-16 indices of the part
 */
export function jsonRecords(text: string, from: number, to: number): DataRecord[] {
  const reader = new JsonReader(from);
  for (const match of text.slice(from, to).matchAll(TOKEN)) reader.read(match);
  return reader.records;
}

class JsonReader {
  readonly records: DataRecord[] = [];
  private readonly open: OpenObject[] = [];
  private pending: RegExpExecArray | null = null;

  constructor(private readonly from: number) {}

  read(match: RegExpExecArray): void {
    const [token] = match;
    if (token === '{') this.begin();
    else if (token === ':') this.readKey();
    else if (token === ',' || token === ']' || token === '}') this.settle();
    else if (token !== '[') this.pending = match;
    if (token === '}') this.open.pop();
  }

  private begin(): void {
    const holder = this.open.at(-1);
    const record = new OpenRecord(holder?.record, holder?.key);
    this.records.push(record);
    this.open.push({ record, key: '' });
  }

  private readKey(): void {
    const holder = this.open.at(-1);
    if (holder) holder.key = keyWords(this.pending?.[1] ?? '');
    this.pending = null;
  }

  private settle(): void {
    const [holder, match] = [this.open.at(-1), this.pending];
    this.pending = null;
    if (holder === undefined || match === null) return;
    const start = this.from + match.index + Number(match[1] !== undefined);
    const value = match[1] ?? match[0];
    if (!value.includes('\\')) holder.record.add({ key: holder.key, value, start, end: start + value.length });
  }
}
