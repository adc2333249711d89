import { withoutOwnEnds } from './own-ends.js';
import { runPipeline } from '#extraction/pipeline.js';
import { stagesOf } from '#extraction/stages.js';
import { isRelationType, RELATION_TYPES } from '#contracts/ontology.js';
import type { Observations, RelationObservation, StatementObservation } from '#contracts/observations.js';

const JUNE_15 = BigInt(Date.UTC(2025, 5, 15, 10)) * 1_000_000n;
/** Names that only a model can type are tested elsewhere. */
const STAGES = stagesOf(['pattern']);

/** A line of a table: text, required and optional claims, in lower case. */
export interface Told {
  readonly text: string;
  readonly must: readonly string[];
  readonly may: readonly string[];
}

/** Reads a table of lines "what is said => claim; claim; claim?". */
export function toldIn(table: string): Told[] {
  return table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [text = '', claims = ''] = line.split('=>');
      const all = claims.split(';').flatMap((claim) => (claim.trim() === '' ? [] : [claim.trim()]));
      return {
        text: text.trim(),
        must: all.filter((claim) => !claim.endsWith('?')).map(inOneOrder),
        may: all.map((claim) => inOneOrder(claim.replace(/\?$/, ''))),
      };
    });
}

/** Relations found in a text of Maya: "maya no longer works_at acme". */
export async function relationsFound(text: string): Promise<string[]> {
  return (await observed(text)).relations.map(claimInWords);
}

/** Statements found in a text of Maya: "maya likes hiking". */
export async function statementsFound(text: string): Promise<string[]> {
  return withoutOwnEnds((await observed(text)).statements).map(claimInWords);
}

async function observed(text: string): Promise<Observations> {
  const input = { text, speaker: 'Maya', role: 'user', eventAtUnixNanos: JUNE_15 } as const;
  return (await runPipeline(STAGES, input, () => 0)).observations;
}

/** Words of a claim in lower case, as a table has them: "maya no longer works_at acme". */
export function claimInWords(claim: RelationObservation | StatementObservation): string {
  return 'from' in claim ? inOneOrder(wordsOf(claim)) : sayingOf(claim).toLowerCase();
}

function wordsOf({ from, type, to, polarity }: RelationObservation): string {
  return `${from.name} ${polarity === 'ended' ? 'no longer ' : ''}${type} ${to.name}`;
}

function sayingOf({ subject, predicate, object, polarity }: StatementObservation): string {
  const value = object.kind === 'entity' ? object.name : String(object.value.value);
  return `${subject.name} ${polarity === 'ended' ? 'no longer ' : ''}${predicate} ${value}`;
}

/** The ends of a symmetric relation are unordered. */
function inOneOrder(claim: string): string {
  const words = claim.toLowerCase().split(' ');
  const at = words.findIndex((word) => isRelationType(word) && RELATION_TYPES[word].symmetric);
  if (at < 0) return words.join(' ');
  const linkAt = words[at - 1] === 'longer' ? at - 2 : at;
  const ends = [words.slice(0, linkAt).join(' '), words.slice(at + 1).join(' ')].sort();
  return [ends[0], ...words.slice(linkAt, at + 1), ends[1]].join(' ');
}
