import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { beyond, mergeObservations } from '#contracts/merge-observations.js';
import { NO_OBSERVATIONS, type MentionObservation, type Observations } from '#contracts/observations.js';
import { Budget, monotonicClock } from '../pipeline/budget.js';
import { withoutClaimsOfReplies } from '../eligibility/assistant-replies.js';
import { genreOf } from '../genre/genre-of.js';
import { petBefore } from '../rules/named-pets.js';
import type { Denial } from '../denials/denied-claims.js';
import { retractionsOf, turnsDenied, withRetractions } from '../denials/retracted-claims.js';
import { withDenials } from '../denials/with-denials.js';
import { MemoryReader } from '../patterns/memory-reader.js';
import type { Gazetteers } from '../names/gazetteers.js';
import { propagateTypes } from '../names/propagate-types.js';
import { lastingClaims } from '../validity/lasting-claims.js';
import type { ExtractionInput, PriorTurn, Stage, StageOutcome } from '../pipeline/stage.js';
import { codePointOffsets } from '../text/code-points.js';
import { segmentText } from '../text/segment-text.js';
import type { Sentence } from '../text/sentences.js';
import type { Assess } from '../assessment/assess-claims.js';
import { EventLoopYielder } from '../pipeline/event-loop-yielder.js';
import type { ClaimModel } from './claims/claim-model.js';
import { readClaims, type ClaimsRead } from './claims/read-claims.js';
import type { NamedTurn } from './claims/spoken-turn.js';
import { repairedClaims, repairedMentions } from './corrections/corrected-claims.js';
import { correctionOf, mayHoldRepair } from './corrections/repair-span.js';
import { notReadReason, unreadLanguage } from '../eligibility/unread-language.js';
import { MentionIndex } from './mention-index.js';
import { SentenceNames } from './sentence-names.js';
import type { SpanTagger } from './tagger.js';

/** Maximum turns whose names are cached for the turns that follow. */
const MAX_CACHED_TURNS = 2_000;
/** Maximum length of an earlier turn, in UTF-16 units; longer ones are skipped. */
const MAX_PRIOR_TURN_LENGTH = 1_000;
/** Time budget of an earlier turn, enough on the slowest machine: results must not depend on speed. */
const PRIOR_TURN_BUDGET_MS = 60_000;

type Read = Extract<StageOutcome, { state: 'done' | 'partial' }> &
  Partial<Pick<ClaimsRead, 'opinions'>> & {
    readonly denials?: readonly Denial[];
  };

/** Models of the classifier stage. */
export interface ClassifierModels {
  readonly tagger: SpanTagger;
  /** Null: only rules find claims. */
  readonly claims: ClaimModel | null;
  /** Gives each claim its probability. */
  readonly assess: Assess;
}

/**
 * Tags names with a trained model and runs the rules again with them; the result replaces the observations of earlier
 * stages. Of theirs it keeps names that a claim types, and types that the model does not know. Then a second model
 * predicts claims of the turn in the context of earlier turns. Skips texts in other languages than English: neither
 * model has seen one.
 */
export class ClassifierStage implements Stage {
  readonly name = 'classifier';
  private readonly names: SentenceNames;
  private readonly mentionCache = new LRUCache<string, readonly MentionObservation[]>({ max: MAX_CACHED_TURNS });

  /** @param before the stages that precede this one, to be run on earlier turns */
  constructor(
    private readonly gazetteers: Gazetteers,
    private readonly models: ClassifierModels,
    private readonly before: readonly Stage[],
  ) {
    this.names = new SentenceNames(gazetteers, models.tagger.types);
  }

  get version(): string {
    return this.models.tagger.version;
  }

  async ready(): Promise<void> {
    await this.models.tagger.ready?.();
  }

  async run(input: ExtractionInput, found: Observations, budget: Budget): Promise<StageOutcome> {
    const language = unreadLanguage(input.text);
    if (language !== null) return { state: 'skipped', reason: notReadReason(language) };
    const outcome = await this.read(input, found, budget);
    if (outcome.state !== 'done') return outcome;
    const { denials = [] } = outcome;
    const retracted = await this.retractions(input, denials);
    const told = withRetractions(outcome.observations, retracted, denials);
    return { state: 'done', observations: await this.withCorrection(input, told), replaces: true };
  }

  /** Finds names, and claims by rules and model. */
  private async read(input: ExtractionInput, found: Observations, budget: Budget): Promise<Read> {
    const byRules = await this.readNames(input, found, budget);
    const read: Read = byRules.state === 'done' ? await this.readClaims(input, byRules.observations, budget) : byRules;
    const { denials = [] } = byRules;
    const assessed = this.models.assess(input, {
      observations: read.observations,
      byRules: byRules.observations,
      opinions: read.opinions ?? [],
    });
    const lasting = lastingClaims(input, assessed);
    const told = withDenials(input.text, { observations: lasting, byRules: byRules.observations, denials });
    const observations = withoutClaimsOfReplies(input, told);
    return { ...read, denials, observations: read.state === 'done' ? observations : beyond(found, observations) };
  }

  private async readClaims(input: ExtractionInput, byRules: Observations, budget: Budget): Promise<Read> {
    const { claims } = this.models;
    if (claims === null) return { state: 'done', observations: byRules };
    this.mentionCache.set(keyOf(input), byRules.mentions);
    const turn = { ...input, mentions: byRules.mentions };
    return readClaims(claims, turn, await this.priorTurnsWithNames(input), byRules, budget);
  }

