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

interface Step {
  readonly step_index: number;
  readonly memory_id: string;
  readonly text: string;
  readonly transition_kind: string;
  readonly confidence: number;
  readonly estimated_distance_to_goal: number;
}

/** Client of a new scope. */
let scopes = 0;
function fresh(): Promise<Client> {
  scopes += 1;
  return engraph.client('plan', `case ${String(scopes)}`);
}

async function remember<const T extends readonly string[]>(
  client: Client,
  texts: T,
): Promise<{ -readonly [K in keyof T]: string }> {
  const ids: string[] = [];
  for (const text of texts) ids.push(await client.remember(text));
  return ids as unknown as { -readonly [K in keyof T]: string };
}

async function link(client: Client, source: string, kind: string, target: string): Promise<void> {
  expect((await client.post('/v1/links', { source, target, kind })).status).toBe(200);
}

/** Start or goal: digits are a memory id, anything else is a text. */
async function plan(client: Client, start: string, goal: string, more: object = {}): Promise<Step[]> {
  const cue = (said: string): object => (/^\d+$/.test(said) ? { memory_id: said } : { text: said });
  const answer = await client.post('/v1/plan', { start: cue(start), goal: cue(goal), ...more });
  expect(answer.status).toBe(200);
  const { steps } = answer.body as { steps: Step[] };
  expect(steps.map((step) => step.step_index)).toEqual(steps.map((_, index) => index));
  for (const step of steps) {
    expect(step.confidence).toBeGreaterThan(0);
    expect(step.confidence).toBeLessThanOrEqual(1);
  }
  if (steps.length > 0) expect(steps.at(-1)?.estimated_distance_to_goal).toBe(0);
  return steps;
}

function shown(steps: readonly Step[]): string[] {
  return steps.map(({ transition_kind, text }) => `${transition_kind}: ${text}`);
}

