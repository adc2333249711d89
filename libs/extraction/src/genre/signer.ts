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
const NAME =
  /^(?:[-–—~*]{1,2} ?)?(\p{Lu}[\p{L}'’.-]{0,30}(?: (?:\p{Lu}[\p{L}'’.-]{0,30}|van|von|de|der|den|da|do|al|la)){0,3})(?: ?(?:[x!*.]|\p{Extended_Pictographic}|\uFE0F){1,4})?$/u;
/** Words of those who sign as many, and of lines that are no name. */
const NO_PERSON =
  /\b(?:team|support|office|staff|committee|board|family|company|the|und|and|department|management|sales|service|note|ps|p\.s|sent|cheers|thanks|regards|best|love|ltd|inc|gmbh)\b/iu;

/**
 * Name with which a letter or message is signed: below a closing phrase or a line of two hyphens, behind a dash in its
 * last line, or, if it begins with a greeting, alone in its last line. Null for any other text.
 */
export function signerOf(text: string): string | null {
  return cachedSigner(text).name;
}

const cachedSigner = memoizeText((text) => ({ name: findSigner(text) }), { most: 256, longest: 4_000 });

function findSigner(text: string): string | null {
  if (!text.includes('\n')) return null;
  const lines = text.slice(-MAX_LENGTH).split('\n');
  const said = lines.map((line) => line.trim()).filter((line) => line !== '');
  const last = said.slice(-MAX_LINES);
  const closing = last.findLastIndex((line, i) => i < last.length - 1 && (CLOSING.test(line) || line === '--'));
  if (closing >= 0 && last.slice(closing + 2).every((line) => line.length <= MAX_BELOW))
    return nameIn(last[closing + 1] ?? '');
  return said.length > 1 && (hasDash(said) || isLetter(text, said)) ? nameIn(said.at(-1) ?? '') : null;
}

/** Whether the last line is a name behind a dash, not the last of a list. */
function hasDash(said: readonly string[]): boolean {
  const [before = '', end = ''] = said.slice(-2);
  return /^[–—~]|^-{1,2} ?\p{Lu}/u.test(end) && !/^[-–—~*•]|[:,]$/.test(before);
}

function isLetter(text: string, said: readonly string[]): boolean {
  const [opening = ''] = text.slice(0, 90).trimStart().split('\n', 1);
  return said.length > 2 && GREETING.test(opening.trim());
}

function nameIn(line: string): string | null {
  const name = NAME.exec(line)?.[1];
  return name === undefined || NO_PERSON.test(name) ? null : name.replace(/[.-]$/, '');
}
