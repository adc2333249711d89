import { relationKey, statementKey } from '#contracts/merge-observations.js';
import type { Observations } from '#contracts/observations.js';
import { words } from '#lexicon/words.js';
import type { Claim } from '../assessment/claim.js';
import { sentencesOf, type Sentence } from '../text/sentences.js';
import { denies, MAX_DENIAL_CONFIDENCE, type Denial } from './denied-claims.js';

const NEGATION = words("not n't never");
/** Words by which a sentence with a negation tells an end after all: "hasn't worked there since May". */
const OF_END = words(`
  anymore longer used former formerly ex previously left leave leaving quit stopped since ago years months until till
  sold gone lost over broke split divorced separated resigned retired fired moved cancelled canceled dropped gave
  finished done back again was were had any
`);

/**
 * Adds what a memory denies to what it claims. What it denies it does not assert, and of what the model takes for an
 * end in a plain denial nobody need have claimed the beginning.
 */
export function withDenials(
  text: string,
  { observations, byRules, denials }: { observations: Observations; byRules: Observations; denials: readonly Denial[] },
): Observations {
  const { relations, statements } = observations;
  const ended = [...byRules.relations, ...byRules.statements].filter(({ polarity }) => polarity === 'ended');
  const plain = denials.filter((denial) => !ended.some((claim) => denies(denial, claim)));
  if (plain.length === 0 && ![...relations, ...statements].some(({ polarity }) => polarity === 'ended'))
    return observations;
  const told = new Set(ended.map(keyOf));
  const kept = <C extends Claim>(claims: readonly C[]): C[] =>
    claims
      .filter((claim) => !plain.some((denial) => denies(denial, claim)))
      .map((claim) => (claim.polarity === 'ended' && !told.has(keyOf(claim)) ? cappedIn(text, claim) : claim));
  return {
    ...observations,
    relations: [...kept(relations), ...plain.flatMap(({ claim }) => ('from' in claim ? [claim] : []))],
    statements: [...kept(statements), ...plain.flatMap(({ claim }) => ('from' in claim ? [] : [claim]))],
  };
}

function cappedIn<C extends Claim>(text: string, claim: C): C {
  const object = 'from' in claim ? claim.to.name : claim.text;
  const sentences = [...sentencesOf(text)].filter(({ start, end }) => text.slice(start, end).includes(object));
  const isDenied = sentences.length > 0 && sentences.every(isPlainDenial);
  return isDenied ? { ...claim, confidence: Math.min(claim.confidence, MAX_DENIAL_CONFIDENCE) } : claim;
}

function isPlainDenial({ tokens }: Sentence): boolean {
  return tokens.some(({ lower }) => NEGATION.has(lower)) && !tokens.some(({ lower }) => OF_END.has(lower));
}

function keyOf(claim: Claim): string {
  return 'from' in claim ? relationKey(claim) : statementKey(claim);
}
