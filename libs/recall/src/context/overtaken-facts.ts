import { fold } from '#contracts/fold.js';
import { canEnd } from '#graph/queries/claim-wording.js';
import { termsOf } from '#search/terms/terms.js';
import type { FactHit } from './fact-hit.js';
import type { FactCandidate } from './fact-candidate.js';
import { passagesIn, shareAmong } from './fact-terms.js';
import { hasName, hasPhrase, isSaidBy, namesOf } from './named-in-text.js';

/** Number of hits that are read for what overtakes a fact. */
const MAX_READ = 12;
/** Minimum share of the words of a fact's object in a sentence that is about it. */
const SHARE_OF_OBJECT = 0.5;
/** Maximum number of words between a negation and what it negates, and between somebody and what they do. */
const MAX_BETWEEN = 4;

/** Words of what somebody doubts, asks or wishes, or tells as said by others. */
const DOUBTED =
  /\b(?:supposedly|apparently|allegedly|maybe|perhaps|might|may|could|would|if|hopes?|wants?|wish(?:es)?|rumou?rs?|heard|unconfirmed|joking)\b|\?/;
/** Words by which a sentence says that what it is about is over. */
const OVER =
  /\b(?:no longer|no more|(?:not|n't) .{0,40}\b(?:any ?more|any longer)|left|quit|resigned|stopped|ended|gave up|given up|sold|cancelled|canceled|fell through|called off|used to|last (?:day|shift)|broke up|split up|gave back|handed back|handed in|cleared up|(?:fine|ok|okay) (?:now|again))\b/;
/** Words that negate what follows them. */
const NEGATION = /^(?:not|\w+n't|never|nobody(?:'s)?)$/;
const NEGATING = /\b(?:not|never|nobody)\b|n't\b/;
/** Words by which a sentence says that a role goes to another. */
const PASSED_ON =
  /\b(?:now|new|tak(?:es?|ing|en) over|took over|becomes?|became|succeed(?:s|ed)?|successor|replac(?:es|ed)|appointed|elected|promoted|permanent|will be|'ll be)\b/;
/** What somebody does who leaves a job, role or superior. */
const LEAVES =
  /\b(?:left(?! (?:early|late|at \d|me|us|you|him|them|a|it|the (?:room|meeting|party|house|building))\b)|leaves|leaving|quit|resigned|retire[sd]|retiring|stepped down|steps down|handed in (?:my|his|her|their|our) notice|(?:was|were|got|been) (?:made redundant|laid off|fired|sacked)|(?:got|found|took|started) (?:a|the|my|his|her) (?:(?:new|better|other|different) )?job|signed (?:with|at)|starts? at|started at)\b/;
const MOVES =
  /\b(?:moved(?! to the)|moving (?:in|into|out|to)|(?:got|have|has|found) (?:a|our|my) (?:new )?(?:flat|house|apartment)|relocated|settled in|(?:doesn't|don't|does not|no longer) lives?|(?:am|are|'m|'re) in)\b/;
const CHANGES: ReadonlyMap<string, RegExp> = new Map([
  ...['works_at', 'occupation', 'status', 'reports_to'].map((predicate) => [predicate, LEAVES] as const),
  ['lives_in', MOVES],
]);
/** Predicates of what somebody stays when an employer changes. */
const PROFESSIONS = new Set(['occupation']);
/** Lines of a pasted mail, in which "I" is another than who stored it. */
const PASTED = /^(?:from|to|subject|von|betreff|de|objet): /im;

/** A memory of the answer, with its folded sentences that may overtake a fact. */
interface TellingHit {
  readonly hit: FactHit;
  readonly sentences: readonly string[];
}

/**
 * Reads the memories of an answer once for what overtakes facts.
 * @returns whether a newer memory of the answer says that a fact is over, or that another has its role, though no claim
 *   ended it: a prompt with what was and no longer is misleads more than one with the memory alone
 */
export function overtakenBy(hits: readonly FactHit[]): (candidate: FactCandidate) => boolean {
  let telling: readonly TellingHit[] | null = null;
  return (candidate) => {
    const { claim } = candidate;
    if (!claim.holds || !canEnd(claim.predicate)) return false;
    const told = hits.filter(({ memoryId }) => claim.memoryIds.includes(memoryId)).map(({ time }) => time);
    const last = told.reduce((latest, time) => (time > latest ? time : latest), claim.validFrom);
    telling ??= hits.slice(0, MAX_READ).map((hit) => ({ hit, sentences: tellingSentences(hit.text) }));
    return telling
      .filter(({ hit }) => hit.time > last && !claim.memoryIds.includes(hit.memoryId))
      .some(({ hit, sentences }) => sentences.some((sentence) => overtakes(hit, sentence, candidate)));
  };
}

function tellingSentences(text: string): string[] {
  const changes = [OVER, PASSED_ON, LEAVES, MOVES, NEGATING];
  return passagesIn(text)
    .map(fold)
    .filter((sentence) => !DOUBTED.test(sentence) && changes.some((change) => change.test(sentence)));
}

function overtakes(hit: FactHit, sentence: string, { claim, object, subject }: FactCandidate): boolean {
  const isRole = claim.predicate === 'occupation' || claim.predicate === 'status';
  if (isRole && hasPhrase(sentence, fold(object)))
    return PASSED_ON.test(sentence) && !hasName(sentence, subject) && !isSaidBy(hit, subject);
  const isOfSubject = hit.entityIds.includes(claim.subject) || isSaidBy(hit, subject) || hasName(sentence, subject);
  if (!isRole && isOfSubject && isOverIn(sentence, object)) return true;
  return hasChanged(hit, sentence, claim.predicate, subject);
}

/** Whether a clause about the object says that it is over, or negates it. */
function isOverIn(sentence: string, object: string): boolean {
  const terms = new Set(termsOf(object));
  return sentence
    .split(/[,;] /)
    .filter((clause) => shareAmong(terms, [...termsOf(clause)]) >= SHARE_OF_OBJECT)
    .some((clause) => OVER.test(clause) || isNegated(clause, terms));
}

/** Whether a negation stands shortly before a word of the object. */
function isNegated(clause: string, terms: ReadonlySet<string>): boolean {
  const words = clause.split(' ');
  return words.some((word, i) => {
    const isOfObject = [...termsOf(word)].some((term) => terms.has(term));
    return isOfObject && words.slice(Math.max(0, i - MAX_BETWEEN), i).some((other) => NEGATION.test(other));
  });
}

/** Whether the subject says, or a sentence says of the subject, that they left or moved. */
function hasChanged(hit: FactHit, sentence: string, predicate: string, subject: string): boolean {
  const change = CHANGES.get(predicate);
  if (change === undefined) return false;
  const isOwn = isSaidBy(hit, subject) && !PASTED.test(hit.text);
  if (isOwn && !PROFESSIONS.has(predicate)) {
    const opening = sentence.search(change);
    return opening === 0 || opensWith(sentence, ['i', 'we', "i've", "we've", "i'm", "we're"], change);
  }
  return opensWith(sentence, namesOf(subject), change);
}

/** Whether one of the words is soon followed by a change, in the same clause. */
function opensWith(sentence: string, subjects: readonly string[], change: RegExp): boolean {
  return sentence.split(/[,;:] /).some((clause) => {
    const at = clause.search(change);
    if (at < 0) return false;
    const before = clause
      .slice(0, at)
      .trim()
      .split(/\s+/)
      .slice(-MAX_BETWEEN - 1);
    return before.some((word) => subjects.includes(/^\P{L}*([\p{L}']+)/u.exec(word)?.[1]?.replace(/'s$/, '') ?? ''));
  });
}
