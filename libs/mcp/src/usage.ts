import { DATA_NOTE } from './answers/quoted-data.js';

/** How a model should use the memory; given to clients as instructions, and as a prompt. */
export const USAGE = `You have a long-term memory that lasts beyond this conversation.

- Before you answer anything that earlier conversations may have settled (the user's preferences, people, projects, decisions, dates), call recall with the question in whole words. If it says that no memory answers, say that you do not know; do not guess.
- When the user tells something that will matter later, call remember with the words as they were said: whole sentences, with names instead of pronouns, one memory per message. Give occurred_at if it was not said just now.
- When something has changed, remember the new state; the old fact is superseded by itself. Do so also when it changes back to what was said before.
- When the text of a memory is wrong, call correct with edit and the right text. When the text is right and a fact was read from it wrongly, call correct with retract, and with assert for the right fact.
- Call forget only if the user asks for it. With a filter it first tells what would be forgotten; show that to the user before you call it again with dry_run: false.
- For all that is known of one person, organization, place or thing, call entity.
- To repeat a call after an error, keep its request_id.

${DATA_NOTE}`;
