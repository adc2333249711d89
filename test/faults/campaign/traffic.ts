import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './ask.js';
import { Caller, IMPATIENT_MS, PATIENT_MS, type CallerOptions } from './caller.js';
import { forgetGroup, importMemories, reviseMemory, writeBatch } from './changes.js';
import type { CommandSender } from './command-sender.js';
import { isSettled, newMemory, type KnownMemory, type KnownScope } from './model.js';
import { pickOne, type Random } from './random.js';

export interface TrafficOptions extends CallerOptions {
  /** Null without Kafka. */
  readonly commands: CommandSender | null;
  readonly round: number;
  /** Whether no program is of an earlier version, which lacks some of the routes. */
  readonly isCurrent: boolean;
}

/** Requests of callers that repeat unacknowledged writes with their Idempotency-Key. */
export class Traffic {
  private stopping = false;
  private written = 0;
  private readonly working: Promise<void>[] = [];
  private readonly caller: Caller;

  constructor(private readonly options: TrafficOptions) {
    this.caller = new Caller(options);
  }

  /** Starts callers with random requests. */
  start(callers: number, randomOf: (caller: number) => Random): void {
    for (let caller = 0; caller < callers; caller += 1) this.working.push(this.call(randomOf(caller)));
  }

  /** Starts no new requests; running ones continue until they are acknowledged. */
  async settle(): Promise<void> {
    this.stopping = true;
    this.caller.settle();
    await Promise.all(this.working);
  }

  /** Writes memories of one scope as fast as possible, until the time is up. */
  async flood(scope: KnownScope, random: Random, ms: number, callers: number): Promise<void> {
    const end = Date.now() + ms;
    const caller = async (): Promise<void> => {
      while (Date.now() < end && !this.stopping) await this.write(scope, random);
    };
    await Promise.all(Array.from({ length: callers }, caller));
  }

  /** One request of each kind, forgets and writes of both. */
  async eachOnce(scope: KnownScope, random: Random): Promise<void> {
    await this.writeSome(scope, random);
    await this.link(scope, random);
    for (const hard of [true, false]) await this.forget(scope, random, hard);
    if (!this.options.isCurrent) return;
    for (const hard of [true, false]) {
      await this.change(writeBatch, scope, random);
      await this.change(reviseMemory, scope, random);
      await this.change((...args) => forgetGroup(...args, hard), scope, random);
    }
    await this.change(importMemories, scope, random);
    await this.change(writeBatch, scope, random);
  }

  /** Writes of both kinds, which nothing changes or forgets. */
  async writeSome(scope: KnownScope, random: Random): Promise<void> {
    for (const dedupe of [true, false, false, false]) await this.write(scope, random, { dedupe, byCommand: !dedupe });
  }

  private async call(random: Random): Promise<void> {
    while (!this.stopping) {
      const scope = random.pick(this.options.model.open);
      await this.once(scope, random);
      await delay(random.int(0, 60));
    }
  }

  private once(scope: KnownScope, random: Random): Promise<void> {
    const dice = random.int(0, 99);
    if (dice < 40) return this.write(scope, random);
    if (dice < 47) return this.writeOnce(scope, random);
    if (dice < 52) return this.replay(scope, random);
    if (dice < 60) return this.forget(scope, random);
    if (dice < 67) return this.link(scope, random);
    if (dice < 79 || !this.options.isCurrent) return this.read(scope, random);
    if (dice < 89) return this.change(reviseMemory, scope, random);
    if (dice < 94) return this.change(writeBatch, scope, random);
    if (dice < 98) return this.change(forgetGroup, scope, random);
    return this.change(importMemories, scope, random);
  }

  private change(change: typeof reviseMemory, scope: KnownScope, random: Random): Promise<void> {
    const { model, round } = this.options;
    const name = (what: string): string => `${what}-${String(round)}-${String((this.written += 1))}`;
    return change({ model, caller: this.caller, name, textOf: () => this.textOf(random) }, scope, random);
  }

  /** Names repeat, so that entities and timelines are contended. */
  private textOf(random: Random): string {
    const { round } = this.options;
    const number = `${String(round)}-${String((this.written += 1))}`;
    const [person, company] = [random.int(1, 17), random.int(1, 11)].map(String);
    return `Person Number${String(person)} works at Company${String(company)} Inc, note ${number}.`;
  }

  /** Over HTTP, or as a Kafka command and then over HTTP with the same request id. */
  private async write(
    scope: KnownScope,
    random: Random,
    { dedupe, byCommand } = { dedupe: random.chance(0.1), byCommand: random.chance(0.15) },
  ): Promise<void> {
    const { model, round, commands } = this.options;
    const text = this.textOf(random);
    const requestId = `write-${String(round)}-${text.slice(text.lastIndexOf(' ') + 1)}`;
    const body = {
      text,
      ...(dedupe && { dedupe: 'content' }),
      ...(random.chance(0.3) && { session: random.int(1, 5) }),
    };
    const impatient = random.chance(0.3);
    const request = { method: 'POST', path: '/v1/memories', key: scope.key, body, requestId } as const;
    if (byCommand && commands) {
      model.counts.commands += 1;
      await commands.encode(scope.key, requestId, body);
    } else if (impatient) await this.caller.once(request, IMPATIENT_MS);
    const answer = await this.caller.surely({ what: requestId, ask: request }, scope);
    if (!answer) return;
    model.counts.acks += 1;
    const id = String(answer.body['memory_id']);
    model.remembered(newMemory(scope, { id, text, requestId, body }));
  }

