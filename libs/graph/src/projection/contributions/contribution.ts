import { cutText } from '#contracts/cut-text.js';
import { stringifyExact } from '#contracts/exact-json.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import type { NameRef, Observations, Polarity, ReadInContext, StatementValue } from '#contracts/observations.js';
import { entityTypeId, isFunctional, isRelationType, statementKindOf } from '#contracts/ontology.js';
import type { EntityKey } from '#entity-resolution/entity-key.js';
import { entityIdOf } from '#entity-resolution/entity-key.js';
import { normalForm } from '#entity-resolution/normal-form.js';
import { fold } from '#contracts/fold.js';
import { cannotLinkEvidence } from '#entity-resolution/cannot-link-evidence.js';

/** Start offset of a name that a claim uses without a span of its own, such as the speaker. */
export const NO_SPAN = -1;

export interface MentionRow {
  readonly memoryId: string;
  readonly start: number;
  readonly end: number;
  readonly entityId: string;
  readonly surface: string;
  readonly stage: string;
  readonly confidence: number;
  readonly createdAt: bigint;
}

export interface AliasRow {
  readonly memoryId: string;
  readonly a: string;
  readonly b: string;
  /** Whether it is cannot-link evidence: the two are different entities. */
  readonly cannotLink: boolean;
}

export interface ClaimRow {
  readonly memoryId: string;
  /** Negative for ends, which come before the other claims of the memory. */
  readonly ordinal: number;
  readonly kind: string;
  readonly predicate: string;
  readonly subject: string;
  readonly object: string | null;
  readonly value: StatementValue | null;
  /** `NO_VALUE` for an end. */
  readonly valueKey: string;
  readonly text: string;
  readonly asserted: boolean;
  /** UUID of the memory whose equal claim this one retracts; null when it is a claim of its own. */
  readonly retracts: string | null;
  readonly eventAt: bigint;
  readonly confidence: number;
  /** Stage that found it; the decision, for the claim of a caller. */
  readonly stage: string;
}

/** Everything one memory contributes to the graph before clustering; a pure function of its observations. */
export interface Contribution {
  readonly entities: ReadonlyMap<string, EntityKey>;
  readonly mentions: readonly MentionRow[];
  readonly aliases: readonly AliasRow[];
  readonly claims: readonly ClaimRow[];
}

export interface ContributingMemory {
  readonly scopeId: string;
  readonly memoryId: string;
  readonly createdAt: bigint;
}

/** Kind of claims that become relations; all other kinds become statements. */
export const RELATION_KIND = 'relation';

/** Value key of an end: an assertion that a functional predicate has no value. */
export const NO_VALUE = '';

/** Contribution of a memory with merged observations. */
export function contributionOf(memory: ContributingMemory, observations: Observations): Contribution {
  const names = new NodeNames(memory.scopeId);
  const mentions = observations.mentions.map((m) => ({
    memoryId: memory.memoryId,
    start: m.start,
    end: m.end,
    entityId: names.node(m),
    surface: m.name,
    stage: m.stage,
    confidence: m.confidence,
    createdAt: memory.createdAt,
  }));
  const spanned = new Set(mentions.map((m) => m.entityId));
  const claims = claimRows(memory.memoryId, observations, names);
  const aliases = aliasRows(memory.memoryId, observations, names);
  const unspanned = names.used().filter(({ entityId }) => !spanned.has(entityId));
  return {
    entities: names.entities,
    mentions: [...mentions, ...unspanned.map((name) => reference(memory, name))],
    aliases,
    claims,
  };
}

function reference(memory: ContributingMemory, name: { entityId: string; surface: string }): MentionRow {
  return {
    memoryId: memory.memoryId,
    start: NO_SPAN,
    end: NO_SPAN,
    entityId: name.entityId,
    surface: name.surface,
    stage: '',
    confidence: 0,
    createdAt: memory.createdAt,
  };
}

function aliasRows(memoryId: string, observations: Observations, names: NodeNames): AliasRow[] {
  const rows = new Map<string, AliasRow>();
  for (const { type, name, alias } of observations.aliases) {
    const [a, b] = [names.node({ type, name }), names.node({ type, name: alias })].sort() as [string, string];
    if (a !== b) rows.set(`${a} ${b}`, { memoryId, a, b, cannotLink: false });
  }
  const cannotLinks = cannotLinkEvidence(names.entities.values(), rows).map((pair) => ({
    memoryId,
    ...pair,
    cannotLink: true,
  }));
  const all = [...rows.values(), ...cannotLinks];
  return all.sort((x, y) => (`${x.a} ${x.b}` < `${y.a} ${y.b}` ? -1 : 1));
}

