import { cutText } from '#contracts/cut-text.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { Cause } from './causes.js';
import { verbalizeEndedClaim, verbalizeName, verbalizeValue, verbalizeClaim } from '#graph/queries/claim-wording.js';
import type { EvidenceByMemory, EvidenceLink } from './memory-evidence.js';
import type { EntityName } from './observed-entities.js';
import { causalConfidence, contradictionsOf, type InferenceKind, type WeighedClaim } from './weigh-claims.js';

/** An inference from an observation, as the API shows it. */
export interface Inference {
  /** Index from 0, highest confidence first. */
  readonly step_index: number;
  /** One sentence. */
  readonly claim: string;
  /** Decimal ids, in storage order. */
  readonly supporting_memories: readonly string[];
  readonly contradicting_memories: readonly string[];
  /** 0..1 */
  readonly confidence: number;
  readonly inference_kind: InferenceKind;
}

/** An inference before selection. */
export interface InferenceDraft {
  /** Orders inferences of equal confidence. */
  readonly key: string;
  readonly claim: string;
  readonly supporting: EvidenceByMemory;
  readonly contradicting: EvidenceByMemory;
  readonly confidence: number;
  readonly kind: InferenceKind;
}

/** Maximum length of a quote in UTF-16 units. */
const MAX_QUOTE_UNITS = 200;

/** Verbalizes a weighed claim; null for the end of a claim that cannot end. */
export function claimDraft(weighed: WeighedClaim, names: ReadonlyMap<string, EntityName>): InferenceDraft | null {
  const { claim, ended, supporting, contradicting, kind } = weighed;
  const confidence = roundConfidence(weighed.confidence);
  const nameOf = (id: string): string => verbalizeName(names.get(id)?.name ?? '');
  const object = claim.value === null ? nameOf(claim.object) : verbalizeValue(claim.value);
  const sentence = (ended ? verbalizeEndedClaim : verbalizeClaim)(claim.predicate, nameOf(claim.subject), object);
  const key = `${claim.id} ${String(ended)}`;
  return sentence === null ? null : { key, claim: sentence, supporting, contradicting, confidence, kind };
}

/** Verbalizes a causal link: one memory because of another. Null if one of them was forgotten meanwhile. */
export function causalDraft(
  cause: Cause,
  links: readonly EvidenceLink[],
  texts: ReadonlyMap<string, string>,
): InferenceDraft | null {
  const [why, what] = [texts.get(cause.cause), texts.get(cause.effect)];
  if (why === undefined || what === undefined) return null;
  const supporting: EvidenceByMemory = new Map([cause.cause, cause.effect].map((id) => [id, cause.weight]));
  const against = new Map([...contradictionsOf(supporting, links)].filter(([id]) => !supporting.has(id)));
  return {
    key: `${cause.cause} ${cause.effect}`,
    claim: `“${quoted(what)}” because “${quoted(why)}”`,
    ...{ supporting, contradicting: against },
    confidence: roundConfidence(causalConfidence(cause, against)),
    kind: 'causal_explanation',
  };
}

/** Orders by confidence, descending, then by key. */
export function surestFirst(a: InferenceDraft, b: InferenceDraft): number {
  return b.confidence - a.confidence || (a.key < b.key ? -1 : 1);
}

export function inferenceOf(draft: InferenceDraft, step_index: number): Inference {
  return {
    ...{ step_index, claim: draft.claim },
    supporting_memories: idsOf(draft.supporting),
    contradicting_memories: idsOf(draft.contradicting),
    confidence: draft.confidence,
    inference_kind: draft.kind,
  };
}

function idsOf(evidence: EvidenceByMemory): string[] {
  return [...evidence.keys()].sort().map(memoryIdOfUuid);
}

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_QUOTE_UNITS ? line : `${cutText(line, MAX_QUOTE_UNITS).trimEnd()}…`;
}

function roundConfidence(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
