import { type Cell, type DataRecord, recordOf } from './cells.js';

/** Keys of a card by its properties. */
const KEYS: Readonly<Record<string, string>> = {
  FN: 'full name',
  ORG: 'company',
  TITLE: 'role',
  ROLE: 'role',
  TEL: 'phone',
  EMAIL: 'email',
  BDAY: 'birthday',
  NICKNAME: 'nickname',
  ADR: 'city',
};
const PROPERTY = /^(?:[\w-]{1,20}\.)?([A-Z]{2,12})((?:;[^:\n]{1,60})*):(.*)$/i;
/** How a line of a card begins, unlike "Note: …" in a text; with a blank if it is folded. */
const CARD_LINE = /^(?:\s|(?:[\w-]{1,20}\.)?(?:X-[\w-]{1,40}|[A-Z]{1,12}|[a-z]{1,12}(?=[;:]\S))(?:;[^:\n]{0,200})?:)/;
/** Place of the town in an address. */
const LOCALITY = 3;

/** Whether a line begins or ends a vCard. */
export function isCardBorder(line: string, which: 'BEGIN' | 'END'): boolean {
  return line.trim().toUpperCase() === `${which}:VCARD`;
}

/** Whether a line may go on with a vCard. Any other ends one that was never closed, so that text behind it is read. */
export function isCardLine(line: string): boolean {
  return CARD_LINE.test(line);
}

/** The record of a vCard (RFC 6350), which its lines of the form `PROPERTY;PARAMETERS:value` are. */
export function cardRecord(lines: readonly { readonly text: string; readonly start: number }[]): DataRecord {
  const cells = lines.flatMap(({ text, start }): Cell[] => {
    const [, name = '', parameters = '', written = ''] = PROPERTY.exec(text.trimEnd()) ?? [];
    const property = name.toUpperCase();
    const key = property === 'RELATED' && /spouse/i.test(parameters) ? 'spouse' : KEYS[property];
    if (key === undefined) return [];
    const parts = written.split(';');
    const place = property === 'ADR' ? LOCALITY : 0;
    const value = parts[place] ?? '';
    const before = parts.slice(0, place).reduce((sum, part) => sum + part.length + 1, 0);
    const at = start + text.indexOf(':', name.length + parameters.length) + 1 + before;
    return value === '' ? [] : [{ key, value, start: at, end: at + value.length }];
  });
  return recordOf(cells);
}
