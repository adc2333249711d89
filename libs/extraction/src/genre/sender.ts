import { memoizeText } from '../text/memoize.js';
import { personIn } from './signer.js';

/** Part of a text in which its header is looked for, in UTF-16 units. */
const MAX_LENGTH = 1_500;
const MAX_LINES = 14;
const HEADER = /^(from|to|cc|bcc|subject|re|fwd?|date|sent|reply-to) ?:(.*)$/iu;
const ADDRESS = /<?[^\s<>@"]{1,64}@[^\s<>@"]{1,255}>?/gu;
/** A heading under which people present themselves. */
const OWN_PAGE = /^#{0,3} ?(?:about me|about the author|my profile|whoami) ?[:–—-](.+)$/iu;
/** How a mail without a name in its header says who writes. */
const INTRODUCTION =
  /(?:^|[,.!]\s)(?:my name is|this is|(?:i am|i['’]m)) (\p{Lu}[\p{L}'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30}){0,2})(?=[,.!]| (?:from|of|and|at|here)\b)/iu;
/** The line of a document's front matter that names its author. */
const AUTHOR = /^author ?:(.+)$/iu;

/** Who writes in a text that says so before its words; without a name, somebody who is not known. */
export interface Sender {
  readonly name: string | null;
}

/**
 * Who writes a text, which need not be who stored it: of a pasted mail by its header, of a document by its front
 * matter, of a page about its author by its heading. Null for any other text.
 */
export function senderOf(text: string): Sender | null {
  return cachedSender(text).sender;
}

const cachedSender = memoizeText((text) => ({ sender: findSender(text) }), { most: 256, longest: 4_000 });

function findSender(text: string): Sender | null {
  if (!text.includes('\n')) return null;
  const lines = text
    .slice(0, MAX_LENGTH)
    .trimStart()
    .split('\n', MAX_LINES)
    .map((line) => line.trim());
  const page = OWN_PAGE.exec(lines[0] ?? '')?.[1];
  if (page !== undefined) {
    const name = personIn(page.trim());
    return name === null ? null : { name };
  }
  return lines[0] === '---' ? authorOf(lines) : senderOfMail(lines);
}

/** The author that the front matter of a document names. */
function authorOf(lines: readonly string[]): Sender | null {
  for (const line of lines.slice(1)) {
    if (line === '---') break;
    const name = personIn(AUTHOR.exec(line)?.[1]?.replaceAll('"', '').trim() ?? '');
    if (name !== null) return { name };
  }
  return null;
}

/** A mail begins with at least two header lines, one of which says from whom it is. */
function senderOfMail(lines: readonly string[]): Sender | null {
  const end = lines.findIndex((line) => !HEADER.test(line));
  const header = lines.slice(0, end < 0 ? lines.length : end).map((line) => HEADER.exec(line));
  if (header.length < 2) return null;
  const from = header.find((field) => field?.[1]?.toLowerCase() === 'from')?.[2];
  if (from === undefined) return null;
  const named = personIn(from.replace(ADDRESS, '').replaceAll(/["()]/g, '').trim());
  return { name: named ?? introducedIn(lines.slice(header.length)) };
}

function introducedIn(body: readonly string[]): string | null {
  for (const line of body.slice(0, 4)) {
    const name = INTRODUCTION.exec(line)?.[1];
    if (name !== undefined) return personIn(name);
  }
  return null;
}
