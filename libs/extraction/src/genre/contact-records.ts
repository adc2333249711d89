import { JOBS } from '#lexicon/jobs.js';
import { LEGAL_FORMS } from '#lexicon/organizations.js';
import { type Cell, type DataRecord, recordOf } from './cells.js';
import { signerOf } from './signer.js';

const MAX_CONTACTS = 100;
/** A name with what stands behind it in its line. */
const NAMED =
  /(?<![\p{L}\p{N}'’-])\p{Lu}[\p{L}'’.-]{0,30}(?: (?:\p{Lu}[\p{L}'’.-]{0,30}|van|von|de|der|den|da|do|al)){1,3}(?=\s?[<(|·•,–-])/gu;
const IN_BRACKETS = /^\s?[<(]([^\s@<>()]{1,64}@[^\s@<>()]{1,253}\.[^\s@<>()]{2,})[>)]/u;
const SEPARATOR = /\s{0,4}[|·•,]\s{0,4}|\s{1,4}[–-]\s{1,4}/u;
const EMAIL = /^(?:e-?mail:? ?|mail:? ?)?([^\s@<>]{1,64}@[^\s@<>]{1,253}\.[^\s@<>]{2,})$/iu;
const PHONE = /^(?:tel|phone|mobile|mob|cell|m|t|p|telefon|móvil|tél)?[.:]? ?(\+?\d[\d ()/.-]{5,22}\d)$/iu;
const DATE = /^\d{4}-\d\d|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/;
const MAX_BEHIND = 200;
const MAX_SIGNATURE_LINES = 6;

/**
 * Records of contacts within people's words: a name with an address ("Ana Roth <ana@acme.example>"), a name in a line
 * with a telephone number ("Ana Roth | Head of Sales, Acme Ltd | +44 …"), and the block below a signature.
 */
export function contactRecords(text: string): DataRecord[] {
  if (!/@|\d{3}/.test(text)) return [];
  const records: DataRecord[] = [];
  for (const { 0: name, index } of text.matchAll(NAMED)) {
    const start = index + name.length;
    if (name.split(' ').some((word) => LEGAL_FORMS.has(word.toLowerCase()))) continue;
    const line = text.slice(start, start + MAX_BEHIND).split('\n', 1)[0] ?? '';
    const cells = behindName(line, start);
    if (cells.length > 0) records.push(recordOf([{ key: 'name', value: name, start: index, end: start }, ...cells]));
    if (records.length >= MAX_CONTACTS) break;
  }
  const signature = signatureRecord(text);
  return signature === null ? records : [...records, signature];
}

function behindName(line: string, start: number): Cell[] {
  const address = IN_BRACKETS.exec(line);
  if (address !== null) return [cellAt('email', address[1] ?? '', start + address[0].indexOf(address[1] ?? ''))];
  const separated = SEPARATOR.exec(line);
  return separated?.index === 0 ? reachable(partsOf(line.slice(separated[0].length), start + separated[0].length)) : [];
}

/** Cells of the parts before one that says something else, if one of them is an address or a number. */
function reachable(parts: readonly Cell[]): Cell[] {
  const cells: Cell[] = [];
  for (const part of parts) {
    const cell = classified(part);
    if (cell === null) break;
    cells.push(cell);
  }
  return cells.some(({ key }) => key === 'email' || key === 'phone') ? cells : [];
}

function partsOf(line: string, start: number): Cell[] {
  const parts: Cell[] = [];
  let rest = line;
  let at = start;
  while (rest !== '') {
    const separated = SEPARATOR.exec(rest);
    const value = rest.slice(0, separated?.index).trimEnd();
    parts.push(cellAt('', value, at));
    const used = separated === null ? rest.length : separated.index + separated[0].length;
    rest = rest.slice(used);
    at += used;
  }
  return parts.filter(({ value }) => value !== '');
}

/** A part with the key that its form or words tell; null if they tell none. */
function classified({ value, start }: Cell): Cell | null {
  const within = (key: string, found: string) => cellAt(key, found, start + value.lastIndexOf(found));
  const bare = value.replace(/[.;]$/, '');
  const email = EMAIL.exec(bare)?.[1];
  if (email !== undefined) return within('email', email);
  const phone = PHONE.exec(bare)?.[1];
  if (phone !== undefined && !DATE.test(phone)) return within('phone', phone);
  const words = bare.toLowerCase().split(/[\s.]+/);
  if (words.length > 6) return null;
  if (/^\p{Lu}/u.test(bare) && words.some((word) => LEGAL_FORMS.has(word))) return within('company', bare);
  const isRole = words.some((word) => JOBS.has(word)) || /^(?:head|director|chief|vp|vice) /iu.test(bare);
  return isRole ? within('role', bare) : null;
}

/** The block below a signature: the signer's role, company, telephone number and address. */
function signatureRecord(text: string): DataRecord | null {
  const signer = signerOf(text);
  const index = signer === null ? -1 : text.lastIndexOf(signer);
  if (signer === null || index < 0 || !signer.includes(' ')) return null;
  const end = index + signer.length;
  let at = end;
  const cells = text
    .slice(end, end + 2 * MAX_BEHIND)
    .split('\n', MAX_SIGNATURE_LINES)
    .flatMap((line) => {
      const parts = partsOf(line.trimStart(), at + line.length - line.trimStart().length);
      at += line.length + 1;
      return parts.flatMap((part) => classified(part) ?? []);
    });
  return cells.length === 0 ? null : recordOf([{ key: 'full name', value: signer, start: index, end }, ...cells]);
}

function cellAt(key: string, value: string, start: number): Cell {
  return { key, value, start, end: start + value.length };
}
