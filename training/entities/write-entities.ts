import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { groupBy } from '#contracts/group-by.js';
import type { MentionObservation, NameRef, Observations } from '#contracts/observations.js';
import { entityTypeId, entityTypeOfId } from '#contracts/ontology.js';
import { clusterEntities, type EntityNode } from '#entity-resolution/cluster-entities.js';
import { entityFeatures } from '#entity-resolution/entity-features.js';
import { entityIdOf } from '#entity-resolution/entity-key.js';
import { mistypingEvidence } from '#entity-resolution/homonyms.js';
import { normalForm } from '#entity-resolution/normal-form.js';
import { runPipeline } from '#extraction/pipeline.js';
import type { ExtractionInput } from '#extraction/pipeline/stage.js';
import { stagesOf } from '#extraction/stages.js';

/*
 * Writes the entities that the shipped stages find in each conversation, clustered as the graph does it, with the
 * features of their confidence.
 * Usage: write-entities --texts FILE --out FILE
 * In: a line of JSON for each conversation, as texts.py writes them. Out: a line for each entity.
 */

const TURNS_BEFORE = 8;
const NANOS_PER_MS = 1_000_000n;
const SCOPE = '00000000-0000-0000-0000-000000000000';

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

interface Row extends EntityNode {
  readonly mentions: (MentionObservation & { turn: number })[];
  /** Highest confidence of a claim about it; 0 without any. */
  claim: number;
  /** Whether a claim names it without a span. */
  isReferred: boolean;
}

const { values: options } = parseArgs({ options: { texts: { type: 'string' }, out: { type: 'string' } } });
if (options.texts === undefined || options.out === undefined) throw new RangeError('--texts and --out are needed');

const stages = stagesOf();
const out = createWriteStream(options.out);
for await (const line of createInterface({ input: createReadStream(options.texts) })) {
  const conversation = JSON.parse(line) as Conversation;
  for (const entity of entitiesOf(await observationsOf(conversation)))
    out.write(`${JSON.stringify({ id: conversation.id, ...entity })}\n`);
}
out.end();

async function observationsOf({ turns }: Conversation): Promise<Observations[]> {
  const inputs = turns.map(({ text, speaker, role, at }, i) => ({
    ...{ text, speaker, role, memoryId: `m${String(i)}` },
    eventAtUnixNanos: BigInt(Date.parse(at)) * NANOS_PER_MS,
  }));
  const observed: Observations[] = [];
  for (const [i, input] of inputs.entries()) {
    const whole = { ...input, before: inputs.slice(Math.max(0, i - TURNS_BEFORE), i) };
    observed.push((await runPipeline(stages, whole, () => 0)).observations);
  }
  return observed;
}

function entitiesOf(observed: readonly Observations[]): object[] {
  const rows = rowsOf(observed);
  return [...groupBy([...rows.values()], survivorIn(rows, observed))].flatMap(([survivor, group]) => {
    const type = entityTypeOfId(rows.get(survivor)?.typeId ?? 0);
    const mentions = group.flatMap((row) => row.mentions);
    if (mentions.length === 0) return [];
    const named = {
      ...{ type, canonicalName: nameOf(rows.get(survivor)?.mentions ?? mentions), mentions: mentions.length },
      confidenceSum: mentions.reduce((sum, { confidence }) => sum + Math.round(confidence * 1_000), 0),
      mistypedMentions: mentions.filter((mention) => mention.type !== type).length,
    };
    return {
      ...{ type, name: named.canonicalName, claim: Math.max(...group.map((row) => row.claim)) },
      isReferred: group.some((row) => row.isReferred),
      mentions: mentions.map(({ turn, start, end, name }) => ({ turn, start, end, name })),
      features: entityFeatures(named),
    };
  });
}

/** The longest name, as in the graph. */
function nameOf(mentions: readonly MentionObservation[]): string {
  const isMixed = ({ name }: MentionObservation) => Number(name !== name.toLowerCase() && name !== name.toUpperCase());
  const [first] = [...mentions].sort((a, b) => isMixed(b) - isMixed(a) || b.name.length - a.name.length);
  return first?.name ?? '';
}

function rowsOf(observed: readonly Observations[]): Map<string, Row> {
  const rows = new Map<string, Row>();
  const row = ({ type, name }: NameRef): Row => {
    const [typeId, form] = [entityTypeId(type), normalForm(type, name)];
    const entityId = entityIdOf(SCOPE, typeId, form);
    const known = rows.get(entityId) ?? {
      ...{ entityId, typeId, normalForm: form, mergedInto: null, isSplit: false, isApart: false, namedAt: null },
      ...{ mentions: [], claim: 0, isReferred: false },
    };
    rows.set(entityId, known);
    return known;
  };
  for (const [turn, observations] of observed.entries()) {
    const spanned = new Set(observations.mentions.map((mention) => row(mention)));
    for (const mention of observations.mentions) row(mention).mentions.push({ ...mention, turn });
    for (const { end, confidence } of endsOf(observations)) {
      const of = row(end);
      of.claim = Math.max(of.claim, confidence);
      of.isReferred ||= !spanned.has(of);
    }
  }
  return rows;
}

function endsOf({ relations, statements }: Observations): { end: NameRef; confidence: number }[] {
  return [
    ...relations.flatMap(({ from, to, confidence }) => [from, to].map((end) => ({ end, confidence }))),
    ...statements.flatMap(({ subject, object, confidence }) =>
      [subject, ...(object.kind === 'entity' ? [object] : [])].map((end) => ({ end, confidence })),
    ),
  ];
}

/** The survivor of each row, from aliases, mistyped rows and short forms. */
function survivorIn(rows: ReadonlyMap<string, Row>, observed: readonly Observations[]): (row: Row) => string {
  const idOf = (type: NameRef['type'], name: string) => entityIdOf(SCOPE, entityTypeId(type), normalForm(type, name));
  const aliases = observed.flatMap(({ aliases: told }) =>
    told.map(({ type, name, alias }) => ({ a: idOf(type, name), b: idOf(type, alias), isDecided: false })),
  );
  const homonyms = [...groupBy([...rows.values()], (row) => row.normalForm).values()].flatMap((same) =>
    mistypingEvidence(
      same.map((row) => ({
        ...{ entityId: row.entityId, typeId: row.typeId, normalForm: row.normalForm },
        ...{ uses: row.mentions.length, isOnlySpans: !row.isReferred },
      })),
    ),
  );
  const ids = [...rows.keys()];
  const others = new Map(ids.map((id) => [id, ids.filter((other) => other !== id && isOfType(rows, id, other))]));
  const survivors = clusterEntities(new Set(ids), rows, [...aliases, ...homonyms], others);
  return ({ entityId }) => survivors.get(entityId) ?? entityId;
}

function isOfType(rows: ReadonlyMap<string, Row>, a: string, b: string): boolean {
  return rows.get(a)?.typeId === rows.get(b)?.typeId;
}
