import { expect, test } from '@jest/globals';
import { NO_OBSERVATIONS, type MentionObservation, type Observations } from '#contracts/observations.js';
import { DEFAULT_STAGE_BUDGET_MS } from './pipeline/budget.js';
import { runPipeline } from './pipeline.js';
import type { ExtractionInput, Stage, StageOutcome } from './pipeline/stage.js';

const input: ExtractionInput = { text: 'Ana met Bo', speaker: null, role: null, eventAtUnixNanos: 5n };

const mention = (more: Partial<MentionObservation>): MentionObservation => ({
  type: 'person',
  name: 'Ana',
  start: 0,
  end: 3,
  confidence: 0.5,
  stage: 'pattern',
  ...more,
});

function stage(name: Stage['name'], run: (found: Observations) => StageOutcome): Stage {
  return { name, version: `${name}-test`, run: (_, found) => run(found) };
}

test('a stage that throws is reported as failed with its error class, and the others still run', async () => {
  class SecretError extends Error {}
  const found = mention({ stage: 'classifier' });
  const { observations, reports } = await runPipeline(
    [
      stage('pattern', () => {
        throw new SecretError('Ana met Bo');
      }),
      stage('classifier', () => ({ state: 'done', observations: { ...NO_OBSERVATIONS, mentions: [found] } })),
    ],
    input,
  );
  expect(reports.map(({ state, error }) => [state, error])).toEqual([
    ['failed', 'SecretError'],
    ['done', undefined],
  ]);
  expect(JSON.stringify(reports)).not.toContain('Ana');
  expect(observations.mentions).toEqual([found]);
});

test('each stage sees what the ones before it found, and its report counts what it added', async () => {
  const first = mention({});
  const second = mention({ name: 'Bo', start: 8, end: 10, stage: 'classifier' });
  const seen: Observations[] = [];
  const { reports } = await runPipeline(
    [
      stage('pattern', () => ({ state: 'done', observations: { ...NO_OBSERVATIONS, mentions: [first] } })),
      stage('classifier', (found) => {
        seen.push(found);
        return { state: 'done', observations: { ...NO_OBSERVATIONS, mentions: [second] } };
      }),
    ],
    input,
  );
  expect(seen).toEqual([{ ...NO_OBSERVATIONS, mentions: [first] }]);
  expect(reports.map((r) => r.mentions)).toEqual([1, 1]);
});

test('a stage that exceeds its budget keeps its observations and reports where it stopped', async () => {
  let now = 0;
  const slow: Stage = {
    name: 'pattern',
    version: '1',
    run: (_, __, budget) => {
      while (!budget.spent()) now += 100;
      return {
        state: 'partial',
        observations: { ...NO_OBSERVATIONS, mentions: [mention({})] },
        reason: 'out of time',
        offset: 4,
      };
    },
  };
  const { observations, reports } = await runPipeline([slow], input, () => now);
  expect(observations.mentions).toHaveLength(1);
  expect(reports[0]).toMatchObject({
    state: 'partial',
    error: 'out of time at offset 4',
    duration_ms: DEFAULT_STAGE_BUDGET_MS,
  });
});

test('the budget of a stage starts when its model is loaded', async () => {
  let now = 0;
  const loading: Stage = {
    name: 'classifier',
    version: '1',
    ready: () => {
      now += 10 * DEFAULT_STAGE_BUDGET_MS;
      return Promise.resolve();
    },
    run: (_, __, budget) =>
      budget.spent()
        ? { state: 'partial', observations: NO_OBSERVATIONS, reason: 'out of time', offset: 0 }
        : { state: 'done', observations: NO_OBSERVATIONS },
  };
  const { reports } = await runPipeline([loading], input, () => now);
  expect(reports[0]).toMatchObject({ state: 'done' });
});

test('a stage that cannot be loaded is reported as failed with its error class', async () => {
  class BrokenModel extends Error {}
  const broken: Stage = { ...stage('classifier', () => ({ state: 'done', observations: NO_OBSERVATIONS })) };
  broken.ready = () => Promise.reject(new BrokenModel());
  const { reports } = await runPipeline([broken], input);
  expect(reports[0]).toMatchObject({ state: 'failed', error: 'BrokenModel' });
});

test('a skipped stage adds nothing', async () => {
  const { reports } = await runPipeline([stage('llm', () => ({ state: 'skipped', reason: 'not configured' }))], input);
  expect(reports[0]).toMatchObject({ stage: 'llm', state: 'skipped', error: 'not configured', mentions: 0 });
});

test('a relation takes the final type of its mention, or is dropped if it does not allow that type', async () => {
  const worksAt = {
    type: 'works_at',
    from: { type: 'person', name: 'Ana' },
    to: { type: 'organization', name: 'Paris' },
    polarity: 'asserted',
    event_at_unix_nanos: 0n,
    confidence: 0.5,
    stage: 'pattern',
  } as const;
  const paris = mention({ name: 'Paris', start: 20, end: 25, type: 'organization' });
  const { observations } = await runPipeline(
    [
      stage('pattern', () => ({
        state: 'done',
        observations: { ...NO_OBSERVATIONS, mentions: [mention({}), paris], relations: [worksAt] },
      })),
      stage('classifier', () => ({
        state: 'done',
        observations: {
          ...NO_OBSERVATIONS,
          mentions: [{ ...paris, type: 'place', confidence: 0.95, stage: 'classifier' }],
        },
      })),
    ],
    input,
  );
  expect(observations.mentions.map((m) => m.type)).toEqual(['person', 'place']);
  expect(observations.relations).toEqual([]);
});

test('only an entity of a type that a predicate may have keeps an end or statement of it', async () => {
  const acme = mention({ name: 'Acme', start: 20, end: 24, type: 'organization', stage: 'classifier' });
  const said = { event_at_unix_nanos: 0n, confidence: 0.9, stage: 'classifier' } as const;
  const ends = ['Ana', 'Acme'].flatMap((name) =>
    (['diet', 'works_at'] as const).map((predicate) => ({
      ...{ predicate, subject: { type: 'person' as const, name }, ...said },
    })),
  );
  const statements = (['organization', 'person'] as const).map((type) => ({
    ...{ kind: 'attribute', predicate: 'occupation', subject: { type, name: 'Ana' }, text: '', polarity: 'asserted' },
    ...{ object: { kind: 'value', value: { type: 'text', value: 'baker' } }, ...said },
  })) as unknown as Observations['statements'];
  const found = { ...NO_OBSERVATIONS, mentions: [mention({}), acme], ends, statements };
  const { observations } = await runPipeline(
    [stage('classifier', () => ({ state: 'done', observations: found }))],
    input,
  );
  expect(observations.ends?.map(({ subject, predicate }) => `${subject.name} ${predicate}`)).toEqual([
    'Ana diet',
    'Ana works_at',
  ]);
  expect(observations.statements.map(({ subject }) => subject.type)).toEqual(['person']);
});
