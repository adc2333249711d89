import { groupBy } from './group-by.js';
import {
  NO_OBSERVATIONS,
  STAGES,
  type AliasObservation,
  type EndObservation,
  type MentionObservation,
  type NameRef,
  type Observations,
  type ReadInContext,
  type RelationObservation,
  type StageName,
  type StatementObject,
  type StatementObservation,
} from './observations.js';
import { RELATION_TYPES } from './ontology.js';

/**
 * Merges the observations of several runs over one memory into one sorted set.
 *
 * Of mentions with the same span the most confident stays, then the one of the later stage; a mention inside a longer
 * one is dropped. Of extractions of a claim with the same context the most confident stays, then the one of the later
 * stage; one whose context is a superset of another's is dropped. All of these are maxima of transitive orders, so the
 * result is commutative, associative and idempotent: it depends neither on the order of the runs nor on their grouping.
 * Spans that cross (neither contains the other) therefore both stay, because which of them is dropped would depend on
 * the grouping. One pipeline run never emits crossing spans (`withoutCrossingMentions`).
 */
export function mergeObservations(list: readonly Observations[]): Observations {
  if (list.length === 0) return NO_OBSERVATIONS;
  return {
    mentions: outermost([
      ...best(
        list.flatMap((o) => o.mentions),
        mentionKey,
      ).values(),
    ]),
    relations: leastDependent(
      list.flatMap((o) => o.relations),
      relationKey,
    ),
    statements: leastDependent(
      list.flatMap((o) => o.statements),
      statementKey,
    ),
    aliases: sorted(
      best(
        list.flatMap((o) => o.aliases),
        aliasKey,
      ),
    ),
    ...withEnds(
      sorted(
        best(
          list.flatMap((o) => o.ends ?? []),
          endKey,
        ),
      ),
    ),
  };
}

function withEnds(ends: readonly EndObservation[]): Pick<Observations, 'ends'> {
  return ends.length > 0 ? { ends } : {};
}

/**
 * Resolves crossing mentions: the longer stays, then the more confident, then the earlier one. The choice depends on
 * the whole set, so apply it to a complete one.
 */
export function withoutCrossingMentions(mentions: readonly MentionObservation[]): MentionObservation[] {
  if (areDisjoint(mentions)) return [...mentions];
  const byWorth = [...mentions].sort(
    (a, b) => b.end - b.start - (a.end - a.start) || compareRank(b, a) || a.start - b.start,
  );
  const starts: MentionObservation[] = [];
  for (const mention of byWorth) {
    const at = insertionPoint(starts, mention.start);
    const before = starts[at - 1];
    const after = starts[at];
    if ((before?.end ?? 0) <= mention.start && (after === undefined || after.start >= mention.end)) {
      starts.splice(at, 0, mention);
    }
  }
  return starts;
}

/** Whether each mention starts at or after the end of the previous one, as in nearly all memories. */
function areDisjoint(mentions: readonly MentionObservation[]): boolean {
  return mentions.every(({ start }, i) => i === 0 || start >= (mentions[i - 1]?.end ?? 0));
}

/** The observations that are not yet in `found`: with another span or type, or another claim or end. */
export function beyond(found: Observations, observations: Observations): Observations {
  const typedKey = (m: MentionObservation) => `${mentionKey(m)}:${m.type}`;
  return {
    mentions: without(observations.mentions, found.mentions, typedKey),
    relations: without(observations.relations, found.relations, relationKey),
    statements: without(observations.statements, found.statements, statementKey),
    aliases: without(observations.aliases, found.aliases, aliasKey),
    ...withEnds(without(observations.ends ?? [], found.ends ?? [], endKey)),
  };
}

/** The observations of `found` that are also in `observations`: same span and type, or same claim or end. */
export function within(found: Observations, observations: Observations): Observations {
  const gone = beyond(observations, found);
  const drop = <T>(all: readonly T[], without: readonly T[]) => all.filter((item) => !without.includes(item));
  return {
    mentions: drop(found.mentions, gone.mentions),
    relations: drop(found.relations, gone.relations),
    statements: drop(found.statements, gone.statements),
    aliases: drop(found.aliases, gone.aliases),
    ...withEnds(drop(found.ends ?? [], gone.ends ?? [])),
  };
}

/** Combined observations of all runs over one memory: merged, with crossing mentions resolved over the whole set. */
export function combineRuns(runs: readonly Observations[]): Observations {
  const merged = mergeObservations(runs);
  return { ...merged, mentions: withoutCrossingMentions(merged.mentions) };
}

/**
 * Caches the key of each object. A claim is merged, compared and sorted by its key a dozen times in the pipeline;
 * without the cache, merging took a tenth of the time of all stages.
 */
