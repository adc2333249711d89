import { setTimeout as delay } from 'node:timers/promises';

/** Outcomes of the writes of a load. */
export interface LoadReport {
  /** Memory id of each acknowledged text. */
  readonly acknowledged: Map<string, string>;
  /** Texts sent once without a response: stored at most once. */
  readonly unanswered: Set<string>;
}

export interface LoadOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly writes: number;
  readonly workers: number;
  /** Called with the number of finished writes. */
  readonly onProgress: (ended: number) => void;
}

const RETRY_MS = 100;
const LIMIT_MS = 120_000;

/** Short enough that the caller has often disconnected when the write commits. */
const IMPATIENT_MS = 4;
const PATIENT_MS = 15_000;

/**
 * Writes texts from several workers. Three of four are repeated under their Idempotency-Key until they are
 * acknowledged, some of them by a caller that at first does not wait for the answer; the fourth is sent
 * once and left to its fate.
 */
export async function load(options: LoadOptions): Promise<LoadReport> {
  const report: LoadReport = { acknowledged: new Map(), unanswered: new Set() };
  let next = 0;
  let ended = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < options.writes; i = next++) {
      const text = textOf(i);
      const memoryId =
        i % 4 === 3 ? await encode(options, text) : await encodeSurely(options, text, `write-${String(i)}`);
      if (memoryId === null) report.unanswered.add(text);
      else report.acknowledged.set(text, memoryId);
      options.onProgress((ended += 1));
    }
  };
  await Promise.all(Array.from({ length: options.workers }, work));
  return report;
}

/** Names repeat, so that entities and timelines are contended. */
function textOf(i: number): string {
  return `Person Number${String(i % 17)} works at Company${String(i % 11)} Inc, note ${String(i)}.`;
}

async function encodeSurely(options: LoadOptions, text: string, requestId: string): Promise<string> {
  const deadline = Date.now() + LIMIT_MS;
  for (let limitMs = /[02468]$/.test(requestId) ? IMPATIENT_MS : PATIENT_MS; ; limitMs = PATIENT_MS) {
    const memoryId = await encode(options, text, requestId, limitMs);
    if (memoryId !== null) return memoryId;
    if (Date.now() > deadline) throw new Error(`${requestId} was not acknowledged in ${String(LIMIT_MS)} ms`);
    await delay(RETRY_MS);
  }
}

/** Memory id; null without an acknowledgement. */
async function encode(
  { baseUrl, key }: LoadOptions,
  text: string,
  requestId?: string,
  limitMs = PATIENT_MS,
): Promise<string | null> {
  try {
    const response = await fetch(`${baseUrl}/v1/memories`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': key,
        ...(requestId === undefined ? {} : { 'idempotency-key': requestId }),
      },
      body: JSON.stringify({ text }),
      signal: AbortSignal.timeout(limitMs),
    });
    const body = (await response.json()) as { memory_id?: string };
    if (response.status === 200) return body.memory_id ?? null;
    if (response.status === 503) return null;
    throw new Unexpected(`status ${String(response.status)}: ${JSON.stringify(body)}`);
  } catch (error) {
    if (error instanceof Unexpected) throw error;
    return null;
  }
}

/** A response that no fault explains. */
class Unexpected extends Error {}
