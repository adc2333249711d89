/** Words by which a question asks for all of several, and plurals after "which": "which residents speak". */
const ALL = /\b(?:list|all|every(?:one|body|thing)?|how many|names of)\b/i;
const WHICH_PLURAL = /\bwhich (?:\p{L}{2,}[^siu'’\P{L}]s|people|children|kids|men|women)(?![\p{L}'’])/iu;
/** Third persons that end as plurals do. */
const WHICH_VERB = /\bwhich (?:does|has|is|was)\b/i;
/** "At all", "after all" and the like ask for nothing more. */
const SET_PHRASE = /\b(?:at|after|in|above|of) all\b|\ball (?:right|along)\b/gi;

/** Whether a question asks for all of several, which no memory alone may answer: "list all …", "how many …". */
export function asksForMany(question: string): boolean {
  const text = question.replace(SET_PHRASE, ' ');
  return ALL.test(text) || (WHICH_PLURAL.test(text) && !WHICH_VERB.test(text));
}
