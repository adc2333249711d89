import { compareText } from '#contracts/merge-observations.js';
import type { Observations, RelationObservation, StatementObservation, Verdict } from '#contracts/observations.js';
import { qualified } from '#contracts/ontology.js';
import type { Sql } from '#database/sql.js';
import { readStreams } from '#event-store/read-log.js';
import { supportedClaims } from '../projection/contributions/claim-dependencies.js';
import { currentExtractions, isLlmExtraction } from '../projection/contributions/effective-extractions.js';
import { verbalizeClaim, verbalizeName, verbalizeValue } from './claim-wording.js';

/** What the LLM said of a claim that another stage was unsure of. */
export interface InspectedVerdict {
  /** What the LLM was asked about, as a sentence. */
  readonly claim: string;
  /** Qualified name. */
  readonly predicate: string;
  readonly kind: 'relation' | 'fact';
  /** Name as the memory has it. */
  readonly subject: string;
  /** Name as the memory has it, or the value in words. */
  readonly object: string;
  /** Polarity of the claim before the verdict. */
  readonly polarity: 'asserted' | 'ended';
  readonly verdict: Verdict;
  /** Confidence of the claim by the verdict; 0 when it is not said. */
  readonly confidence: number;
  /** Versions of the prompts and the model. */
  readonly version: string;
}

/** The LLM's effective verdicts on claims of an active memory, sorted; claims without their context have none. */
export async function inspectVerdicts(sql: Sql, scopeId: string, memoryUuid: string): Promise<InspectedVerdict[]> {
  const events = await readStreams(sql, scopeId, [memoryUuid], ['MemoryRevised', 'MemoryExtracted']);
  const found: InspectedVerdict[] = [];
  for (const { stages, observations } of currentExtractions(events).filter(isLlmExtraction)) {
    if (observations === null || !hasVerdicts(observations)) continue;
    const supported = await supportedClaims(sql, scopeId, [{ memoryId: memoryUuid, observations }]);
    const { relations, statements } = supported.get(memoryUuid) ?? observations;
    for (const claim of [...relations, ...statements]) found.push(...verdictOn(claim, stages[0]?.version ?? ''));
  }
  return found.sort((a, b) => compareText(a.claim, b.claim) || compareText(a.polarity, b.polarity));
}

function hasVerdicts({ relations, statements }: Observations): boolean {
  return [...relations, ...statements].some(({ verdict }) => verdict !== undefined);
}

function verdictOn(claim: RelationObservation | StatementObservation, version: string): InspectedVerdict[] {
  const { verdict, confidence } = claim;
  if (verdict === undefined) return [];
  const isRelation = 'type' in claim;
  const [predicate, subject] = isRelation ? [claim.type, claim.from.name] : [claim.predicate, claim.subject.name];
  const object = isRelation ? claim.to.name : objectOf(claim);
  return [
    {
      claim: verbalizeClaim(predicate, verbalizeName(subject), verbalizeName(object)),
      ...{ predicate: qualified(predicate), kind: isRelation ? 'relation' : 'fact', subject, object },
      ...{ polarity: verdict.asked === 'ended' ? 'ended' : 'asserted', verdict: verdict.said, confidence, version },
    },
  ];
}

function objectOf({ object }: StatementObservation): string {
  return object.kind === 'entity' ? object.name : verbalizeValue(object.value);
}
