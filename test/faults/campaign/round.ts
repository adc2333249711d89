import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createDataSource, poolOf } from '#database/data-source.js';
import type { Failpoint } from '#failpoints/failpoints.js';
import { until } from '../../harness/until.js';
import { Balancer } from './ask.js';
import { checkErased, checkLinks, checkMemories, untilExtracted } from './check.js';
import { Backups } from './backups.js';
import { Caller } from './caller.js';
import { CommandSender } from './command-sender.js';
import { Operator } from './commands.js';
import type { Deployment } from './deployment.js';
import { Faults } from './faults.js';
import { InnocentTenant, type Latency } from './innocent.js';
import { Model, type Finding, type KnownScope } from './model.js';
import { randomOf } from './random.js';
import { scheduleOf, type Fault } from './schedule.js';
import { checkTopics } from './topic-reader.js';
import { Traffic } from './traffic.js';
import { WebhookEndpoint } from './webhook-endpoint.js';

export interface RoundOptions {
  readonly seed: number;
  readonly round: number;
  readonly lengthMs: number;
  /** Time between two faults, on average. */
  readonly everyMs: number;
  readonly callers: number;
  readonly say: (line: string) => void;
}

export interface RoundReport {
  readonly seed: number;
  readonly round: number;
  readonly mode: string;
  readonly faults: readonly Fault[];
  /** Since the start of the deployment. */
  readonly counts: Readonly<Record<string, number>>;
  readonly checked: number;
  readonly quiet: Latency;
  readonly innocent: Latency;
  readonly findings: readonly Finding[];
  readonly ms: number;
}

/** Round name of requests before and after the faults, used by no round of the campaign. */
const CALM_ROUND = -1;
const LAST_ROUND = -2;
const READY_LIMIT_MS = 240_000;

/** A deployment with its tenants and the expected state, over several rounds. */
export class Trial {
  readonly model = new Model();
  readonly operator: Operator;
  private readonly backups: Backups;
  private readonly balancer: Balancer;
  private readonly commands: CommandSender | null;
  private mayFail = false;
  private quiet: Latency = { requests: 0, failed: 0, p50: 0, p99: 0 };

  private deliveries = 0;
  /** Null where an earlier version, which has no webhooks, may run. */
  private endpoint: WebhookEndpoint | null = null;

  private constructor(readonly deployment: Deployment) {
    this.operator = new Operator(deployment, this.model);
    this.backups = new Backups(deployment, this.operator, this.model);
    this.commands = deployment.broker && new CommandSender(deployment.broker.brokers);
    this.balancer = new Balancer(deployment.apis);
  }

  /**
   * Creates the tenants with memories that no fault may lose, and measures the latency of an innocent tenant without
   * faults.
   */
  static async start(deployment: Deployment, quietMs: number): Promise<Trial> {
    const trial = new Trial(deployment);
    await trial.untilReady();
    for (const agent of ['innocent', 'hot', 'one', 'other']) await trial.operator.makeScope(agent);
    if (trial.isCurrent) await trial.startEndpoint(trial.scope('other'));
    const calm = trial.traffic(CALM_ROUND, () => false);
    for (const scope of trial.model.open) await calm.eachOnce(scope, randomOf(0, CALM_ROUND, scope.agent));
    const innocent = new InnocentTenant(trial.balancer, trial.scope('innocent').key);
    const from = Date.now();
    innocent.start();
    await delay(quietMs);
    await innocent.stop();
    trial.quiet = innocent.latency(from, Date.now());
    return trial;
  }

  async stop(): Promise<void> {
    await this.commands?.stop();
    await this.endpoint?.stop();
    await this.deployment.stop();
  }

  private traffic(round: number, mayFail: () => boolean): Traffic {
    const { model, balancer, commands, isCurrent } = this;
    return new Traffic({ model, balancer, commands, round, isCurrent, mayFail });
  }

  private get isCurrent(): boolean {
    return !this.deployment.versions.hasOlder;
  }

  private async startEndpoint(scope: KnownScope): Promise<void> {
    const { model, balancer } = this;
    const caller = new Caller({ model, balancer, mayFail: () => false });
    this.endpoint = await WebhookEndpoint.start(scope, { model, caller });
  }

  /** Runs faults and requests, waits until they have ended, and checks every acknowledgement. */
  async run(options: RoundOptions): Promise<RoundReport> {
    const { seed, round, lengthMs, everyMs, callers, say } = options;
    const { deployment, model, operator, balancer, backups } = this;
    const started = Date.now();
    const known = model.findings.length;
    const doomed = await operator.makeScope(`doomed-${String(round)}`);
    const victims = {
      programs: deployment.programs.map(({ name }) => name),
      hasPostgres: deployment.postgres !== null,
      hasBroker: deployment.broker !== null,
      hasDisk: deployment.disk !== null,
      hasOlder: deployment.versions.hasOlder,
    };
    const drawn = scheduleOf(randomOf(seed, round, 'schedule'), victims, lengthMs, everyMs);
    const upgrade: Fault = { atMs: lengthMs / 4, kind: 'upgrade', target: '', ms: 0 };
    const faults = deployment.versions.isUpgraded ? drawn : [upgrade, ...drawn];
    if (faults.some(({ failpoints = '' }) => failpoints.includes('=error'))) this.mayFail = true;
    const traffic = this.traffic(round, () => this.mayFail);
    const innocent = new InnocentTenant(balancer, this.scope('innocent').key);
    const striking = new Faults({
      ...{ deployment, model, operator, backups, traffic, doomed, say },
      hot: this.scope('hot'),
      random: randomOf(seed, round, 'faults'),
    });
    const from = Date.now();
    innocent.start();
    traffic.start(callers, (caller) => randomOf(seed, round, `caller ${String(caller)}`));
    await striking.carryOut(faults, lengthMs);
    const to = Date.now();
    await innocent.stop();
    await striking.mend();
    const calm = setInterval(() => {
      for (const program of deployment.programs) program.unstick();
    }, 1_000);
    const checked = await traffic
      .settle()
      .then(() => this.check(doomed))
      .finally(() => {
        clearInterval(calm);
      });
    return {
      ...{ seed, round, mode: deployment.mode, faults, checked, quiet: this.quiet },
      counts: this.counts(),
      innocent: innocent.latency(from, to, striking.outages),
      findings: model.findings.slice(known),
      ms: Date.now() - started,
    };
  }