function claimRows(memoryId: string, observations: Observations, names: NodeNames): ClaimRow[] {
  const relations = observations.relations.filter(isEffective).map((r) => {
    const object = names.node(r.to);
    return {
      ...{ kind: RELATION_KIND, predicate: r.type, subject: names.node(r.from), object, value: null },
      ...{ valueKey: object, text: '', ...polarityOf(r), eventAt: BigInt(r.event_at_unix_nanos) },
      ...{ confidence: r.confidence, stage: r.stage },
    };
  });
  const statements = observations.statements.filter(isEffective).map((s) => {
    const object = s.object.kind === 'entity' ? names.node(s.object) : null;
    const value = s.object.kind === 'value' ? s.object.value : null;
    const valueKey = s.object.kind === 'entity' ? names.node(s.object) : valueKeyOf(s.object.value);
    return {
      ...{ kind: s.kind, predicate: s.predicate, subject: names.node(s.subject), object, value },
      ...{ valueKey, text: s.text, ...polarityOf(s) },
      ...{ eventAt: BigInt(s.event_at_unix_nanos), confidence: s.confidence, stage: s.stage },
    };
  });
  return [
    ...[...relations, ...statements].map((claim, ordinal) => ({ memoryId, ordinal, ...claim })),
    ...endRows(observations, names).map((claim, i) => ({ memoryId, ordinal: -1 - i, ...claim })),
  ];
}

/**
 * Rows of ends. Each asserts that its predicate has no value, so that it supersedes what the subject's timeline says
 * before, and is superseded by what the same memory asserts.
 */
function endRows({ ends = [] }: Observations, names: NodeNames): Omit<ClaimRow, 'memoryId' | 'ordinal'>[] {
  return ends.flatMap(({ predicate, subject, event_at_unix_nanos, confidence, stage }) => {
    const kind = isRelationType(predicate) ? RELATION_KIND : statementKindOf(predicate);
    if (kind === null || !isFunctional(predicate)) return [];
    return {
      ...{ kind, predicate, subject: names.node(subject), object: null, value: null, valueKey: NO_VALUE, text: '' },
      ...{ asserted: true, retracts: null, eventAt: BigInt(event_at_unix_nanos), confidence, stage },
    };
  });
}

interface Claimed extends ReadInContext {
  readonly polarity: Polarity;
}

function polarityOf(claim: Claimed) {
  return { asserted: claim.polarity === 'asserted', retracts: retractedBy(claim) };
}

function retractedBy({ polarity, context = [] }: Claimed): string | null {
  return polarity === 'retracted' ? uuidOfMemoryId(context[0] ?? '') : null;
}

/** Whether it claims something, or retracts the claim of a memory with a valid id. */
function isEffective(claim: Claimed): boolean {
  return claim.polarity !== 'retracted' || retractedBy(claim) !== null;
}

/** Key under which equal values are one value; texts are compared folded and cut to 500 characters. */
export function valueKeyOf({ type, value }: StatementValue): string {
  return `${type}:${typeof value === 'string' ? cutText(fold(value), 500) : stringifyExact(value)}`;
}

/** Whether the key of an object is that of a value, or of none; else it is the id of an entity. */
export function isValueKey(key: string): boolean {
  return key === NO_VALUE || key.includes(':');
}

/** Assigns entity ids to the names in one memory, and keeps the first surface form of each entity. */
class NodeNames {
  readonly entities = new Map<string, EntityKey>();
  private readonly surfaces = new Map<string, string>();

  constructor(private readonly scopeId: string) {}

  node(ref: NameRef): string {
    const typeId = entityTypeId(ref.type);
    const normal = normalForm(ref.type, ref.name);
    const entityId = entityIdOf(this.scopeId, typeId, normal);
    if (!this.entities.has(entityId)) {
      this.entities.set(entityId, { entityId, typeId, normalForm: normal });
      this.surfaces.set(entityId, ref.name);
    }
    return entityId;
  }

  used(): { entityId: string; surface: string }[] {
    return [...this.surfaces].map(([entityId, surface]) => ({ entityId, surface }));
  }
}
