import { cutText } from '#contracts/cut-text.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import type { Cause } from './causes.js';
import { verbalizeEndedClaim, verbalizeName, verbalizeValue, verbalizeClaim } from '#graph/queries/claim-wording.js';
import type { EvidenceByMemory, EvidenceLink } from './memory-evidence.js';
import type { EntityName } from './observed-entities.js';
import { causalConfidence, contradictionsOf, type InferenceKind, type WeighedClaim } from './weigh-claims.js';

/** A claim that an observation leads to, as the interface shows it. */
export interface Inference {
  /** From 0, the surest first. */
  readonly step_index: number;
  /** One sentence. */
  readonly claim: string;
  /** Decimal ids, in the order in which the memories were stored. */
  readonly supporting_memories: readonly string[];
  readonly contradicting_memories: readonly string[];
  /** 0..1 */
  readonly confidence: number;
  readonly inference_kind: InferenceKind;
}

/** An inference before it is chosen. */
export interface InferenceDraft {
  /** Orders those that are equally sure. */
  readonly key: string;
  readonly claim: string;
  readonly supporting: EvidenceByMemory;
  readonly contradicting: EvidenceByMemory;
  readonly confidence: number;
  readonly kind: InferenceKind;
}

/** UTF-16 units of a memory that are quoted. */
const MAX_QUOTE_UNITS = 200;

/** A weighed claim in words; null for the end of what cannot end. */
export function claimDraft(weighed: WeighedClaim, names: ReadonlyMap<string, EntityName>): InferenceDraft | null {
  const { claim, ended, supporting, contradicting, kind } = weighed;
  const confidence = roundConfidence(weighed.confidence);
  const nameOf = (id: string): string => verbalizeName(names.get(id)?.name ?? '');
  const object = claim.value === null ? nameOf(claim.object) : verbalizeValue(claim.value);
  const sentence = (ended ? verbalizeEndedClaim : verbalizeClaim)(claim.predicate, nameOf(claim.subject), object);
  const key = `${claim.id} ${String(ended)}`;
  return sentence === null ? null : { key, claim: sentence, supporting, contradicting, confidence, kind };
}

/** What a link says, that one memory is because of another; null where one of them has just been forgotten. */
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

/** By confidence; to equal ones their keys give an order. */
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
