import { fold } from '#contracts/fold.js';
import { canEnd } from '#graph/queries/claim-wording.js';
import { termsOf } from '#search/terms/terms.js';
import type { FactCandidate, ScoredFact } from './fact-candidate.js';
import { ASKED_OF_NAMED, ASKED_OF_UNNAMED, type RelevanceContext } from './fact-relevance.js';
import { passageTerms, shareAmong } from './fact-terms.js';
import { hasName, isSaidBy } from './named-in-text.js';

/** Words that make another role of one: a deputy leader is no leader. */
const OTHER_ROLE = /\b(?:deputy|vice|assistant|associate|acting|former|trainee|apprentice|junior|interim|ex)\b/;
const ROLE_PREDICATES: ReadonlySet<string> = new Set(['occupation', 'status']);
/** Words between a role and what it is a role in: "head of sales". */
const ROLE_END = /\s(?:of|at|for|in|to|on|from|with)\s/;
/** Minimum share of what else the question says that the fact or the passage asserting it has. */
const SHARE_OF_REST = 0.66;

interface Match extends ScoredFact {
  /** Number of words of the role that the question has. */
  readonly shared: number;
  /** Number of words of the role that the question does not have. */
  readonly extra: number;
}

/**
 * Who has the role that a question asks for: "Who is the head chef?" Of several the role that has fewest other words;
 * and of one for which the question expects one person, who was last said to have it.
 */
export function roleFacts(
  candidates: readonly FactCandidate[],
  context: RelevanceContext,
  isOvertaken: (candidate: FactCandidate) => boolean,
): ScoredFact[] {
  const { focus } = context;
  if (!focus.asksForHolder || focus.asksForMemories || focus.relatives.length > 0) return [];
  const matches = candidates
    .flatMap((candidate) => matchOf(candidate, context))
    .filter(({ candidate }) => !isOvertaken(candidate));
  const most = Math.max(...matches.map(({ shared }) => shared));
  const sharing = matches.filter(({ shared }) => shared === most);
  const fewest = Math.min(...sharing.map(({ extra }) => extra));
  const exact = sharing.filter(({ extra }) => extra === fewest);
  if (!focus.asksForOne) return exact;
  const newest = exact.reduce((last, { candidate }) => maxOf(last, candidate.claim.validFrom), 0n);
  return exact.filter(({ candidate }) => candidate.claim.validFrom === newest);
}

function matchOf(candidate: FactCandidate, context: RelevanceContext): Match[] {
  const { claim, object, words } = candidate;
  const { focus, anchors, hits } = context;
  if (!ROLE_PREDICATES.has(claim.predicate) || anchors.leading.has(claim.subject)) return [];
  if (focus.isPast && claim.holds && canEnd(claim.predicate)) return [];
  const role = askedRole(object, focus.terms);
  const isNamed = anchors.entities.size > 0;
  if (role === null || (isNamed && !isTied(candidate, context))) return [];
  if (!hits.some(({ memoryId }) => claim.memoryIds.includes(memoryId))) return [];
  const names = [...anchors.entities.values()].flatMap((anchor) => anchor.names);
  const roleTerms = new Set([...termsOf(object), ...role]);
  const rest = new Set([...focus.restTerms('', names)].filter((term) => !roleTerms.has(term)));
  if (shareAmong(rest, [...termsOf(words), ...passageTerms(candidate, hits)]) < SHARE_OF_REST) return [];
  const extra = role.filter((term) => !focus.terms.has(term)).length;
  const relevance = (isNamed ? ASKED_OF_NAMED : ASKED_OF_UNNAMED) + 0.5;
  return [{ candidate, relevance, extra, shared: role.length - extra }];
}

/** Terms of a role if a question with the given terms asks for it, in words or initials; else null. */
function askedRole(object: string, asked: ReadonlySet<string>): readonly string[] | null {
  const [title = ''] = object.split(ROLE_END);
  const short = initialsOf(title);
  const role = asked.has(short) ? [short] : [...termsOf(title)];
  const head = role.at(-1);
  if (head === undefined || !asked.has(head)) return null;
  const [other = ''] = OTHER_ROLE.exec(fold(object)) ?? [];
  return [...termsOf(other)].every((term) => asked.has(term)) ? role : null;
}

/** Folded initials of a role: "cfo" of `chief financial officer`. */
function initialsOf(title: string): string {
  const words = fold(title).split(/[\s-]+/);
  return words.length < 3 ? '' : words.map(([initial = '']) => initial).join('');
}

/** Whether a memory of the answer mentions whom the question names together with the role or its holder. */
function isTied({ claim, subject }: FactCandidate, { anchors, hits }: RelevanceContext): boolean {
  return hits.some((hit) => {
    const text = fold(hit.text);
    const isAbout =
      claim.memoryIds.includes(hit.memoryId) || hit.entityIds.includes(claim.subject) || hasName(text, subject);
    if (!isAbout) return false;
    return [...anchors.entities].some(
      ([id, { name }]) => hit.entityIds.includes(id) || isSaidBy(hit, name) || hasName(text, name),
    );
  });
}

function maxOf(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
