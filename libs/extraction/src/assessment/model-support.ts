import { RELATION_TYPES } from '#contracts/ontology.js';
import { isSameName } from '../names/same-name.js';
import type { RelationObservation, StatementObservation } from '#contracts/observations.js';
import { objectText } from '../classifier/claims/claim-conflicts.js';
import type { ScoredRelation, ScoredStatement, WindowOpinion } from '../classifier/claims/claim-model.js';
import type { TurnWindow } from '../classifier/claims/turn-window.js';
import { mayBeValue } from '../rules/statement-values.js';
import type { Claim } from './claim.js';

/** What the model says of a claim, whoever found it: the highest probabilities, 0 if it did not consider it. */
export interface ModelSupport {
  /** Of the same claim. */
  readonly same: number;
  /** Of the same claim ended, if it is asserted, and the other way round. */
  readonly opposite: number;
  /** Of another relation of the two, or of another predicate of the same words that may be its value. */
  readonly rival: number;
}

const NONE: ModelSupport = { same: 0, opposite: 0, rival: 0 };

/** Looks up what the model considered about a claim. */
export function modelSupport(opinions: readonly WindowOpinion[], claim: Claim): ModelSupport {
  const supports = opinions.map((opinion) =>
    'from' in claim ? ofRelation(opinion, claim) : ofStatement(opinion, claim),
  );
  return supports.reduce((a, b) => {
    const most = (of: keyof ModelSupport) => Math.max(a[of], b[of]);
    return { same: most('same'), opposite: most('opposite'), rival: most('rival') };
  }, NONE);
}

function ofRelation({ window, considered }: WindowOpinion, claim: RelationObservation): ModelSupport {
  const isEnded = claim.polarity === 'ended';
  const { symmetric } = RELATION_TYPES[claim.type];
  const pair = considered.relations.flatMap((scored) => {
    const direction = directionOf(window, scored, claim);
    return direction === null
      ? []
      : [{ ...scored, isSame: scored.type === claim.type && (symmetric || direction > 0) }];
  });
  const same = pair.filter((scored) => scored.isSame);
  return {
    same: highest(same.filter(({ ended }) => ended === isEnded)),
    opposite: highest(same.filter(({ ended }) => ended !== isEnded)),
    rival: highest(pair.filter((scored) => !scored.isSame)),
  };
}

/** 1 if the ends are those of the claim, −1 if they are turned round, null if they are others. */
function directionOf({ candidates }: TurnWindow, { from, to }: ScoredRelation, claim: RelationObservation) {
  const [a, b] = [candidates[from], candidates[to]];
  if (!a || !b) return null;
  if (isSameName(a.name, claim.from.name) && isSameName(b.name, claim.to.name)) return 1;
  return isSameName(a.name, claim.to.name) && isSameName(b.name, claim.from.name) ? -1 : null;
}

function ofStatement({ window, considered }: WindowOpinion, claim: StatementObservation): ModelSupport {
  const isEnded = claim.polarity === 'ended';
  const value = objectText(claim.object);
  const overlapping = considered.statements.filter((scored) => overlap(wordsOf(window, scored), value));
  const isSame = ({ predicate, subject }: ScoredStatement) => {
    const named = window.candidates[subject];
    return predicate === claim.predicate && named !== undefined && isSameName(named.name, claim.subject.name);
  };
  const same = overlapping.filter(isSame);
  return {
    same: highest(same.filter(({ ended }) => ended === isEnded)),
    opposite: highest(same.filter(({ ended }) => ended !== isEnded)),
    rival: highest(overlapping.filter((scored) => !isSame(scored) && mayBeSaid(window, scored))),
  };
}

/** Whether words are of the form that their predicate needs: one word is no directive. */
function mayBeSaid(window: TurnWindow, scored: ScoredStatement): boolean {
  return mayBeValue(scored.predicate, { before: [], value: wordsOf(window, scored).split(' '), after: [] });
}

function wordsOf({ words }: TurnWindow, { first, last }: ScoredStatement): string {
  return words
    .slice(first, last + 1)
    .join(' ')
    .toLowerCase();
}

function overlap(a: string, b: string): boolean {
  return a.includes(b) || b.includes(a);
}

function highest(scored: readonly { readonly probability: number }[]): number {
  return scored.reduce((most, { probability }) => Math.max(most, probability), 0);
}
