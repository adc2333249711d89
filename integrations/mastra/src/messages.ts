import type { MastraDBMessage } from '@mastra/core/memory';
import { packed, unpacked } from './content.js';
import type { Memory, NewMemory } from './records.js';

/**
 * The memory that a message becomes. Its text is that of the message's text parts; everything else is in the metadata.
 * @param speaker whom "I" means, of a message of a user
 */
export function memoryOf(message: MastraDBMessage, speaker: string | undefined): NewMemory & { text: string } {
  const { text, content } = packed(message.content);
  const role = text === null ? 'tool' : roleOf(message);
  return {
    text: text ?? '(no text)',
    role,
    speaker: role === 'user' ? (speaker ?? null) : null,
    ...(text === null ? { genre: 'data' as const } : {}),
    session: message.threadId ?? null,
    occurred_at: new Date(message.createdAt).toISOString(),
    metadata: {
      mastra: 'message',
      record_id: message.id,
      thread_id: message.threadId ?? '',
      ...(message.resourceId === undefined ? {} : { resource_id: message.resourceId }),
      role: message.role,
      type: message.type ?? 'text',
      created_at: new Date(message.createdAt).toISOString(),
      content,
    },
  };
}

/** The message that a memory was made of, with the text that the memory has now. */
export function messageOf({ text, metadata }: Memory): MastraDBMessage {
  const { record_id, thread_id, resource_id, role, type, created_at, content } = metadata as Record<string, string>;
  return {
    id: record_id ?? '',
    role: role as MastraDBMessage['role'],
    type: type ?? 'text',
    createdAt: new Date(created_at ?? 0),
    threadId: thread_id ?? '',
    ...(resource_id === undefined ? {} : { resourceId: resource_id }),
    content: unpacked(content ?? '', text),
  };
}

/** Messages that come as signals are the user's, or notices of the system. */
function roleOf({ role, content }: MastraDBMessage): 'user' | 'assistant' | 'system' {
  if (role !== 'signal') return role;
  const { type } = (content.metadata?.['signal'] ?? {}) as { type?: unknown };
  return type === 'user' || type === 'user-message' ? 'user' : 'system';
}
