import { canEnd } from '#graph/queries/claim-wording.js';
import { endsOf, type GraphClaim } from '#graph/queries/graph-claims.js';
import { MONTH_NAMES, WEEKDAY_NAMES } from '#lexicon/calendar.js';
import { TENS, UNITS } from '#lexicon/numbers.js';
import { alternation } from '#lexicon/words.js';
import { termsOf } from '#search/terms/terms.js';
import type { FactCandidate } from './fact-candidate.js';
import type { FactHit } from './fact-hit.js';
import type { Anchors } from './fact-anchors.js';
import { passageTerms, shareAmong } from './fact-terms.js';
import { CLOSED_PREDICATES } from './predicate-cues.js';
import type { QuestionFocus } from './question-focus.js';

/** What facts of a question are compared with. */
export interface RelevanceContext {
  readonly focus: QuestionFocus;
  readonly anchors: Anchors;
  readonly hits: readonly FactHit[];
  /** Entities that the question describes by their relation to one that it names: "Ana's boss". */
  readonly through: ReadonlySet<string>;
}

/** What somebody has, a pet for instance, is asked for by what it is. */
const OWNING = new Set(['owns', 'has']);
const QUALITIES = new Set(['occupation', 'status', 'has_skill', 'age']);
const PLACE_RELATIONS = new Set(['lives_in', 'located_in', 'born_in', 'visited']);

const ROLES = new Set(['occupation', 'status']);
/** Predicates by which a question may ask for all who have a value. */
const WHOLE = new Set([...CLOSED_PREDICATES, 'has_condition']);
/** Words for those among whom a question asks for some: "Which guests are vegan?" */
const GROUPS = new Set(
  termsOf(`resident patient pupil student guest kid child colleague employee tenant client customer member player staff
    family relative friend neighbour teammate team group class club person people user`),
);

/** Scores of a fact by what makes it relevant. */
const ASKED_OF_RELATIVE = 4;
export const ASKED_OF_NAMED = 3;
const SAID_OF_NAMED = 2;
export const ASKED_OF_UNNAMED = 1.5;
const NAME_ONLY = 1;
/** Minimum share of the question's other terms that a fact, or the passage that asserts it, has. */
const SHARE_OF_NAMED = 0.5;
const SHARE_OF_UNNAMED = 0.66;
/** Number of other terms up to which a question for one value is answered by it. */
const MAX_CLOSED_REST = 2;
/** Minimum share of the question's other terms in the passage of the first hit that asserts a fact. */
const SHARE_OF_FIRST = 1 / 3;

/**
 * Relevance of a fact to a question, above 0 if it is to the point. A fact that merely shares an entity with the
 * question is not: the question asks for its predicate, or has most of its words.
 */
export function relevanceOf(candidate: FactCandidate, context: RelevanceContext): number {
  const { claim } = candidate;
  const { focus, anchors } = context;
  if (focus.asksForMemories || !isReached(claim, context) || isOfAnotherKind(candidate, context)) return 0;
  if (focus.isPast && claim.holds && canEnd(claim.predicate)) return 0;
  if (isOfRelative(claim, context)) return ofRelative(candidate, context);
  if (anchors.entities.size === 0) return isOfNobodyKnown(claim, anchors) ? 0 : ofUnnamed(candidate, context);
  return endsOf(claim).some((id) => anchors.leading.has(id)) ? ofNamed(candidate, context) : 0;
}

/** Whether a question is about whoever asks, and nobody knows who that is; instructions are nobody's own. */
function isOfNobodyKnown({ predicate }: GraphClaim, { isSelfUnknown }: Anchors): boolean {
  return isSelfUnknown && predicate !== 'instruction';
}