  /** Sent once, without retries. */
  private async writeOnce(scope: KnownScope, random: Random): Promise<void> {
    const { model } = this.options;
    const text = this.textOf(random);
    const limitMs = random.chance(0.5) ? IMPATIENT_MS : PATIENT_MS;
    const request = { method: 'POST', path: '/v1/memories', key: scope.key, body: { text } } as const;
    const answer = await this.caller.once(request, limitMs);
    if (answer?.status !== 200) {
      model.unanswered.push(text);
      return;
    }
    model.counts.acks += 1;
    const id = String(answer.body['memory_id']);
    model.remembered(newMemory(scope, { id, text, requestId: '', body: { text } }));
  }

  /** The same request id must return the same memory. */
  private async replay(scope: KnownScope, random: Random): Promise<void> {
    const { model } = this.options;
    const memory = pickOne(
      scope.memories.filter(({ requestId, state }) => requestId !== '' && state !== 'erased'),
      random,
    );
    if (!memory || memory.busy) return;
    const { body, requestId } = memory;
    const request = { method: 'POST', path: '/v1/memories', key: scope.key, body, requestId } as const;
    const answer = await this.caller.surely(
      { what: `replay of ${memory.requestId}`, ask: request, ends: ({ status }) => status === 200 || status === 404 },
      scope,
    );
    if (!answer) return;
    model.counts.replays += 1;
    const id = answer.status === 200 ? String(answer.body['memory_id']) : memory.id;
    if (id !== memory.id) model.finding('replay', `${memory.requestId} was ${memory.id} and is now ${id}`);
    if (answer.status === 404 && stateOf(memory) !== 'erased' && !isBusy(memory))
      model.finding('replay', `${memory.requestId}, ${stateOf(memory)}, is answered by 404`);
  }

  /** Forgets one memory, if there is one that nothing else changes. */
  async forget(scope: KnownScope, random: Random, hard = random.chance(0.4)): Promise<void> {
    const { model, round } = this.options;
    const memory = pickOne(scope.memories.filter(isSettled), random);
    if (!memory) return;
    memory.busy = true;
    const requestId = `forget-${String(round)}-${memory.id}-${String(memory.version)}`;
    const request = {
      method: 'DELETE',
      path: '/v1/memories',
      key: scope.key,
      body: { memory_id: memory.id, hard },
      requestId,
    } as const;
    const answer = await this.caller.surely({ what: requestId, ask: request }, scope);
    if (answer) {
      memory.state = hard ? 'erased' : 'forgotten';
      memory.version += 1;
      model.counts.forgets += 1;
      memory.busy = false;
    }
  }

  private async link(scope: KnownScope, random: Random): Promise<void> {
    const { model, round } = this.options;
    const able = scope.memories.filter(isSettled);
    const [source, target] = [pickOne(able, random), pickOne(able, random)];
    if (!source || !target || source === target) return;
    source.busy = target.busy = true;
    const requestId = `link-${String(round)}-${source.id}-${target.id}`;
    const body = { source: source.id, target: target.id, kind: 'supports' };
    const request = { method: 'POST', path: '/v1/links', key: scope.key, body, requestId } as const;
    const answer = await this.caller.surely({ what: requestId, ask: request }, scope);
    if (!answer) return;
    model.counts.links += 1;
    model.links.push({ scope, source, target });
    source.busy = target.busy = false;
  }

  /** Forgotten memories must be in no response; acknowledged ones must be found by id. */
  private async read(scope: KnownScope, random: Random): Promise<void> {
    const { model } = this.options;
    const gone = scope.memories.filter(({ state, busy }) => state !== 'active' && !busy);
    const versions = new Map(gone.map((memory) => [memory.id, memory.version]));
    const query = `Where does Person Number${String(random.int(1, 17))} work?`;
    const recall = { method: 'POST', path: '/v1/recall', body: { query, max_results: 100 } } as const;
    const list = { method: 'GET', path: '/v1/memories?limit=100' } as const;
    const answer = await this.caller.once({ ...(random.chance(0.5) ? recall : list), key: scope.key });
    if (answer?.status !== 200) {
      this.caller.unusual('a read', answer, scope);
      return;
    }
    model.counts.reads += 1;
    this.compareAnswer(answer, versions);
  }

  private compareAnswer(answer: Answer, versions: ReadonlyMap<string, number>): void {
    const { model } = this.options;
    const items = (answer.body['memories'] ?? answer.body['items'] ?? []) as { memory_id?: string }[];
    for (const { memory_id: id = '' } of items) {
      const memory = model.byId.get(id);
      if (versions.get(id) === memory?.version && memory !== undefined && !memory.busy)
        model.finding(
          'told of what was forgotten',
          `${id}, ${memory.state}, by ${answer.body['memories'] ? 'recall' : 'a list'}`,
        );
    }
  }
}

/** Current state, which may have changed while waiting. */
const stateOf = (memory: KnownMemory): KnownMemory['state'] => memory.state;
const isBusy = (memory: KnownMemory): boolean => memory.busy;
