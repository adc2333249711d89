import { type DataRecord, keyWords, OpenRecord } from './cells.js';

/** A tag with its attributes, a comment, a declaration, or text between two tags. */
const TOKEN =
  /<!--[^]{0,2000}?-->|<[?!][^>]{0,500}>|<(\/?)([\p{L}_][\p{L}\p{N}_.:-]{0,60})((?:\s[^<>]{0,1000}?)?)(\/?)>|[^<>]+/gu;
const ATTRIBUTE = /([\p{L}_][\p{L}\p{N}_.:-]{0,60})\s*=\s*(?:"([^"<]{0,300})"|'([^'<]{0,300})')/gu;
const MAX_DEPTH = 50;
/** Tags of pages and of their scripts, which are no data. */
const OF_PAGES =
  /^(?:html|head|body|div|span|p|a|img|script|style|link|meta|ul|ol|li|br|hr|h[1-6]|svg|path|g|form|input|button|label|section|nav|main|header|footer|article|template|slot|details|summary|b|i|em|strong|code|pre|sub|sup|kbd|think|thinking)$/i;

/** An element whose text is read: it is a record if it has attributes or elements, else a value of the one around. */
interface Element {
  readonly name: string;
  record: OpenRecord | null;
  text: { readonly value: string; readonly start: number } | null;
}

/** Whether a line begins an element of data, not of a page. */
export function beginsXml(line: string): boolean {
  if (/^\s*<\?xml\b/.test(line)) return true;
  const name = /^\s*<([\p{L}_][\p{L}\p{N}_.:-]{0,60})(?:\s[^<>]{0,1000})?\/?>/u.exec(line)?.[1];
  return name !== undefined && !OF_PAGES.test(name);
}

/**
 * Elements of the XML in a part of a text that have attributes or other elements. Their attributes, and the elements in
 * them that have text alone, are cells. Values with entities are left out, since their words are not those of the text.
 * @param from,to UTF-16 indices of the part
 */
export function xmlRecords(text: string, from: number, to: number): DataRecord[] {
  const reader = new XmlReader(from);
  for (const match of text.slice(from, to).matchAll(TOKEN)) reader.read(match);
  return reader.records;
}

class XmlReader {
  readonly records: OpenRecord[] = [];
  private readonly open: Element[] = [];

  constructor(private readonly from: number) {}

  read({ 0: token, 1: closing, 2: name, 3: attributes = '', 4: selfClosing, index }: RegExpMatchArray): void {
    const at = this.from + (index ?? 0);
    if (name === undefined) {
      if (!token.startsWith('<')) this.readText(token, at);
    } else if (closing === '/') this.close();
    else this.begin(name, attributes, at + token.indexOf(attributes, name.length + 1), selfClosing === '/');
  }

  private begin(name: string, attributes: string, at: number, isEmpty: boolean): void {
    if (this.open.length >= MAX_DEPTH) return;
    const element: Element = { name, record: null, text: null };
    const holder = this.open.at(-1);
    if (holder) this.recordOf(holder);
    this.open.push(element);
    for (const { 0: whole, 1: key = '', 2: double, 3: single, index } of attributes.matchAll(ATTRIBUTE)) {
      const value = double ?? single ?? '';
      this.addCell(this.recordOf(element), key, value, at + index + whole.length - value.length - 1);
    }
    if (isEmpty) this.close();
  }

  private readText(token: string, at: number): void {
    const value = token.trim();
    const element = this.open.at(-1);
    if (element && value !== '') element.text = { value, start: at + token.indexOf(value) };
  }

  private close(): void {
    const element = this.open.pop();
    const holder = this.open.at(-1);
    if (element?.record !== null || holder === undefined) return;
    this.addCell(this.recordOf(holder), element.name, element.text?.value ?? '', element.text?.start ?? 0);
  }

  /** The record of an element, which it becomes with its first attribute or element. */
  private recordOf(element: Element): OpenRecord {
    if (element.record === null) {
      const holder = this.open[this.open.indexOf(element) - 1];
      element.record = new OpenRecord(holder?.record ?? null, keyWords(localName(element.name)));
      this.records.push(element.record);
    }
    return element.record;
  }

  private addCell(record: OpenRecord, key: string, value: string, start: number): void {
    if (!value.includes('&') && !value.includes('\n'))
      record.add({ key: keyWords(localName(key)), value, start, end: start + value.length });
  }
}

/** A name without its namespace. */
function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}
