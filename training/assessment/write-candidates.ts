import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { Observations } from '#contracts/observations.js';
import { claimFeaturesIn, type FoundClaims } from '#extraction/assessment/assess-claims.js';
import type { Claim } from '#extraction/assessment/claim.js';
import { ClassifierStage } from '#extraction/classifier/classifier-stage.js';
import { EncoderClaims } from '#extraction/classifier/encoder/encoder-claims.js';
import { EncoderRows } from '#extraction/classifier/encoder/encoder-rows.js';
import { EncoderTagger } from '#extraction/classifier/encoder/encoder-tagger.js';
import { LazyEncoder } from '#extraction/classifier/encoder/lazy-encoder.js';
import { loadGazetteers } from '#extraction/names/gazetteers.js';
import { runPipeline } from '#extraction/pipeline.js';
import type { ExtractionInput, Stage } from '#extraction/pipeline/stage.js';
import { PatternStage } from '#extraction/patterns/pattern-stage.js';

/*
 * Writes the claims that the stages make of each turn, with the features by which they are assessed.
 * Usage: write-candidates --texts FILE --out FILE
 * In: a line of JSON for each conversation (`Conversation`), as texts.py writes them. Out: a line for each claim.
 */

const TURNS_BEFORE = 8;
const NANOS_PER_MS = 1_000_000n;

interface Conversation {
  readonly id: string;
  readonly turns: readonly {
    readonly text: string;
    readonly speaker: string | null;
    readonly role: ExtractionInput['role'];
    /** ISO time. */
    readonly at: string;
  }[];
}

const { values: options } = parseArgs({ options: { texts: { type: 'string' }, out: { type: 'string' } } });
if (options.texts === undefined || options.out === undefined) throw new RangeError('--texts and --out are needed');

const reported: FoundClaims[] = [];
const stages = stagesThatReport((found) => reported.push(found));
const out = createWriteStream(options.out);
for await (const line of createInterface({ input: createReadStream(options.texts) })) {
  for (const claim of await claimsOf(JSON.parse(line) as Conversation)) out.write(`${JSON.stringify(claim)}\n`);
}
out.end();

/** The shipped stages, which keep the confidences that they find. */
function stagesThatReport(report: (found: FoundClaims) => void): Stage[] {
  const gazetteers = loadGazetteers();
  const pattern = new PatternStage(gazetteers);
  const rows = new EncoderRows(LazyEncoder.shipped());
  const assess = (_input: ExtractionInput, claims: FoundClaims): Observations => {
    report(claims);
    return claims.observations;
  };
  const models = { tagger: new EncoderTagger(rows), claims: new EncoderClaims(rows), assess };
  return [pattern, new ClassifierStage(gazetteers, models, [pattern])];
}

async function claimsOf({ id, turns }: Conversation): Promise<object[]> {
  const inputs = turns.map(({ text, speaker, role, at }, i) => ({
    ...{ text, speaker, role, memoryId: `m${String(i)}` },
    eventAtUnixNanos: BigInt(Date.parse(at)) * NANOS_PER_MS,
  }));
  const claims: object[] = [];
  for (const [i, input] of inputs.entries()) {
    const whole = { ...input, before: inputs.slice(Math.max(0, i - TURNS_BEFORE), i) };
    await runPipeline(stages, whole, () => 0);
    // The first reading is of the turn itself: a correction or denial has the turns before it read again.
    const [found] = reported.splice(0);
    if (found !== undefined) claims.push(...described(whole, found).map((claim) => ({ id, turn: i, ...claim })));
  }
  return claims;
}

function described(input: ExtractionInput, whole: FoundClaims): object[] {
  const featuresOf = claimFeaturesIn(input, whole);
  const { relations, statements } = whole.observations;
  const objectOf = (claim: Claim) => {
    if ('from' in claim) return claim.to.name;
    return claim.object.kind === 'entity' ? claim.object.name : String(claim.object.value.value);
  };
  return [...relations, ...statements].map((claim: Claim) => ({
    kind: 'from' in claim ? 'r' : 's',
    subject: 'from' in claim ? claim.from.name : claim.subject.name,
    predicate: 'from' in claim ? claim.type : claim.predicate,
    object: objectOf(claim),
    polarity: claim.polarity,
    features: featuresOf(claim),
  }));
}
