import { setTimeout as delay } from 'node:timers/promises';

/** A server-sent event. */
export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly data: Readonly<Record<string, unknown>>; readonly [name: string]: unknown };
}

export interface EventReader {
  readonly headers: Headers;
  /** Id of the last event taken, or of the beginning. */
  readonly lastId: string;
  /** The next events, as many as wanted. */
  take(count: number): Promise<ReceivedEvent[]>;
  /** At most as many events, those that come within a moment. */
  takeSoon(count: number): Promise<ReceivedEvent[]>;
  /** All events until the stream ends. */
  rest(): Promise<ReceivedEvent[]>;
  close(): Promise<void>;
}

const SOON_MS = 60;

/** Opens GET /v1/events; resolves when the stream has begun. @throws Error unless the status is 200 */
export async function openStream(
  baseUrl: string,
  key: string,
  parameters: Readonly<Record<string, string>> = {},
  lastEventId?: string,
): Promise<EventReader> {
  const gone = new AbortController();
  const headers = { 'x-api-key': key, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) };
  const target = `${baseUrl}/v1/events?${new URLSearchParams(parameters).toString()}`;
  const response = await fetch(target, { headers, signal: gone.signal });
  if (response.status !== 200) throw new Error(`${String(response.status)} ${await response.text()}`);
  const frames = framesOf(response)[Symbol.asyncIterator]();
  let pending: Promise<IteratorResult<ReceivedEvent>> | undefined;
  const opening = await frames.next();
  let lastId = (opening.value as ReceivedEvent | undefined)?.id ?? '';
  const next = async (): Promise<ReceivedEvent | null> => {
    const { value, done } = await (pending ??= frames.next());
    pending = undefined;
    if (done === true) return null;
    lastId = value.id;
    return value;
  };
  const take = async (count: number): Promise<ReceivedEvent[]> => {
    const events: ReceivedEvent[] = [];
    for (let event; events.length < count && (event = await next());) events.push(event);
    return events;
  };
  return {
    headers: response.headers,
    get lastId() {
      return lastId;
    },
    take,
    async takeSoon(count) {
      const events: ReceivedEvent[] = [];
      while (events.length < count) {
        pending ??= frames.next();
        const soon = await Promise.race([pending, delay(SOON_MS, null)]);
        if (soon === null || soon.done === true) break;
        events.push(...(await take(1)));
      }
      return events;
    },
    rest: () => take(Infinity),
    async close() {
      pending?.catch(() => undefined);
      gone.abort();
      await response.body?.cancel().catch(() => undefined);
    },
  };
}

/** All events that there are. */
export async function readAll(
  baseUrl: string,
  key: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<{ events: ReceivedEvent[]; lastId: string }> {
  const stream = await openStream(baseUrl, key, { ...parameters, follow: 'false' });
  const events = await stream.rest();
  return { events, lastId: stream.lastId };
}

/** Frames that have an id. The first one has no event. */
async function* framesOf(response: Response): AsyncGenerator<ReceivedEvent, void, undefined> {
  let text = '';
  for await (const bytes of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const frames = (text + bytes).split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const fields = new Map(frame.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
      const [id, event = '', data = '{}'] = ['id', 'event', 'data'].map((name) => fields.get(name));
      if (id !== undefined) yield { id, event, data: JSON.parse(data) as ReceivedEvent['data'] };
    }
  }
}
