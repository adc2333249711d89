import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;
beforeAll(async () => {
  engraph = await runEngraph('log');
});
afterAll(async () => {
  await engraph.stop();
});

interface Inference {
  readonly step_index: number;
  readonly claim: string;
  readonly supporting_memories: readonly string[];
  readonly contradicting_memories: readonly string[];
  readonly confidence: number;
  readonly inference_kind: string;
}

/** Client of a new scope. */
let scopes = 0;
function fresh(): Promise<Client> {
  scopes += 1;
  return engraph.client('reason', `case ${String(scopes)}`);
}

type Ids<T> = { -readonly [K in keyof T]: string };

/** Stores texts in order; a text with a year has its event time in that year. */
async function remember<const T extends readonly (string | readonly [year: number, text: string])[]>(
  client: Client,
  turns: T,
): Promise<Ids<T>> {
  const ids: string[] = [];
  for (const turn of turns) {
    const [year, text] = typeof turn === 'string' ? [null, turn] : turn;
    const at = year === null ? {} : { occurred_at_unix_nanos: BigInt(Date.UTC(year, 5)) * 1_000_000n };
    ids.push(await client.remember(text, at));
  }
  return ids as unknown as Ids<T>;
}

async function link(client: Client, source: string, kind: string, target: string, weight = 1): Promise<void> {
  expect((await client.post('/v1/links', { source, target, kind, weight })).status).toBe(200);
}

/** Inferences from a memory (by id) or a text; unbounded by default. */
async function reason(client: Client, observed: string, bounds: object = {}): Promise<Inference[]> {
  const observation = /^\d+$/.test(observed) ? { memory_id: observed } : { text: observed };
  const answer = await client.post('/v1/reason', { observation, ...bounds });
  expect(answer.status).toBe(200);
  const { inferences } = answer.body as { inferences: Inference[] };
  expect(inferences.map((one) => one.step_index)).toEqual(inferences.map((_, index) => index));
  const confidences = inferences.map((one) => one.confidence);
  expect(confidences).toEqual([...confidences].sort((a, b) => b - a));
  for (const one of inferences) expect(one.supporting_memories).not.toEqual([]);
  return inferences;
}

const ALL = { confidence_threshold: 0, max_inferences: 100 };

function about(inferences: readonly Inference[], claim: string): Inference {
  const found = inferences.find((one) => one.claim === claim);
  if (!found) throw new Error(`no "${claim}" among ${JSON.stringify(inferences.map((one) => one.claim))}`);
  return found;
}

function claims(inferences: readonly Inference[]): string[] {
  return inferences.map((one) => one.claim);
}