describe('a plan', () => {
  test('1. follows causes from a fault to what came of it', async () => {
    const client = await fresh();
    const [fault, disk, delay] = await remember(client, [
      'The air conditioning failed on Sunday night.',
      'A disk of the build server overheated.',
      'We postponed the release by a week.',
    ]);
    await link(client, fault, 'caused', disk);
    await link(client, disk, 'caused', delay);
    expect(shown(await plan(client, fault, delay))).toEqual([
      'initial: The air conditioning failed on Sunday night.',
      'causal: A disk of the build server overheated.',
      'causal: We postponed the release by a week.',
    ]);
  });

  test('2. goes back from an effect to its cause, a little less surely', async () => {
    const client = await fresh();
    const [cause, effect] = await remember(client, ['It rained for nine days.', 'The picnic was called off.']);
    await link(client, cause, 'caused', effect);
    const [forth, back] = [await plan(client, cause, effect), await plan(client, effect, cause)];
    expect(back.map((step) => step.memory_id)).toEqual([effect, cause]);
    expect(back[1]?.transition_kind).toBe('causal');
    expect(back[1]?.confidence).toBeLessThan(forth[1]?.confidence ?? 0);
  });

  test('3. takes the turns of a session one after the other', async () => {
    const client = await fresh();
    const first = await client.remember('Good morning!', { session: 7 });
    await client.remember('Did you sleep well?', { session: 7 });
    const last = await client.remember('Let us begin with breakfast.', { session: 7 });
    expect(shown(await plan(client, first, last))).toEqual([
      'initial: Good morning!',
      'temporal: Did you sleep well?',
      'temporal: Let us begin with breakfast.',
    ]);
  });

  test('4. goes from a person by her employer to its city', async () => {
    const client = await fresh();
    const [maya, , bremen] = await remember(client, [
      'Maya Chen works at Initech Ltd.',
      'Initech Ltd is based in Bremen.',
      'Bremen is cold in winter.',
    ]);
    expect(shown(await plan(client, maya, bremen))).toEqual([
      'initial: Maya Chen works at Initech Ltd.',
      'entity: Initech Ltd is based in Bremen.',
      'entity: Bremen is cold in winter.',
    ]);
  });

  test('5. trusts a rare name more than one that stands everywhere', async () => {
    const client = await fresh();
    const [start, , goal] = await remember(client, [
      'Maya Chen works at Globex Corp.',
      'Globex Corp opened an office in Tallinn.',
      'Maya Chen visited Tallinn.',
      'Maya Chen likes tea.',
      'Maya Chen reads novels.',
      'Maya Chen is 34 years old.',
      'Maya Chen lives in Utrecht.',
      'Maya Chen speaks Dutch.',
      'Maya Chen has a bicycle.',
    ]);
    expect(shown(await plan(client, start, goal))).toEqual([
      'initial: Maya Chen works at Globex Corp.',
      'entity: Globex Corp opened an office in Tallinn.',
      'entity: Maya Chen visited Tallinn.',
    ]);
  });

  test('6. takes the stated cause where a name in common would lead there too', async () => {
    const client = await fresh();
    const [start, goal] = await remember(client, ['Initech Ltd lost its licence.', 'Initech Ltd closed its shop.']);
    expect((await plan(client, start, goal))[1]?.transition_kind).toBe('entity');
    await link(client, start, 'caused', goal);
    expect((await plan(client, start, goal))[1]?.transition_kind).toBe('causal');
  });

  test('7. does not step over a contradiction, nor over a forgotten memory', async () => {
    const client = await fresh();
    const [start, bridge, goal] = await remember(client, ['The door was open.', 'A cat came in.', 'Milk got spilt.']);
    await link(client, start, 'contradicts', goal);
    expect(await plan(client, start, goal)).toEqual([]);
    await link(client, start, 'caused', bridge);
    await link(client, bridge, 'caused', goal);
    expect(await plan(client, start, goal)).toHaveLength(3);
    await client.delete('/v1/memories', { memory_id: bridge });
    expect(await plan(client, start, goal)).toEqual([]);
  });

  test('8. finds start and goal by what they say, and is empty where nothing says it', async () => {
    const client = await fresh();
    const [seeds, fruit, jam] = await remember(client, [
      'We planted strawberry seeds behind the shed.',
      'By June the garden was full of fruit.',
      'Forty jars of jam stand in the cellar.',
      'The neighbour repaired his motorcycle.',
    ]);
    await link(client, seeds, 'caused', fruit);
    await link(client, fruit, 'caused', jam);
    const steps = await plan(client, 'planting strawberry seeds', 'jars of jam in the cellar');
    expect(shown(steps)).toEqual([
      'initial: We planted strawberry seeds behind the shed.',
      'causal: By June the garden was full of fruit.',
      'causal: Forty jars of jam stand in the cellar.',
    ]);
    expect(await plan(client, 'planting strawberry seeds', 'quantum chromodynamics')).toEqual([]);
    expect(await plan(client, 'quantum chromodynamics', jam)).toEqual([]);
  });

  test('9. takes fewer steps over weaker ground where there are no more to take, and gives up below that', async () => {
    const client = await fresh();
    const [a, b, c, d] = await remember(client, ['First came dawn.', 'Then noon.', 'Dusk fell.', 'Night closed in.']);
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, d],
    ] as const)
      await link(client, from, 'caused', to);
    await client.post('/v1/links', { source: a, target: d, kind: 'similar_to', weight: 0.5 });
    expect((await plan(client, a, d)).map((step) => step.memory_id)).toEqual([a, b, c, d]);
    expect((await plan(client, a, d, { max_steps: 4 })).map((step) => step.memory_id)).toEqual([a, b, c, d]);
    expect((await plan(client, a, d, { max_steps: 3 })).map((step) => step.memory_id)).toEqual([a, d]);
    expect(await plan(client, a, d, { max_steps: -7 })).toEqual([]);
    expect(await plan(client, a, d, { max_steps: 99_999_999_999_999_999n })).toHaveLength(4);
  });

  test('10. goes by likeness where nothing else leads on', async () => {
    const client = await fresh();
    const [start, goal] = await remember(client, [
      'The sourdough bread needs a longer oven time.',
      'Sourdough bread turned out dark after a long oven time.',
      'Umbrellas are sold out.',
    ]);
    expect(shown(await plan(client, start, goal))).toEqual([
      'initial: The sourdough bread needs a longer oven time.',
      'similarity: Sourdough bread turned out dark after a long oven time.',
    ]);
  });

  test('11. is the one memory where start and goal are the same', async () => {
    const client = await fresh();
    const [only] = await remember(client, ['Lena Fischer plays chess.']);
    expect(await plan(client, only, only, { max_steps: 1 })).toEqual([
      {
        ...{ step_index: 0, memory_id: only, text: 'Lena Fischer plays chess.', transition_kind: 'initial' },
        ...{ confidence: 1, estimated_distance_to_goal: 0 },
      },
    ]);
    expect(await plan(client, 'who plays chess?', only)).toHaveLength(1);
  });

  test('12. comes nearer to its goal where it can be seen from afar, and is the same each time', async () => {
    const client = await fresh();
    const [start, , goal] = await remember(client, [
      'Priya Nair met Omar Haddad.',
      'Omar Haddad is building a boat called Albatross.',
      'The Albatross crossed the North Sea.',
    ]);
    const steps = await plan(client, start, goal);
    const distances = steps.map((step) => step.estimated_distance_to_goal);
    expect(distances).toEqual([...distances].sort((a, b) => b - a));
    expect(distances[1]).toBeLessThan(distances[0] ?? 0);
    expect(await plan(client, start, goal)).toEqual(steps);
  });

  test('follows no more ways from a memory than it may', async () => {
    const client = await fresh();
    const ids = await remember(client, ['One bell.', 'Two drums.', 'Three flutes.', 'Four horns.']);
    for (const target of ids.slice(1)) await client.post('/v1/links', { source: ids[0], target, kind: 'caused' });
    const goal = ids[3];
    expect(await plan(client, ids[0], goal, { max_branches: 1, strategy: 'a_star' })).toHaveLength(2);
    await client.delete('/v1/links', { source: ids[0], target: goal, kind: 'caused' });
    await client.post('/v1/links', { source: ids[2], target: goal, kind: 'caused' });
    expect(await plan(client, ids[0], goal, { max_branches: 1 })).toEqual([]);
    expect(await plan(client, ids[0], goal, { max_branches: 4, strategy: 'auto' })).toHaveLength(3);
  });
});

