import { loadCommonWords, loadFirstNames, loadNicknames, loadPlaces, nameForm } from '../names/gazetteers.js';
import { memoizeText } from '../text/memoize.js';

/** Part of a text in which its signature is looked for, in UTF-16 units, and lines of it. */
const MAX_LENGTH = 1_200;
const MAX_LINES = 10;
/** Maximum length of a line below a signature: a role, an address. */
const MAX_BELOW = 90;
/** Closing phrases of letters in English, German, Spanish and French. */
const CLOSING = new RegExp(
  `^(?:(?:with |in )?(?:(?:best|kind|kindest|warm|warmest|many|lots of|all my) )*(?:regards|wishes|thanks|love)|best|cheers` +
    `|all the best|thanks(?: again| a lot| so much| in advance)?|thank you|take care|hugs|xx?x?|sincerely|respectfully` +
    `|yours(?: sincerely| faithfully| truly| ever)?|(?:mit )?(?:freundlichen|herzlichen|besten|lieben|vielen) (?:grüßen|grüssen|dank)` +
    `|(?:viele|liebe|beste|herzliche|schöne) (?:grüße|grüsse)|lg|vg|mfg|gruß|(?:un |muchos )?(?:saludos?|abrazos?|besos?)(?: cordiales)?` +
    `|atentamente|cordialement|bien à (?:vous|toi)|(?:bien )?amicalement|bises|bisous)[,.!–—-]*$`,
  'iu',
);
const GREETING =
  /^(?:dear|hi|hello|hey|hallo|liebe[rs]?|sehr geehrte[rs]?|guten tag|hola|querid[oa]s?|estimad[oa]s?|cher|chère|chers|bonjour|salut)\b.{0,60}[,!:]?$/iu;
/** A greeting behind which a name stands, or that ends with a comma: of a letter rather than "Hi" in a chat. */
const GREETS_SOMEBODY = /^\S+(?: \p{Lu}[\p{L}'’.-]*){1,3}[!:]?$|,$/u;
const FIRST_PERSON = /(?<![\p{L}'’])(?:I|my|we|our)(?![\p{L}])/iu;
const NAME =
  /^(?:(?:[–—~]{1,2}|--) ?)?(\p{Lu}[\p{L}'’.-]{0,30}(?: (?:\p{Lu}[\p{L}'’.-]{0,30}|van|von|de|der|den|da|do|al|la)){0,3})(?: ?(?:[x!*.]|\p{Extended_Pictographic}|\uFE0F){1,4})?$/u;
/** Words of those who sign as many, and of lines that are no name. */
const NO_PERSON =
  /\b(?:team|support|office|staff|committee|board|family|company|the|und|and|department|management|sales|service|note|ps|p\.s|sent|cheers|thanks|regards|best|love|ltd|inc|gmbh)\b/iu;

/** Who signed a text. */
interface Signature {
  readonly name: string | null;
  /** Whether the text is one letter from its greeting to a closing phrase and the name below it. */
  readonly isWholeLetter: boolean;
}

/**
 * Name with which a letter or message is signed: below a closing phrase or a line of two hyphens, or a given name in
 * its last line that stands behind a dash, or alone if somebody is greeted. Null for any other text.
 */
export function signerOf(text: string): string | null {
  return cachedSignature(text).name;
}

/** Signer of a text that is a whole letter, so that nobody else speaks in it; null for any other text. */
export function signerOfLetter(text: string): string | null {
  const { name, isWholeLetter } = cachedSignature(text);
  return isWholeLetter ? name : null;
}

const cachedSignature = memoizeText(findSignature, { most: 256, longest: 4_000 });

function findSignature(text: string): Signature {
  const said = text.includes('\n') ? linesOf(text.slice(-MAX_LENGTH)) : [];
  const last = said.slice(-MAX_LINES);
  const closing = last.findLastIndex((line, i) => i < last.length - 1 && (CLOSING.test(line) || line === '--'));
  const below = last.slice(closing + 2);
  if (closing >= 0 && below.every((line) => line.length <= MAX_BELOW)) {
    const isLetter = last[closing] !== '--' && !below.some((line) => FIRST_PERSON.test(line));
    return { name: personIn(last[closing + 1] ?? ''), isWholeLetter: isLetter && hasOneGreeting(text) };
  }
  const end = said.at(-1) ?? '';
  const isSigned = said.length > 1 && (hasDash(said) || isLetter(text, said));
  return { name: isSigned ? givenNameIn(end) : null, isWholeLetter: false };
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Whether the last line is a name behind a dash, not the last of a list, whose mark a single hyphen is. */
function hasDash(said: readonly string[]): boolean {
  const [before = '', end = ''] = said.slice(-2);
  return /^(?:[–—~]|--)/u.test(end) && !/^[-–—~*•]|[:,]$/.test(before);
}

function isLetter(text: string, said: readonly string[]): boolean {
  const opening = openingOf(text);
  return said.length > 2 && GREETING.test(opening) && GREETS_SOMEBODY.test(opening);
}

/** Whether a text begins with its only greeting: another one is that of a letter within it. */
function hasOneGreeting(text: string): boolean {
  return GREETING.test(openingOf(text)) && linesOf(text).filter((line) => GREETING.test(line)).length === 1;
}

function openingOf(text: string): string {
  return text.slice(0, 90).trimStart().split('\n', 1)[0]?.trim() ?? '';
}

/** A name that begins with a given name: any other line in capitals may be a thing or a place. */
function givenNameIn(line: string): string | null {
  const name = personIn(line);
  return name !== null && givenNames().has(nameForm(name.split(' ', 1)[0] ?? '')) ? name : null;
}

let cachedGivenNames: ReadonlySet<string> | null = null;

/** Given names and nicknames that are neither words nor places. */
function givenNames(): ReadonlySet<string> {
  if (cachedGivenNames !== null) return cachedGivenNames;
  const [places, commonWords] = [loadPlaces(), loadCommonWords()];
  const names = [...loadFirstNames(), ...[...loadNicknames().values()].flat()];
  cachedGivenNames = new Set(names.filter((name) => !places.has(name) && !commonWords.has(name)));
  return cachedGivenNames;
}

/** Name of a person that a line consists of; null for any other line. */
export function personIn(line: string): string | null {
  const name = NAME.exec(line)?.[1];
  return name === undefined || NO_PERSON.test(name) ? null : name.replace(/[.-]$/, '');
}
