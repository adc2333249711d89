import { withoutClaimsOfReplies } from '../eligibility/assistant-replies.js';
import type { Assess } from '../assessment/assess-claims.js';
import { withDenials } from '../denials/with-denials.js';
import type { Observations } from '#contracts/observations.js';
import type { Budget } from '../pipeline/budget.js';
import type { RuleIndex } from '../rules/language/rule-index.js';
import { MemoryReader } from './memory-reader.js';
import { CLAIM_RULES } from '../rules/rules.js';
import type { Gazetteers } from '../names/gazetteers.js';
import { propagateTypes } from '../names/propagate-types.js';
import { lastingClaims } from '../validity/lasting-claims.js';
import type { ExtractionInput, Stage, StageOutcome } from '../pipeline/stage.js';
import { EventLoopYielder } from '../pipeline/event-loop-yielder.js';
import { codePointOffsets } from '../text/code-points.js';
import { hasWords, sentencesOf } from '../text/sentences.js';
import { findNameSpans } from '../names/find-names.js';
import { namesInAnyLanguage } from '../names/unread-names.js';
import { unreadLanguage } from '../eligibility/unread-language.js';

/**
 * Stage that finds names by form and gazetteers, and claims by word patterns. In a text whose language is not read it
 * finds only names whose form says what they are in any language, and no claims.
 */
export class PatternStage implements Stage {
  readonly name = 'pattern';
  readonly version = 'pattern-13';

  /**
   * @param assess gives each claim its probability; by default it keeps the confidence of its rule
   * @param rules rules that read claims; a test passes others
   */
  constructor(
    private readonly gazetteers: Gazetteers,
    private readonly assess: Assess = (_input, { observations }) => observations,
    private readonly rules: RuleIndex = CLAIM_RULES,
  ) {}

  async run(input: ExtractionInput, _found: Observations, budget: Budget): Promise<StageOutcome> {
    const reader = new MemoryReader(input, this.gazetteers, this.name, this.rules);
    const outcome = await this.read(input, reader, budget);
    if (!('observations' in outcome)) return outcome;
    const { observations: byRules } = outcome;
    const observations = this.assess(input, { observations: byRules, byRules, opinions: [] });
    const lasting = lastingClaims(input, observations);
    const told = withDenials(input.text, { observations: lasting, byRules, denials: reader.denials() });
    return { ...outcome, observations: withoutClaimsOfReplies(input, told) };
  }

  private async read(input: ExtractionInput, reader: MemoryReader, budget: Budget): Promise<StageOutcome> {
    const isRead = unreadLanguage(input.text) === null;
    const spread = propagateTypes(this.gazetteers);
    const turns = EventLoopYielder.over(input.text, budget);
    for (const sentence of sentencesOf(input.text)) {
      if (budget.spent()) return partial(input, reader, 'out of time', sentence.start);
      if (reader.full()) return partial(input, reader, 'too many observations', sentence.start);
      await turns.yieldIfDue();
      if (!hasWords(sentence)) continue;
      const names = findNameSpans(input.text, sentence.tokens, this.gazetteers);
      if (isRead || !reader.isOfPeople(sentence)) reader.read(sentence, spread(names));
      else reader.addNames(sentence.tokens, namesInAnyLanguage(input.text, sentence.tokens, names, this.gazetteers));
    }
    return { state: 'done', observations: reader.observations() };
  }
}

function partial(input: ExtractionInput, reader: MemoryReader, reason: string, utf16Index: number): StageOutcome {
  const offset = codePointOffsets(input.text)(utf16Index);
  return { state: 'partial', observations: reader.observations(), reason, offset };
}
