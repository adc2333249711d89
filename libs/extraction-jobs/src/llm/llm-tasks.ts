import type { StoredEvent } from '#contracts/events.js';
import type { Observations, RelationObservation, StatementObservation } from '#contracts/observations.js';
import type { Sql } from '#database/sql.js';
import type { ClaimQuestion, LlmTask } from '#extraction/llm/llm-task.js';
import { isoDate } from '#extraction/llm/prompt.js';
import { isCandidate, mayMissSomething, type LlmPolicy, type StagedMemory } from '#extraction/llm/policy.js';
import type { ClaimThresholds } from '#graph/claim-thresholds.js';
import { supportedClaims } from '#graph/projection/contributions/claim-dependencies.js';
import {
  effectiveExtractions,
  extractionsOf,
  isLlmExtraction,
  observationsOf,
} from '#graph/projection/contributions/effective-extractions.js';
import { verbalizeClaim, verbalizeEndedClaim, verbalizeName, verbalizeValue } from '#graph/queries/claim-wording.js';

/** Maximum claims that one call asks about; the most confident ones. */
export const MAX_QUESTIONS = 32;
/**
 * Confidence of a claim that a stage found and the LLM confirms. No model is calibrated for every endpoint: this is
 * what the service promises of its surest facts (docs/quality.md), and no more.
 */
const CONFIRMED_CONFIDENCE = 0.9;

/** The observations of each memory by all stages but the LLM; claims that depend on forgotten memories are left out. */
export async function stagedObservations(
  sql: Sql,
  scopeId: string,
  events: ReadonlyMap<string, readonly StoredEvent[]>,
): Promise<Map<string, Observations>> {
  const memories = [...events].map(([memoryId, own]) => {
    const extractions = effectiveExtractions(extractionsOf(own)).filter((extraction) => !isLlmExtraction(extraction));
    return { memoryId, observations: observationsOf(extractions) };
  });
  return supportedClaims(sql, scopeId, memories);
}

/**
 * What to ask about a memory: its candidates by the thresholds of the graph, and by the policy everything that it says.
 * A memory that was queued although it has no candidates is read in any case.
 * @param found all observations so far
 */
export function taskOf(
  policy: LlmPolicy,
  memory: StagedMemory & { readonly eventAtUnixNanos: bigint },
  found: Observations,
  thresholds: ClaimThresholds,
): LlmTask {
  const all = questionsOf(memory.observations, isoDate(memory.eventAtUnixNanos), thresholds);
  const questions = all.slice(0, MAX_QUESTIONS);
  const unasked = all.slice(MAX_QUESTIONS).reduce((sum, q) => sum + q.relations.length + q.statements.length, 0);
  const extract =
    policy !== 'uncertain' || questions.length === 0 || mayMissSomething(memory) || hasFindingsOfLlm(found);
  // Above the threshold of facts, wherever that is.
  const confirmedConfidence = Math.max(CONFIRMED_CONFIDENCE, (1 + thresholds.fact) / 2);
  return { found, extract, questions, unasked, confirmedConfidence };
}

/** Whether the LLM found something itself, which its next answer replaces. */
function hasFindingsOfLlm({ mentions, relations, statements, aliases }: Observations): boolean {
  return (
    [...mentions, ...aliases].some(({ stage }) => stage === 'llm') ||
    [...relations, ...statements].some(({ stage, verdict }) => stage === 'llm' && verdict === undefined)
  );
}

/**
 * Questions about the candidates, the most confident ones first. Claims that something holds and that it ended are one
 * question, whose verdict tells which; claims of two days are two, since both may be right.
 * @param today day of the memory
 */
function questionsOf(
  { relations, statements }: Observations,
  today: string | null,
  thresholds: ClaimThresholds,
): ClaimQuestion[] {
  const questions = new Map<string, ClaimQuestion>();
  const candidates = [...relations, ...statements].filter((claim) => isCandidate(claim, thresholds));
  for (const claim of candidates.sort((a, b) => b.confidence - a.confidence)) {
    const asked = questionAbout(claim, today);
    const { relations: same = [], statements: alike = [] } = questions.get(asked.words) ?? {};
    questions.set(asked.words, {
      ...asked,
      relations: [...same, ...asked.relations],
      statements: [...alike, ...asked.statements],
    });
  }
  return [...questions.values()];
}

function questionAbout(claim: RelationObservation | StatementObservation, today: string | null): ClaimQuestion {
  const isRelation = 'type' in claim;
  const [subject, predicate] = isRelation ? [claim.from, claim.type] : [claim.subject, claim.predicate];
  const object = isRelation ? verbalizeName(claim.to.name) : verbalizeObject(claim);
  const ends = [predicate, verbalizeName(subject.name), object] as const;
  const day = isoDate(BigInt(claim.event_at_unix_nanos));
  return {
    words: verbalizeClaim(...ends) + (day === null || day === today ? '' : ` (${day})`),
    canEnd: verbalizeEndedClaim(...ends) !== null,
    relations: isRelation ? [claim] : [],
    statements: isRelation ? [] : [claim],
  };
}

function verbalizeObject({ object }: StatementObservation): string {
  return object.kind === 'entity' ? verbalizeName(object.name) : verbalizeValue(object.value);
}
