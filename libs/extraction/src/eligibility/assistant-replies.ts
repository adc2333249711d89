import type { Observations } from '#contracts/observations.js';
import type { ExtractionInput } from '../pipeline/stage.js';

/**
 * The observations of a memory that count: of an assistant's reply only names. A reply repeats what the user said, or
 * what was recalled. If it counted, a fact would be its own evidence, and outlive the message that it came from. What
 * an assistant notes in a session without a user is read like any other text.
 */
export function withoutClaimsOfReplies(input: ExtractionInput, observations: Observations): Observations {
  if (!isReply(input)) return observations;
  return { mentions: observations.mentions, relations: [], statements: [], aliases: [] };
}

/** Whether a memory is what the assistant said to a user, not a note that it keeps for itself. */
export function isReply({ role, before = [] }: Pick<ExtractionInput, 'role' | 'before'>): boolean {
  return role === 'assistant' && before.some((turn) => turn.role === 'user');
}