function cachedKey<T extends object>(write: (item: T) => string): (item: T) => string {
  const keys = new WeakMap<T, string>();
  return (item) => {
    const known = keys.get(item);
    if (known !== undefined) return known;
    const key = write(item);
    keys.set(item, key);
    return key;
  };
}

/** Key of a relation claim; the ends of a symmetric relation are unordered. */
export const relationKey: (relation: RelationObservation) => string = cachedKey((r) => {
  const ends = [nameKey(r.from), nameKey(r.to)];
  if (RELATION_TYPES[r.type].symmetric) ends.sort(compareText);
  return JSON.stringify([r.type, ...ends, r.polarity, String(r.event_at_unix_nanos)]);
});

/** Key of a statement claim: predicate, subject, object, polarity and event time. */
export const statementKey: (statement: StatementObservation) => string = cachedKey((s) =>
  JSON.stringify([s.predicate, nameKey(s.subject), objectKey(s.object), s.polarity, String(s.event_at_unix_nanos)]),
);

function mentionKey(m: MentionObservation): string {
  return `${String(m.start)}:${String(m.end)}`;
}

function aliasKey(a: AliasObservation): string {
  return JSON.stringify([a.type, a.name, a.alias]);
}

function endKey(e: EndObservation): string {
  return JSON.stringify([e.predicate, nameKey(e.subject), String(e.event_at_unix_nanos)]);
}

function nameKey(ref: NameRef): string {
  return JSON.stringify([ref.type, ref.name]);
}

function objectKey(object: StatementObject): string {
  return object.kind === 'entity' ? nameKey(object) : JSON.stringify([object.value.type, String(object.value.value)]);
}

function without<T>(items: readonly T[], others: readonly T[], key: (item: T) => string): T[] {
  const known = new Set(others.map(key));
  return items.filter((item) => !known.has(key(item)));
}

interface Ranked {
  readonly confidence: number;
  readonly stage: StageName;
}

/** The best item of each key. */
function best<T extends Ranked>(items: readonly T[], key: (item: T) => string): Map<string, T> {
  const kept = new Map<string, T>();
  for (const item of items) {
    const k = key(item);
    const other = kept.get(k);
    if (other === undefined || (!isShallowEqual(item, other) && compareRank(item, other) > 0)) kept.set(k, item);
  }
  return kept;
}

/** Whether two items are equal, comparing properties shallowly. */
function isShallowEqual<T extends object>(a: T, b: T): boolean {
  return (Object.keys(a) as (keyof T)[]).every((name) => a[name] === b[name]);
}

/**
 * The best extractions of each claim, sorted. One that depends on no other memory replaces all others. Of those with
 * dependencies, each stays unless the context of another is a subset of its own, since any of the memories may be
 * forgotten.
 */
function leastDependent<T extends Ranked & ReadInContext>(items: readonly T[], key: (item: T) => string): T[] {
  const extractionKey = (item: T): string => `${key(item)}${JSON.stringify(contextOf(item))}`;
  // Without context a claim has one extraction, so there is nothing to compare.
  if (items.every(({ context = [] }) => context.length === 0)) return sorted(best(items, key));
  const extractions = groupBy([...best(items, extractionKey).values()], key);
  const kept = [...extractions.values()].flatMap((own) =>
    own.filter((item) => !own.some((other) => other !== item && isSubset(contextOf(other), contextOf(item)))),
  );
  return sorted(new Map(kept.map((item) => [extractionKey(item), item])));
}

/** Context ids, sorted and distinct. */
function contextOf({ context = [] }: ReadInContext): string[] {
  return [...new Set(context)].sort(compareText);
}

function isSubset(a: readonly string[], b: readonly string[]): boolean {
  return a.every((id) => b.includes(id));
}

/** Total order over content: items that compare as equal are the same item. */
function compareRank(a: Ranked, b: Ranked): number {
  return (
    a.confidence - b.confidence ||
    STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage) ||
    compareText(contentOf(a), contentOf(b))
  );
}

function contentOf(item: object): string {
  return JSON.stringify(item, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** Mentions that no other mention contains, in one sweep by start; the spans must be distinct. */
function outermost(mentions: MentionObservation[]): MentionObservation[] {
  mentions.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: MentionObservation[] = [];
  let reach = -1;
  for (const mention of mentions) {
    if (mention.end <= reach) continue;
    kept.push(mention);
    reach = mention.end;
  }
  return kept;
}

function sorted<T>(items: ReadonlyMap<string, T>): T[] {
  return [...items].sort(([a], [b]) => compareText(a, b)).map(([, item]) => item);
}

/** Compares texts by their UTF-16 units, the same on every machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Index of the first mention that starts after `start`, in a list sorted by start. */
function insertionPoint(list: readonly MentionObservation[], start: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.start ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return low;
}