describe('reasoning', () => {
  test('1. tells what is known of whom a question names, with the memory that says so', async () => {
    const client = await fresh();
    const [job] = await remember(client, ['Alice Chen works at Acme Corp.', 'The weather was fine on Sunday.']);
    expect(await reason(client, 'Where does Alice Chen work?')).toEqual([
      {
        ...{ step_index: 0, claim: 'Alice Chen works at Acme Corp', supporting_memories: [job] },
        ...{ contradicting_memories: [], confidence: expect.closeTo(0.99, 2), inference_kind: 'evidence_accumulation' },
      },
    ]);
  });

  test('2. is surer of what two memories say than of what one does', async () => {
    const client = await fresh();
    const [first, second, other] = await remember(client, [
      'Alice Chen works at Acme Corp.',
      'Alice Chen works at Acme Corp, in sales.',
      'Alice Chen uses a Thinkpad.',
    ]);
    const inferences = await reason(client, 'Alice Chen', ALL);
    const job = about(inferences, 'Alice Chen works at Acme Corp');
    expect(job.supporting_memories).toEqual([first, second]);
    expect(job.confidence).toBeGreaterThan(0.95);
    for (const one of inferences.filter((i) => i.supporting_memories[0] === other))
      expect(one.confidence).toBeLessThan(job.confidence);
  });

  test('3. goes from a person to her employer, its city and its country, less and less surely', async () => {
    const client = await fresh();
    await remember(client, [
      'Alice Chen works at Acme Corp.',
      'Acme Corp is based in Berlin.',
      'Berlin is located in Germany.',
    ]);
    const chain = ['Alice Chen works at Acme Corp', 'Acme Corp is located in Berlin', 'Berlin is located in Germany'];
    expect(claims(await reason(client, 'Tell me about Alice Chen'))).toEqual(chain);
    expect(claims(await reason(client, 'Tell me about Alice Chen', { depth: 2 }))).toEqual(chain.slice(0, 2));
    expect(claims(await reason(client, 'Tell me about Alice Chen', { depth: 0 }))).toEqual(chain.slice(0, 1));
  });

  test('4. believes the later of two homes, and says what speaks against the earlier', async () => {
    const client = await fresh();
    const [paris, rome] = await remember(client, [
      [2020, 'Alice Chen lives in Paris.'],
      [2023, 'Alice Chen lives in Rome.'],
    ]);
    expect(claims(await reason(client, 'Where is Alice Chen?'))).toEqual(['Alice Chen lives in Rome']);
    const all = await reason(client, 'Where is Alice Chen?', ALL);
    expect(about(all, 'Alice Chen lives in Rome').contradicting_memories).toEqual([]);
    expect(about(all, 'Alice Chen lives in Paris')).toMatchObject({
      ...{ supporting_memories: [paris], contradicting_memories: [rome], confidence: expect.closeTo(0.04, 1) },
    });
  });

  test('5. does not decide between two homes at one time, nor between two birthplaces', async () => {
    const client = await fresh();
    const [paris, rome, porto, lisbon] = await remember(client, [
      [2020, 'Alice Chen lives in Paris.'],
      [2020, 'Alice Chen lives in Rome.'],
      'Alice Chen was born in Porto.',
      'Alice Chen was born in Lisbon.',
    ]);
    const all = await reason(client, 'Alice Chen', ALL);
    for (const [claim, pro, contra] of [
      ['Alice Chen lives in Paris', paris, rome],
      ['Alice Chen lives in Rome', rome, paris],
      ['Alice Chen was born in Porto', porto, lisbon],
      ['Alice Chen was born in Lisbon', lisbon, porto],
    ] as const) {
      const one = about(all, claim);
      expect([one.supporting_memories, one.contradicting_memories]).toEqual([[pro], [contra]]);
      expect(one.confidence).toBeGreaterThan(0.3);
      expect(one.confidence).toBeLessThan(0.5);
    }
  });

  test('6. sees no contradiction between a birthplace and its country', async () => {
    const client = await fresh();
    await remember(client, [
      'Alice Chen was born in Porto.',
      'Alice Chen was born in Portugal.',
      'Porto is located in Portugal.',
    ]);
    const all = await reason(client, 'Alice Chen');
    for (const claim of ['Alice Chen was born in Porto', 'Alice Chen was born in Portugal'])
      expect(about(all, claim).contradicting_memories).toEqual([]);
  });

  test('7. says that a job is over once somebody has left', async () => {
    const client = await fresh();
    const [had, left] = await remember(client, [
      [2020, 'Alice Chen works at Initech Ltd.'],
      [2022, 'Alice Chen left Initech Ltd.'],
    ]);
    expect(await reason(client, 'Alice Chen')).toMatchObject([
      { claim: 'Alice Chen no longer works at Initech Ltd', supporting_memories: [left], contradicting_memories: [] },
    ]);
    expect(about(await reason(client, 'Alice Chen', ALL), 'Alice Chen works at Initech Ltd')).toMatchObject({
      ...{ supporting_memories: [had], contradicting_memories: [left] },
    });
  });

  test('8. explains what happened by what was linked as its cause, the nearer cause first', async () => {
    const client = await fresh();
    const [heat, disk, delay] = await remember(client, [
      'The air conditioning failed.',
      'A disk overheated.',
      'We postponed the release.',
    ]);
    await link(client, heat, 'caused', disk);
    await link(client, delay, 'derived_from', disk);
    expect(await reason(client, delay)).toMatchObject([
      { claim: '“We postponed the release.” because “A disk overheated.”', supporting_memories: [disk, delay] },
      { claim: '“A disk overheated.” because “The air conditioning failed.”', supporting_memories: [heat, disk] },
    ]);
    for (const one of await reason(client, delay)) expect(one.inference_kind).toBe('causal_explanation');
    // A cause explains its effect, not vice versa.
    expect(await reason(client, heat)).toEqual([]);
    expect(await reason(client, delay, { depth: 1 })).toHaveLength(1);
  });

  test('9. gives what a cause tells as a causal explanation', async () => {
    const client = await fresh();
    const [sold, moved] = await remember(client, ['Globex Corp is located in Tallinn.', 'We packed all our boxes.']);
    await link(client, sold, 'caused', moved);
    expect(about(await reason(client, moved), 'Globex Corp is located in Tallinn')).toMatchObject({
      ...{ inference_kind: 'causal_explanation', supporting_memories: [sold] },
    });
    expect(about(await reason(client, 'Globex Corp'), 'Globex Corp is located in Tallinn').inference_kind).toBe(
      'evidence_accumulation',
    );
  });

  test('10. draws an analogy to somebody who shares two traits, clearly less surely, and none from one trait', async () => {
    const client = await fresh();
    const [, , , , norwegian] = await remember(client, [
      'Ana Silva likes tea.',
      'Ana Silva is vegetarian.',
      'Ben Ortiz likes tea.',
      'Ben Ortiz is vegetarian.',
      'Ben Ortiz speaks Norwegian.',
      'Carl Weber likes tea.',
      'Carl Weber speaks Danish.',
    ]);
    const all = await reason(client, 'Ana Silva', ALL);
    const [own, likely] = [about(all, 'Ana Silva likes tea'), about(all, 'Ben Ortiz speaks Norwegian')];
    const told = about(await reason(client, 'Ben Ortiz', ALL), 'Ben Ortiz speaks Norwegian');
    expect(likely).toMatchObject({ inference_kind: 'analogical_inference', supporting_memories: [norwegian] });
    expect(told).toMatchObject({ inference_kind: 'evidence_accumulation', supporting_memories: [norwegian] });
    expect(likely.confidence).toBeLessThan(0.7 * told.confidence);
    expect(own.inference_kind).toBe('evidence_accumulation');
    expect(claims(all).filter((claim) => /^(Carl|Ben Ortiz likes)/.test(claim))).toEqual([]);
  });

  test('11. finds the analogy of two colleagues by the employer and the city they share', async () => {
    const client = await fresh();
    await remember(client, [
      'Ana Silva works at Acme Corp.',
      'Ana Silva lives in Oslo.',
      'Ben Ortiz works at Acme Corp.',
      'Ben Ortiz lives in Oslo.',
      'Ben Ortiz speaks Norwegian.',
    ]);
    const near = await reason(client, 'Ana Silva', { depth: 1 });
    expect(about(near, 'Ben Ortiz speaks Norwegian').inference_kind).toBe('analogical_inference');
  });

  test('12. doubts what a link contradicts, and trusts more what a link supports', async () => {
    const client = await fresh();
    const [job, badge, payslip] = await remember(client, [
      'Alice Chen works at Acme Corp.',
      'The badge turned out to be a fake.',
      'Her payslip shows the name of the firm.',
    ]);
    const claim = 'Alice Chen works at Acme Corp';
    const plain = about(await reason(client, 'Alice Chen', ALL), claim);
    await link(client, payslip, 'supports', job);
    const supported = about(await reason(client, 'Alice Chen', ALL), claim);
    expect(supported.supporting_memories).toEqual([job, payslip]);
    expect(supported.confidence).toBeGreaterThan(plain.confidence);
    await link(client, badge, 'contradicts', job, -1);
    const doubted = about(await reason(client, 'Alice Chen', ALL), claim);
    expect(doubted.contradicting_memories).toEqual([badge]);
    expect(doubted.confidence).toBeLessThan(plain.confidence);
    expect(claims(await reason(client, 'Alice Chen', { confidence_threshold: doubted.confidence }))).toEqual([claim]);
    expect(await reason(client, 'Alice Chen', { confidence_threshold: doubted.confidence + 0.001 })).toEqual([]);
  });

  test('13. cannot both like and dislike the same', async () => {
    const client = await fresh();
    const [likes, dislikes] = await remember(client, [
      'Ana Silva likes tea.',
      'Ana Silva dislikes tea.',
      'Ana Silva dislikes rain.',
    ]);
    const all = await reason(client, 'Ana Silva', ALL);
    expect(about(all, 'Ana Silva likes tea').contradicting_memories).toEqual([dislikes]);
    expect(about(all, 'Ana Silva dislikes tea').contradicting_memories).toEqual([likes]);
    expect(about(all, 'Ana Silva dislikes rain').contradicting_memories).toEqual([]);
  });

  test('14. words what a speaker says of himself, in sentences', async () => {
    const client = await fresh();
    await client.remember("I'm allergic to peanuts. I'm 34 years old.");
    await client.remember('My sister Lena lives in Oslo. I am a nurse.', { speaker: 'Maya Chen' });
    expect(claims(await reason(client, 'What am I allergic to?'))).toEqual(
      expect.arrayContaining(['The user is allergic to peanuts', 'The user is 34 years old']),
    );
    expect(claims(await reason(client, 'Maya Chen')).sort()).toEqual([
      'Lena lives in Oslo',
      'Maya Chen is a sibling of Lena',
      'Maya Chen works as a nurse',
    ]);
  });

  test('15. knows nothing of what was forgotten, and nothing where nothing was said', async () => {
    const client = await fresh();
    const [job] = await remember(client, ['Alice Chen works at Acme Corp.']);
    expect(await reason(client, 'Zorblax')).toEqual([]);
    expect(await reason(client, 'Alice Chen')).toHaveLength(1);
    await client.delete('/v1/memories', { memory_id: job });
    expect(await reason(client, 'Alice Chen')).toEqual([]);
  });

  test('the surest come first, as many as are wanted, the same each time', async () => {
    const client = await fresh();
    await remember(client, [
      'Ana Silva likes tea. Ana Silva speaks French.',
      'Ana Silva works at Acme Corp.',
      'Acme Corp is based in Berlin.',
    ]);
    const all = await reason(client, 'Ana Silva', ALL);
    expect(all.length).toBeGreaterThan(3);
    expect(await reason(client, 'Ana Silva', { ...ALL, max_inferences: 2 })).toEqual(all.slice(0, 2));
    expect(await reason(client, 'Ana Silva', { ...ALL, max_inferences: -1 })).toEqual(all.slice(0, 1));
    expect(await reason(client, 'Ana Silva', { ...ALL, max_inferences: 99_999_999_999_999_999n })).toEqual(all);
  });
});