/** Whether a memory of the answer asserts a claim, or mentions one of its entities. */
function isReached(claim: GraphClaim, { hits, anchors }: RelevanceContext): boolean {
  const ends = endsOf(claim);
  return (
    hits.some(
      ({ memoryId, entityIds }) => claim.memoryIds.includes(memoryId) || ends.some((id) => entityIds.includes(id)),
    ) ||
    (hits.length > 0 && ends.some((id) => anchors.leading.has(id)))
  );
}

/** An amount in digits or words. */
const AMOUNT = new RegExp(`\\d|\\b(?:${alternation([...UNITS, ...TENS, 'once', 'twice'])})\\b`, 'i');
const TIME = new RegExp(`\\d|\\b(?:${alternation([...MONTH_NAMES, ...WEEKDAY_NAMES])})\\b`, 'i');
const AT_PLACE = /\s(?:at|for|in)\s/;

/** Whether a question asks for an amount, a time, a place or a person, and the fact does not give it. */
function isOfAnotherKind({ claim, object }: FactCandidate, { focus, anchors }: RelevanceContext): boolean {
  const { predicate } = claim;
  if (focus.asksForAmount && !AMOUNT.test(object))
    return !focus.relatives.some((relative) => relative.predicate === predicate);
  // Where somebody works is no job, unless the job says it: "nurse at Bupa".
  if (focus.asksForPlace && QUALITIES.has(predicate)) return !AT_PLACE.test(object);
  if (focus.asksForTime && !TIME.test(object)) return !focus.asksFor(predicate) || predicate === 'did';
  return focus.asksForPerson && PLACE_RELATIONS.has(predicate) && anchors.leading.has(claim.subject);
}

function isOfRelative(claim: GraphClaim, { through, anchors }: RelevanceContext): boolean {
  return through.has(claim.subject) && !endsOf(claim).some((id) => anchors.leading.has(id));
}

/** Relevance of a fact about whom the question describes by a relation: "Where does Ana's boss live?" */
function ofRelative(candidate: FactCandidate, { focus, anchors }: RelevanceContext): number {
  const { predicate } = candidate.claim;
  if (!focus.asksFor(predicate) || focus.relatives.some((relative) => relative.predicate === predicate)) return 0;
  const names = [...anchors.entities.values()].flatMap((anchor) => anchor.names);
  const rest = withoutNouns(focus.restTerms(predicate, names), focus);
  return rest.size <= MAX_CLOSED_REST && CLOSED_PREDICATES.has(predicate) ? ASKED_OF_RELATIVE : 0;
}

function ofNamed(candidate: FactCandidate, context: RelevanceContext): number {
  const { claim } = candidate;
  const { focus, anchors } = context;
  if (focus.relatives.length > 0 && !OWNING.has(claim.predicate))
    return namesRelative(claim, context) ? ASKED_OF_NAMED : 0;
  const names = endsOf(claim).flatMap((id) => anchors.entities.get(id)?.names ?? []);
  return focus.isNameOnly(names) ? NAME_ONLY : bySaid(candidate, names, context);
}

/** Relevance of a fact about whom the question names, by what else the question says. */
function bySaid(candidate: FactCandidate, names: readonly string[], context: RelevanceContext): number {
  const { claim } = candidate;
  const { focus } = context;
  const rest = focus.restTerms(claim.predicate, names);
  const share = shareAmong(rest, [...termsOf(candidate.words)]);
  const isOfThing = rest.size > 0 && share >= SHARE_OF_NAMED;
  if (focus.asksFor(claim.predicate) || (isOfThing && focus.asksForMatterOf(claim.predicate))) {
    const isAnswer = !isOfOwnSuperior(claim, context) && answersRest(candidate, rest, share, context);
    return isAnswer ? ASKED_OF_NAMED + share / 2 : 0;
  }
  return isOfThing && !focus.asksForSingleValue ? SAID_OF_NAMED + share / 2 : 0;
}

/** Whether a fact gives somebody whom the question describes by their relation. */
function namesRelative(claim: GraphClaim, { focus, anchors }: RelevanceContext): boolean {
  return focus.relatives.some(
    ({ predicate, possessor }) => predicate === claim.predicate && standsAt(claim, possessor, anchors),
  );
}