  /**
   * Reaches failpoints that the faults may have missed: runs each command once, on a scope with something to restore
   * and to erase.
   */
  async reachTheRest(): Promise<void> {
    const { operator } = this;
    const scope = await operator.makeScope('reached');
    const random = randomOf(0, 0, 'reached');
    const traffic = this.traffic(LAST_ROUND, () => false);
    await traffic.eachOnce(scope, random);
    await this.reachDueVectors(traffic);
    await operator.reextract(scope, '');
    await this.backups.compare('');
    await operator.rebuild('switch');
    await this.reachSuspects(() => traffic.writeSome(scope, random));
    await operator.erase(scope, '');
  }

  /** Restores a memory that was extracted before it was forgotten: only then is its vector due anew. */
  private async reachDueVectors(traffic: Traffic): Promise<void> {
    const scope = await this.operator.makeScope('restored');
    const random = randomOf(0, 0, 'restored');
    await traffic.writeSome(scope, random);
    await this.withDatabase((pool) => untilExtracted(pool, this.model));
    await traffic.forget(scope, random, false);
    await this.operator.restore(scope, random, '');
    await this.untilReached('vectors.before-commit');
  }

  /** Kills extractors with memories in progress, which are retried one by one. */
  private async reachSuspects(write: () => Promise<void>): Promise<void> {
    for (const program of this.deployment.programs)
      if (/^(extractor|standalone)/.test(program.name)) await program.restartWith('extract.before-projection=kill');
    await write();
    await this.untilReached('suspect.after-lease');
  }

  private async untilReached(name: Failpoint): Promise<void> {
    const isReached = async (): Promise<boolean> =>
      (await readFile(this.deployment.reachedFile, 'utf8')).split('\n').includes(name);
    await until(isReached, READY_LIMIT_MS, name);
  }

  /** Acknowledgements and faults since the start of the deployment. */
  counts(): Record<string, number> {
    const { programs, postgres, broker, proxies } = this.deployment;
    const sum = (of: (program: (typeof programs)[number]) => number): number =>
      programs.reduce((all, one) => all + of(one), 0);
    return {
      ...this.model.counts,
      kills: sum(({ struck }) => struck.kills) + this.operator.kills,
      freezes: sum(({ struck }) => struck.freezes),
      clockJumps: sum(({ struck }) => struck.clockJumps),
      brokerKills: broker?.kills ?? 0,
      postgresKills: postgres?.kills ?? 0,
      postgresFreezes: postgres?.freezes ?? 0,
      upgrades: this.deployment.versions.changes,
      silences: [...proxies.values()].reduce((all, { silences }) => all + silences, 0),
      deliveries: this.deliveries,
    };
  }

  private scope(agent: string): KnownScope {
    const scope = this.model.scopes.find((one) => one.agent === agent);
    if (!scope) throw new Error(`there is no scope ${agent}`);
    return scope;
  }

  private async check(doomed: KnownScope): Promise<number> {
    const { model, operator } = this;
    await this.untilReady();
    for (const { crashes } of this.deployment.programs)
      for (const crash of crashes.splice(0)) model.finding('crash', crash);
    return this.withDatabase(async (pool) => {
      await untilExtracted(pool, model);
      if (doomed.erasing) await checkErased(pool, doomed, model);
      const checked = await checkMemories(pool, model);
      await checkLinks(pool, model);
      const { broker } = this.deployment;
      if (broker) this.deliveries = await checkTopics(broker.brokers, pool, model);
      await this.endpoint?.check(pool);
      await operator.rebuild('verify');
      return checked;
    });
  }

  private async withDatabase<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
    const url = await until(async () => (await this.deployment.databaseUrl()) ?? false, READY_LIMIT_MS, 'the database');
    const dataSource = createDataSource({
      url,
      poolSize: 2,
      connectTimeoutMs: 10_000,
      statementTimeoutMs: 0,
      entities: [],
    });
    await until(() => dataSource.initialize(), READY_LIMIT_MS, 'a connection');
    try {
      return await work(poolOf(dataSource));
    } finally {
      await dataSource.destroy();
    }
  }

  /** All apis are ready. */
  private async untilReady(): Promise<void> {
    for (const { baseUrl, program } of this.deployment.apis)
      await until(
        () => fetch(`${baseUrl}/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(({ ok }) => ok),
        READY_LIMIT_MS,
        `${program.name} (${program.output.slice(-800)})`,
      );
  }
}
