/** Words about couples. */
const COUPLE = [
  'wife|wives|wifey|hubby|husbands?|spouses?|partners?|missus|mrs|boyfriends?|girlfriends?|bf|gf',
  'fianc[eé]e?s?|widow(?:er)?|bride|groom|couple|weddings?|marri\\p{L}+|marry\\p{L}*|wed|engaged?',
  'engagement|divorc\\p{L}+|honeymoon|anniversary|dat(?:e|es|ed|ing)|pregnant|love|proposed|proposal|split',
  'together',
].join('|');
/** Words about other relatives, and of families about themselves. */
const OTHERS = [
  'mum|mom|moms|mam|mama|mami|mummy|mommy|dad|dada|daddy|papa|pops|baba|mother|father|parents?|ma|pa|folks',
  'sisters?|sis|brothers?|bro|siblings?|sons?|daughters?|kids?|child|children|baby|babies|twins?|triplets?',
  'boys?|girls?|cousins?|aunts?|aunt(?:ie|y)|uncles?|nephews?|nieces?|nan|nana|nanna|gran|granny|grandma',
  'grandpa|gramps|gran?ddad|abuel[oa]|oma|opa|family|fam|relatives?|in-laws?|\\p{L}+-in-law|birth|born',
  "eldest|youngest|older|younger|elder|us|our|we|we're|we've",
].join('|');
const KIN_WORD = new RegExp(`^(?:ex|(?:ex-|(?:step|grand|great|half|god|foster)-?)?(?:${COUPLE}|${OTHERS}))$`, 'iu');
const SPOUSE_WORD = new RegExp(`^(?:ex|(?:ex-)?(?:${COUPLE}))$`, 'iu');

/**
 * Whether a word may indicate kinship. 97 of 100 turns that state kinship contain such a word, or the turns before do.
 * Without one, a model's prediction usually rests on two adjacent names.
 */
export function isKinWord(word: string): boolean {
  return KIN_WORD.test(word);
}

/** Whether a word may indicate a couple. */
export function isSpouseWord(word: string): boolean {
  return SPOUSE_WORD.test(word);
}