describe('bad input', () => {
  let client: Client;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    client = await fresh();
    const other = await fresh();
    ids.set('ours', await client.remember('The kettle boils.'));
    ids.set('theirs', await other.remember('The kettle boils.'));
    ids.set('forgotten', await client.remember('The kettle whistles.'));
    await client.delete('/v1/memories', { memory_id: ids.get('forgotten') });
  });
  const ours = { memory_id: 'ours' };

  test.each([
    ['no start', { goal: ours }, 400],
    ['no goal', { start: ours }, 400],
    ['a start that is a string', { start: 'ours', goal: ours }, 400],
    ['a start that is an array', { start: [ours], goal: ours }, 400],
    ['an empty start', { start: {}, goal: ours }, 400],
    ['a start of nulls', { start: { text: null, memory_id: null }, goal: ours }, 400],
    ['text and memory at once', { start: { text: 'kettle', memory_id: 'ours' }, goal: ours }, 400],
    ['a blank text', { start: { text: ' \n' }, goal: ours }, 400],
    ['a text with NUL', { start: { text: 'a\0' }, goal: ours }, 400],
    ['a lone surrogate', { start: { text: 'a\ud800' }, goal: ours }, 400],
    ['a text of more than 64 KiB', { start: ours, goal: { text: 'x'.repeat(65_537) } }, 400],
    ['a number for text', { start: { text: 1 }, goal: ours }, 400],
    ['a number for memory_id', { start: { memory_id: 1 }, goal: ours }, 400],
    ['a memory_id with a sign', { start: { memory_id: '-1' }, goal: ours }, 400],
    ['a fraction of steps', { start: ours, goal: ours, max_steps: 1.5 }, 400],
    ['steps as text', { start: ours, goal: ours, max_steps: '8' }, 400],
    ['branches that are true', { start: ours, goal: ours, max_branches: true }, 400],
    ['a time that is an array', { start: ours, goal: ours, max_wall_time_ms: [1] }, 400],
    ['an unknown strategy', { start: ours, goal: ours, strategy: 'dijkstra' }, 400],
    ['a body that is an array', [], 400],
    ['a body that is no JSON', '{"start":', 400],
    ['an unknown start', { start: { memory_id: '1' }, goal: ours }, 404],
    ['an unknown goal', { start: ours, goal: { memory_id: '1' } }, 404],
    ["another scope's memory", { start: ours, goal: { memory_id: 'theirs' } }, 404],
    ['a forgotten memory', { start: { memory_id: 'forgotten' }, goal: ours }, 404],
  ])('%s is refused', async (_, body, status) => {
    const filled = (typeof body === 'string' ? body : JSON.stringify(body)).replace(
      /"memory_id":"([a-z]+)"/g,
      (_match, name: string) => `"memory_id":"${ids.get(name) ?? name}"`,
    );
    const answer = await client.post('/v1/plan', filled);
    expect([answer.status, answer.body.error?.code]).toEqual([status, status === 404 ? 'not_found' : 'bad_request']);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('nulls are as left out, a text of 64 KiB is taken, and bounds clamp', async () => {
    const start = { text: 'kettle '.repeat(9_362), memory_id: null };
    const goal = { memory_id: ids.get('ours') };
    const bounds = { max_steps: 0, max_branches: -1, max_wall_time_ms: 10_000_000, strategy: null };
    const answer = await client.post('/v1/plan', { start, goal, ...bounds });
    expect([answer.status, answer.body.steps?.length]).toEqual([200, 1]);
  });

  test('a text finds nothing of another scope', async () => {
    const stranger = await fresh();
    await stranger.remember('Nothing is known here.');
    expect(await plan(stranger, 'the kettle boils', 'the kettle boils')).toEqual([]);
  });

  test('it needs a key that may plan', async () => {
    const body = { start: { text: 'kettle' }, goal: { text: 'kettle' } };
    const anonymous = await fetch(`${engraph.baseUrl}/v1/plan`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json' },
    });
    expect(anonymous.status).toBe(401);
    const others = await engraph.client('plan', 'others', ['encode', 'recall', 'reason', 'forget']);
    const refused = await others.post('/v1/plan', body);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
    const planner = await engraph.client('plan', 'others', ['plan']);
    expect((await planner.post('/v1/plan', body)).body).toEqual({ steps: [] });
  });
});