  /** Adds corrections that a turn makes to its speaker's earlier words, in this turn or an earlier one. */
  private async withCorrection(input: ExtractionInput, observations: Observations): Promise<Observations> {
    // A correcting turn is short.
    if (!isShort(input.text) || !mayHoldRepair(input.text)) return observations;
    const own = (await this.priorTurnsWithNames(input)).filter(({ speaker }) => speaker === input.speaker);
    const correction = correctionOf({ text: input.text, mentions: observations.mentions }, own);
    if (correction === null) return observations;
    const { turn, text, reparandum, repair } = correction;
    const named = repairedMentions(observations.mentions, correction, codePointOffsets(input.text));
    const whole = async (other: ExtractionInput) => {
      const read = await this.observationsOf(other);
      return turn === null ? read : this.withCorrection(other, read);
    };
    if (turn === null) return { ...(await whole({ ...input, text })), mentions: named };
    const before = turnsBefore(input, turn.memoryId);
    const [said, right] = [await whole({ ...turn, before }), await whole({ ...turn, before, text })];
    const corrected = repairedClaims(
      { memoryId: turn.memoryId, slip: reparandum.written, meant: repair.written },
      said,
      right,
    );
    return mergeObservations([{ ...observations, mentions: named }, corrected]);
  }

  /** Retractions of what earlier turns of the speaker claim and this one denies. */
  private async retractions(input: ExtractionInput, denials: readonly Denial[]): Promise<Observations[]> {
    if (denials.length === 0 || input.role === 'assistant') return [];
    const own = (input.before ?? []).filter(({ speaker, text }) => speaker === input.speaker && isShort(text));
    const retracted: Observations[] = [];
    for (const turn of turnsDenied(own, denials)) {
      const said = await this.observationsOf({ ...turn, before: turnsBefore(input, turn.memoryId) });
      retracted.push(retractionsOf(turn.memoryId, said, denials));
    }
    return retracted;
  }

  /** Observations of an earlier turn, without corrections. */
  private async observationsOf(turn: ExtractionInput): Promise<Observations> {
    const found = await this.earlierObservations(turn);
    return (await this.read(turn, found, new Budget(PRIOR_TURN_BUDGET_MS, monotonicClock))).observations;
  }

  /** Finds names, and claims by rules. */
  private async readNames(input: ExtractionInput, found: Observations, budget: Budget): Promise<Read> {
    const reader = new MemoryReader(input, this.gazetteers, this.name);
    const offset = codePointOffsets(input.text);
    const spread = propagateTypes(this.gazetteers);
    const mentions = new MentionIndex(this.names.standing(found));
    const partial = (reason: string, { start }: Sentence) => {
      const observations = reader.observations();
      return { state: 'partial', observations, reason, offset: offset(start) } as const;
    };
    const turns = EventLoopYielder.over(input.text, budget);
    for (const { first, sentences } of segmentText(input.text)) {
      await turns.yieldIfDue();
      if (budget.spent()) return partial('out of time', first);
      if (sentences.length === 0) continue;
      const spans = await this.models.tagger.tag(sentences.map(({ tokens }) => tokens.map((token) => token.text)));
      for (const [i, sentence] of sentences.entries()) {
        if (budget.spent()) return partial('out of time', sentence);
        if (reader.full()) return partial('too many observations', sentence);
        await turns.yieldIfDue();
        const known = mentions.in(offset(sentence.start), offset(sentence.end));
        const names = this.names.in(input.text, sentence, known, spans[i] ?? [], offset);
        reader.read(sentence, spread(names));
      }
    }
    return { state: 'done', observations: reader.observations(), denials: reader.denials() };
  }

  /** Earlier turns with their names, from the cache if they were read recently. */
  private async priorTurnsWithNames(input: ExtractionInput): Promise<NamedTurn[]> {
    const named: NamedTurn[] = [];
    for (const [i, said] of (input.before ?? []).entries()) {
      if (!isShort(said.text)) continue;
      const turn = { ...said, before: input.before?.slice(0, i) ?? [] };
      const key = keyOf(turn);
      const mentions = this.mentionCache.get(key) ?? (await this.mentionsIn(turn));
      this.mentionCache.set(key, mentions);
      named.push({ ...turn, mentions });
    }
    return named;
  }

  private async mentionsIn(turn: ExtractionInput): Promise<readonly MentionObservation[]> {
    const found = await this.earlierObservations(turn);
    if (unreadLanguage(turn.text) !== null) return found.mentions;
    return (await this.readNames(turn, found, new Budget(PRIOR_TURN_BUDGET_MS, monotonicClock))).observations.mentions;
  }

  /** Observations of the preceding stages for a turn. */
  private async earlierObservations(turn: ExtractionInput): Promise<Observations> {
    let found = NO_OBSERVATIONS;
    const budget = new Budget(PRIOR_TURN_BUDGET_MS, monotonicClock);
    for (const stage of this.before) {
      const outcome = await stage.run(turn, found, budget);
      if (outcome.state === 'done') found = outcome.observations;
    }
    return found;
  }
}

function isShort(text: string): boolean {
  return text.length <= MAX_PRIOR_TURN_LENGTH;
}

/** The turns before an earlier one. */
function turnsBefore({ before = [] }: ExtractionInput, memoryId: string): readonly PriorTurn[] {
  return before.slice(
    0,
    before.findIndex((turn) => turn.memoryId === memoryId),
  );
}

/** Cache key of a turn: everything that its names depend on. */
function keyOf(turn: ExtractionInput): string {
  const { text, speaker, role } = turn;
  return createHash('sha256')
    .update(JSON.stringify([role, speaker, text, petBefore(turn), genreOf(turn)]))
    .digest('base64');
}
