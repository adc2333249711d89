import { groupBy } from '#contracts/group-by.js';
import type { Answer, Ask } from './ask.js';
import { IMPATIENT_MS, type Caller } from './caller.js';
import { linesOf, newScopeFile } from './import-file.js';
import { isSettled, newMemory, type KnownMemory, type KnownScope, type Model } from './model.js';
import { pickOne, type Random } from './random.js';

/** What a change needs of the traffic that it is part of. */
export interface ChangeContext {
  readonly model: Model;
  readonly caller: Caller;
  /** A new name that begins with a word. */
  readonly name: (what: string) => string;
  readonly textOf: () => string;
}

/** Changes a memory, at times with the version that it has. A repetition must not change it again. */
export async function reviseMemory(
  { model, caller, name, textOf }: ChangeContext,
  scope: KnownScope,
  random: Random,
): Promise<void> {
  const memory = pickOne(scope.memories.filter(isSettled), random);
  if (!memory) return;
  memory.busy = true;
  const requestId = name('revise');
  const text = random.chance(0.7) ? textOf() : null;
  const request: Omit<Ask, 'limitMs'> = {
    ...({ method: 'PATCH', path: `/v1/memories/${memory.id}`, key: scope.key, requestId } as const),
    body: text === null ? { metadata: { note: requestId } } : { text },
    ...(random.chance(0.5) && { ifMatch: `"${String(memory.revision)}"` }),
  };
  if (random.chance(0.3)) await caller.once(request, IMPATIENT_MS);
  const answer = await caller.surely({ what: requestId, ask: request }, scope);
  if (!answer) return;
  model.counts.revisions += 1;
  if (text !== null) memory.formerTexts.push(memory.text);
  memory.text = text ?? memory.text;
  memory.revision += 1;
  memory.version += 1;
  memory.busy = false;
  if (answer.body['version'] !== memory.revision)
    model.finding('another version', `${requestId}: ${String(answer.body['version'])}, not ${String(memory.revision)}`);
}

/** Stores memories together, under one request id or one each, at times with one that is none. */
export async function writeBatch(
  { model, caller, name, textOf }: ChangeContext,
  scope: KnownScope,
  random: Random,
): Promise<void> {
  const group = name('batch');
  const hasOwnIds = random.chance(0.5);
  const written = Array.from({ length: 3 }, (_, i) => {
    const text = textOf();
    const body = { text, tags: [group], ...(i === 1 && { dedupe: 'content' }) };
    return { text, body, group, requestId: hasOwnIds ? `${group}-${String(i)}` : '' };
  });
  const good = written.map(({ body, requestId }) => (hasOwnIds ? { ...body, request_id: requestId } : body));
  const items = random.chance(0.3) ? [...good, { text: '' }] : good;
  const request: Omit<Ask, 'limitMs'> = {
    ...({ method: 'POST', path: '/v1/memories/batch', key: scope.key, body: { items } } as const),
    ...(!hasOwnIds && { requestId: group }),
  };
  if (random.chance(0.3)) await caller.once(request, IMPATIENT_MS);
  const ends = (answer: Answer): boolean => answer.status === 200 && idsIn(answer, good.length).every((id) => id);
  const answer = await caller.surely({ what: group, ask: request, ends }, scope);
  if (!answer) return;
  model.counts.batches += 1;
  for (const [i, id] of idsIn(answer, good.length).entries()) {
    const one = written[i];
    if (one && id !== undefined) model.remembered(newMemory(scope, { ...one, id }));
  }
}

function idsIn({ body }: Answer, count: number): (string | undefined)[] {
  const results = (body['results'] ?? []) as { memory_id?: string }[];
  return Array.from({ length: count }, (_, i) => results[i]?.memory_id);
}

/** Forgets memories that were stored together, by their tag. */
export async function forgetGroup(
  { model, caller, name }: ChangeContext,
  scope: KnownScope,
  random: Random,
  hard = random.chance(0.4),
): Promise<void> {
  const members = pickOne(groupsOf(scope), random);
  if (!members) return;
  const active = members.filter(isSettled);
  for (const memory of members) memory.busy = true;
  const requestId = name('forget');
  const body = { filter: { tags: { any: [members[0]?.group] } }, hard };
  const request = { method: 'DELETE', path: '/v1/memories', key: scope.key, body, requestId } as const;
  if (random.chance(0.3)) await caller.once(request, IMPATIENT_MS);
  const answer = await caller.surely({ what: requestId, ask: request }, scope);
  if (!answer) return;
  for (const memory of active) {
    memory.state = hard ? 'erased' : 'forgotten';
    memory.version += 1;
  }
  for (const memory of members) memory.busy = false;
  model.counts.forgets += active.length;
  if (answer.body['count'] !== active.length)
    model.finding('forgotten by filter', `${requestId}: ${String(answer.body['count'])} of ${String(active.length)}`);
}

/** Groups with an active memory, without those about which a request is in progress. */
function groupsOf({ memories }: KnownScope): KnownMemory[][] {
  const groups = groupBy(
    memories.filter(({ group }) => group !== null),
    ({ group }) => group,
  );
  return [...groups.values()].filter((members) => members.some(isSettled) && !members.some(({ busy }) => busy));
}

/** Imports memories of another scope: two that are linked, and one that is forgotten. A repetition stores nothing. */
export async function importMemories(
  { model, caller, name, textOf }: ChangeContext,
  scope: KnownScope,
  random: Random,
): Promise<void> {
  const what = name('import');
  const file = newScopeFile([textOf(), textOf(), textOf()]);
  const request = { method: 'POST', path: '/v1/import', key: scope.key, lines: linesOf(file.events) } as const;
  if (random.chance(0.3)) await caller.once(request, IMPATIENT_MS);
  const answer = await caller.surely({ what, ask: request }, scope);
  if (!answer) return;
  model.counts.imports += 1;
  const { imported, known, complete } = answer.body;
  if (complete !== true || Number(imported) + Number(known) !== file.events.length)
    model.finding('import', `${what}: ${JSON.stringify(answer.body)}`);
  const [source, target, forgotten] = file.memories.map((memory) =>
    newMemory(scope, { ...memory, requestId: '', body: {} }),
  );
  if (!source || !target || !forgotten) return;
  forgotten.state = 'forgotten';
  for (const memory of [source, target, forgotten]) model.remembered(memory);
  model.links.push({ scope, source, target });
}
