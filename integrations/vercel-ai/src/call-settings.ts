import type { Body } from '@engraph/client';
import type { CallParams } from './conversation.js';

/** What one call says of its conversation, in `providerOptions.engraph`. */
export interface CallSettings {
  readonly session?: NonNullable<Body<'encodeMemory'>['session']>;
  readonly speaker?: string;
  /** Id of the user's message, if the application has one; by default told by the text of the conversation. */
  readonly turnId?: string;
}

/** The settings of a call; fields that are no texts or numbers are ignored. */
export function callSettings({ providerOptions }: CallParams): CallSettings {
  const { session, speaker, turnId } = providerOptions?.['engraph'] ?? {};
  return {
    ...(typeof session === 'string' || typeof session === 'number' ? { session } : {}),
    ...(typeof speaker === 'string' ? { speaker } : {}),
    ...(typeof turnId === 'string' ? { turnId } : {}),
  };
}
