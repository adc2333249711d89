import { setTimeout as delay } from 'node:timers/promises';
import { ask, type Answer, type Ask, type Balancer } from './ask.js';
import type { KnownScope, Model } from './model.js';

const RETRY_MS = 150;
/** Limit of a caller that waits for its answer. */
export const PATIENT_MS = 6_000;
/** Short enough that the caller has often disconnected when the write commits. */
export const IMPATIENT_MS = 8;
/** Time after the faults for which a request may stay unanswered. */
const SETTLE_MS = 120_000;

/** A request that is repeated until its answer is final. */
export interface Surely {
  readonly what: string;
  readonly ask: Omit<Ask, 'limitMs'>;
  /** Whether this answer is final. One with status 200 that is not says that a part has to be repeated. */
  readonly ends?: (answer: Answer) => boolean;
}

export interface CallerOptions {
  readonly model: Model;
  readonly balancer: Balancer;
  /** 500 is expected if a failpoint throws. */
  readonly mayFail: () => boolean;
}

/** Sends requests, and judges answers that no fault explains. */
export class Caller {
  private settleBy = 0;

  constructor(private readonly options: CallerOptions) {}

  /** From now on, requests are given up after a while. */
  settle(): void {
    this.settleBy = Date.now() + SETTLE_MS;
  }

  once(request: Omit<Ask, 'limitMs'>, limitMs = PATIENT_MS): Promise<Answer | null> {
    return ask(this.options.balancer.choose(), { ...request, limitMs });
  }

  /** Repeats a request until it has a final answer; null if the scope was erased meanwhile, or there is none. */
  async surely({ what, ask: request, ends = isOk }: Surely, scope: KnownScope): Promise<Answer | null> {
    for (;;) {
      const answer = await this.once(request);
      if (answer && ends(answer)) return answer;
      if (scope.erasing) return null;
      this.unusual(what, answer, scope);
      if (answer && ![200, 429, 500, 503].includes(answer.status)) return null;
      if (this.settleBy > 0 && Date.now() > this.settleBy) {
        this.options.model.finding('unanswered', `${what}: ${String(answer?.status)} at last`);
        return null;
      }
      await delay(RETRY_MS);
    }
  }

  /** Counts an answer that a fault explains; any other is a finding. */
  unusual(what: string, answer: Answer | null, { erasing }: KnownScope): void {
    const { model, mayFail } = this.options;
    if (answer === null) model.counts.silent += 1;
    else if ([200, 429, 503].includes(answer.status)) model.counts.refused += 1;
    else if (!erasing && !(answer.status === 500 && mayFail()))
      model.finding(
        'unexpected answer',
        `${what}: ${String(answer.status)} ${JSON.stringify(answer.body).slice(0, 300)}`,
      );
  }
}

const isOk = ({ status }: Answer): boolean => status === 200;
