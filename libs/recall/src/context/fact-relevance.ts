import { canEnd } from '#graph/queries/claim-wording.js';
import { endsOf, type GraphClaim } from '#graph/queries/graph-claims.js';
import { TENS, UNITS } from '#lexicon/numbers.js';
import { alternation } from '#lexicon/words.js';
import { termsOf } from '#search/terms/terms.js';
import type { FactHit } from './fact-hit.js';
import type { Anchors } from './fact-anchors.js';
import { CLOSED_PREDICATES } from './predicate-cues.js';
import type { QuestionFocus } from './question-focus.js';

/** A claim with its sentence, and its object or value in words. */
export interface FactCandidate {
  readonly claim: GraphClaim;
  readonly words: string;
  readonly object: string;
}

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
const PLACE_RELATIONS = new Set(['lives_in', 'located_in', 'born_in', 'visited']);

/** Scores of a fact by what makes it relevant. */
const ASKED_OF_RELATIVE = 4;
const ASKED_OF_NAMED = 3;
const SAID_OF_NAMED = 2;
const ASKED_OF_UNNAMED = 1.5;
const NAME_ONLY = 1;
/** Minimum share of the question's other terms that a fact, or the passage that asserts it, has. */
const SHARE_OF_NAMED = 0.5;
const SHARE_OF_UNNAMED = 0.66;
/** Number of other terms up to which a question for one value is answered by it. */
const MAX_CLOSED_REST = 2;
/** Number of hits whose other words may stand for a fact's own. */
const FIRST_HITS = 3;
/** Length in UTF-16 units up to which a memory is one passage. */
const PASSAGE_UNITS = 300;
/** Minimum share of the question's other terms in the passage of the first hit that asserts a fact. */
const SHARE_OF_FIRST = 1 / 3;
const MAX_TEXT_UNITS = 20_000;

/**
 * Relevance of a fact to a question, above 0 if it is to the point. A fact that merely shares an entity with the
 * question is not: the question asks for its predicate, or has most of its words.
 */
export function relevanceOf(candidate: FactCandidate, context: RelevanceContext): number {
  const { claim } = candidate;
  if (!isReached(claim, context)) return 0;
  if (context.focus.isPast && claim.holds && canEnd(claim.predicate)) return 0;
  if (isOfAnotherKind(candidate, context)) return 0;
  if (isOfRelative(claim, context)) return ofRelative(candidate, context);
  const anchored = endsOf(claim).some((id) => context.anchors.leading.has(id));
  if (context.anchors.entities.size > 0) return anchored ? ofNamed(candidate, context) : 0;
  return ofUnnamed(candidate, context);
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

/** Whether a question asks for an amount or a person, and the fact gives neither. */
function isOfAnotherKind({ claim, object }: FactCandidate, { focus, anchors }: RelevanceContext): boolean {
  if (focus.asksForAmount && !AMOUNT.test(object))
    return !focus.relatives.some(({ predicate }) => predicate === claim.predicate);
  return focus.asksForPerson && PLACE_RELATIONS.has(claim.predicate) && anchors.leading.has(claim.subject);
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
  if (focus.relatives.length > 0 && !OWNING.has(claim.predicate)) {
    const relatives = focus.relatives.filter(({ predicate }) => predicate === claim.predicate);
    return relatives.some(({ possessor }) => standsAt(claim, possessor, anchors)) ? ASKED_OF_NAMED : 0;
  }
  const names = endsOf(claim).flatMap((id) => anchors.entities.get(id)?.names ?? []);
  if (focus.isNameOnly(names)) return NAME_ONLY;
  const rest = focus.restTerms(claim.predicate, names);
  const share = shareOf(rest, [...termsOf(candidate.words)]);
  const isRequested = focus.asksFor(claim.predicate);
  if (!isRequested) return share >= SHARE_OF_NAMED && rest.size > 0 ? SAID_OF_NAMED + share / 2 : 0;
  return answersRest(candidate, rest, share, context) ? ASKED_OF_NAMED + share / 2 : 0;
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
  return shareOf(rest, [...termsOf(candidate.words), ...passageTerms(candidate, hits)]) >= SHARE_OF_UNNAMED;
}

/** Relevance of a fact to a question that names nobody: "Who is allergic to nuts?" */
function ofUnnamed(candidate: FactCandidate, { focus, hits }: RelevanceContext): number {
  const { predicate } = candidate.claim;
  const rest = focus.restTerms(predicate, []);
  const own = [...new Set(termsOf(candidate.words))];
  const share = shareOf(rest, own);
  if (!focus.asksFor(predicate)) {
    const shared = own.filter((term) => rest.has(term)).length;
    return share >= SHARE_OF_UNNAMED && shared >= 2 ? ASKED_OF_UNNAMED : 0;
  }
  if (rest.size === 0) return focus.asksForSubject && CLOSED_PREDICATES.has(predicate) ? ASKED_OF_UNNAMED : 0;
  const withPassage = shareOf(rest, [...own, ...passageTerms(candidate, hits)]);
  const isOfFirst = candidate.claim.memoryIds.includes(hits[0]?.memoryId ?? '');
  return withPassage >= (isOfFirst ? SHARE_OF_FIRST : SHARE_OF_UNNAMED) ? ASKED_OF_UNNAMED + share / 2 : 0;
}

function standsAt(claim: GraphClaim, possessor: 'subject' | 'object' | 'both', { leading }: Anchors): boolean {
  if (possessor === 'both') return endsOf(claim).some((id) => leading.has(id));
  return leading.has(possessor === 'subject' ? claim.subject : claim.object);
}

function withoutNouns(terms: ReadonlySet<string>, { relatives }: QuestionFocus): ReadonlySet<string> {
  return new Set([...terms].filter((term) => !relatives.some(({ noun }) => noun.test(term))));
}

/** Share of terms that are among others; 1 if there are none. */
function shareOf(terms: ReadonlySet<string>, others: readonly string[]): number {
  if (terms.size === 0) return 1;
  const among = new Set(others);
  return [...terms].filter((term) => among.has(term)).length / terms.size;
}

/** Terms of the passage of a first hit that asserts a fact: its sentences or lines with words of the fact's object. */
function passageTerms({ claim, object }: FactCandidate, hits: readonly FactHit[]): string[] {
  const asserting = hits.slice(0, FIRST_HITS).filter(({ memoryId }) => claim.memoryIds.includes(memoryId));
  const objectTerms = new Set(termsOf(object));
  return asserting.flatMap(({ text }) => {
    if (text.length <= PASSAGE_UNITS) return [...termsOf(text)];
    const passages = text
      .slice(0, MAX_TEXT_UNITS)
      .split(/\n|(?<=[.!?]) /)
      .map((passage) => [...termsOf(passage)]);
    return passages.filter((terms) => terms.some((term) => objectTerms.has(term))).flat();
  });
}
