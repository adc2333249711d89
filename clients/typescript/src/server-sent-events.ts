/** A block of a stream of server-sent events. */
export interface ServerSentEvent {
  /** Null where the block has none. */
  readonly id: string | null;
  readonly event: string;
  /** Null where the block is none but an id: then nothing happened, but the stream goes on from there. */
  readonly data: string | null;
}

/**
 * The blocks of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html) that have data or an id.
 * Libraries for this pass over a block without data, and so over the position with which a stream begins.
 * @param onBytes called whenever something comes, comments included
 */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventOf(block);
        if (event.id !== null || event.data !== null) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function eventOf(block: string): ServerSentEvent {
  const data: string[] = [];
  let id: string | null = null;
  let event = 'message';
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const value = line.slice(colon + 1).replace(/^ /, '');
    if (line.startsWith('id:')) id = value;
    else if (line.startsWith('event:')) event = value;
    else if (line.startsWith('data:')) data.push(value);
  }
  return { id, event, data: data.length === 0 ? null : data.join('\n') };
}
