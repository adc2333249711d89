import type { Observations } from '#contracts/observations.js';
import { runPipeline } from '#extraction/pipeline.js';
import { loadGazetteers } from '#extraction/names/gazetteers.js';
import type { ClaimRule } from '#extraction/rules/language/claim-rule.js';
import { RuleIndex } from '#extraction/rules/language/rule-index.js';
import { PatternStage } from '#extraction/patterns/pattern-stage.js';
import { tokenize } from '#extraction/text/tokenizer.js';
import { withoutOwnEnds } from './own-ends.js';

const JUNE_15 = BigInt(Date.UTC(2025, 5, 15, 10)) * 1_000_000n;
const GAZETTEERS = loadGazetteers();

/** An example of a rule: what Maya says, and what the pattern stage claims from it, sorted. */
interface Example {
  readonly text: string;
  readonly claims: readonly string[];
}

/** Parses an example "text => claim; claim". */
export function exampleOf(line: string): Example {
  const [text = '', claims = ''] = line.split(' => ');
  return { text, claims: claims.split('; ').sort() };
}

/** Reads what Maya says on 15 June 2025 with the pattern stage and certain rules. */
export class RuleReader {
  private readonly stage: PatternStage;

  constructor(rules: readonly ClaimRule[]) {
    this.stage = new PatternStage(GAZETTEERS, undefined, new RuleIndex(rules));
  }

  async read(text: string): Promise<Observations> {
    const input = { text, speaker: 'Maya', role: 'user', eventAtUnixNanos: JUNE_15 } as const;
    return (await runPipeline([this.stage], input, () => 0)).observations;
  }

  /** Words of a text as the rules see them. */
  wordsOf(text: string): string[] {
    return tokenize(text).map(({ lower }) => lower);
  }
}

/**
 * Claims in words, sorted: "Maya no longer works_at Acme", "Maya likes hiking", "Maya no longer diet anything". The
 * ends that statements have by themselves (`withEndsToCome`) are left out.
 */
export function claimsOf({ relations, statements, ends = [] }: Observations): string[] {
  return [
    ...relations.map(({ from, type, to, polarity }) => inWords(from.name, type, to.name, polarity)),
    ...withoutOwnEnds(statements).map(({ subject, predicate, object, polarity }) =>
      inWords(subject.name, predicate, object.kind === 'entity' ? object.name : String(object.value.value), polarity),
    ),
    ...ends.map(({ subject, predicate }) => inWords(subject.name, predicate, 'anything', 'ended')),
  ].sort();
}

function inWords(subject: string, predicate: string, object: string, polarity: string): string {
  return `${subject} ${polarity === 'ended' ? 'no longer ' : ''}${predicate} ${object}`;
}
