/** ASCII without white space at the ends, or two in a row. */
const NORMAL_ASCII = /^(?:[!-~]+(?: |$))*(?<! )$/;

/** Lower case without accents, white space collapsed: the form in which names are compared and searched. */
export function fold(text: string): string {
  // Most names and turns are plain, and need a tenth of the work.
  if (NORMAL_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}