/** Whether a question asks for who reports to somebody, and the fact says to whom that one reports. */
function isOfOwnSuperior({ predicate, subject }: GraphClaim, { focus, anchors }: RelevanceContext): boolean {
  return predicate === 'reports_to' && focus.asksForReports && anchors.leading.has(subject);
}

/** Whether a fact of what is asked for is about what else the question says. */
function answersRest(
  candidate: FactCandidate,
  rest: ReadonlySet<string>,
  share: number,
  { hits }: RelevanceContext,
): boolean {
  if (CLOSED_PREDICATES.has(candidate.claim.predicate) && rest.size <= MAX_CLOSED_REST) return true;
  if (share >= SHARE_OF_NAMED) return true;
  return shareAmong(rest, [...termsOf(candidate.words), ...passageTerms(candidate, hits)]) >= SHARE_OF_UNNAMED;
}

/** Relevance of a fact to a question that names nobody: "Who is allergic to nuts?" */
function ofUnnamed(candidate: FactCandidate, { focus, hits, anchors }: RelevanceContext): number {
  const { predicate } = candidate.claim;
  const own = [...new Set(termsOf(candidate.words))];
  const withPassage = [...own, ...passageTerms(candidate, hits)];
  // A name that is no entity's: the fact is of somebody else, unless its words or those around it have the name.
  const unknown = new Set(anchors.unknown.flatMap((name) => [...termsOf(name)]));
  if (shareAmong(unknown, focus.asksForSubject ? withPassage : own) < 1) return 0;
  const rest = withoutGroups(focus.restTerms(predicate, []), focus);
  const share = shareAmong(rest, own);
  if (focus.asksForSubject && isOfObject(candidate, rest)) return ROLES.has(predicate) ? 0 : ASKED_OF_UNNAMED + 0.5;
  if (focus.asksFor(predicate)) {
    const isAnswer = rest.size === 0 ? isWhole(predicate, focus) : shareAmong(rest, withPassage) >= needed();
    return isAnswer ? ASKED_OF_UNNAMED + share / 2 : 0;
  }
  return share >= SHARE_OF_UNNAMED && own.filter((term) => rest.has(term)).length >= 2 ? ASKED_OF_UNNAMED : 0;

  function needed(): number {
    if (candidate.claim.memoryIds.includes(hits[0]?.memoryId ?? '')) return SHARE_OF_FIRST;
    return predicate === 'instruction' ? SHARE_OF_NAMED : SHARE_OF_UNNAMED;
  }
}

/** Whether a question that only says a predicate is answered by each fact of it: "Is anybody allergic?" */
function isWhole(predicate: string, { asksForSubject }: QuestionFocus): boolean {
  return predicate === 'instruction' || (asksForSubject && WHOLE.has(predicate));
}

/** Whether a question for a subject says the object of a fact, and nothing else. */
function isOfObject({ object }: FactCandidate, rest: ReadonlySet<string>): boolean {
  return rest.size > 0 && shareAmong(rest, [...termsOf(object)]) === 1;
}

function withoutGroups(terms: ReadonlySet<string>, { asksForSubject }: QuestionFocus): ReadonlySet<string> {
  return asksForSubject ? new Set([...terms].filter((term) => !GROUPS.has(term))) : terms;
}

function standsAt(claim: GraphClaim, possessor: 'subject' | 'object' | 'both', { leading }: Anchors): boolean {
  if (possessor === 'both') return endsOf(claim).some((id) => leading.has(id));
  return leading.has(possessor === 'subject' ? claim.subject : claim.object);
}

function withoutNouns(terms: ReadonlySet<string>, { relatives }: QuestionFocus): ReadonlySet<string> {
  return new Set([...terms].filter((term) => !relatives.some(({ noun }) => noun.test(term))));
}
