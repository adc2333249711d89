import { callSettings, type CallSettings } from './call-settings.js';
import { idOf, type CallParams, type Turn } from './conversation.js';
import { orReport } from './failures.js';
import type { MemoryOptions, RememberOptions } from './memory-options.js';

/** Stores the message, and the answer unless it is empty. Each is stored once, however often this is called. */
export async function rememberTurn(
  options: MemoryOptions,
  params: CallParams,
  turn: Turn,
  answer: string,
): Promise<void> {
  if (options.remember === false) return;
  const work = orReport('remember', options.onError, () => store(options, params, turn, answer));
  if (options.waitUntil) await orReport('remember', options.onError, () => Promise.resolve(options.waitUntil?.(work)));
  else await work;
}

async function store(options: MemoryOptions, params: CallParams, turn: Turn, answer: string): Promise<void> {
  const { waitSeconds = 0, ...remember } = options.remember === false ? {} : (options.remember ?? {});
  const settings: CallSettings = { ...sessionAndSpeaker(options), ...callSettings(params) };
  const items = await itemsOf(settings, turn, isRemembered(remember, params, answer) ? answer : '');
  const extra = { metadata: remember.metadata ?? null, tags: remember.tags ?? null };
  const { results } = await options.client.encodeMemories(
    { items: items.map((item) => ({ ...item, ...extra })) },
    { waitSeconds, timeoutMs: (options.rememberTimeoutMs ?? 5_000) + waitSeconds * 1_000 },
  );
  for (const result of results)
    if ('error' in result) throw new Error(`${result.error.code}: ${result.error.message}`, { cause: result.error });
}

/** Answers in JSON are for programs. */
function isRemembered({ assistant = true }: RememberOptions, params: CallParams, answer: string): boolean {
  return assistant && answer.trim() !== '' && params.responseFormat?.type !== 'json';
}

async function itemsOf(settings: CallSettings, turn: Turn, answer: string) {
  const session = settings.session ?? null;
  const { turnId, speaker } = settings;
  const id = await idOf([String(session), ...(turnId === undefined ? turn.history : [turnId])]);
  const said = {
    text: turn.text,
    role: 'user' as const,
    speaker: speaker ?? null,
    session,
    request_id: `ai-sdk-${id}`,
  };
  if (answer === '') return [said];
  const answerId = await idOf([id, answer]);
  return [said, { text: answer, role: 'assistant' as const, session, request_id: `ai-sdk-${answerId}` }];
}

function sessionAndSpeaker({ session, speaker }: MemoryOptions): CallSettings {
  return { ...(session === undefined ? {} : { session }), ...(speaker === undefined ? {} : { speaker }) };
}
