import { NO_OBSERVATIONS, type NameRef, type Observations, type StageReport } from '#contracts/observations.js';
import {
  isRelationType,
  mayBeSubjectOf,
  relationAllows,
  type EntityType,
  type RelationType,
  type StatementPredicate,
} from '#contracts/ontology.js';
import { mayBeSaidOf } from './classifier/claims/statement-subjects.js';
import { Budget, DEFAULT_STAGE_BUDGET_MS, monotonicClock, type MonotonicClock } from './pipeline/budget.js';
import { mergeObservations, within, withoutCrossingMentions } from '#contracts/merge-observations.js';
import type { ExtractionInput, Stage, StageOutcome } from './pipeline/stage.js';
import { EventLoopYielder } from './pipeline/event-loop-yielder.js';

/** Merged observations of all stages, with a report of each. */
export interface PipelineResult {
  readonly observations: Observations;
  readonly reports: StageReport[];
}

/**
 * Runs the stages on one memory in order; each receives the observations of the earlier ones. A stage that throws is
 * reported as failed with its error class, and the others still run.
 * @param budgetMs milliseconds that each stage may take once it is ready
 */
export async function runPipeline(
  stages: readonly Stage[],
  input: ExtractionInput,
  clock: MonotonicClock = monotonicClock,
  budgetMs: number = DEFAULT_STAGE_BUDGET_MS,
): Promise<PipelineResult> {
  let observations = NO_OBSERVATIONS;
  const reports: StageReport[] = [];
  const turns = new EventLoopYielder();
  for (const stage of stages) {
    const startedAt = clock();
    const outcome = await runStage(stage, input, observations, () => new Budget(budgetMs, clock));
    if (outcome.state === 'done' || outcome.state === 'partial') {
      await turns.yieldIfDue();
      const isReplaced = outcome.state === 'done' && outcome.replaces === true;
      const kept = isReplaced ? namesWithin(observations, outcome.observations) : observations;
      observations = settle(mergeObservations([kept, outcome.observations]));
    }
    reports.push(reportOf(stage, outcome, observations, clock() - startedAt));
  }
  return { observations, reports };
}

/** The names of `found` that a later stage found too; of claims, its confidence replaces the earlier one. */
function namesWithin(found: Observations, later: Observations): Observations {
  return { ...within(found, later), relations: [], statements: [] };
}

async function runStage(
  stage: Stage,
  input: ExtractionInput,
  found: Observations,
  beginBudget: () => Budget,
): Promise<StageOutcome> {
  try {
    await stage.ready?.();
    return await stage.run(input, found, beginBudget());
  } catch (error) {
    // Only the class: a message may quote the memory.
    return { state: 'failed', reason: error instanceof Error ? error.constructor.name : 'UnknownError' };
  }
}

function reportOf(stage: Stage, outcome: StageOutcome, merged: Observations, durationMs: number): StageReport {
  const added = (list: readonly { readonly stage: string }[]) => list.filter((o) => o.stage === stage.name).length;
  return {
    stage: stage.name,
    version: stage.version,
    state: outcome.state,
    mentions: added(merged.mentions),
    relations: added(merged.relations),
    statements: added(merged.statements),
    duration_ms: Math.max(0, Math.round(durationMs)),
    ...(outcome.state === 'done' ? {} : { error: errorOf(outcome) }),
  };
}

function errorOf(outcome: Exclude<StageOutcome, { state: 'done' }>): string {
  return outcome.state === 'partial' ? `${outcome.reason} at offset ${String(outcome.offset)}` : outcome.reason;
}

/**
 * Resolves crossing mentions, updates the types of the ends of relations, and of subjects of ends, to those of the
 * mentions, and drops the claims that the ontology then disallows.
 */
function settle(observations: Observations): Observations {
  const mentions = withoutCrossingMentions(observations.mentions);
  const types = new Map<string, Set<EntityType>>();
  for (const { name, type } of mentions) types.set(name, (types.get(name) ?? new Set<EntityType>()).add(type));
  const typed = (ref: NameRef): NameRef => {
    const known = types.get(ref.name);
    const type = known?.size === 1 ? ([...known][0] ?? ref.type) : ref.type;
    return type === ref.type ? ref : { ...ref, type };
  };
  const relations = observations.relations.flatMap((r) => {
    const [from, to] = [typed(r.from), typed(r.to)];
    if (!relationAllows(r.type, from.type, to.type)) return [];
    return from === r.from && to === r.to ? [r] : [{ ...r, from, to }];
  });
  const ends = observations.ends
    ?.map((end) => ({ ...end, subject: typed(end.subject) }))
    .filter(({ predicate, subject }) => mayHave(predicate, subject.type));
  const statements = observations.statements.filter(({ predicate, subject }) => mayBeSaidOf(predicate, subject.type));
  const settled = { ...observations, mentions, relations, statements, ...(ends && { ends }) };
  const merged = new Set(observations.relations);
  // Merge again only if the ends of a relation changed, as it may now equal another one.
  return relations.every((r) => merged.has(r)) ? settled : mergeObservations([settled]);
}

/** Whether a predicate may be one of an entity of this type: only a person has a job or a diet that ends. */
function mayHave(predicate: RelationType | StatementPredicate, type: EntityType): boolean {
  return isRelationType(predicate) ? mayBeSubjectOf(predicate, type) : mayBeSaidOf(predicate, type);
}
